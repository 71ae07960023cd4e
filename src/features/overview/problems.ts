/** Finds problems: unknown outcomes, a used-up request budget, batches that fail or were stopped. Pure. */
import { type Effect, isFailing, type KnownBatch, nobodyReached, technicalShare } from '#contract/index.ts'

export type Problem =
  | { kind: 'unknown'; effect: Effect }
  /** The service refused requests because there were too many. `until`: when requests are sent again, epoch ms. */
  | { kind: 'paused'; until: number }
  | { kind: 'stopped'; batch: KnownBatch; stopped: NonNullable<KnownBatch['stopped']> }
  /** `failed`: number of ended calls, none of which was completed. */
  | { kind: 'nobody_reached'; batch: KnownBatch; failed: number }
  /** It calls too many wrong people, or people who do not want it. */
  | { kind: 'harm'; batch: KnownBatch; harm: NonNullable<KnownBatch['harm']> }
  /** `share`: ended calls that failed for a technical reason, 0 to 1; null: nothing says why. A person who does not answer is no failure. */
  | { kind: 'failing'; batch: KnownBatch; share: number | null }

/** How long a batch that Switchboard stopped is shown as a problem, ms. */
const stoppedShownMs = 24 * 3_600_000

/** A stopped batch is no longer a problem once somebody continues with the remaining people. */
function stoppedBatch(batch: KnownBatch, batches: readonly KnownBatch[], now: number): Problem[] {
  const { batchId, stopped, progress } = batch
  if (!stopped || progress?.status !== 'cancelled' || now - stopped.at > stoppedShownMs) return []
  if (batches.some(({ origin }) => origin?.batchId === batchId && origin.calls === 'never_called')) return []
  return [{ kind: 'stopped', batch, stopped }]
}

function failingBatch(batch: KnownBatch): Problem[] {
  const { progress, failures, harm } = batch
  if (!progress || progress.isComplete || progress.status === 'cancelled') return []
  if (harm) return [{ kind: 'harm', batch, harm }]
  if (nobodyReached(progress)) return [{ kind: 'nobody_reached', batch, failed: progress.failed ?? 0 }]
  if (!isFailing(progress, failures)) return []
  return [{ kind: 'failing', batch, share: failures ? technicalShare(progress, failures) : null }]
}

/** The problems, the worst first. Does not include a service that does not answer, because the banner shows that. */
export function findProblems(facts: {
  /** Until when the service accepts no requests, epoch ms; null: it does. */
  pausedUntil: number | null
  batches: readonly KnownBatch[]
  unknown: readonly Effect[]
  /** Epoch ms, by the gateway's clock. */
  now: number
}): Problem[] {
  const { pausedUntil: until, batches, unknown, now } = facts
  return [
    ...unknown.map((effect) => ({ kind: 'unknown', effect }) as const),
    ...(until !== null && until > now ? [{ kind: 'paused', until } as const] : []),
    ...batches.flatMap((batch) => stoppedBatch(batch, batches, now)),
    ...batches.flatMap(failingBatch),
  ]
}
