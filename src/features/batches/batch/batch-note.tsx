/** A note that Switchboard stopped a batch, or that somebody has to look at it: whom it reached, or that it has not reached anybody yet. */
import { harmOfFirst, notCalledText, stopReasonsText, stopText } from '#components/batches/breaker-texts.ts'
import { harmLimit, type KnownBatch, nobodyReached } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
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
      tone="neutral"
      text={{
        message: texts.harmful(harmOfFirst(harm)),
        details: texts.harmGuesses(wrongPerson + askedNotToBeCalled + hungUp - certain),
        advice: stops ? texts.confirmHarm(harmLimit - certain) : texts.checkHarm,
      }}
    >
      <span className="flex flex-wrap gap-x-3">
        {wrongPerson > 0 && <Link to="?outcome=wrong_number">{texts.showWrongPersons}</Link>}
        {askedNotToBeCalled > 0 && <Link to="?outcome=do_not_call">{texts.showOptOuts}</Link>}
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
          message: texts.stoppedAt(timeWithDay(stopped.at, now), stopText(stopped)),
          details: texts.failureReasons(stopReasonsText(stopped)),
          sentNote: notCalled,
          advice: 'harm' in stopped ? texts.findWrongPeople : texts.findCause,
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
  if (known?.harm) return <HarmNote harm={known.harm} stops={known.stopsForHarm === true} />
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
