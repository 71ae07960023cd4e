/** A note that Switchboard stopped a batch, or that somebody has to look at it: whom it reached, or that it has not reached anybody yet. */
import { harmOfFirst, notCalledText, stopReasonsText, stopText } from '#components/batches/breaker-texts.ts'
import { harmLimit, type KnownBatch, nobodyReached } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import { hasCancelled, whyTooEarly } from './next-batch.ts'
import { PrepareBatch, type SourceBatch } from './prepare-batch.tsx'
import * as texts from './texts.tsx'

interface Props {
  batch: SourceBatch
  /** null: it is not in the list of batches. */
  known: Pick<KnownBatch, 'stopped' | 'harm' | 'stopsForHarm'> | null
  progress: KnownBatch['progress']
}

function HarmNote({ harm, stops }: { harm: NonNullable<KnownBatch['harm']>; stops: boolean }) {
  const { wrongPerson, askedNotToBeCalled, hungUp, certain } = harm
  return (
    <ErrorNote
      tone="attention"
      text={{
        message: texts.harmful(harmOfFirst(harm)),
        details: texts.harmGuesses(wrongPerson + askedNotToBeCalled + hungUp - certain),
        advice: stops
          ? `The batch continues: Switchboard never cancels because of guesses. If they are right, save the outcome of ${plural(harmLimit - certain, 'more call', 'more calls')}, and it cancels the rest.`
          : 'The batch continues. Check these calls, and cancel the remaining ones if the list is wrong.',
      }}
    >
      <span className="flex flex-wrap gap-x-3">
        {wrongPerson > 0 && <Link to="?outcome=wrong_number">Show wrong persons</Link>}
        {askedNotToBeCalled > 0 && <Link to="?outcome=do_not_call">Show who asked not to be called</Link>}
      </span>
    </ErrorNote>
  )
}

export function BatchNote({ batch, known, progress }: Props) {
  const now = useGatewayTime(30_000)
  const stopped = known?.stopped ?? null
  if (!progress) return null
  if (stopped && progress.status === 'cancelled') {
    const notCalled = notCalledText(progress.cancelled, batch.callsBack)
    return (
      <ErrorNote
        text={{
          message: `Switchboard stopped this batch (${timeWithDay(stopped.at, now)}): ${stopText(stopped)}.`,
          details: texts.failureReasons(stopReasonsText(stopped)),
          sentNote: notCalled,
          advice:
            'harm' in stopped
              ? 'Check first where these people come from, and block the numbers of those who asked for it. Then continue with the remaining people.'
              : 'Find the cause first: check the agent’s number, its flow and the line. Then continue with the remaining people.',
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
          message: `Switchboard asked the service to cancel this batch (${timeWithDay(stopped.at, now)}), but it is still running. Reason: ${stopText(stopped)}.`,
          details: texts.failureReasons(stopReasonsText(stopped)),
          advice: 'The service may need a moment. If calls continue, cancel the remaining calls yourself.',
        }}
      />
    )
  }
  if (known?.harm) return <HarmNote harm={known.harm} stops={known.stopsForHarm === true} />
  if (!nobodyReached(progress)) return null
  return (
    <ErrorNote
      tone="attention"
      text={{
        message: `Nobody has been reached: none of the first ${number(progress.failed ?? 0)} calls was completed.`,
        advice: 'The batch continues. Check why nobody was reached, or cancel the remaining calls.',
      }}
    />
  )
}
