import { describe, expect, it, test } from 'vitest'
import {
  bestOpening,
  callBacksInside,
  firstClose,
  type Group,
  laterOpening,
  openingsOf,
  splitByHours,
} from './groups.ts'
import type { CallingHours } from './hours.ts'

const hours: CallingHours = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5], closedDays: [] }
const group = (calls: number, country: string | null, ...zones: string[]): Group => ({ country, zones, calls })
const newYork = group(30, 'US', 'America/New_York')
const losAngeles = group(50, 'US', 'America/Los_Angeles')
const hawaii = group(5, 'US', 'Pacific/Honolulu')
const johannesburg = group(20, 'ZA', 'Africa/Johannesburg')
const berlin = group(16, 'DE', 'Europe/Berlin')
const nowhere = group(7, null)
const at = (text: string) => Date.parse(text)
const hour = 3_600_000

it('splits groups into inside, outside and unknown', () => {
  // 15:00 in Berlin, 09:00 in New York, 06:00 in Los Angeles.
  expect(splitByHours([newYork, losAngeles, berlin, nowhere], hours, at('2026-11-20T14:00Z'))).toEqual({
    inside: [newYork, berlin],
    outside: [losAngeles],
    unknown: [nowhere],
  })
})

test.each<[boolean, [Group[], string | null][]]>([
  [
    false,
    [
      [[berlin], '2026-11-20T12:00Z'],
      [[newYork, losAngeles, hawaii], '2026-11-20T18:00Z'],
      [[nowhere], null],
    ],
  ],
  [
    true,
    [
      [[berlin], '2026-11-20T12:00Z'],
      [[newYork], '2026-11-20T13:00Z'],
      [[losAngeles], '2026-11-20T16:00Z'],
      [[hawaii], '2026-11-20T18:00Z'],
      [[nowhere], null],
    ],
  ],
])('starts waiting people when their hours open (separately: %s)', (separately, openings) => {
  const all = [hawaii, newYork, losAngeles, nowhere, berlin]
  const found = openingsOf(all, hours, at('2026-11-20T12:00Z'), separately)
  const sorted = (groups: readonly Group[]) => groups.toSorted((one, other) => one.calls - other.calls)
  expect(found.map((one) => [sorted(one.groups), one.at])).toEqual(
    openings.map(([groups, opens]) => [sorted(groups), opens === null ? null : at(opens)]),
  )
})

describe('the first end of calling hours', () => {
  test.each<[string, Group[], string, string | null]>([
    ['is that of the first person', [newYork, losAngeles, hawaii], '2026-11-20T19:00Z', '2026-11-21T01:00Z'],
    ['is now if somebody is outside', [newYork, losAngeles], '2026-11-20T14:00Z', '2026-11-20T14:00Z'],
    ['ignores unknown places', [newYork, nowhere], '2026-11-20T19:00Z', '2026-11-21T01:00Z'],
    ['never comes if nobody waits', [], '2026-11-20T19:00Z', null],
  ])('%s', (_, groups, from, closes) => {
    expect(firstClose(groups, hours, at(from))).toBe(closes === null ? Number.POSITIVE_INFINITY : at(closes))
  })
})

describe('the best moment to start', () => {
  test.each<[string, Group[], string, number, [string, number, number] | null]>([
    ['is now if everybody is inside', [newYork, berlin], '2026-11-20T14:00Z', 0, ['2026-11-20T14:00Z', 46, 46]],
    ['is when the last group opens', [newYork, losAngeles], '2026-11-20T14:00Z', 0, ['2026-11-20T16:00Z', 80, 80]],
    ['is after the weekend', [newYork, losAngeles], '2026-11-21T14:00Z', 0, ['2026-11-23T16:00Z', 80, 80]],
    ['is when most people are inside', [johannesburg, hawaii], '2026-11-20T20:00Z', 0, ['2026-11-23T06:00Z', 20, 25]],
    ['ignores unknown places', [newYork, nowhere], '2026-11-20T10:00Z', 0, ['2026-11-20T13:00Z', 30, 30]],
    [
      'is early enough that everybody stays inside',
      [newYork],
      '2026-11-21T00:30Z',
      hour,
      ['2026-11-23T13:00Z', 30, 30],
    ],
    [
      'can be the last moment that leaves enough time',
      [newYork],
      '2026-11-21T00:00Z',
      hour,
      ['2026-11-21T00:00Z', 30, 30],
    ],
    ['does not exist for unknown places', [nowhere], '2026-11-20T10:00Z', 0, null],
  ])('%s', (_, groups, after, lasts, opening) => {
    const found = bestOpening(groups, hours, at(after), lasts)
    expect(found).toEqual(opening && { at: at(opening[0]), calls: opening[1], of: opening[2] })
  })

  it('can be after more than a week of holidays', () => {
    const closedDays = Array.from({ length: 12 }, (_, day) => ({ date: `2026-12-${20 + day}`, country: null }))
    const found = bestOpening([berlin], { ...hours, closedDays }, at('2026-12-18T20:00Z'))
    expect(found).toEqual({ at: at('2027-01-01T07:00Z'), calls: 16, of: 16 })
  })
})

describe('a better moment to start', () => {
  it('is later than the planned one', () => {
    const planned = at('2026-11-20T14:00Z')
    expect(laterOpening([newYork, losAngeles], hours, planned, 0)).toEqual({
      at: at('2026-11-20T16:00Z'),
      calls: 80,
      of: 80,
    })
  })

  it('does not exist if at no other time more people are inside', () => {
    const now = at('2026-11-20T09:00Z')
    expect(bestOpening([johannesburg, hawaii], hours, now)?.at).toBe(now)
    expect(laterOpening([johannesburg, hawaii], hours, now, 0)).toBeNull()
  })
})

describe('call-backs before the hours end', () => {
  const start = at('2026-11-20T15:00Z')
  test.each<[string, number, number, number, number, number]>([
    ['are all that are wanted if the hours never end', Number.POSITIVE_INFINITY, 4, 3, 0, 3],
    ['are no more than are wanted', start + 10 * hour, 2, 3, 0, 3],
    ['leave out those after the end', start + 10 * hour, 4, 3, 0, 2],
    ['leave out one exactly at the end', start + 8 * hour, 4, 2, 0, 1],
    ['are none if the hours end before the first gap', start + 3 * hour, 4, 2, 0, 0],
    ['are none if the batch starts outside the hours', start - hour, 4, 2, 0, 0],
    ['are fewer if a round takes an hour', start + 10 * hour, 4, 3, hour, 1],
    ['are none if none are wanted', start + 10 * hour, 4, 0, 0, 0],
  ])('%s', (_, closes, gapHours, tries, lasts, inside) => {
    expect(callBacksInside(closes, start, gapHours, tries, lasts)).toBe(inside)
  })
})
