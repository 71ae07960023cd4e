import { describe, expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 10, 20, 12, 0, 0)
const answerDate = 'Fri, 20 Nov 2026 12:00:00 GMT'
const minuteMs = 60_000

describe('Retry-After', { tags: ['R11'] }, () => {
  test.each([
    ['digits', '30', 30_000],
    ['digits between spaces', '  7 ', 7_000],
    ['zero', '0', 1_000],
    ['a huge number', '99999999999999999999', 15 * minuteMs],
    ['negative', '-5', minuteMs],
    ['a fraction', '1.5', minuteMs],
    ['hexadecimal', '0x10', minuteMs],
    ['empty', '', minuteMs],
    ['spaces', '   ', minuteMs],
    ['absent', undefined, minuteMs],
    ['garbage', 'soon', minuteMs],
    ['an IMF-fixdate', 'Fri, 20 Nov 2026 12:00:45 GMT', 45_000],
    ['an RFC 850 date', 'Friday, 20-Nov-26 12:00:45 GMT', 45_000],
    ['an asctime date', 'Fri Nov 20 12:00:45 2026', 45_000],
    ['an asctime date with a day of one digit', 'Tue Dec  1 12:00:45 2026', 15 * minuteMs],
    ['a past date', 'Fri, 20 Nov 2026 11:00:00 GMT', 1_000],
    ['a date of the last century in two digits', 'Friday, 20-Nov-99 12:00:45 GMT', 1_000],
    ['an impossible date', 'Fri, 31 Feb 2026 12:00:45 GMT', minuteMs],
    ['a date in another zone', 'Fri, 20 Nov 2026 12:00:45 CET', minuteMs],
    ['an ISO date', '2026-11-20T12:00:45Z', minuteMs],
    ['two headers', ['5', '20'], 20_000],
    ['two values in one header', '5, 20', 20_000],
    ['two headers, one unreadable', ['5', 'x'], minuteMs],
  ])('%s gives the right wait', (_, value, waitMs) => {
    expect(readRetryAfter(value, answerDate, now)).toBe(waitMs)
  })

  test('is relative to the Date of the answer, even if that is wrong', () => {
    const wrongDate = 'Thu, 01 Jan 2015 00:00:00 GMT'
    expect(readRetryAfter('Thu, 01 Jan 2015 00:00:10 GMT', wrongDate, now)).toBe(10_000)
  })

  test('is relative to our clock if the answer has no usable Date', () => {
    expect(readRetryAfter('Fri, 20 Nov 2026 12:00:10 GMT', undefined, now)).toBe(10_000)
    expect(readRetryAfter('Fri, 20 Nov 2026 12:00:10 GMT', 'yesterday', now)).toBe(10_000)
  })
})
