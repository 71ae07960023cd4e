import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Group } from './groups.ts'
import { type CallingHours, isOpen } from './hours.ts'
import { splitByZone } from './split.ts'

const hours: CallingHours = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5], closedDays: [] }
const group = (calls: number, country: string | null, ...zones: string[]): Group => ({ country, zones, calls })
const newYork = (calls: number) => group(calls, 'US', 'America/New_York')
const losAngeles = (calls: number) => group(calls, 'US', 'America/Los_Angeles')
const tokyo = group(4, 'JP', 'Asia/Tokyo')
const at = (text: string) => Date.parse(text)
const pace = { atOnce: 10, callSeconds: 90 }

describe('a batch in parts by zone', () => {
  test.each<[string, Group[], string, [string, ...number[]][]]>([
    [
      'is one part where all are inside',
      [newYork(30), losAngeles(50)],
      '2026-11-20T17:00Z',
      [['2026-11-20T17:00Z', 30, 50]],
    ],
    [
      'calls each zone when it opens',
      [newYork(30), losAngeles(50)],
      '2026-11-20T14:00Z',
      [
        ['2026-11-20T14:00Z', 30],
        ['2026-11-20T16:00Z', 50],
      ],
    ],
    [
      'waits for the morning where the rest of the day is too short',
      // 90 s before the end there is time for 10 calls.
      [newYork(30), losAngeles(50)],
      '2026-11-21T00:58:30Z',
      [
        ['2026-11-21T00:58:30Z', 50],
        ['2026-11-23T13:00Z', 30],
      ],
    ],
    [
      'divides people of one zone who do not fit into a day',
      // 12 hours are 480 rounds of 10 calls.
      [newYork(5_000)],
      '2026-11-19T13:00Z',
      [
        ['2026-11-19T13:00Z', 4_800],
        ['2026-11-20T13:00Z', 200],
      ],
    ],
    [
      'lets no part start before the last has ended',
      [newYork(4_000), losAngeles(400), tokyo],
      '2026-11-19T13:00Z',
      [
        ['2026-11-19T13:00Z', 4_000],
        ['2026-11-19T23:00Z', 400, 4],
      ],
    ],
    ['has no part of nobody', [], '2026-11-19T13:00Z', []],
  ])('%s', (_, groups, from, parts) => {
    const split = splitByZone(groups, hours, at(from), pace)
    expect(split.parts.map((part) => [part.at, ...part.groups.map(({ calls }) => calls)])).toEqual(
      parts.map(([start, ...calls]) => [at(start), ...calls]),
    )
  })

  it('leaves out who is unknown and who can never be called, and says so', () => {
    const apart = group(3, 'RU', 'Europe/Kaliningrad', 'Asia/Kamchatka')
    const short = { ...hours, until: '17:00' }
    const split = splitByZone([group(7, null), apart, newYork(30)], short, at('2026-11-20T14:00Z'), pace)
    expect(split).toMatchObject({ unknown: [{ calls: 7 }], never: [apart], parts: [{ calls: 30 }] })
  })

  it('has everybody in one part, inside the hours until its calls have ended, and no two parts at once', () => {
    const zones = [
      'America/New_York',
      'America/Los_Angeles',
      'Asia/Tokyo',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Europe/Berlin',
    ]
    const places = fc.uniqueArray(fc.subarray(zones, { minLength: 1, maxLength: 2 }), {
      selector: (some) => some.join(),
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        places,
        fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 8, maxLength: 8 }),
        fc.integer({ min: 0, max: 365 * 24 * 4 }),
        fc.integer({ min: 5, max: 50 }),
        (all, calls, quarter, atOnce) => {
          const groups = all.map((some, place) => group(calls[place] ?? 1, 'XX', ...some))
          const from = at('2026-01-01T00:00Z') + quarter * 15 * 60_000
          const { parts, never } = splitByZone(groups, hours, from, { atOnce, callSeconds: 90 })
          let free = from
          for (const part of parts) {
            expect(part.at).toBeGreaterThanOrEqual(free)
            expect(part.ends - part.at).toBe(Math.ceil(part.calls / atOnce) * 90_000)
            for (const one of part.groups) {
              expect(isOpen(one, hours, part.at) && isOpen(one, hours, part.ends - 1)).toBe(true)
              expect(part.ends).toBeLessThanOrEqual(part.closes)
            }
            free = part.ends
          }
          const called = [...parts.flatMap((part) => part.groups), ...never]
          for (const one of groups) {
            const same = called.filter((other) => other.zones.join() === one.zones.join())
            expect(same.reduce((sum, other) => sum + other.calls, 0)).toBe(one.calls)
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
