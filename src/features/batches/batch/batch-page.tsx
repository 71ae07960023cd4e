/** `/batches/:batchId`: the progress and the calls of one batch. */
import { Fragment } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, pollLessOnce, read, useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import { PreparedBatches, preparedRead } from '#components/batches/prepared-batches.tsx'
import { type ScheduledStart, scheduledStart, scheduledStartText } from '#components/batches/scheduled-start.ts'
import { type KnownBatch, sumOf } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { Age } from '#kit/data/age.tsx'
import { stateAt } from '#kit/list/definition.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { WithPanel } from '#ui/overlays/side-panel.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import { useIsWide } from '#ui/use-media.ts'
import { continuationsOf } from '../launch-parts.ts'
import { batchFields } from '../search.ts'
import { batchState } from '../status.ts'
import * as shared from '../texts.tsx'
import { BatchNote } from './batch-note.tsx'
import { CallPanel } from './call-panel.tsx'
import { Calls, callsRead } from './calls.tsx'
import { CancelBatch } from './cancel-batch.tsx'
import { closingText, hoursEndText } from './closing/closing-texts.ts'
import { OptOuts } from './follow-up/opt-outs.tsx'
import { whyTooEarly } from './next-batch.ts'
import { OutcomesPanel } from './outcomes-panel.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { ResultsInDetail } from './results-in-detail.tsx'
import { callList, queryOf } from './row-columns.tsx'
import * as texts from './texts.tsx'

/** What Switchboard did with this batch when calling hours ended. */
function ClosingNote({ closing, progress }: Pick<KnownBatch, 'closing' | 'progress'>) {
  const note = closingText({ closing, progress }, useGatewayTime(1_000))
  return note && <ErrorNote tone={note.isLate ? undefined : 'neutral'} text={note.words} />
}

const progressRead = (batchId: string) =>
  pollLessOnce(read('batchProgress', { params: { batchId } }), ({ isComplete }) => isComplete)

const resultsRead = (batchId: string) => read('batchResultShow', { params: { batchId } })

export const loader = ({ request, params: { batchId = '' } }: LoaderFunctionArgs) =>
  load(
    progressRead(batchId),
    callsRead(batchId, queryOf(callList(), stateAt(callList(), request.url))),
    latestBatchesRead,
    preparedRead,
    // After its rows, so that the results count those that are shown beside them.
  ).then(() => load(resultsRead(batchId)))

interface FactsProps {
  batchId: string
  knownBatch: KnownBatch | undefined
  start: ScheduledStart | null
  /** Batches that the team knows; undefined: they are loading. */
  batches: readonly KnownBatch[] | undefined
}

const BatchLinks = ({ batches }: { batches: readonly KnownBatch[] }) =>
  batches.map(({ batchId, name }, index) => (
    <Fragment key={batchId}>
      {index > 0 && ', '}
      <Link to={paths.batch(batchId)}>{name || batchId}</Link>
    </Fragment>
  ))

/** Links to the batches whose people this one continues with, and to those that continue with its people or call some of them again. */
function Continuations({ knownBatch, batches }: { knownBatch: KnownBatch; batches: readonly KnownBatch[] }) {
  const { part, continuedBy, alsoCalledIn } = continuationsOf(knownBatch, batches)
  return (
    <>
      {knownBatch.isTest && <span>A test with one row, to an operator’s own number</span>}
      {knownBatch.origin && (
        <span>
          {shared.peopleFrom(
            knownBatch.origin.calls,
            undefined,
            <Link to={paths.batch(knownBatch.origin.batchId)}>{knownBatch.origin.name}</Link>,
          )}
        </span>
      )}
      {continuedBy.length > 0 && (
        <span>
          Continued in <BatchLinks batches={continuedBy} />
        </span>
      )}
      {alsoCalledIn.length > 0 && (
        <span>
          Some of these people are also in <BatchLinks batches={alsoCalledIn} />
        </span>
      )}
      {part && <span>{shared.partOf(part.position, part.of, part.combined.progress)}</span>}
    </>
  )
}

function Facts({ batchId, knownBatch, start, batches }: FactsProps) {
  const follow = useCommand('batchFollow')
  const now = useGatewayTime(30_000)
  const hoursEnd = knownBatch && hoursEndText(knownBatch, now)
  return (
    <>
      {knownBatch?.agentId && (
        <span>
          Agent <Link to={paths.agent(knownBatch.agentId)}>{knownBatch.agentName ?? knownBatch.agentId}</Link>
        </span>
      )}
      {start && <span className="font-medium text-ink">{scheduledStartText(start, now)}</span>}
      {knownBatch && knownBatch.startedAt !== null && (
        <span>
          {start !== null || knownBatch.scheduledAt !== null ? 'Scheduled' : 'Started'}{' '}
          {knownBatch.startedBy && `by ${knownBatch.startedBy} `}on{' '}
          <Time at={knownBatch.startedAt} show="day-and-time" />
        </span>
      )}
      {hoursEnd && <span>{hoursEnd}</span>}
      {knownBatch && <Continuations knownBatch={knownBatch} batches={batches ?? []} />}
      {knownBatch?.leftOut !== undefined && (
        <span>{plural(knownBatch.leftOut, 'person', 'people')} left out by calling rules at the start</span>
      )}
      {batches && !knownBatch && (
        <Button
          size="small"
          variant="ghost"
          pending={follow.isPending}
          onClick={() => void follow.run({ body: { batchId } }).catch(() => {})}
        >
          Add to list
        </Button>
      )}
    </>
  )
}

