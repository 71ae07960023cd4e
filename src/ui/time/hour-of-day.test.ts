import { expect, test } from 'vitest'
import { hourFormats } from './hour-of-day.ts'

test('an hour of the day follows the clock of the locale', () => {
  const british = hourFormats('en-GB')
  expect([british.hourOfDay(8), british.hourSpan(23)]).toEqual(['08', '23:00 to 00:00'])
  const american = hourFormats('en-US')
  expect([american.hourOfDay(14), american.hourSpan(11)]).toEqual(['2 PM', '11 AM to 12 PM'])
})
