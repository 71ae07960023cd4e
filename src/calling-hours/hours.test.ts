import { describe, expect, it, test } from 'vitest'
import { type CallingHours, closesAt, isOpen, nextOpening, type Place, windowsFrom } from './hours.ts'

const usual: CallingHours = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5], closedDays: [] }
const daily: CallingHours = { ...usual, weekdays: [1, 2, 3, 4, 5, 6, 7] }
const always: CallingHours = { from: '00:00', until: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7], closedDays: [] }
const christmas: CallingHours = {
  ...usual,
  closedDays: [
    { date: '2026-12-25', country: null },
    { date: '2026-11-26', country: 'US' },
  ],
}

const us = (...zones: string[]): Place => ({ country: 'US', zones })
const newYork = us('America/New_York')
const hawaii = us('Pacific/Honolulu')
const berlin: Place = { country: 'DE', zones: ['Europe/Berlin'] }
const kathmandu: Place = { country: 'NP', zones: ['Asia/Kathmandu'] }
const lordHowe: Place = { country: 'AU', zones: ['Australia/Lord_Howe'] }
const russia: Place = { country: 'RU', zones: ['Europe/Kaliningrad', 'Europe/Moscow', 'Asia/Kamchatka'] }
const nowhere: Place = { country: null, zones: [] }
const notHere: Place = { country: 'XX', zones: ['Europe/Berlin', 'Moon/Tranquility'] }

const at = (text: string) => Date.parse(text)

describe('isOpen', () => {
  test.each<[string, Place, CallingHours, string, boolean]>([
    ['the minute before they begin', newYork, usual, '2026-11-20T12:59:59.999Z', false],
    ['the minute when they begin', newYork, usual, '2026-11-20T13:00Z', true],
    ['the last moment', newYork, usual, '2026-11-21T00:59:59.999Z', true],
    ['the minute when they end', newYork, usual, '2026-11-21T01:00Z', false],
    ['Saturday, which is not selected', newYork, usual, '2026-11-21T15:00Z', false],
    ['Saturday, which is selected', newYork, daily, '2026-11-21T15:00Z', true],
    ['Friday in Hawaii while it is Saturday in London', hawaii, usual, '2026-11-21T05:00Z', true],
    ['Monday in Kathmandu, whose offset has 45 minutes', kathmandu, usual, '2026-11-23T02:15Z', true],
    ['the minute before', kathmandu, usual, '2026-11-23T02:14Z', false],
    ['a day without calls', berlin, christmas, '2026-12-25T10:00Z', false],
    ['a day without calls in another country', berlin, christmas, '2026-11-26T10:00Z', true],
    ['a day without calls in this country', newYork, christmas, '2026-11-26T15:00Z', false],
    ['one of two possible zones outside', us('America/New_York', 'America/Chicago'), usual, '2026-11-20T13:30Z', false],
    ['both possible zones inside', us('America/New_York', 'America/Chicago'), usual, '2026-11-20T14:00Z', true],
    ['a mobile number in a country with many zones', russia, usual, '2026-11-20T07:00Z', true],
    ['the same an hour later', russia, usual, '2026-11-20T08:00Z', false],
    ['an unknown zone', nowhere, usual, '2026-11-20T13:00Z', false],
    ['a zone that this runtime does not know', notHere, usual, '2026-11-20T13:00Z', false],
    ['any time with hours that never end', newYork, always, '2026-11-21T08:00Z', true],
    ['an unknown zone with hours that never end', nowhere, always, '2026-11-20T13:00Z', true],
  ])('%s', (_, place, hours, moment, inside) => {
    expect(isOpen(place, hours, at(moment))).toBe(inside)
  })
})

