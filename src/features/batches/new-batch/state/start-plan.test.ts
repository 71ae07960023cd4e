import { describe, expect, test } from 'vitest'
import { callsAtStart, defaultPlan, startFieldsOf } from './start-plan.ts'
import { afterHoursText, planSentences, startTimeProblems, startVerb } from './start-plan-texts.ts'

const now = Date.parse('2026-11-20T12:00')

describe('the plan of a start', () => {
  test('says that calls begin at once and nobody is called again', () => {
    expect(planSentences(defaultPlan, 40, now)).toEqual([
      'Calls begin as soon as you start the batch.',
      'People who are not reached are not called again.',
    ])
    expect(Object.values(startFieldsOf(defaultPlan, 40))).toEqual(Array.from({ length: 7 }))
  })

  test('says that the calls start only after the approval of a second person', () => {
    expect(planSentences(defaultPlan, 40, now, true)[0]).toBe(
      'Calls begin as soon as a second person approves the batch.',
    )
    expect(planSentences({ ...defaultPlan, firstTen: true }, 40, now, true)[0]).toMatch(
      /^The first 10 people are called as soon as a second person approves the batch\. The other 30 wait/,
    )
    expect(planSentences({ ...defaultPlan, startAt: '2026-11-21T09:00' }, 40, now, true)[0]).toMatch(
      /^Calls begin tomorrow .* if a second person has approved the batch by then\. /,
    )
  })

  test('shows the start time in the operator’s time zone and sends it in UTC', () => {
    const plan = { ...defaultPlan, startAt: '2026-11-21T09:00' }
    expect(startFieldsOf(plan, 40).scheduledAt).toBe(new Date('2026-11-21T09:00').toISOString())
    expect(planSentences(plan, 40, now)[0]).toMatch(/^Calls begin tomorrow 0?9:00 /)
    expect([startVerb(defaultPlan), startVerb(plan)]).toEqual(['Start', 'Schedule'])
    expect(startTimeProblems(plan, now)).toEqual([])
  })

  test('reports a start time that is past or incomplete', () => {
    expect(startTimeProblems({ ...defaultPlan, startAt: '2026-11-20T11:59' }, now)).toEqual([
      'The start time is in the past.',
    ])
    expect(startTimeProblems({ ...defaultPlan, startAt: '' }, now)).toHaveLength(1)
  })

  test.each(['2026-11-20T11:59', ''])('says nothing about the start while the start time is %j', (startAt) => {
    expect(planSentences({ ...defaultPlan, startAt }, 40, now)).toEqual([
      'People who are not reached are not called again.',
    ])
  })

  test('calls people who were not reached twice more, a day and two hours apart', () => {
    const plan = { ...defaultPlan, callBacks: 2, gapHours: 26 }
    expect(JSON.parse(startFieldsOf(plan, 40).smartCallbackConfig ?? '')).toEqual({
      enabled: true,
      maxAttempts: 3,
      gaps: [{ days: 1, hours: 2 }],
    })
    expect(planSentences(plan, 40, now)[1]).toContain(
      'up to 2 more times, 1 day and 2 hours after the previous attempt',
    )
  })

  test('says that the batch continues if calls fail, if its circuit breaker is off and the batch is long enough for one', () => {
    const plan = { ...defaultPlan, breaker: false }
    expect(startFieldsOf(plan, 40).breaker).toBe('off')
    expect(planSentences(plan, 40, now)[2]).toBe(
      'Switchboard does not stop this batch if calls fail for technical reasons.',
    )
    expect(planSentences(plan, 19, now)).toHaveLength(2)
  })

  test('says whether the remaining people are called automatically when calling hours open again', () => {
    expect(startFieldsOf({ ...defaultPlan, continues: true }, 40).afterHours).toBe('gateway')
    expect(afterHoursText({ ...defaultPlan, continues: true })).toContain('calls the remaining people automatically')
    expect(afterHoursText(defaultPlan)).toContain('until you continue')
  })

  test('names the batch’s own calling hours', () => {
    const hours = { from: '06:00', until: '24:00', weekdays: [6, 7], reason: 'They asked for a weekend.' }
    const plan = { ...defaultPlan, hours }
    expect(JSON.parse(startFieldsOf(plan, 40).hours ?? '')).toEqual(hours)
    expect(planSentences(plan, 40, now)[1]).toBe(
      'This batch has its own calling hours: 06:00 to 24:00, Saturday, Sunday.',
    )
  })

  test('calls the first ten of a long list, unless it is scheduled', () => {
    const plan = { ...defaultPlan, firstTen: true }
    expect(callsAtStart(plan, 11)).toBe(10)
    expect(startFieldsOf(plan, 11).first).toBe('10')
    expect(planSentences(plan, 501, now)[0]).toMatch(/^The first 10 people are called now\. The other 491 wait/)
    expect(callsAtStart(plan, 10)).toBe(10)
    expect(startFieldsOf(plan, 10).first).toBeUndefined()
    expect(startFieldsOf({ ...plan, startAt: '2026-11-21T09:00' }, 501).first).toBeUndefined()
  })

  test.each([
    [50_000, 50_000, undefined],
    [
      50_001,
      25_001,
      '50,001 calls in 2 parts of up to 25,001. Each part starts automatically when the previous one has ended.',
    ],
    [
      120_000,
      40_000,
      '120,000 calls in 3 parts of 40,000. Each part starts automatically when the previous one has ended.',
    ],
    [
      200_000,
      50_000,
      '200,000 calls in 4 parts of 50,000. Each part starts automatically when the previous one has ended.',
    ],
  ])('starts %i calls with %i', (calls, first, words) => {
    expect(callsAtStart(defaultPlan, calls)).toBe(first)
    const partsSentence = planSentences(defaultPlan, calls, now).find((sentence) => sentence.includes('parts'))
    expect(partsSentence?.slice(0, words?.length)).toBe(words)
  })

  test('describes the parts that follow the first ten', () => {
    const sentences = planSentences({ ...defaultPlan, firstTen: true }, 120_010, now)
    expect(sentences[1]).toMatch(/^120,000 calls in 3 parts of 40,000/)
  })
})
