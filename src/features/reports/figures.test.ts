/** What the counts of calls say. */

import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import type { CallCount } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'
import {
  answeredShareOf,
  bestHours,
  hourAfterKey,
  longTalkShareOf,
  secondsPerTalk,
  shownHours,
  totalOf,
  weekHoursOf,
} from './figures.ts'
import { periodBefore, periodOf, queryOf, sharedSearchOf } from './search.ts'
import { change } from './texts.tsx'

const group = (key: string, outcomes: CallCount['outcomes'], talkSeconds = 0): CallCount => ({
  key,
  name: null,
  outcomes,
  longTalks: 0,
  talkSeconds,
  moods: { positive: 0, neutral: 0, negative: 0 },
})

test('a call counts as answered if a person answered, not if a mailbox did', () => {
  const groups = [
    group('0 9', { agreed: 2, said_no: 1, mailbox: 4, no_answer: 3 }, 300),
    group('', { answered: 1, busy: 2, failed: 1 }, 60),
  ]
  expect(totalOf(groups)).toEqual({ calls: 14, known: 14, answered: 4, timed: 4, longTalks: 0, talkSeconds: 360 })
  expect(shareOf(4, 14)).toBeCloseTo(0.286)
  expect(shareOf(0, 0)).toBeNull()
})

test('a call of which nobody knows how it ended is in no share', () => {
  const total = totalOf([group('', { agreed: 2, no_answer: 2, unknown: 4 })])
  expect([total.calls, total.known, answeredShareOf(total)]).toEqual([8, 4, 0.5])
  expect(answeredShareOf(totalOf([group('', { unknown: 3 })]))).toBeNull()
})

test('an answered call without a duration is neither short nor long', () => {
  const total = totalOf([{ ...group('', { answered: 4, no_answer: 2 }, 120), timed: 2, longTalks: 1 }])
  expect([secondsPerTalk(total), longTalkShareOf(total)]).toEqual([60, 0.25])
  expect(secondsPerTalk(totalOf([{ ...group('', { answered: 1 }), timed: 0 }]))).toBeNull()
})

describe('the hours of a week', () => {
  const hours = weekHoursOf([
    group('1 17', { agreed: 12, no_answer: 12 }),
    group('2 10', { agreed: 9, no_answer: 21 }),
    group('3 8', { agreed: 3 }),
    group('4 19', { no_answer: 40 }),
    group('', { agreed: 50 }),
  ])

  it('leave out calls whose local time is unknown', () => {
    expect(hours.map(({ weekday, hour, calls }) => [weekday, hour, calls])).toEqual([
      [1, 17, 24],
      [2, 10, 30],
      [3, 8, 3],
      [4, 19, 40],
    ])
  })

  it('are the best with the largest share of enough calls', () => {
    expect(bestHours(hours).map(({ weekday, hour }) => [weekday, hour])).toEqual([
      [1, 17],
      [2, 10],
    ])
  })

  it('with few calls come after those whose share rests on many', () => {
    const [few, many] = [group('1 9', { agreed: 12, busy: 8 }), group('2 9', { agreed: 290, busy: 210 })]
    expect(bestHours(weekHoursOf([few, many])).map(({ weekday }) => weekday)).toEqual([2, 1])
  })

  it('are shown without gaps, at least those of a working day', () => {
    expect([shownHours(hours)[0], shownHours(hours).at(-1)]).toEqual([8, 19])
    expect([shownHours([])[0], shownHours([]).at(-1)]).toEqual([9, 17])
  })
})

test('a period ends with today, and the one before it at the same time of its last day', () => {
  const now = new Date(2026, 10, 26, 13, 30).getTime()
  const week = periodOf(7, now)
  expect(week).toEqual({ from: new Date(2026, 10, 20).getTime(), to: new Date(2026, 10, 27).getTime() })
  expect(week.to).toBeGreaterThan(now)
  expect(periodBefore({ days: 7 }, now)).toEqual({
    from: new Date(2026, 10, 13).getTime(),
    to: new Date(2026, 10, 19, 13, 30).getTime(),
  })
  expect(periodBefore({ days: 1 }, now)).toEqual({
    from: new Date(2026, 10, 25).getTime(),
    to: new Date(2026, 10, 25, 13, 30).getTime(),
  })
  const afterMidnight = new Date(2026, 10, 26, 0, 5).getTime()
  const before = periodBefore({ days: 1 }, afterMidnight)
  expect((before.to - before.from) / 60_000).toBe(6)
  expect(periodOf(1, now).from).toBe(new Date(2026, 10, 26).getTime())
})

