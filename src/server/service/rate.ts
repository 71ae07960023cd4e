/**
 * The request limits of specification 8, as pure arithmetic over whole numbers: a clock's milliseconds go in, a verdict comes
 * out. One `Limiter` per organization, whatever its number of keys.
 */
import type { Plan } from '#contract/index.ts'

type Tier = keyof Plan['tiers']
type Verdict = { admitted: true } | { admitted: false; retryAfter: number }

/** One tier of one organization. */
export interface Meter {
  /** Spends one request at `now` (epoch ms), or says after how many whole seconds one will be admitted. */
  take: (now: number) => Verdict
  /** Gives back a request that was admitted and refused for another reason. */
  giveBack: () => void
}

const minute = 60_000
const secondsUp = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/**
 * A plan without burst: a log of the admitted requests, so that no 60 s, both ends included, ever hold more than the plan.
 * It counts what was admitted, successful or not: whoever measures 60 in a minute measures requests.
 */
export function slidingLog(perMinute: number): Meter {
  let log: number[] = []
  return {
    take: (now) => {
      log = log.filter((time) => now - time <= minute)
      const oldest = log[0]
      if (oldest !== undefined && log.length >= perMinute) {
        return { admitted: false, retryAfter: secondsUp(oldest + minute + 1 - now) }
      }
      log.push(now)
      return { admitted: true }
    },
    giveBack: () => undefined,
  }
}

/**
 * A bucket of `burst` that refills continuously. Kept in units of which a request costs 60,000 and a millisecond brings
 * `perMinute`, so that nothing is ever rounded.
 */
export function bucket(perMinute: number, burst: number): Meter {
  const cost = minute
  const capacity = burst * cost
  let level = capacity
  let last: number | null = null
  return {
    take: (now) => {
      // A clock that was set back brings nothing and takes nothing.
      if (last !== null && now > last) level = Math.min(capacity, level + (now - last) * perMinute)
      last = now
      if (level < cost) return { admitted: false, retryAfter: secondsUp(Math.ceil((cost - level) / perMinute)) }
      level -= cost
      return { admitted: true }
    },
    giveBack: () => {
      level = Math.min(capacity, level + cost)
    },
  }
}

/** The meters of all organizations under one plan, made when first asked for. */
export function limiter(plan: Plan): (organisation: string, tier: Tier) => Meter {
  const meters = new Map<string, Meter>()
  return (organisation, tier) => {
    const { perMinute, burst } = plan.tiers[tier]
    // Without burst there is one limit of requests a minute, not one for each tier.
    const name = burst === 0 ? organisation : `${organisation}/${tier}`
    let meter = meters.get(name)
    if (meter === undefined) {
      meter = burst === 0 ? slidingLog(perMinute) : bucket(perMinute, burst)
      meters.set(name, meter)
    }
    return meter
  }
}
