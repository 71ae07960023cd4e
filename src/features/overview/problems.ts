/** What is wrong: outcomes that nobody knows, a budget that is used up, batches whose calls fail. Pure. */
import { deedOfEffect } from '#components/effects/effect-words.ts'
import { type Budget, type Effect, failing, type KnownBatch, sumOf } from '#contract/index.ts'

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

function failingBatch({ batchId, name, progress }: KnownBatch): Problem[] {
  if (!progress || progress.isComplete) return []
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
}): Problem[] {
  const { budget, batches, unknown } = facts
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
  return [...found, ...batches.flatMap(failingBatch)]
}
