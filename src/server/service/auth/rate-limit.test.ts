import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plans } from '#contract/index.ts'
import { createBucket, createLimiter, createSlidingLog, type Meter } from './rate-limit.ts'

const minuteMs = 60_000
/** Ms between requests: mostly short, with occasional long pauses. */
const gaps = fc.array(
  fc.oneof({ weight: 100, arbitrary: fc.integer({ min: 0, max: 1_500 }) }, fc.integer({ min: 0, max: 90_000 })),
  {
    minLength: 1,
    maxLength: 400,
    size: 'max',
  },
)
const startTime = Date.UTC(2026, 0, 1)

function admittedTimes(meter: Meter, gapsMs: readonly number[]): number[] {
  let now = startTime
  const times: number[] = []
  for (const gapMs of gapsMs) {
    now += gapMs
    const verdict = meter.take(now)
    if (!verdict.admitted) continue
    verdict.settle(true)
    times.push(now)
  }
  return times
}
/** Finds a sequence of requests after which a request is refused although it waited `retryAfter`; null if there is none. */
const findWrongRetryAfter = (createMeter: () => Meter) =>
  fc.check(
    fc.property(gaps, (gapsMs) => {
      const meter = createMeter()
      let now = startTime
      return gapsMs.every((gapMs) => {
        now += gapMs
        const verdict = meter.take(now)
        if (verdict.admitted) return true
        now += verdict.retryAfterSeconds * 1000
        return meter.take(now).admitted
      })
    }),
    { numRuns: 100 },
  ).counterexample
const maxInWindow = (times: readonly number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time <= from + minuteMs).length))

describe('the developer plan', () => {
  it('never admits more than 60 requests in any 60 seconds, both ends included', { tags: ['S8.1-1'] }, () => {
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        expect(maxInWindow(admittedTimes(createSlidingLog(60), gapsMs))).toBeLessThanOrEqual(60)
      }),
      { numRuns: 200 },
    )
  })

  it('counts a request for exactly 60 seconds', () => {
    const meter = createSlidingLog(1)
    meter.take(startTime)
    expect(meter.take(startTime + minuteMs)).toEqual({ admitted: false, retryAfterSeconds: 1 })
    expect(meter.take(startTime + minuteMs + 1)).toMatchObject({ admitted: true })
  })

  it('admits 60 at once', { tags: ['I6-20'] }, () => {
    expect(
      admittedTimes(
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
      admittedTimes(
        meter,
        Array.from({ length: 150 }, () => 0),
      ),
    ).toHaveLength(100)
    expect(meter.take(startTime + 999)).toEqual({ admitted: false, retryAfterSeconds: 1 })
    expect(meter.take(startTime + 1000)).toMatchObject({ admitted: true })
    expect(meter.take(startTime + 1999)).toEqual({ admitted: false, retryAfterSeconds: 1 })
    expect(meter.take(startTime + 2000)).toMatchObject({ admitted: true })
  })

  it('admits a request after the stated wait', { tags: ['S8.4-2'] }, () => {
    expect(findWrongRetryAfter(() => createBucket(60, 3))).toBeNull()
  })

  it('gets failed requests back, but never more than its capacity', {
    tags: ['S8.3-1'],
  }, () => {
    const meter = createBucket(60, 2)
    const failed = meter.take(startTime)
    if (failed.admitted) failed.settle(false)
    expect(admittedTimes(meter, [0, 0, 0])).toHaveLength(2)
  })

  it('gets nothing back if it has filled up meanwhile', () => {
    const meter = createBucket(60, 2)
    const slow = meter.take(startTime)
    expect(admittedTimes(meter, [60_000])).toHaveLength(1)
    if (slow.admitted) slow.settle(false)
    expect(meter.take(startTime + 60_000).admitted).toBe(true)
    expect(meter.take(startTime + 60_000).admitted).toBe(false)
  })

  it('gains nothing if the clock is set back', () => {
    const meter = createBucket(60, 1)
    meter.take(startTime)
    expect(meter.take(startTime - 3_600_000).admitted).toBe(false)
    expect(meter.take(startTime - 3_600_000 + 900).admitted).toBe(false)
  })

  it('exists once per organization and tier', { tags: ['S5-6', 'S8.2-1'] }, () => {
    const meterOf = createLimiter(plans.enterprise)
    expect(meterOf('a', 'standard')).toBe(meterOf('a', 'standard'))
    expect(meterOf('a', 'standard')).not.toBe(meterOf('a', 'data-read'))
    expect(meterOf('a', 'standard')).not.toBe(meterOf('b', 'standard'))
  })
})

describe('any plan and tier', () => {
  /** A request: ms since the previous one, how many others arrive before its answer, and whether it succeeds. */
  const requests = fc.array(
    fc.record({
      // Bursts, with occasional pauses in which a bucket fills up.
      gapMs: fc.oneof(
        { weight: 20, arbitrary: fc.constant(0) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 400 }) },
        fc.integer({ min: 20_000, max: 200_000 }),
      ),
      requestsBeforeAnswer: fc.integer({ min: 0, max: 5 }),
      succeeds: fc.boolean(),
    }),
    { minLength: 1, maxLength: 300, size: 'max' },
  )
  const smallLimit = { perMinute: 6, burst: 3 }
  const limits = [
    ...Object.values(plans).flatMap(({ name, tiers }) =>
      Object.entries(tiers).map(([tier, limit]) => [`${name}, ${tier}`, limit] as const),
    ),
    // Small enough that every schedule reaches the capacity.
    ['a bucket of three', smallLimit] as const,
  ]

  it.each(limits)('never admits more than its capacity and refill in any window: %s', (_, { perMinute, burst }) => {
    fc.assert(
      fc.property(requests, (schedule) => {
        const meter = burst === 0 ? createSlidingLog(perMinute) : createBucket(perMinute, burst)
        const countedTimes: number[] = []
        const pendingAnswers: (() => void)[][] = schedule.map(() => [])
        let now = startTime
        for (const [i, { gapMs, requestsBeforeAnswer, succeeds }] of schedule.entries()) {
          now += gapMs
          for (const answer of pendingAnswers[i] ?? []) answer()
          const verdict = meter.take(now)
          if (!verdict.admitted) continue
          pendingAnswers[i + 1 + requestsBeforeAnswer]?.push(() => verdict.settle(succeeds))
          if (succeeds || burst === 0) countedTimes.push(now)
        }
        // Without burst, each minute that has begun admits the plan's requests; a bucket admits its capacity plus the refill.
        const maxRequestsIn = (ms: number) =>
          burst === 0 ? perMinute * Math.ceil((ms + 1) / (minuteMs + 1)) : burst + (ms * perMinute) / minuteMs
        const tooMany = countedTimes.filter((from, i) =>
          countedTimes.slice(i).some((until, j) => j + 1 > maxRequestsIn(until - from)),
        )
        expect(tooMany).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})