describe('nextOpening', () => {
  test.each<[string, Place, CallingHours, string, string | null]>([
    ['is now if they have begun', newYork, usual, '2026-11-20T15:00Z', '2026-11-20T15:00Z'],
    ['is today', newYork, usual, '2026-11-20T10:00Z', '2026-11-20T13:00Z'],
    ['is on Monday after Friday evening', newYork, usual, '2026-11-21T01:00Z', '2026-11-23T13:00Z'],
    ['is after a day without calls', newYork, christmas, '2026-11-26T02:00Z', '2026-11-27T13:00Z'],
    ['is the morning after clocks went back in New York', newYork, daily, '2026-11-01T03:00Z', '2026-11-01T13:00Z'],
    ['is the morning after clocks went forward there', newYork, daily, '2026-03-08T04:00Z', '2026-03-08T12:00Z'],
    ['handles the half-hour change on Lord Howe', lordHowe, daily, '2026-10-03T10:00Z', '2026-10-03T21:00Z'],
    ['is when the last zone opens', russia, usual, '2026-11-20T05:00Z', '2026-11-20T06:00Z'],
    ['is never for an unknown zone', nowhere, usual, '2026-11-20T13:00Z', null],
    ['is never without weekdays', newYork, { ...usual, weekdays: [] }, '2026-11-20T13:00Z', null],
    ['is never if zones share no hour', russia, { ...usual, until: '17:00' }, '2026-11-20T05:00Z', null],
    [
      'is after holidays longer than a week',
      berlin,
      {
        ...usual,
        closedDays: Array.from({ length: 14 }, (_, day) => ({
          date: `2026-12-${String(18 + day).padStart(2, '0')}`,
          country: 'DE',
        })),
      },
      '2026-12-17T20:00Z',
      '2027-01-01T07:00Z',
    ],
  ])('%s', (_, place, hours, after, opening) => {
    expect(nextOpening(place, hours, at(after))).toBe(opening === null ? null : at(opening))
  })

  it('skips a window that is too short', () => {
    expect(nextOpening(newYork, usual, at('2026-11-20T23:30Z'), 3_600_000)).toBe(at('2026-11-20T23:30Z'))
    expect(nextOpening(newYork, usual, at('2026-11-21T00:30Z'), 3_600_000)).toBe(at('2026-11-23T13:00Z'))
    expect(nextOpening(newYork, usual, at('2026-11-20T15:00Z'), 13 * 3_600_000)).toBeNull()
  })
})

describe('closesAt', () => {
  test.each<[string, Place, CallingHours, string, string | null]>([
    ['is this evening', newYork, usual, '2026-11-20T15:00Z', '2026-11-21T01:00Z'],
    ['is now if nobody may be called', newYork, usual, '2026-11-20T05:00Z', '2026-11-20T05:00Z'],
    [
      'is in the first of several zones',
      us('America/New_York', 'America/Chicago'),
      usual,
      '2026-11-20T15:00Z',
      '2026-11-21T01:00Z',
    ],
    [
      'is on Saturday if weekdays are open all day',
      newYork,
      { ...always, weekdays: [1, 2, 3, 4, 5] },
      '2026-11-18T15:00Z',
      '2026-11-21T05:00Z',
    ],
    ['is never if the hours never end', newYork, always, '2026-11-20T15:00Z', null],
    [
      'is before a day without calls, even if every day is open all day',
      berlin,
      { ...always, closedDays: christmas.closedDays },
      '2026-12-22T15:00Z',
      '2026-12-24T23:00Z',
    ],
    ['is now for an unknown zone', nowhere, usual, '2026-11-20T15:00Z', '2026-11-20T15:00Z'],
  ])('%s', (_, place, hours, moment, end) => {
    expect(closesAt(place, hours, at(moment))).toBe(end === null ? Number.POSITIVE_INFINITY : at(end))
  })
})

it('merges windows that meet at midnight in zones that change their clocks then', () => {
  const hours = { ...always, closedDays: [{ date: '2027-01-01', country: null }] }
  const cities = ['America/Santiago', 'America/Havana', 'Africa/Cairo', 'Asia/Beirut', 'Australia/Lord_Howe']
  for (const zone of cities) {
    const windows = windowsFrom({ country: null, zones: [zone] }, hours, at('2026-02-15T00:00Z'), 300)
    expect(windows.map(({ closes }) => closes)).toEqual([Number.POSITIVE_INFINITY])
  }
})

it('opens late and closes early in an hour that the clock shows twice', () => {
  // New York, 1 November 2026: 01:00 to 02:00 comes twice, at 05:00 and 06:00 UTC.
  const early = { ...daily, from: '01:30', until: '03:00' }
  const late = { ...daily, from: '00:30', until: '01:30' }
  const from = at('2026-11-01T04:00Z')
  expect(windowsFrom(newYork, early, from)[0]).toEqual({
    opens: at('2026-11-01T06:30Z'),
    closes: at('2026-11-01T08:00Z'),
  })
  expect(windowsFrom(newYork, late, from)[0]).toEqual({
    opens: at('2026-11-01T04:30Z'),
    closes: at('2026-11-01T05:30Z'),
  })
})
