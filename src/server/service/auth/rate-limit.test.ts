import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plans } from '#contract/index.ts'
import { createBucket, createLimiter, createSlidingLog, type Meter } from './rate-limit.ts'

const minute = 60_000
/** Gaps between requests: mostly short, with occasional long pauses. */
const gaps = fc.array(
  fc.oneof({ weight: 100, arbitrary: fc.integer({ min: 0, max: 1_500 }) }, fc.integer({ min: 0, max: 90_000 })),
  {
    minLength: 1,
    maxLength: 400,
    size: 'max',
  },
)
const start = Date.UTC(2026, 0, 1)

function admittedAt(meter: Meter, steps: readonly number[]): number[] {
  let now = start
  const times: number[] = []
  for (const step of steps) {
    now += step
    const verdict = meter.take(now)
    if (!verdict.admitted) continue
    verdict.settle(true)
    times.push(now)
  }
  return times
}
/** Finds a sequence of requests after which a request is refused although it waited `retryAfter`; null if there is none. */
const findWrongRetryAfter = (make: () => Meter) =>
  fc.check(
    fc.property(gaps, (steps) => {
      const meter = make()
      let now = start
      return steps.every((step) => {
        now += step
        const verdict = meter.take(now)
        if (verdict.admitted) return true
        now += verdict.retryAfter * 1000
        return meter.take(now).admitted
      })
    }),
    { numRuns: 100 },
  ).counterexample
const maxInWindow = (times: readonly number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time <= from + minute).length))

describe('the developer plan', () => {
  it('never admits more than 60 requests in any 60 seconds, both ends included', { tags: ['S8.1-1'] }, () => {
    fc.assert(
      fc.property(gaps, (steps) => {
        expect(maxInWindow(admittedAt(createSlidingLog(60), steps))).toBeLessThanOrEqual(60)
      }),
      { numRuns: 200 },
    )
  })

  it('counts a request for exactly 60 seconds', () => {
    const meter = createSlidingLog(1)
    meter.take(start)
    expect(meter.take(start + minute)).toEqual({ admitted: false, retryAfter: 1 })
    expect(meter.take(start + minute + 1)).toMatchObject({ admitted: true })
  })

  it('admits 60 at once', { tags: ['I6-20'] }, () => {
    expect(
      admittedAt(
        createSlidingLog(60),
        Array.from({ length: 61 }, () => 0),
      ),
    ).toHaveLength(60)
  })

  it('admits a request after the stated wait', { tags: ['S8.4-2'] }, () => {
    expect(findWrongRetryAfter(() => createSlidingLog(60))).toBeNull()
  })

  it('has one limit for both tiers', { tags: ['I6-20'] }, () => {
    const meterOf = createLimiter(plans.developer)
    expect(meterOf('a', 'standard')).toBe(meterOf('a', 'data-read'))
  })
})

describe('a bucket', () => {
  it('admits 100 at once, then one a second, to the millisecond', { tags: ['S8.2-2'] }, () => {
    const meter = createBucket(60, 100)
    expect(
      admittedAt(
        meter,
        Array.from({ length: 150 }, () => 0),
      ),
    ).toHaveLength(100)
    expect(meter.take(start + 999)).toEqual({ admitted: false, retryAfter: 1 })
    expect(meter.take(start + 1000)).toMatchObject({ admitted: true })
    expect(meter.take(start + 1999)).toEqual({ admitted: false, retryAfter: 1 })
    expect(meter.take(start + 2000)).toMatchObject({ admitted: true })
  })

  it('admits a request after the stated wait', { tags: ['S8.4-2'] }, () => {
    expect(findWrongRetryAfter(() => createBucket(60, 3))).toBeNull()
  })

  it('gets failed requests back, but never more than its capacity', {
    tags: ['S8.3-1'],
  }, () => {
    const meter = createBucket(60, 2)
    const refused = meter.take(start)
    if (refused.admitted) refused.settle(false)
    expect(admittedAt(meter, [0, 0, 0])).toHaveLength(2)
  })

  it('gets nothing back if it has filled up meanwhile', () => {
    const meter = createBucket(60, 2)
    const slow = meter.take(start)
    expect(admittedAt(meter, [60_000])).toHaveLength(1)
    if (slow.admitted) slow.settle(false)
    expect(meter.take(start + 60_000).admitted).toBe(true)
    expect(meter.take(start + 60_000).admitted).toBe(false)
  })

  it('gains nothing if the clock is set back', () => {
    const meter = createBucket(60, 1)
    meter.take(start)
    expect(meter.take(start - 3_600_000).admitted).toBe(false)
    expect(meter.take(start - 3_600_000 + 900).admitted).toBe(false)
  })

  it('exists once per organization and tier', { tags: ['S5-6', 'S8.2-1'] }, () => {
    const meterOf = createLimiter(plans.enterprise)
    expect(meterOf('a', 'standard')).toBe(meterOf('a', 'standard'))
    expect(meterOf('a', 'standard')).not.toBe(meterOf('a', 'data-read'))
    expect(meterOf('a', 'standard')).not.toBe(meterOf('b', 'standard'))
  })
})

describe('no plan and no tier', () => {
  /** A request: ms since the previous one, how many others arrive before its answer, and whether it succeeds. */
  const requests = fc.array(
    fc.record({
      // Bursts, with occasional pauses in which a bucket fills up.
      gap: fc.oneof(
        { weight: 20, arbitrary: fc.constant(0) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 400 }) },
        fc.integer({ min: 20_000, max: 200_000 }),
      ),
      work: fc.integer({ min: 0, max: 5 }),
      succeeds: fc.boolean(),
    }),
    { minLength: 1, maxLength: 300, size: 'max' },
  )
  const small = { perMinute: 6, burst: 3 }
  const limits = [
    ...Object.values(plans).flatMap(({ name, tiers }) =>
      Object.entries(tiers).map(([tier, limit]) => [`${name}, ${tier}`, limit] as const),
    ),
    // Small enough for every schedule to reach the capacity.
    ['a bucket of three', small] as const,
  ]

  it.each(limits)('lets more through than capacity and refill, in any window: %s', (_, { perMinute, burst }) => {
    fc.assert(
      fc.property(requests, (schedule) => {
        const meter = burst === 0 ? createSlidingLog(perMinute) : createBucket(perMinute, burst)
        const through: number[] = []
        const answers: (() => void)[][] = schedule.map(() => [])
        let now = start
        for (const [i, { gap, work, succeeds }] of schedule.entries()) {
          now += gap
          for (const answer of answers[i] ?? []) answer()
          const verdict = meter.take(now)
          if (!verdict.admitted) continue
          answers[i + 1 + work]?.push(() => verdict.settle(succeeds))
          if (succeeds || burst === 0) through.push(now)
        }
        // Without burst, each started minute admits the plan's requests; a bucket admits its capacity plus the refill.
        const maxIn = (ms: number) =>
          burst === 0 ? perMinute * Math.ceil((ms + 1) / (minute + 1)) : burst + (ms * perMinute) / minute
        const tooMany = through.filter((from, i) => through.slice(i).some((until, j) => j + 1 > maxIn(until - from)))
        expect(tooMany).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})
