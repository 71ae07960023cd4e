/** `/batches/:batchId`: the progress and the calls of one batch. */
import { Fragment } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, pollLessOnce, read, useRead } from '#api/reads.ts'
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
import { StatusLabel } from '#ui/status/status-label.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { Ago, Time } from '#ui/time/time.tsx'
import { continuationsOf } from '../launch-parts.ts'
import { WatchSearch } from '../search.ts'
import { batchState } from '../status.ts'
import * as shared from '../texts.tsx'
import { BreakerNote } from './breaker-note.tsx'
import { CallPanel } from './call-panel.tsx'
import { Calls, callsRead } from './calls.tsx'
import { CancelBatch } from './cancel-batch.tsx'
import { ClosingNote } from './closing-note.tsx'
import { closesText } from './closing-texts.ts'
import { ProgressPanel } from './progress-panel.tsx'
import * as texts from './texts.tsx'

const progressRead = (batchId: string) =>
  pollLessOnce(read('batchProgress', { params: { batchId } }), ({ isComplete }) => isComplete)

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
  /** Batches that the team knows. */
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
  const { part, continuedBy, alsoCalledIn } = continuationsOf(known, batches)
  return (
    <>
      {known.isTest && <span>{texts.testBatch}</span>}
      {known.origin && (
        <span>
          {shared.peopleFrom(
            known.origin.calls,
            undefined,
            <Link to={paths.batch(known.origin.batchId)}>{known.origin.name}</Link>,
          )}
        </span>
      )}
      {continuedBy.length > 0 && <span>{texts.continuedIn(<BatchLinks batches={continuedBy} />)}</span>}
      {alsoCalledIn.length > 0 && <span>{texts.someAlsoIn(<BatchLinks batches={alsoCalledIn} />)}</span>}
      {part && <span>{shared.partOf(part.position, part.of, part.combined.progress)}</span>}
    </>
  )
}

function Facts({ batchId, known, start, batches }: FactsProps) {
  const follow = useCommand('batchFollow')
  const now = useGatewayTime(30_000)
  const closes = known && closesText(known, now)
  return (
    <>
      <Id id={batchId} name={texts.copiedBatchId} />
      {known?.agentId && (
        <span>{texts.agent(<Link to={paths.agent(known.agentId)}>{known.agentName ?? known.agentId}</Link>)}</span>
      )}
      {start && <span className="font-medium text-ink">{scheduledStartText(start, now)}</span>}
      {known && known.startedAt !== null && (
        <span>
          {texts.startedFact(
            start !== null || known.scheduledAt !== null,
            known.startedBy,
            <Time at={known.startedAt} show="day-and-time" />,
            <Ago at={known.startedAt} />,
          )}
        </span>
      )}
      {closes && <span>{closes}</span>}
      {known && <Continuations known={known} batches={batches} />}
      {known?.leftOut !== undefined && <span>{texts.leftOutByRules(known.leftOut)}</span>}
      {known?.recipients && <span>{texts.fingerprint(<span className="mono">{known.recipients}</span>)}</span>}
      {!known && (
        <Button
          size="small"
          variant="ghost"
          pending={follow.isPending}
          onClick={() => void follow.run({ body: { batchId } }).catch(() => {})}
        >
          {texts.addToList}
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
  // Until the progress is loaded, what the list knows.
  const shown = progress.data ?? known?.progress ?? null
  const now = useGatewayTime(30_000)
  const start = scheduledStart({ scheduledAt: known?.scheduledAt ?? null, progress: shown }, now)
  const state = batchState(shown, start)
  const name = known?.name || batchId
  // Whether the people who remained when calling hours ended are, or will be, in a prepared batch.
  const isPrepared =
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
        back={{ to: paths.batches(), label: shared.batchesTitle }}
        status={<StatusLabel state={state.state} label={state.label} />}
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
        isContinuedAbove={(Boolean(known?.stopped) && shown?.status === 'cancelled') || isPrepared}
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
                // Give the focus back to the row, if it is still on this page.
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
