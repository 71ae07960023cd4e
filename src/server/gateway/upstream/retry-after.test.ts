import { describe, expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 10, 20, 12, 0, 0)
const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
const minute = 60_000

describe('Retry-After', { tags: ['R11'] }, () => {
  test.each([
    ['digits', '30', 30_000],
    ['digits between spaces', '  7 ', 7_000],
    ['zero', '0', 1_000],
    ['a huge number', '99999999999999999999', 15 * minute],
    ['negative', '-5', minute],
    ['a fraction', '1.5', minute],
    ['hexadecimal', '0x10', minute],
    ['empty', '', minute],
    ['spaces', '   ', minute],
    ['absent', undefined, minute],
    ['garbage', 'soon', minute],
    ['the usual date', 'Fri, 20 Nov 2026 12:00:45 GMT', 45_000],
    ['the older date', 'Friday, 20-Nov-26 12:00:45 GMT', 45_000],
    ['the oldest date', 'Fri Nov 20 12:00:45 2026', 45_000],
    ['the oldest date with a day of one digit', 'Tue Dec  1 12:00:45 2026', 15 * minute],
    ['a past date', 'Fri, 20 Nov 2026 11:00:00 GMT', 1_000],
    ['a date of the last century in two digits', 'Friday, 20-Nov-99 12:00:45 GMT', 1_000],
    ['an impossible date', 'Fri, 31 Feb 2026 12:00:45 GMT', minute],
    ['a date in another zone', 'Fri, 20 Nov 2026 12:00:45 CET', minute],
    ['an ISO date', '2026-11-20T12:00:45Z', minute],
    ['twice', ['5', '20'], 20_000],
    ['twice in one line', '5, 20', 20_000],
    ['twice, once unreadable', ['5', 'x'], minute],
  ])('%s', (_, value, wait) => {
    expect(readRetryAfter(value, date, now)).toBe(wait)
  })

  test('is relative to the Date of the answer, even if that is wrong', () => {
    const wrong = 'Thu, 01 Jan 2015 00:00:00 GMT'
    expect(readRetryAfter('Thu, 01 Jan 2015 00:00:10 GMT', wrong, now)).toBe(10_000)
  })

  test('is relative to our clock if the answer has no usable Date', () => {
    expect(readRetryAfter('Fri, 20 Nov 2026 12:00:10 GMT', undefined, now)).toBe(10_000)
    expect(readRetryAfter('Fri, 20 Nov 2026 12:00:10 GMT', 'yesterday', now)).toBe(10_000)
  })
})
