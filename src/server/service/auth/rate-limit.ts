/**
 * The rate limits of specification 8, as pure integer arithmetic on milliseconds. There is one limit for each organization and
 * tier; all keys of the organization share it.
 *
 * Cost of a request by its answer:
 *
 * | Answer | Bucket (enterprise) | Without burst (developer) |
 * |---|---|---|
 * | 200, even if the answer is lost on the way back | one | one |
 * | 400, 403, 404, 500 | one while processed, then nothing (specification 8.2 rule 3: only successes count) | one |
 * | 401, 429 | nothing | nothing |
 */
import type { Plan } from '#contract/index.ts'

type Tier = keyof Plan['tiers']
/** Call `settle` once, when the request is done. */
type Verdict = { admitted: true; settle: (succeeded: boolean) => void } | { admitted: false; retryAfterSeconds: number }

/** Measures the requests of one organization in one tier. */
export interface Meter {
  /** Admits one request at `now` (epoch ms), or returns the seconds (rounded up) until one is admitted. */
  take: (now: number) => Verdict
}

const minuteMs = 60_000
const ceilSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/**
 * Limits a plan without burst by a log of admitted requests: no 60 s, both ends included, contain more than `perMinute`. It
 * counts failed requests too, since the plan limits requests, not successes.
 */
export function createSlidingLog(perMinute: number): Meter {
  let admittedAt: number[] = []
  return {
    take: (now) => {
      admittedAt = admittedAt.filter((time) => now - time <= minuteMs)
      const oldest = admittedAt[0]
      if (oldest !== undefined && admittedAt.length >= perMinute) {
        return { admitted: false, retryAfterSeconds: ceilSeconds(oldest + minuteMs + 1 - now) }
      }
      admittedAt.push(now)
      return { admitted: true, settle: () => undefined }
    },
  }
}

/**
 * A bucket of `burst` requests that refills continuously. A request costs 60,000 units and a millisecond adds `perMinute`
 * units, so no rounding is needed.
 *
 * A failed request is given back, except for units with which the bucket has been refilled to its capacity since. Otherwise more requests
 * than the capacity could pass at once.
 */
export function createBucket(perMinute: number, burst: number): Meter {
  const requestUnits = minuteMs
  const capacityUnits = burst * requestUnits
  let levelUnits = capacityUnits
  /** Epoch ms; null before the first request. */
  let lastTakenAt: number | null = null
  /** Requests in progress and the units that each would give back, oldest first. */
  const inProgress = new Set<{ creditUnits: number }>()
  return {
    take: (now) => {
      // If the clock was set back, the level does not change.
      if (lastTakenAt !== null && now > lastTakenAt)
        levelUnits = Math.min(capacityUnits, levelUnits + (now - lastTakenAt) * perMinute)
      lastTakenAt = now
      let excessUnits = levelUnits - capacityUnits
      for (const { creditUnits } of inProgress) excessUnits += creditUnits
      for (const request of inProgress) {
        const expiredUnits = Math.min(request.creditUnits, Math.max(0, excessUnits))
        request.creditUnits -= expiredUnits
        excessUnits -= expiredUnits
      }
      if (levelUnits < requestUnits)
        return { admitted: false, retryAfterSeconds: ceilSeconds(Math.ceil((requestUnits - levelUnits) / perMinute)) }
      levelUnits -= requestUnits
      const request = { creditUnits: requestUnits }
      inProgress.add(request)
      const settle = (succeeded: boolean) => {
        if (inProgress.delete(request) && !succeeded) levelUnits += request.creditUnits
      }
      return { admitted: true, settle }
    },
  }
}

/** Creates a limiter, which creates the meter of each organization and tier on first use. */
export function createLimiter(plan: Plan): (organisation: string, tier: Tier) => Meter {
  const meters = new Map<string, Meter>()
  return (organisation, tier) => {
    const { perMinute, burst } = plan.tiers[tier]
    // A plan without burst has one limit for both tiers.
    const key = burst === 0 ? organisation : `${organisation}/${tier}`
    let meter = meters.get(key)
    if (meter === undefined) {
      meter = burst === 0 ? createSlidingLog(perMinute) : createBucket(perMinute, burst)
      meters.set(key, meter)
    }
    return meter
  }
}
