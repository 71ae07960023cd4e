/** What is wrong: outcomes that nobody knows, a budget that is used up, batches whose calls fail. Pure. */

import { notCalledInWords, stopInWords } from '#components/batches/breaker-words.ts'
import { deedOfEffect } from '#components/effects/effect-words.ts'
import { type Budget, type Effect, failing, type KnownBatch, nobodyReached, sumOf } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'

export interface Problem {
  /** Where it is looked after. */
  at: 'budget' | 'batch' | 'batches' | 'calls' | 'review' | 'unknown'
  /** The batch, where it is about one. */
  id: string | null
  what: string
  next: string
  /** Seconds, from when the budget was read, until it is over; null: not by itself. */
  wait: number | null
}

/** A batch that Switchboard stopped is a problem for this long, ms. */
const stoppedShownMs = 24 * 3_600_000

/** Until somebody continues with the people left. */
function stoppedBatch(batch: KnownBatch, batches: readonly KnownBatch[], now: number): Problem[] {
  const { batchId, name, stopped, progress, callsBack } = batch
  if (!stopped || progress?.status !== 'cancelled' || now - stopped.at > stoppedShownMs) return []
  if (batches.some(({ origin }) => origin?.batchId === batchId && origin.calls === 'never_called')) return []
  const dropped = notCalledInWords(progress.cancelled, callsBack)
  return [
    {
      at: 'batch',
      id: batchId,
      what: `Switchboard stopped ${name}: ${stopInWords(stopped)}.`,
      next: `${dropped} Find the fault, then continue with the others.`.trim(),
      wait: null,
    },
  ]
}

function failingBatch({ batchId, name, progress }: KnownBatch): Problem[] {
  if (!progress || progress.isComplete || progress.status === 'cancelled') return []
  if (nobodyReached(progress)) {
    return [
      {
        at: 'batch',
        id: batchId,
        what: `${name} has reached nobody: each of its first ${number(progress.failed ?? 0)} calls failed.`,
        next: 'It goes on. Look at the reasons, or cancel what remains.',
        wait: null,
      },
    ]
  }
  const ended = sumOf(progress.completed, progress.failed)
  if (ended === null || ended < failing.of) return []
  const failed = (progress.failed ?? 0) / ended
  if (failed <= failing.share) return []
  const share = Math.round(100 * failed)
  return [
    {
      at: 'batch',
      id: batchId,
      what: `${share}% of the calls of ${name} that ended have failed.`,
      next: 'Look at the reasons, or cancel what remains.',
      wait: null,
    },
  ]
}

/** Where each is settled: among what it is about, else with all that is unknown. */
const settledAt: Partial<Record<string, Problem['at']>> = {
  batchStart: 'batches',
  callSend: 'calls',
  activeCallEnd: 'calls',
  activeCallTakeOver: 'calls',
  messageAction: 'review',
}

const unknownEffect = ({ endpoint, operator }: Effect): Problem => ({
  at: settledAt[endpoint] ?? 'unknown',
  id: null,
  what: `We do not know ${deedOfEffect(endpoint).whether}. Asked for by ${operator}.`,
  next: 'Do not do it again. Look for it at the service, then settle it.',
  wait: null,
})

/** What is wrong, the worst first; empty when nothing is. A service that does not answer is the banner's to say. */
export function problemsIn(facts: {
  budget: Budget | undefined
  batches: readonly KnownBatch[]
  unknown: readonly Effect[]
  /** Epoch ms, by the gateway's clock. */
  now: number
}): Problem[] {
  const { budget, batches, unknown, now } = facts
  const found: Problem[] = unknown.map(unknownEffect)
  if (budget && budget.pausedFor > 0) {
    found.push({
      at: 'budget',
      id: null,
      what: 'The service has refused requests as too many.',
      next: 'You can still cancel a batch.',
      wait: budget.pausedFor,
    })
  }
  const stopped = batches.flatMap((batch) => stoppedBatch(batch, batches, now))
  return [...found, ...stopped, ...batches.flatMap(failingBatch)]
}
