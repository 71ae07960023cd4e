/** How far a batch is, in one band: its calls by status, its pace, and when it ends. */
import type { ReactNode } from 'react'
import type { QueryState } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { paceOf } from '#components/batches/estimate.ts'
import { durationText, endRange } from '#components/batches/estimate-texts.ts'
import type { ScheduledStart } from '#components/batches/scheduled-start.ts'
import { type BatchProgress, sumOf } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Card, Stat } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { Time, TimeWithDay } from '#ui/time/time.tsx'
import { segmentsOf, sumOfStatuses } from '../status.ts'
import * as shared from '../texts.tsx'
import { hasCancelled, whyTooEarly } from './next-batch.ts'
import { PrepareBatch, type SourceBatch } from './prepare-batch.tsx'
import * as texts from './texts.tsx'

const roundedRate = (rate: number) => (rate >= 10 ? number(Math.round(rate)) : number(Math.round(rate * 10) / 10))

/** Smaller than the figures of a report, so that the three fit beside the bar. */
const Figure = ({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) => (
  <div className="min-w-0 sm:px-4 sm:first:pl-0 sm:last:pr-0">
    <Stat label={label} value={<span className="text-large sm:text-title">{value}</span>} note={note} />
  </div>
)

/** Shown instead of the pace until the batch starts. */
function StartTime({ start: { at } }: { start: ScheduledStart }) {
  const now = useGatewayTime(30_000)
  if (at === null)
    return (
      <Figure
        label={texts.startsLabel}
        value={shared.unknown}
        note="The service does not say when this batch starts."
      />
    )
  const minutes = Math.round((at - now) / 60_000)
  return (
    <Figure
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
      <Figure
        label="Ended"
        value={<Time at={endedAt} none={shared.unknown} />}
        note={<Time at={endedAt} show="day" none="" />}
      />
    )
  }
  return (
    <>
      <Figure
        label="Pace"
        value={roundedRate(pace.perMinute)}
        note={pace.isMeasured ? 'calls a minute' : 'calls a minute, assumed'}
      />
      <Figure label="Time left" value={durationText(pace.remaining)} note="without call-backs" />
      <Figure label="Ends" value={endRange(pace.remaining, now)} note="estimated" />
    </>
  )
}

interface Props {
  name: string
  reading: QueryState<BatchProgress>
  /** When a scheduled batch starts; null: it is not scheduled. */
  start: ScheduledStart | null
  batch: SourceBatch
  /** A note above this panel already offers to continue with people never called. */
  isContinuedAbove: boolean
}

function Panel({
  name,
  progress,
  start,
  batch,
  isContinuedAbove,
}: Omit<Props, 'reading'> & { progress: BatchProgress }) {
  const sum = sumOfStatuses(progress)
  const ended = sumOf(progress.completed, progress.failed)
  return (
    <section aria-label="Progress">
      <Card>
        <div className="flex min-h-17.5 flex-col gap-x-6 gap-y-3 min-[80rem]:flex-row min-[80rem]:items-center">
          <div className="min-w-0 flex-1">
            {progress.total !== null && (
              <p className="mb-1.5 text-label text-muted">
                {ended !== null && <span className="font-medium text-ink">{number(ended)}</span>}{' '}
                <span>of {plural(progress.total, 'call', 'calls')}</span>
                {progress.cancelled ? <span>, {number(progress.cancelled)} cancelled</span> : null}
              </p>
            )}
            <ProgressBar
              label={`Progress of ${name}`}
              // Calls are cancelled by exception.
              segments={segmentsOf(progress).filter(({ kind, value }) => kind !== 'dropped' || value !== 0)}
              total={progress.total}
              size="base"
              legend
            />
          </div>
          <div className="grid grid-cols-2 gap-x-6 gap-y-3 *:last:odd:col-span-full sm:flex sm:gap-x-0 sm:divide-x sm:divide-line">
            {start ? <StartTime start={start} /> : <Pace progress={progress} />}
          </div>
        </div>
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
        {hasCancelled(progress) && !isContinuedAbove && (
          <div className="mt-3 border-t border-line pt-3">
            <PrepareBatch
              batch={batch}
              calls="never_called"
              count={progress.cancelled}
              tooEarlyReason={whyTooEarly('never_called', progress)}
            />
          </div>
        )}
      </Card>
    </section>
  )
}

export const ProgressPanel = ({ reading, ...shown }: Props) => (
  <DataView
    query={reading}
    loading={
      <Card>
        <div className="min-h-64 sm:min-h-36 min-[80rem]:min-h-17.5">
          <SkeletonText lines={3} label={texts.loadingProgress} />
        </div>
      </Card>
    }
  >
    {(progress) => <Panel {...shown} progress={progress} />}
  </DataView>
)
