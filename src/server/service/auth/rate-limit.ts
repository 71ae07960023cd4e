/**
 * The rate limits of specification 8, as pure integer arithmetic on milliseconds. One limit per organization and tier, whatever
 * the number of keys.
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
/** Call `settle` once, when the request is done: `spent` is false if it failed. */
type Verdict = { admitted: true; settle: (spent: boolean) => void } | { admitted: false; retryAfter: number }

/** One tier of one organization. */
export interface Meter {
  /** Takes one request at `now` (epoch ms), or returns the seconds (rounded up) until one is admitted. */
  take: (now: number) => Verdict
}

const minute = 60_000
const ceilSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/**
 * Limits a plan without burst by a log of admitted requests: no 60 s, both ends included, contain more than `perMinute`. It
 * counts failed requests too, since the plan limits requests, not successes.
 */
export function createSlidingLog(perMinute: number): Meter {
  let log: number[] = []
  return {
    take: (now) => {
      log = log.filter((time) => now - time <= minute)
      const oldest = log[0]
      if (oldest !== undefined && log.length >= perMinute) {
        return { admitted: false, retryAfter: ceilSeconds(oldest + minute + 1 - now) }
      }
      log.push(now)
      return { admitted: true, settle: () => undefined }
    },
  }
}

/**
 * A bucket of `burst` requests that refills continuously. A request costs 60,000 units and a millisecond adds `perMinute`
 * units, so no rounding is needed.
 *
 * A failed request is given back, but only as far as the bucket has not filled up meanwhile. Otherwise more requests than the
 * capacity could pass at once.
 */
export function createBucket(perMinute: number, burst: number): Meter {
  const cost = minute
  const capacity = burst * cost
  let level = capacity
  let last: number | null = null
  /** Requests in progress and the units that each would give back, oldest first. */
  const inProgress = new Set<{ credit: number }>()
  return {
    take: (now) => {
      // If the clock was set back, the level does not change.
      if (last !== null && now > last) level = Math.min(capacity, level + (now - last) * perMinute)
      last = now
      let over = level - capacity
      for (const { credit } of inProgress) over += credit
      for (const request of inProgress) {
        const lapsed = Math.min(request.credit, Math.max(0, over))
        request.credit -= lapsed
        over -= lapsed
      }
      if (level < cost) return { admitted: false, retryAfter: ceilSeconds(Math.ceil((cost - level) / perMinute)) }
      level -= cost
      const request = { credit: cost }
      inProgress.add(request)
      const settle = (spent: boolean) => {
        if (inProgress.delete(request) && !spent) level += request.credit
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
    const name = burst === 0 ? organisation : `${organisation}/${tier}`
    let meter = meters.get(name)
    if (meter === undefined) {
      meter = burst === 0 ? createSlidingLog(perMinute) : createBucket(perMinute, burst)
      meters.set(name, meter)
    }
    return meter
  }
}
