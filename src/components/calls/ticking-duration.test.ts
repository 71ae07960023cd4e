import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earliestStart, type ReportedDuration, secondsSince, ticksUntil } from './ticking-duration.tsx'

const startFrom = (reports: ReportedDuration[]) => reports.reduce<number | null>(earliestStart, null)

describe('the duration of a call in progress', () => {
  it('continues from the reported value', () => {
    const start = startFrom([{ seconds: 40, readAt: 100_000 }])
    expect(secondsSince(start, 103_000, null)).toBe(43)
  })

  it('jumps forward when the service reports more than is shown', () => {
    const start = startFrom([
      { seconds: 40, readAt: 100_000 },
      { seconds: 70, readAt: 103_000 },
    ])
    expect(secondsSince(start, 103_000, null)).toBe(70)
  })

  it('does not go back when the service reports less', () => {
    const start = startFrom([
      { seconds: 40, readAt: 100_000 },
      { seconds: 41, readAt: 103_000 },
    ])
    expect(secondsSince(start, 103_000, null)).toBe(43)
  })

  it('stops when the call has ended', () => {
    const start = startFrom([{ seconds: 40, readAt: 100_000 }])
    expect(secondsSince(start, 160_000, 105_000)).toBe(45)
  })

  it('does not count up to an end that is discovered long after the last report', () => {
    const start = startFrom([{ seconds: 40, readAt: 100_000 }])
    const shownSeconds = (now: number, stoppedAt: number | null) =>
      secondsSince(start, now, ticksUntil(100_000, stoppedAt))
    expect(shownSeconds(105_000, null)).toBe(45)
    expect(shownSeconds(700_000, null)).toBe(130)
    expect(shownSeconds(700_000, 700_000)).toBe(130)
    expect(shownSeconds(700_000, 105_000)).toBe(45)
  })

  it('shows nothing without a usable number, and keeps counting if a later one is unusable', () => {
    expect(secondsSince(startFrom([{ seconds: null, readAt: 1 }]), 5_000, null)).toBeNull()
    expect(secondsSince(startFrom([{ seconds: Number.NaN, readAt: 1 }]), 5_000, null)).toBeNull()
    const start = startFrom([
      { seconds: 10, readAt: 10_000 },
      { seconds: null, readAt: 12_000 },
    ])
    expect(secondsSince(start, 12_000, null)).toBe(12)
  })

  it('never goes back, whatever the service answers and however late', () => {
    const step = fc.record({
      passedMs: fc.integer({ min: 0, max: 20_000 }),
      lagMs: fc.integer({ min: 0, max: 60_000 }),
      seconds: fc.oneof(fc.constant(null), fc.double({ min: 0, max: 3_600, noNaN: true })),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = 1_000_000
        let start: number | null = null
        const shownValues = steps.map(({ passedMs, lagMs, seconds }) => {
          now += passedMs
          start = earliestStart(start, { seconds, readAt: now - lagMs })
          return secondsSince(start, now, null) ?? -1
        })
        expect(shownValues).toEqual(shownValues.toSorted((a, b) => a - b))
      }),
      { numRuns: 200 },
    )
  })
})
