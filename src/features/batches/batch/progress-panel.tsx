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
import { number } from '#ui/text/format-number.ts'
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
  if (at === null) return <Stat label={texts.startsLabel} value={shared.unknown} note={texts.noStartTime} />
  const minutes = Math.round((at - now) / 60_000)
  return (
    <Stat
      label={at > now ? texts.startsLabel : texts.wasDueLabel}
      value={<TimeWithDay at={at} />}
      note={minutes > 0 ? texts.startsIn(formatDuration(minutes * 60)) : texts.startOverdue}
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
        label={texts.endedLabel}
        value={<Time at={endedAt} none={shared.unknown} />}
        note={<Time at={endedAt} show="day" none="" />}
      />
    )
  }
  return (
    <>
      <Stat
        label={texts.paceLabel}
        value={texts.perMinute(roundedRate(pace.perMinute))}
        note={texts.paceNote(pace.isMeasured)}
      />
      <Stat
        label={texts.timeLeftLabel}
        value={durationText(pace.remaining)}
        note={texts.endEstimate(endTimeText(pace.remaining, now))}
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
        <p className="text-muted">{texts.allReached}</p>
      </Section>
    )
  const seen = (reasons ?? []).reduce((sum, { reason, rows }) => sum + (reason === '' ? 0 : rows), 0)
  const areAllKnown = failed !== null && seen >= failed
  return (
    <Section
      title={texts.whyUnreached}
      facts={reasons && (areAllKnown ? texts.allUnreached(failed) : texts.someReasons(seen, failed))}
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
        <p className={cx('text-label text-muted', seen > 0 && 'mt-1')}>{texts.otherReasons}</p>
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
      <Section title={texts.progressSection} facts={progress.total !== null && texts.ofCalls(progress.total)}>
        <ProgressBar
          label={texts.progressOf(name)}
          segments={segmentsOf(progress)}
          total={progress.total}
          size="base"
          legend
        />
        {sum !== null && progress.total !== null && sum !== progress.total && (
          <div className="mt-3">
            <ErrorNote tone="neutral" text={{ message: texts.countsDoNotAddUp(sum, progress.total) }} />
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
                label={texts.averageCallLabel}
                value={<Duration seconds={progress.averageCallDuration} none="–" />}
                note={texts.averageCallNote}
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
