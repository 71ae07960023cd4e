/**
 * The request limits of specification 8, as pure arithmetic over whole numbers: a clock's milliseconds go in, a verdict comes
 * out. One limit per organization and tier, whatever its number of keys.
 *
 * What a request costs, by its answer:
 *
 * | Answer | Bucket (enterprise) | Without burst (developer) |
 * |---|---|---|
 * | 200, also one that is lost on its way back | one | one |
 * | 400, 403, 404, 500 | one while it is worked on, then nothing (specification 8.2 rule 3: each successful request spends one) | one |
 * | 401, 429 | nothing | nothing |
 */
import type { Plan } from '#contract/index.ts'

type Tier = keyof Plan['tiers']
/** `settle` says once what became of the request: spent, or refused for another reason. */
type Verdict = { admitted: true; settle: (spent: boolean) => void } | { admitted: false; retryAfter: number }

/** One tier of one organization. */
export interface Meter {
  /** Spends one request at `now` (epoch ms), or says after how many whole seconds one will be admitted. */
  take: (now: number) => Verdict
}

const minute = 60_000
const ceilSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/**
 * A plan without burst: a log of the admitted requests, so that no 60 s, both ends included, ever hold more than the plan.
 * It counts what was admitted, successful or not: whoever measures 60 in a minute measures requests.
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
 * A bucket of `burst` that refills continuously. Kept in units of which a request costs 60,000 and a millisecond brings
 * `perMinute`, so that nothing is ever rounded.
 *
 * What is refused is given back as if it had never been taken: where the bucket has filled up meanwhile, there is nothing left to
 * give back, or more than the capacity would go through at once.
 */
export function createBucket(perMinute: number, burst: number): Meter {
  const cost = minute
  const capacity = burst * cost
  let level = capacity
  let last: number | null = null
  /** What each request that is worked on would give back, the oldest first. */
  const working = new Set<{ credit: number }>()
  return {
    take: (now) => {
      // A clock that was set back brings nothing and takes nothing.
      if (last !== null && now > last) level = Math.min(capacity, level + (now - last) * perMinute)
      last = now
      let over = level - capacity
      for (const { credit } of working) over += credit
      for (const request of working) {
        const lapsed = Math.min(request.credit, Math.max(0, over))
        request.credit -= lapsed
        over -= lapsed
      }
      if (level < cost) return { admitted: false, retryAfter: ceilSeconds(Math.ceil((cost - level) / perMinute)) }
      level -= cost
      const request = { credit: cost }
      working.add(request)
      const settle = (spent: boolean) => {
        if (working.delete(request) && !spent) level += request.credit
      }
      return { admitted: true, settle }
    },
  }
}

/** The meters of all organizations under one plan, made when first asked for. */
export function createLimiter(plan: Plan): (organisation: string, tier: Tier) => Meter {
  const meters = new Map<string, Meter>()
  return (organisation, tier) => {
    const { perMinute, burst } = plan.tiers[tier]
    // Without burst there is one limit of requests a minute, not one for each tier.
    const name = burst === 0 ? organisation : `${organisation}/${tier}`
    let meter = meters.get(name)
    if (meter === undefined) {
      meter = burst === 0 ? createSlidingLog(perMinute) : createBucket(perMinute, burst)
      meters.set(name, meter)
    }
    return meter
  }
}
