/** `/batches/:batchId`: watch a batch, look into its calls, cancel what remains. */
import { Fragment } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, pollUntil, read, useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import { PreparedBatches, preparedRead } from '#components/batches/prepared-batches.tsx'
import { type ScheduledStart, scheduledStart } from '#components/batches/scheduled-start.ts'
import { scheduledStartText } from '#components/batches/scheduled-start-texts.ts'
import type { KnownBatch } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { WithPanel } from '#ui/overlays/side-panel.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { Ago, Time } from '#ui/time/time.tsx'
import { calledOf, continuationsOf, placeInWords } from '../launch-parts.ts'
import { peopleIn } from '../origin.ts'
import { WatchSearch } from '../search.ts'
import { batchState } from '../status.ts'
import { BreakerNote } from './breaker-note.tsx'
import { CallPanel } from './call-panel.tsx'
import { Calls, callsRead } from './calls.tsx'
import { CancelBatch } from './cancel-batch.tsx'
import { ClosingNote } from './closing-note.tsx'
import { closesInWords } from './closing-words.ts'
import { ProgressPanel } from './progress-panel.tsx'

const progressRead = (batchId: string) =>
  pollUntil(read('batchProgress', { params: { batchId } }), ({ isComplete }) => isComplete)
/** Who started it, under which name: the gateway knows, and asking it costs the service nothing. */

export const loader = ({ request, params: { batchId = '' } }: LoaderFunctionArgs) =>
  load(
    progressRead(batchId),
    callsRead(batchId, parseSearch(WatchSearch, request.url)),
    latestBatchesRead,
    preparedRead,
  )

interface FactsProps {
  batchId: string
  known: KnownBatch | undefined
  start: ScheduledStart | null
  /** That the team knows. */
  batches: readonly KnownBatch[]
}

const BatchLinks = ({ batches }: { batches: readonly KnownBatch[] }) =>
  batches.map(({ batchId, name }, at) => (
    <Fragment key={batchId}>
      {at > 0 && ', '}
      <Link to={paths.batch(batchId)}>{name || batchId}</Link>
    </Fragment>
  ))

/** The batches before and after this one: of its launch, and those that call some of its people again. */
function Continuations({ known, batches }: { known: KnownBatch; batches: readonly KnownBatch[] }) {
  const { part, continuedBy, calledIn } = continuationsOf(known, batches)
  return (
    <>
      {known.isTest && <span>A test: one row, to an operator’s own number</span>}
      {known.origin && (
        <span>
          {peopleIn({ calls: known.origin.calls })}{' '}
          <Link to={paths.batch(known.origin.batchId)}>{known.origin.name}</Link>
        </span>
      )}
      {continuedBy.length > 0 && (
        <span>
          Continued by <BatchLinks batches={continuedBy} />
        </span>
      )}
      {calledIn.length > 0 && (
        <span>
          Some people also in <BatchLinks batches={calledIn} />
        </span>
      )}
      {part && (
        <span>
          {placeInWords(part)}
          {part.whole.progress && `, ${calledOf(part.whole.progress)} in all`}
        </span>
      )}
    </>
  )
}

function Facts({ batchId, known, start, batches }: FactsProps) {
  const follow = useCommand('batchFollow')
  const now = useTrueNow(30_000)
  const closes = known && closesInWords(known, now)
  return (
    <>
      <Id id={batchId} of="batch ID" />
      {known?.agentId && (
        <span>
          Agent <Link to={paths.agent(known.agentId)}>{known.agentName ?? known.agentId}</Link>
        </span>
      )}
      {start && <span className="font-medium text-ink">{scheduledStartText(start, now)}</span>}
      {known && known.startedAt !== null && (
        <span>
          {start || known.scheduledAt !== null ? 'Scheduled' : 'Started'} {known.startedBy && `by ${known.startedBy} `}
          at <Time at={known.startedAt} show="day-and-time" /> (
          <Ago at={known.startedAt} />)
        </span>
      )}
      {closes && <span>{closes}</span>}
      {known && <Continuations known={known} batches={batches} />}
      {known?.leftOut !== undefined && (
        <span>{plural(known.leftOut, 'person', 'people')} left out at the start by the calling rules</span>
      )}
      {known?.recipients && (
        <span>
          Recipients’ fingerprint <span className="mono">{known.recipients}</span>, as in the audit
        </span>
      )}
      {!known && (
        <Button
          size="small"
          variant="ghost"
          pending={follow.isPending}
          onClick={() => void follow.run({ body: { batchId } }).catch(() => {})}
        >
          Add to the list
        </Button>
      )}
    </>
  )
}

export function Component() {
  const { batchId = '' } = useParams()
  const [search, setSearch] = useSearch(WatchSearch)
  const progress = useRead(progressRead(batchId))
  const list = useRead(latestBatchesRead)
  const prepared = useRead(preparedRead)
  const known = list.data?.batches.find((batch) => batch.batchId === batchId)
  // Until it can be read, what the list knows of it.
  const shown = progress.data ?? known?.progress ?? null
  const now = useTrueNow(30_000)
  const start = scheduledStart({ scheduledAt: known?.scheduledAt ?? null, progress: shown }, now)
  const state = batchState(shown, start)
  const name = known?.name || batchId
  // Who was left when calling hours ended: read by Switchboard, or waiting in a prepared batch.
  const waits =
    known?.closing?.state === 'cancelled' ||
    prepared.data?.prepared.some((one) => one.batchId === batchId && one.reason === 'window_closed') === true
  const source = {
    batchId,
    name,
    agentId: known?.agentId ?? null,
    callsBack: known?.callsBack ?? null,
    continuedBy: known
      ? continuationsOf(known, list.data?.batches ?? []).continuedBy.filter(
          ({ origin }) => origin?.calls === 'never_called',
        )
      : [],
  }
  return (
    <Page>
      <PageHeader
        title={name}
        back={{ to: paths.batches(), label: 'Batches' }}
        lamp={<Lamp state={state.lamp} word={state.word} />}
        facts={
          <>
            <Facts batchId={batchId} known={known} start={start} batches={list.data?.batches ?? []} />
            {!progress.data?.isComplete && <Age readAt={progress.readAt} refusal={progress.refusal} />}
          </>
        }
        actions={<CancelBatch batchId={batchId} progress={shown ?? undefined} />}
      />
      <PreparedBatches batches={list.data?.batches ?? []} of={batchId} />
      <ClosingNote closing={known?.closing ?? null} progress={shown} />
      <BreakerNote batch={source} stopped={known?.stopped ?? null} progress={shown} />
      <ProgressPanel
        name={name}
        reading={progress}
        start={start}
        batch={source}
        isContinuedAbove={(Boolean(known?.stopped) && shown?.status === 'cancelled') || waits}
      />
      <WithPanel
        panel={
          search.call !== null && (
            <CallPanel
              key={search.call}
              batchId={batchId}
              jobId={search.call}
              agentName={known?.agentName ?? null}
              onClose={() => {
                setSearch({ call: null })
                // Back to the row that was opened, if it is still in view.
                document.querySelector<HTMLElement>(`[data-call="${search.call}"]`)?.focus()
              }}
            />
          )
        }
      >
        <Calls batch={source} progress={shown} />
      </WithPanel>
    </Page>
  )
}
