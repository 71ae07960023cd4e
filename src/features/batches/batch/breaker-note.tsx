/** A note that the circuit breaker stopped a batch because too many of its calls failed, or that the batch has not reached anybody yet. */
import { notCalledText, stopReasonsText, stopText } from '#components/batches/breaker-texts.ts'
import { type KnownBatch, nobodyReached } from '#contract/index.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import { hasCancelled, whyTooEarly } from './next-batch.ts'
import { PrepareBatch, type SourceBatch } from './prepare-batch.tsx'
import * as texts from './texts.tsx'

interface Props {
  batch: SourceBatch
  stopped: KnownBatch['stopped']
  progress: KnownBatch['progress']
}

export function BreakerNote({ batch, stopped, progress }: Props) {
  const now = useGatewayTime(30_000)
  if (!progress) return null
  if (stopped && progress.status === 'cancelled') {
    const notCalled = notCalledText(progress.cancelled, batch.callsBack)
    return (
      <ErrorNote
        text={{
          message: texts.stoppedAt(timeWithDay(stopped.at, now), stopText(stopped)),
          details: texts.failureReasons(stopReasonsText(stopped)),
          sentNote: notCalled,
          advice: texts.findCause,
        }}
      >
        {hasCancelled(progress) && (
          <PrepareBatch
            batch={batch}
            calls="never_called"
            count={progress.cancelled}
            tooEarlyReason={whyTooEarly('never_called', progress)}
          />
        )}
      </ErrorNote>
    )
  }
  if (progress.isComplete) return null
  if (stopped) {
    return (
      <ErrorNote
        text={{
          message: texts.stillRunning(timeWithDay(stopped.at, now), stopText(stopped)),
          details: texts.failureReasons(stopReasonsText(stopped)),
          advice: texts.waitForStop,
        }}
      />
    )
  }
  if (!nobodyReached(progress)) return null
  return (
    <ErrorNote
      tone="neutral"
      text={{
        message: texts.nobodyReached(progress.failed ?? 0),
        advice: texts.checkFailures,
      }}
    />
  )
}
