import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DurationReading, earlier, goesOnUntil, secondsSince } from './duration.ts'

const fold = (readings: DurationReading[]) => readings.reduce<number | null>(earlier, null)

describe('a ticking duration', () => {
  it('counts on from what was read', () => {
    const begun = fold([{ seconds: 40, readAt: 100_000 }])
    expect(secondsSince(begun, 103_000, null)).toBe(43)
  })

  it('jumps forward when the service says more than we thought', () => {
    const begun = fold([
      { seconds: 40, readAt: 100_000 },
      { seconds: 70, readAt: 103_000 },
    ])
    expect(secondsSince(begun, 103_000, null)).toBe(70)
  })

  it('stays where it is when the service says less', () => {
    const begun = fold([
      { seconds: 40, readAt: 100_000 },
      { seconds: 41, readAt: 103_000 },
    ])
    expect(secondsSince(begun, 103_000, null)).toBe(43)
  })

  it('stops when the call has ended', () => {
    const begun = fold([{ seconds: 40, readAt: 100_000 }])
    expect(secondsSince(begun, 160_000, 105_000)).toBe(45)
  })

  it('is not stretched by an end that is learned long after the last reading', () => {
    const begun = fold([{ seconds: 40, readAt: 100_000 }])
    const shown = (now: number, stoppedAt: number | null) => secondsSince(begun, now, goesOnUntil(100_000, stoppedAt))
    expect(shown(105_000, null)).toBe(45)
    expect(shown(700_000, null)).toBe(130)
    expect(shown(700_000, 700_000)).toBe(130)
    expect(shown(700_000, 105_000)).toBe(45)
  })

  it('shows nothing where the service gave no usable number, and does not forget for that', () => {
    expect(secondsSince(fold([{ seconds: null, readAt: 1 }]), 5_000, null)).toBeNull()
    expect(secondsSince(fold([{ seconds: Number.NaN, readAt: 1 }]), 5_000, null)).toBeNull()
    const begun = fold([
      { seconds: 10, readAt: 10_000 },
      { seconds: null, readAt: 12_000 },
    ])
    expect(secondsSince(begun, 12_000, null)).toBe(12)
  })

  it('never goes back, whatever the service answers and however late', () => {
    const step = fc.record({
      passed: fc.integer({ min: 0, max: 20_000 }),
      lag: fc.integer({ min: 0, max: 60_000 }),
      seconds: fc.oneof(fc.constant(null), fc.double({ min: 0, max: 3_600, noNaN: true })),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = 1_000_000
        let begun: number | null = null
        const shown = steps.map(({ passed, lag, seconds }) => {
          now += passed
          begun = earlier(begun, { seconds, readAt: now - lag })
          return secondsSince(begun, now, null) ?? -1
        })
        expect(shown).toEqual(shown.toSorted((one, other) => one - other))
      }),
      { numRuns: 200 },
    )
  })
})
