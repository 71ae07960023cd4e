/** How far a batch is: five states that add up, its pace, and why calls failed. */
import type { Reading } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { paceOf } from '#components/batches/estimate.ts'
import { durationText, endTimeText } from '#components/batches/estimate-texts.ts'
import type { ScheduledStart } from '#components/batches/scheduled-start.ts'
import type { BatchProgress } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { cx } from '#ui/classes.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section, Stat } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { number, numberOr, plural } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { span } from '#ui/time/format-time.ts'
import { DayedTime, Duration, Time } from '#ui/time/time.tsx'
import { accountedFor, segmentsOf } from '../status.ts'
import { failuresOf } from './failure-reasons.ts'
import { hasDropped, tooEarly } from './next-batch.ts'
import { PrepareBatch, type SourceBatch } from './prepare-batch.tsx'

const perMinute = (rate: number) => (rate >= 10 ? number(Math.round(rate)) : number(Math.round(rate * 10) / 10))

/** Of a batch that has not begun, only the start is shown. */
function Starts({ start: { at } }: { start: ScheduledStart }) {
  const now = useTrueNow(30_000)
  if (at === null)
    return <Stat label="Starts" value="Not told" note="The service says that it is scheduled but not when it starts." />
  const minutes = Math.round((at - now) / 60_000)
  return (
    <Stat
      label={at > now ? 'Starts' : 'Was due to start'}
      value={<DayedTime at={at} />}
      note={minutes > 0 ? `in ${span(minutes * 60)}` : 'The service has not started the calls yet.'}
    />
  )
}

function Pace({ progress }: { progress: BatchProgress }) {
  const pace = paceOf(progress, useSession().plan.concurrentCalls)
  // An estimate by the minute: it does not flicker with each reading.
  const now = useTrueNow(30_000)
  if (!pace) {
    const at = progress.completedTime ?? progress.lastCompletedTime
    return <Stat label="Ended" value={<Time at={at} none="Not told" />} note={<Time at={at} show="day" none="" />} />
  }
  return (
    <>
      <Stat
        label="Pace"
        value={`${perMinute(pace.perMinute)} a minute`}
        note={pace.measured ? 'calls that ended, so far' : 'an assumption until calls have ended'}
      />
      <Stat
        label="Done in"
        value={durationText(pace.left)}
        note={`${endTimeText(pace.left, now)}, an estimate without call-backs`}
      />
    </>
  )
}

function WhyFailed({ progress, batch }: { progress: BatchProgress; batch: SourceBatch }) {
  const { reasons, told, among } = failuresOf(progress.recent_calls)
  const { failed } = progress
  const isAll = failed !== null && told >= failed
  if (failed === 0)
    return (
      <Section title="Why calls failed">
        <p className="text-muted">No call has failed.</p>
      </Section>
    )
  return (
    <Section
      title="Why calls failed"
      facts={isAll ? `all ${number(told)}` : `${number(told)} of ${numberOr(failed, 'an unknown number')}`}
    >
      <ul className="flex flex-col">
        {reasons.map(({ reason, count }) => (
          <li key={reason} className="flex items-baseline justify-between gap-3 py-0.5">
            <span className="min-w-0 break-words">{reason}</span>
            <span className="font-medium">{number(count)}</span>
          </li>
        ))}
      </ul>
      {!isAll && (
        <p className={cx('text-label text-muted', told > 0 && 'mt-1')}>
          Of the {plural(among, 'call', 'calls')} that ended last {number(told)} failed, of{' '}
          {failed === null ? 'an unknown number' : `all ${number(failed)}`}. The export below gives the reason of each.
        </p>
      )}
      <div className="mt-3 border-t border-line pt-3">
        <PrepareBatch batch={batch} calls="failed" count={failed} early={tooEarly('failed', progress)} />
      </div>
    </Section>
  )
}

interface Props {
  name: string
  reading: Reading<BatchProgress>
  /** Of a batch that has not begun. */
  start: ScheduledStart | null
  batch: SourceBatch
  /** The page offers to continue with those never called elsewhere. */
  isContinuedAbove: boolean
}

/** Where a person would look for Pause. */
const noPause = ' The service cannot pause a batch or slow it down: cancel what remains and continue with it later.'

/** What happens once the tab is closed. */
function inTheEnd({ waiting }: BatchProgress, start: ScheduledStart | null): string {
  if (start) return 'the service starts the calls by itself.'
  return waiting === 0 ? 'the calls in progress end by themselves.' : 'the service goes on calling.'
}

function Panel({
  name,
  progress,
  start,
  batch,
  isContinuedAbove,
}: Omit<Props, 'reading'> & { progress: BatchProgress }) {
  const sum = accountedFor(progress)
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
              words={{
                happened: `The service's numbers do not add up: ${number(sum)} calls in five states, ${number(progress.total)} in all.`,
              }}
            />
          </div>
        )}
        <div className="mt-4 grid gap-x-8 gap-y-3 border-t border-line pt-3 sm:grid-cols-3">
          {start ? (
            <div className="sm:col-span-3">
              <Starts start={start} />
            </div>
          ) : (
            <>
              <Pace progress={progress} />
              <Stat
                label="A call lasts"
                value={<Duration seconds={progress.averageCallDuration} none="–" />}
                note="on average, of those that ended"
              />
            </>
          )}
        </div>
        {hasDropped(progress) && !isContinuedAbove && (
          <div className="mt-4 border-t border-line pt-3">
            <PrepareBatch
              batch={batch}
              calls="never_called"
              count={progress.cancelled}
              early={tooEarly('never_called', progress)}
            />
          </div>
        )}
        {!progress.isComplete && (
          <p className="mt-3 max-w-[72ch] text-label text-muted">
            You can close this tab: {inTheEnd(progress, start)}
            {!start && progress.waiting !== 0 && noPause}
          </p>
        )}
      </Section>
      <WhyFailed progress={progress} batch={batch} />
    </div>
  )
}

export const ProgressPanel = ({ reading, ...shown }: Props) => (
  <DataView
    reading={reading}
    loading={<SkeletonText lines={5} label="Loading the progress" />}
    isEmpty={() => false}
    empty={null}
  >
    {(progress) => <Panel {...shown} progress={progress} />}
  </DataView>
)
