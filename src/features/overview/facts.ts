/** What the overview makes of the reads it has: which batches run and when they end, and what is wrong. Pure. */
import type { Budget, Effect, KnownBatch } from '#contract/index.ts'

/** Batches that still place calls, the one started last first. */
export const running = (batches: readonly KnownBatch[]): KnownBatch[] =>
  batches.filter(({ progress }) => progress !== null && !progress.isComplete)

/** Calls that must have ended before their pace says anything. */
const enough = 3

/**
 * When a batch will have ended at its pace so far.
 *
 * @param now the gateway's clock (epoch ms)
 * @returns epoch ms; null while the pace is not known
 */
export function endsAt({ progress, startedAt, age }: KnownBatch, now: number): number | null {
  if (!progress || progress.isComplete || startedAt === null) return null
  const readAt = now - (age ?? 0) * 1_000
  const ended = progress.completed + progress.failed
  if (ended < enough || readAt <= startedAt) return null
  const each = (readAt - startedAt) / ended
  return readAt + each * (progress.waiting + progress.active)
}

export interface Trouble {
  /** Where it is looked after. */
  at: 'budget' | 'batch' | 'call'
  /** The batch or room, where it is about one. */
  id: string | null
  what: string
  next: string
}

/** More than so many of the calls that ended have failed, and enough have ended to say so. */
const failing = { share: 0.3, of: 10 } as const

function failingBatch({ batchId, name, progress }: KnownBatch): Trouble[] {
  if (!progress || progress.isComplete) return []
  const ended = progress.completed + progress.failed
  if (ended < failing.of || progress.failed / ended <= failing.share) return []
  const share = Math.round((100 * progress.failed) / ended)
  return [
    {
      at: 'batch',
      id: batchId,
      what: `${share}% of the calls of ${name} that ended have failed.`,
      next: 'Look at the reasons, or cancel what remains.',
    },
  ]
}

const deeds: Record<string, string> = {
  launchStart: 'whether a batch was started',
  batchCancel: 'whether a batch was cancelled',
  callSend: 'whether a call was placed',
  activeCallEnd: 'whether a call was ended',
  activeCallTakeOver: 'whether a call was taken over',
  messageAction: 'whether a message was sent',
}

function unknownEffect({ endpoint, ids, operator }: Effect): Trouble {
  const isCall = ['callSend', 'activeCallEnd', 'activeCallTakeOver'].includes(endpoint)
  return {
    at: isCall ? 'call' : 'batch',
    id: (isCall ? ids.roomName : ids.batchId) ?? null,
    what: `We do not know ${deeds[endpoint] ?? 'whether a change was made'}. Asked for by ${operator}.`,
    next: 'Do not do it again. Look for it at the service, then settle it.',
  }
}

/** What is wrong, the worst first; empty when nothing is. A service that does not answer is the banner's to say. */
export function troubles(facts: {
  budget: Budget | undefined
  batches: readonly KnownBatch[]
  unknown: readonly Effect[]
}): Trouble[] {
  const { budget, batches, unknown } = facts
  const found: Trouble[] = unknown.map(unknownEffect)
  if (budget && budget.pausedFor > 0) {
    found.push({
      at: 'budget',
      id: null,
      what: 'The service has refused requests as too many.',
      next: `Updates resume in ${Math.ceil(budget.pausedFor)} s. You can still cancel a batch.`,
    })
  }
  return [...found, ...batches.flatMap(failingBatch)]
}
