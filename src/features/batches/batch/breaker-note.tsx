/** What Switchboard did, or noticed, because the calls of a batch fail. */
import { notCalledText, stopReasonsText, stopText } from '#components/batches/breaker-texts.ts'
import { type KnownBatch, nobodyReached } from '#contract/index.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { number } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { dayedTime } from '#ui/time/format-time.ts'
import { hasDropped, tooEarly } from './next-batch.ts'
import { PrepareBatch, type SourceBatch } from './prepare-batch.tsx'

interface Props {
  batch: SourceBatch
  stopped: KnownBatch['stopped']
  progress: KnownBatch['progress']
}

export function BreakerNote({ batch, stopped, progress }: Props) {
  const now = useTrueNow(30_000)
  if (!progress) return null
  if (stopped && progress.status === 'cancelled') {
    const dropped = notCalledText(progress.cancelled, batch.callsBack)
    return (
      <ErrorNote
        words={{
          happened: `Switchboard stopped this batch at ${dayedTime(stopped.at, now)}: ${stopText(stopped)}.`,
          details: `${stopReasonsText(stopped)}.`,
          sent: dropped,
          toDo: 'Find the fault first: the agent’s number, its flow, or the line. Then continue with the others.',
        }}
      >
        {hasDropped(progress) && (
          <PrepareBatch
            batch={batch}
            calls="never_called"
            count={progress.cancelled}
            early={tooEarly('never_called', progress)}
          />
        )}
      </ErrorNote>
    )
  }
  if (progress.isComplete) return null
  if (stopped) {
    return (
      <ErrorNote
        words={{
          happened: `Switchboard asked the service to cancel this batch at ${dayedTime(stopped.at, now)}, and it is still running: ${stopText(stopped)}.`,
          details: `${stopReasonsText(stopped)}.`,
          toDo: 'The service may need a moment. If calls go on, cancel what remains yourself.',
        }}
      />
    )
  }
  if (!nobodyReached(progress)) return null
  return (
    <ErrorNote
      tone="neutral"
      words={{
        happened: `Nobody has been reached: each of the first ${number(progress.failed ?? 0)} calls failed.`,
        toDo: 'The batch goes on. Check why calls failed, or cancel what remains.',
      }}
    />
  )
}
