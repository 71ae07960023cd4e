import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plans } from '#contract/index.ts'
import { bucket, limiter, type Meter, slidingLog } from './rate.ts'

const minute = 60_000
/** Gaps between requests: mostly close together, now and then a long pause. */
const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 0, max: 90_000 })), {
  minLength: 1,
  maxLength: 400,
})
const start = Date.UTC(2026, 0, 1)

function admittedAt(meter: Meter, steps: readonly number[]): number[] {
  let now = start
  const times: number[] = []
  for (const step of steps) {
    now += step
    if (meter.take(now).admitted) times.push(now)
  }
  return times
}
const mostInWindow = (times: readonly number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time <= from + minute).length))

describe('the developer plan', () => {
  it('never admits more than 60 requests in any 60 seconds, both ends included', () => {
    fc.assert(
      fc.property(gaps, (steps) => {
        expect(mostInWindow(admittedAt(slidingLog(60), steps))).toBeLessThanOrEqual(60)
      }),
      { numRuns: 200 },
    )
  })

  it('lets a request count until its 60 seconds are over, to the millisecond', () => {
    const meter = slidingLog(1)
    meter.take(start)
    expect(meter.take(start + minute)).toEqual({ admitted: false, retryAfter: 1 })
    expect(meter.take(start + minute + 1)).toEqual({ admitted: true })
  })

  it('admits 60 at once', () => {
    expect(
      admittedAt(
        slidingLog(60),
        Array.from({ length: 61 }, () => 0),
      ),
    ).toHaveLength(60)
  })

  it('admits a request after the wait that it named', () => {
    fc.assert(
      fc.property(gaps, (steps) => {
        const meter = slidingLog(60)
        let now = start
        for (const step of steps) {
          now += step
          const verdict = meter.take(now)
          if (verdict.admitted) continue
          now += verdict.retryAfter * 1000
          expect(meter.take(now)).toEqual({ admitted: true })
        }
      }),
      { numRuns: 100 },
    )
  })

  it('has one limit for both tiers', () => {
    const meterOf = limiter(plans.developer)
    expect(meterOf('a', 'standard')).toBe(meterOf('a', 'data-read'))
  })
})

describe('a bucket', () => {
  it('never admits more than its capacity and what flowed in', () => {
    fc.assert(
      fc.property(gaps, (steps) => {
        const times = admittedAt(bucket(60, 100), steps)
        for (const [i, from] of times.entries()) {
          for (let j = i; j < times.length; j++) {
            expect(j - i + 1).toBeLessThanOrEqual(100 + Math.floor(((times[j] as number) - from) / 1000))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('admits 100 at once, then one a second, to the millisecond', () => {
    const meter = bucket(60, 100)
    expect(
      admittedAt(
        meter,
        Array.from({ length: 150 }, () => 0),
      ),
    ).toHaveLength(100)
    expect(meter.take(start + 999)).toEqual({ admitted: false, retryAfter: 1 })
    expect(meter.take(start + 1000)).toEqual({ admitted: true })
    expect(meter.take(start + 1999)).toEqual({ admitted: false, retryAfter: 1 })
    expect(meter.take(start + 2000)).toEqual({ admitted: true })
  })

  it('admits a request after the wait that it named', () => {
    fc.assert(
      fc.property(gaps, (steps) => {
        const meter = bucket(60, 3)
        let now = start
        for (const step of steps) {
          now += step
          const verdict = meter.take(now)
          if (verdict.admitted) continue
          now += verdict.retryAfter * 1000
          expect(meter.take(now)).toEqual({ admitted: true })
        }
      }),
      { numRuns: 100 },
    )
  })

  it('takes back what was refused for another reason, and never holds more than its capacity', () => {
    const meter = bucket(60, 2)
    meter.take(start)
    meter.giveBack()
    meter.giveBack()
    expect(admittedAt(meter, [0, 0, 0])).toHaveLength(2)
  })

  it('gains nothing from a clock that is set back', () => {
    const meter = bucket(60, 1)
    meter.take(start)
    expect(meter.take(start - 3_600_000).admitted).toBe(false)
    expect(meter.take(start - 3_600_000 + 900).admitted).toBe(false)
  })

  it('is one per organization and tier', () => {
    const meterOf = limiter(plans.enterprise)
    expect(meterOf('a', 'standard')).toBe(meterOf('a', 'standard'))
    expect(meterOf('a', 'standard')).not.toBe(meterOf('a', 'data-read'))
    expect(meterOf('a', 'standard')).not.toBe(meterOf('b', 'standard'))
  })
})