const copy = (text: string) => () =>
  void navigator.clipboard.writeText(text).then(() => notify({ title: 'Copied to the clipboard.' }))

/** What identifies the batch elsewhere: at the service, and in the audit. */
const Identity = ({ batchId, recipients }: { batchId: string; recipients: string | null | undefined }) => (
  <MoreActions
    items={[
      {
        key: 'id',
        label: 'Copy batch ID',
        note: <span className="mono break-all">{batchId}</span>,
        onSelect: copy(batchId),
      },
      ...(recipients
        ? [
            {
              key: 'recipients',
              label: 'Copy recipients’ fingerprint',
              note: (
                <>
                  <span className="mono">{recipients}</span>, as in the audit
                </>
              ),
              onSelect: copy(recipients),
            },
          ]
        : []),
    ]}
  />
)

export function Component() {
  const { batchId = '' } = useParams()
  const [search, setSearch] = useSearch(batchFields)
  const isWide = useIsWide()
  const progress = useRead(progressRead(batchId))
  const latestBatches = useRead(latestBatchesRead)
  const prepared = useRead(preparedRead)
  const results = useRead(resultsRead(batchId))
  const knownBatch = latestBatches.data?.batches.find((batch) => batch.batchId === batchId)
  // Until the progress is loaded, the list's own progress is shown.
  const latestProgress = progress.data ?? knownBatch?.progress ?? null
  const now = useGatewayTime(30_000)
  const start = scheduledStart({ scheduledAt: knownBatch?.scheduledAt ?? null, progress: latestProgress }, now)
  const state = batchState(latestProgress, start)
  const name = knownBatch?.name || batchId
  // Whether the people who remained when calling hours ended are, or will be, in a prepared batch.
  const isPrepared =
    knownBatch?.closing?.state === 'cancelled' ||
    prepared.data?.prepared.some(
      (preparedBatch) => preparedBatch.batchId === batchId && preparedBatch.reason === 'window_closed',
    ) === true
  const source = {
    batchId,
    name,
    agentId: knownBatch?.agentId ?? null,
    callsBack: knownBatch?.callsBack ?? null,
    continuedBy: knownBatch
      ? continuationsOf(knownBatch, latestBatches.data?.batches ?? []).continuedBy.filter(
          ({ origin }) => origin?.calls === 'never_called',
        )
      : [],
  }
  const outcomes = (
    <div className="flex flex-col gap-2">
      <OutcomesPanel
        batch={source}
        reading={results}
        tooEarlyReason={progress.data ? whyTooEarly('not_reached', progress.data) : texts.loadingProgress}
        ended={latestProgress && sumOf(latestProgress.completed, latestProgress.failed)}
      />
      {!latestProgress?.isComplete && (
        <p className="min-h-[4lh] px-3 text-label text-muted sm:min-h-[2lh]">
          {latestProgress && texts.backgroundNote(start !== null, latestProgress.waiting)}
        </p>
      )}
    </div>
  )
  return (
    <Page>
      <PageHeader
        title={name}
        back={{ to: paths.batches(), label: shared.batchesTitle }}
        status={<StatusLabel state={state.state} label={state.label} />}
        facts={
          <>
            <Facts batchId={batchId} knownBatch={knownBatch} start={start} batches={latestBatches.data?.batches} />
            {!progress.data?.isComplete && <Age readAt={progress.readAt} refusal={progress.refusal} />}
          </>
        }
        actions={
          <>
            <CancelBatch batchId={batchId} progress={latestProgress ?? undefined} />
            <Identity batchId={batchId} recipients={knownBatch?.recipients} />
          </>
        }
      />
      <PreparedBatches batches={latestBatches.data?.batches ?? []} pageBatch={{ batchId, progress: latestProgress }} />
      <ClosingNote closing={knownBatch?.closing ?? null} progress={latestProgress} />
      <BatchNote batch={source} known={knownBatch ?? null} progress={latestProgress} />
      <ProgressPanel
        name={name}
        reading={progress}
        start={start}
        batch={source}
        isContinuedAbove={(Boolean(knownBatch?.stopped) && latestProgress?.status === 'cancelled') || isPrepared}
      />
      {results.data && <OptOuts batchId={batchId} outcomes={results.data.outcomes} />}
      {!isWide && outcomes}
      <WithPanel
        panel={
          search.call !== null ? (
            <CallPanel
              key={search.call}
              batchId={batchId}
              jobId={search.call}
              agentName={knownBatch?.agentName ?? null}
              onClose={() => {
                setSearch({ call: null })
                // Return the focus to the row, if it is still on this page.
                document.querySelector<HTMLElement>(`[data-call="${search.call}"]`)?.focus()
              }}
            />
          ) : (
            isWide && <div className="w-1/3 shrink-0">{outcomes}</div>
          )
        }
      >
        <Calls batch={source} progress={progress.data ?? null} results={results.data ?? null} />
      </WithPanel>
      {results.data && <ResultsInDetail name={name} results={results.data} progress={progress.data ?? null} />}
    </Page>
  )
}