test('links to the other questions keep the period and the filters, and nothing else', () => {
  const kept = sharedSearchOf(new URLSearchParams('days=7&by=batch&agent=a1&page=2'))
  expect(kept).toBe('?days=7&agent=a1')
  expect(sharedSearchOf(new URLSearchParams('by=batch'))).toBe('')
})

test('only chosen filters are sent', () => {
  expect(queryOf({ agent: '', flow: '', batch: 'b1', country: '' })).toEqual({ batchId: 'b1' })
})

it('the arrow keys move between the hours of the week that have calls', () => {
  const hourOf = (weekday: number, hour: number, calls = 1) => ({
    weekday,
    hour,
    calls,
    known: calls,
    answered: 0,
    timed: 0,
    longTalks: 0,
    talkSeconds: 0,
  })
  const hours = [hourOf(0, 9), hourOf(0, 10, 0), hourOf(0, 12), hourOf(0, 14), hourOf(3, 12), hourOf(6, 12)]
  const after = (weekday: number, hour: number, key: string) => {
    const next = hourAfterKey(hours, { weekday, hour }, key)
    return next && [next.weekday, next.hour]
  }
  expect(after(0, 9, 'ArrowRight')).toEqual([0, 12])
  expect(after(0, 14, 'ArrowLeft')).toEqual([0, 12])
  expect(after(0, 14, 'ArrowRight')).toBeNull()
  expect(after(0, 12, 'ArrowDown')).toEqual([3, 12])
  expect(after(6, 12, 'ArrowUp')).toEqual([3, 12])
  expect(after(0, 12, 'Home')).toEqual([0, 9])
  expect(after(0, 9, 'End')).toEqual([0, 14])
  expect(after(0, 12, 'Enter')).toBeNull()
})

test('a share is called higher or lower than in the period before, as both are shown', () => {
  expect(change(0.5, 0.4, 'calls')).toBe('10 points higher than in the previous period')
  expect(change(0.4, 0.41, 'calls')).toBe('1 point lower than in the previous period')
  expect(change(0.404, 0.396, 'calls')).toBe('Same as in the previous period')
  expect(change(null, 0.4, 'decisions')).toBe('40% in the previous period')
  expect(change(0.4, null, 'decisions')).toBe('No decisions in the previous period')
})

/** Sets the time zone of this process until the test has finished. Formats that a module created before keep theirs. */
function setTimeZone(zone: string): void {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
}

describe('across a change of summer time', () => {
  // Clocks in Berlin go back on 25 October 2026.
  it('a period begins and ends at midnight', () => {
    setTimeZone('Europe/Berlin')
    const { from, to } = periodOf(7, Date.parse('2026-10-27T13:30+01:00'))
    expect([from, to]).toEqual([Date.parse('2026-10-21T00:00+02:00'), Date.parse('2026-10-28T00:00+01:00')])
  })

  it('the one before ends at the same time of its last day', () => {
    setTimeZone('Europe/Berlin')
    const { from, to } = periodBefore({ days: 7 }, Date.parse('2026-10-27T13:30+01:00'))
    expect([from, to]).toEqual([Date.parse('2026-10-14T00:00+02:00'), Date.parse('2026-10-20T13:30+02:00')])
    const yesterday = periodBefore({ days: 1 }, Date.parse('2026-10-26T13:30+01:00'))
    expect(yesterday).toEqual({
      from: Date.parse('2026-10-25T00:00+02:00'),
      to: Date.parse('2026-10-25T13:30+01:00'),
    })
  })
})
