/** How far a batch is: five states that add up, its pace, and why calls failed. */
import type { Reading } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { BatchProgress } from '#contract/index.ts'
import { DataView } from '#shell/data-view.tsx'
import { useNow } from '#ui/clock.ts'
import { ErrorNote } from '#ui/error-state.tsx'
import { number, plural, timeOfDay } from '#ui/format.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Section, Stat } from '#ui/section.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { Duration, Time } from '#ui/time.tsx'
import { aboutHowLong, paceOf } from '../estimate.ts'
import { accountedFor, segmentsOf } from '../status.ts'
import { failuresOf } from './failures.ts'

const perMinute = (rate: number) => (rate >= 10 ? number(Math.round(rate)) : number(Math.round(rate * 10) / 10))

function Pace({ progress }: { progress: BatchProgress }) {
  const pace = paceOf(progress, useSession().plan.concurrentCalls)
  // An estimate by the minute: it does not flicker with each reading.
  const now = useNow(30_000)
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
        value={aboutHowLong(pace.secondsLeft)}
        note={`around ${timeOfDay(now + pace.secondsLeft * 1_000)}, an estimate`}
      />
    </>
  )
}

function Failures({ progress }: { progress: BatchProgress }) {
  const failures = failuresOf(progress.recent_calls)
  if (progress.failed === 0) return <p className="text-muted">No call has failed.</p>
  return (
    <>
      <ul className="flex flex-col">
        {failures.map(({ reason, count }) => (
          <li key={reason} className="flex items-baseline justify-between gap-3 py-0.5">
            <span className="min-w-0 break-words">{reason}</span>
            <span className="font-medium">{number(count)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-label text-muted">
        Among the {plural(progress.recent_calls.length, 'call', 'calls')} that ended last. {number(progress.failed)}{' '}
        failed in all.
      </p>
    </>
  )
}

function Panel({ name, progress }: { name: string; progress: BatchProgress }) {
  const sum = accountedFor(progress)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Section title="Progress" facts={`of ${plural(progress.total, 'call', 'calls')}`}>
        <ProgressBar
          label={`Progress of ${name}`}
          segments={segmentsOf(progress)}
          total={progress.total}
          size="base"
          legend
        />
        {sum !== progress.total && (
          <div className="mt-3">
            <ErrorNote
              tone="neutral"
              words={{
                happened: `The service's numbers do not add up: ${number(sum)} calls in five states, ${number(progress.total)} in all.`,
              }}
            />
          </div>
        )}
        <div className="mt-4 flex flex-wrap gap-x-10 gap-y-3 border-t border-line pt-3">
          <Pace progress={progress} />
          <Stat
            label="A call lasts"
            value={<Duration seconds={progress.averageCallDuration} none="–" />}
            note="on average, of those that ended"
          />
        </div>
        {!progress.isComplete && (
          <p className="mt-3 text-label text-muted">You can close this tab: the service goes on calling.</p>
        )}
      </Section>
      <Section title="Why calls failed">
        <Failures progress={progress} />
      </Section>
    </div>
  )
}

export const ProgressPanel = ({ name, reading }: { name: string; reading: Reading<BatchProgress> }) => (
  <DataView
    reading={reading}
    loading={<SkeletonText lines={5} label="Loading the progress" />}
    isEmpty={() => false}
    empty={null}
  >
    {(progress) => <Panel name={name} progress={progress} />}
  </DataView>
)
