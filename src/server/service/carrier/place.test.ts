import { describe, expect, it, test } from 'vitest'
import { dayMs } from '#calling-hours/zone-clock.ts'
import {
  isWorkingDay,
  localTimeAt,
  nextWorkingDay,
  type Place,
  placeOf,
  readDay,
  sayDay,
  sayPrice,
  sayTime,
} from './place.ts'

const newYork: Place = { country: 'US', zone: 'America/New_York' }
const london: Place = { country: 'GB', zone: 'Europe/London' }
const berlin: Place = { country: 'DE', zone: 'Europe/Berlin' }
const stockholm: Place = { country: 'SE', zone: 'Europe/Stockholm' }

test.each([
  ['+14155550134', 'US', 'America/Los_Angeles'],
  ['+447700900123', 'GB', 'Europe/London'],
  ['+493023125123', 'DE', 'Europe/Berlin'],
  ['', '', 'UTC'],
])('%s is in its country and time zone', (number, country, zone) => {
  expect(placeOf(number)).toEqual({ country, zone })
})

describe('a place', () => {
  it('has a date and time of its own', () => {
    const time = Date.UTC(2026, 10, 27, 1, 30)
    expect(localTimeAt(time, newYork)).toEqual({ day: Date.UTC(2026, 10, 26), minutes: 20 * 60 + 30 })
    expect(localTimeAt(time, berlin)).toEqual({ day: Date.UTC(2026, 10, 27), minutes: 2 * 60 + 30 })
  })

  it('says dates, times and prices as people there do', () => {
    const day = Date.UTC(2026, 11, 3)
    expect([newYork, london, berlin].map((place) => sayDay(day, place))).toEqual([
      'Thursday, December 3rd',
      'Thursday 3rd December',
      'Thursday 3rd December',
    ])
    expect([newYork, london, berlin].map((place) => sayTime(14 * 60 + 30, place))).toEqual([
      '2:30 pm',
      '2:30 pm',
      '14:30',
    ])
    expect([newYork, london, berlin, stockholm].map((place) => sayPrice(2490, place))).toEqual([
      '$24.90',
      '£24.90',
      '€24.90',
      '249 kronor',
    ])
  })
})

describe('a date in a file', () => {
  const today = Date.UTC(2026, 10, 26)

  it('is read in every form in which dates are said', () => {
    for (let day = today; day < today + 300 * dayMs; day += dayMs)
      for (const place of [newYork, london]) expect(readDay(sayDay(day, place), today)).toBe(day)
    expect(readDay('2026-12-03', today)).toBe(Date.UTC(2026, 11, 3))
    expect(readDay('Tuesday', today)).toBe(Date.UTC(2026, 11, 1))
    for (const text of ['Thursday the 3rd', 'Thursday the 3rd of December'])
      expect(readDay(text, today)).toBe(Date.UTC(2026, 11, 3))
  })

  it('is not read if it does not exist', () => {
    for (const text of ['', 'soon', 'Thursday, December 4th', 'the 31st of February', '30'])
      expect(readDay(text, today)).toBe(text === '30' ? Date.UTC(2026, 10, 30) : null)
  })
})

it('nobody works on weekends, at Thanksgiving, and from Christmas to New Year', () => {
  expect(isWorkingDay(Date.UTC(2026, 10, 27))).toBe(true)
  expect(nextWorkingDay(Date.UTC(2026, 10, 26))).toBe(Date.UTC(2026, 10, 27))
  expect(isWorkingDay(Date.UTC(2027, 10, 26))).toBe(true)
  expect(nextWorkingDay(Date.UTC(2026, 10, 28))).toBe(Date.UTC(2026, 10, 30))
  expect(nextWorkingDay(Date.UTC(2026, 11, 24))).toBe(Date.UTC(2027, 0, 4))
})
