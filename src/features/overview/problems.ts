/**
 * What is wrong: outcomes that nobody knows, a budget that is used up, batches that fail or were stopped. Pure. Its words are apart:
 * the first page needs them only when something is wrong.
 */
import { type Budget, type Effect, failing, type KnownBatch, nobodyReached, sumOf } from '#contract/index.ts'

export type Problem =
  | { kind: 'unknown'; effect: Effect }
  /** The service refused requests as too many. `until`: epoch ms. */
  | { kind: 'paused'; until: number }
  | { kind: 'stopped'; batch: KnownBatch; stopped: NonNullable<KnownBatch['stopped']> }
  /** `failed`: how many calls ended, none of them completed. */
  | { kind: 'nobody_reached'; batch: KnownBatch; failed: number }
  /** `share`: of the calls that ended, 0 to 1. */
  | { kind: 'failing'; batch: KnownBatch; share: number }

/** A batch that Switchboard stopped is a problem for this long, ms. */
const stoppedShownMs = 24 * 3_600_000

/** Until somebody continues with the people left. */
function stoppedBatch(batch: KnownBatch, batches: readonly KnownBatch[], now: number): Problem[] {
  const { batchId, stopped, progress } = batch
  if (!stopped || progress?.status !== 'cancelled' || now - stopped.at > stoppedShownMs) return []
  if (batches.some(({ origin }) => origin?.batchId === batchId && origin.calls === 'never_called')) return []
  return [{ kind: 'stopped', batch, stopped }]
}

function failingBatch(batch: KnownBatch): Problem[] {
  const { progress } = batch
  if (!progress || progress.isComplete || progress.status === 'cancelled') return []
  const failed = progress.failed ?? 0
  if (nobodyReached(progress)) return [{ kind: 'nobody_reached', batch, failed }]
  const ended = sumOf(progress.completed, progress.failed)
  if (ended === null || ended < failing.of) return []
  const share = failed / ended
  return share > failing.share ? [{ kind: 'failing', batch, share }] : []
}

/** What is wrong, the worst first; empty when nothing is. A service that does not answer is the banner's to say. */
export function problemsIn(facts: {
  budget: Budget | undefined
  batches: readonly KnownBatch[]
  unknown: readonly Effect[]
  /** Epoch ms, by the gateway's clock. */
  now: number
}): Problem[] {
  const { budget, batches, unknown, now } = facts
  const until = budget?.pausedUntil ?? null
  return [
    ...unknown.map((effect) => ({ kind: 'unknown', effect }) as const),
    ...(until !== null && until > now ? [{ kind: 'paused', until } as const] : []),
    ...batches.flatMap((batch) => stoppedBatch(batch, batches, now)),
    ...batches.flatMap(failingBatch),
  ]
}
