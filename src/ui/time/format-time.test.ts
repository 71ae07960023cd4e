import { describe, expect, it } from 'vitest'
import { fileSize, plural } from '../text/format-number.ts'
import { ago, clock, dayAndTime, dayAndTimeInList, formatDuration, momentOf, timeWithDay } from './format-time.ts'

describe('durations', () => {
  it('are shown as a clock', () => {
    expect([0, 7, 760, 3723].map(clock)).toEqual(['0:00', '0:07', '12:40', '1:02:03'])
    expect(clock(-3)).toBe('0:00')
  })

  it('are shown in at most two units', () => {
    expect(formatDuration(0)).toBe('0 s')
    expect(formatDuration(40)).toBe('40 s')
    expect(formatDuration(750)).toBe('12 min 30 s')
    expect(formatDuration(3_600)).toBe('1 hour')
    expect(formatDuration(5 * 86_400 + 3 * 3_600 + 59)).toBe('5 days 3 hours')
    expect(formatDuration(86_400 + 59)).toBe('1 day')
  })
})

describe('moments', () => {
  it('are only those that a date can have', () => {
    expect(momentOf('2026-11-20T12:00:00Z')).toBe(Date.UTC(2026, 10, 20, 12))
    expect([null, '', 'soon', Number.NaN, Number.MAX_VALUE, -Number.MAX_VALUE, 8.65e15].map(momentOf)).toEqual(
      Array(7).fill(null),
    )
  })
})

describe('a time in a list', () => {
  it('has its year only if it is another than this one', () => {
    const now = Date.parse('2026-01-02T12:00')
    const [thisYear, lastYear] = [Date.parse('2026-01-01T00:00'), Date.parse('2025-12-31T23:59')]
    expect(dayAndTimeInList(thisYear, now)).not.toContain('2026')
    expect(dayAndTimeInList(lastYear, now)).toBe(dayAndTime(lastYear))
  })
})

describe('ages', () => {
  it('are shown in one unit and are never in the future', () => {
    const now = 10_000_000
    expect(ago(now, now)).toBe('now')
    expect(ago(now + 5_000, now)).toBe('now')
    expect(ago(now - 12_400, now)).toBe('12 s ago')
    expect(ago(now - 125_000, now)).toBe('2 min ago')
    expect(ago(now - 3_700_000, now)).toBe('1 hour ago')
  })
})

describe('amounts', () => {
  it('have a noun and thousands separators', () => {
    expect(plural(1, 'call', 'calls')).toBe('1 call')
    expect(plural(4812, 'call', 'calls')).toMatch(/^4\D?812 calls$/)
  })

  it('of bytes are shown in the largest fitting unit', () => {
    expect([0, 900, 1_500, 20 * 1024 * 1024].map(fileSize)).toEqual(['0 bytes', '900 bytes', '1.5 KB', '20 MB'])
  })
})

describe('times', () => {
  it('include the day unless it is today, and always the time zone', () => {
    const now = Date.parse('2026-11-20T12:00:00')
    const format = (text: string) => timeWithDay(Date.parse(text), now)
    expect(format('2026-11-20T09:00:00')).toMatch(/^0?9:00\b.* \S+$/)
    expect(format('2026-11-21T09:00:00')).toMatch(/^tomorrow 0?9:00 \S+/)
    expect(format('2026-11-19T23:00:00')).toMatch(/^yesterday /)
    expect(format('2026-11-24T09:00:00')).toMatch(/^Tue\b.*\b24\b.* 0?9:00 \S+/)
    expect(format('2026-11-24T09:00:00')).not.toContain('2026')
    expect(format('2027-03-01T09:00:00')).toMatch(/^Mon\b.*2027.* 0?9:00 \S+/)
  })

  it('are parsed from text and from milliseconds, and anything else is null', () => {
    expect(momentOf('2026-11-20T14:00:00Z')).toBe(Date.UTC(2026, 10, 20, 14))
    expect(momentOf(5)).toBe(5)
    expect([momentOf(''), momentOf(null), momentOf('soon')]).toEqual([null, null, null])
  })
})
