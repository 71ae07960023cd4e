/** The progress of a batch: calls by status, pace, and why people were not reached. */
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { QueryState } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { paceOf } from '#components/batches/estimate.ts'
import { durationText, endTimeText } from '#components/batches/estimate-texts.ts'
import type { ScheduledStart } from '#components/batches/scheduled-start.ts'
import type { BatchProgress, BatchReason } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { PlainLink } from '#kit/navigation/link.tsx'
import { cx } from '#ui/classes.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section, Stat } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { Duration, Time, TimeWithDay } from '#ui/time/time.tsx'
import { segmentsOf, sumOfStatuses } from '../status.ts'
import * as shared from '../texts.tsx'
import { hasCancelled, whyTooEarly } from './next-batch.ts'
import { PrepareBatch, type SourceBatch } from './prepare-batch.tsx'
import * as texts from './texts.tsx'

const roundedRate = (rate: number) => (rate >= 10 ? number(Math.round(rate)) : number(Math.round(rate * 10) / 10))

/** Shown instead of the pace until the batch starts. */
function StartTime({ start: { at } }: { start: ScheduledStart }) {
  const now = useGatewayTime(30_000)
  if (at === null)
    return (
      <Stat label={texts.startsLabel} value={shared.unknown} note="The service does not say when this batch starts." />
    )
  const minutes = Math.round((at - now) / 60_000)
  return (
    <Stat
      label={at > now ? texts.startsLabel : 'Was due to start'}
      value={<TimeWithDay at={at} />}
      note={minutes > 0 ? `in ${formatDuration(minutes * 60)}` : 'The service has not started the calls yet.'}
    />
  )
}

function Pace({ progress }: { progress: BatchProgress }) {
  const pace = paceOf(progress, useSession().plan.concurrentCalls)
  // Updated every half minute, so that the estimate does not flicker with each poll.
  const now = useGatewayTime(30_000)
  if (!pace) {
    const endedAt = progress.completedTime ?? progress.lastCompletedTime
    return (
      <Stat
        label="Ended"
        value={<Time at={endedAt} none={shared.unknown} />}
        note={<Time at={endedAt} show="day" none="" />}
      />
    )
  }
  return (
    <>
      <Stat
        label="Pace"
        value={`${roundedRate(pace.perMinute)} per minute`}
        note={pace.isMeasured ? 'calls that ended' : 'assumed until calls have ended'}
      />
      <Stat
        label="Time left"
        value={durationText(pace.remaining)}
        note={`${endTimeText(pace.remaining, now)}, estimated without call-backs`}
      />
    </>
  )
}

interface ReasonsProps {
  progress: BatchProgress
  /** null: not counted yet. */
  reasons: readonly BatchReason[] | null
}

/** A link to the rows that failed for a reason; several words of it may come from outside, so the address has only its key. */
function ReasonLink({ reason, children }: { reason: BatchReason; children: ReactNode }) {
  const { search } = useLocation()
  const to = new URLSearchParams(search)
  for (const other of ['page', 'status', 'outcome', 'call']) to.delete(other)
  to.set('reason', reason.key)
  return (
    <PlainLink to={`?${to}`} preventScrollReset className="min-w-0 break-words text-accent hover:underline">
      {children}
    </PlainLink>
  )
}

function FailureReasons({ progress, reasons }: ReasonsProps) {
  const { failed } = progress
  if (failed === 0)
    return (
      <Section title={texts.whyUnreached}>
        <p className="text-muted">Every call that ended reached somebody or a mailbox.</p>
      </Section>
    )
  const seen = (reasons ?? []).reduce((sum, { reason, rows }) => sum + (reason === '' ? 0 : rows), 0)
  const areAllKnown = failed !== null && seen >= failed
  return (
    <Section
      title={texts.whyUnreached}
      facts={
        reasons &&
        (areAllKnown
          ? failed === 1
            ? '1 person'
            : `all ${number(failed)} people`
          : failed === null
            ? plural(seen, 'person', 'people')
            : `${number(seen)} of ${plural(failed, 'person', 'people')}`)
      }
    >
      <ul className="flex flex-col">
        {(reasons ?? []).map((reason) => (
          <li key={reason.key} className="flex items-baseline justify-between gap-3 py-0.5">
            <ReasonLink reason={reason}>{visible(texts.reasonText(reason.reason))}</ReasonLink>
            <span className="font-medium">{number(reason.rows)}</span>
          </li>
        ))}
      </ul>
      {reasons && !areAllKnown && (
        <p className={cx('text-label text-muted', seen > 0 && 'mt-1')}>
          The other reasons are unknown. Load all rows to see them, if the service reports them.
        </p>
      )}
    </Section>
  )
}

interface Props {
  name: string
  reading: QueryState<BatchProgress>
  /** When a scheduled batch starts; null: it is not scheduled. */
  start: ScheduledStart | null
  batch: SourceBatch
  /** Why people were not reached; null: not counted yet. */
  reasons: readonly BatchReason[] | null
  /** A note above this panel already offers to continue with people never called. */
  isContinuedAbove: boolean
}

function Panel({
  name,
  progress,
  start,
  batch,
  reasons,
  isContinuedAbove,
}: Omit<Props, 'reading'> & { progress: BatchProgress }) {
  const sum = sumOfStatuses(progress)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Section title="Progress" facts={progress.total !== null && `of ${plural(progress.total, 'call', 'calls')}`}>
        <ProgressBar
          label={`Progress of ${name}`}
          segments={segmentsOf(progress)}
          total={progress.total}
          size="base"
          legend
        />
        {sum !== null && progress.total !== null && sum !== progress.total && (
          <div className="mt-3">
            <ErrorNote
              tone="neutral"
              text={{
                message: `The service’s counts do not add up: ${number(sum)} calls by status, ${number(progress.total)} in total.`,
              }}
            />
          </div>
        )}
        <div className="mt-4 grid gap-x-8 gap-y-3 border-t border-line pt-3 sm:grid-cols-3">
          {start ? (
            <div className="sm:col-span-3">
              <StartTime start={start} />
            </div>
          ) : (
            <>
              <Pace progress={progress} />
              <Stat
                label="Average call"
                value={<Duration seconds={progress.averageCallDuration} none="–" />}
                note="of calls that ended"
              />
            </>
          )}
        </div>
        {hasCancelled(progress) && !isContinuedAbove && (
          <div className="mt-4 border-t border-line pt-3">
            <PrepareBatch
              batch={batch}
              calls="never_called"
              count={progress.cancelled}
              tooEarlyReason={whyTooEarly('never_called', progress)}
            />
          </div>
        )}
        {!progress.isComplete && (
          <p className="mt-3 max-w-[72ch] text-label text-muted">
            {texts.backgroundNote(start !== null, progress.waiting)}
          </p>
        )}
      </Section>
      <FailureReasons progress={progress} reasons={reasons} />
    </div>
  )
}

export const ProgressPanel = ({ reading, ...shown }: Props) => (
  <DataView query={reading} loading={<SkeletonText lines={5} label={texts.loadingProgress} />}>
    {(progress) => <Panel {...shown} progress={progress} />}
  </DataView>
)
