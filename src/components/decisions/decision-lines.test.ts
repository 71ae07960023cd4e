import { describe, expect, it } from 'vitest'
import type { Decision } from '#contract/index.ts'
import { countLines, linesOf } from './decision-lines.ts'

const now = Date.UTC(2026, 10, 20, 14, 2)
const decision = (effectId: string, fields: Partial<Decision> = {}): Decision => ({
  effectId,
  conversationId: 'c1',
  messageId: effectId,
  action: 'Approve',
  operator: 'Priya',
  operatorId: 'me',
  state: 'held',
  to: '+14155550134',
  customer: 'Peter Chen',
  message: 'Your visit is on Monday.',
  sendsAt: 5_000,
  delayed: '',
  sent: null,
  refusal: null,
  at: now,
  dismissed: false,
  rejectReason: null,
  rejectNote: null,
  redraft: null,
  lastCheckedAt: null,
  nextCheckAt: null,
  ...fields,
})
const options = { myId: 'me', now, isSteady: false, includesColleagues: true }
const ids = (lines: readonly Decision[]) => lines.map(({ effectId }) => effectId)

describe('the list of decisions', () => {
  it('shows unknown outcomes first, also those of colleagues, then decisions in progress, the latest first', () => {
    const decisions = [
      decision('done', { state: 'done', sent: true }),
      decision('old', { at: now - 9_000 }),
      decision('new'),
      decision('undelivered', { state: 'done', sent: false, at: now - 3_600_000 }),
      decision('theirs', { operatorId: 'priya', state: 'unknown' }),
      decision('their send', { operatorId: 'priya' }),
    ]
    expect(ids(linesOf([], decisions, options))).toEqual(['theirs', 'new', 'old', 'undelivered', 'done'])
    expect(ids(linesOf([], decisions, { ...options, includesColleagues: false }))).toEqual([
      'new',
      'old',
      'undelivered',
      'done',
    ])
  })

  it('drops confirmed decisions after a while, and keeps failed ones', () => {
    const decisions = [
      decision('sent', { state: 'done', sent: true, at: now - 11_000 }),
      decision('undone', { state: 'withdrawn', at: now - 5_000 }),
      decision('refused', { state: 'refused', at: now - 3_600_000 }),
    ]
    expect(ids(linesOf([], decisions, options))).toEqual(['refused'])
  })

  it('moves no line while the operator points at the list, updates each, and adds new ones at the end', () => {
    const before = [decision('a'), decision('b')]
    const after = [decision('c'), decision('a', { state: 'unknown' }), decision('b', { state: 'done', sent: true })]
    const later = { ...options, isSteady: true, now: now + 60_000 }
    const lines = linesOf(before, after, later)
    expect(ids(lines)).toEqual(['a', 'b', 'c'])
    expect(lines.map(({ state }) => state)).toEqual(['unknown', 'done', 'held'])
    // A decision that the gateway no longer lists stays unchanged.
    expect(ids(linesOf(lines, [], later))).toEqual(['a', 'b', 'c'])
  })
})

it('counts what has to be checked apart from what ends by itself', () => {
  const lines = [
    decision('held'),
    decision('sending', { state: 'sending' }),
    decision('unknown', { state: 'unknown' }),
    decision('sent', { state: 'done', sent: true }),
    decision('not delivered', { state: 'done', sent: false }),
    decision('undone', { state: 'withdrawn' }),
  ]
  expect(countLines(lines)).toEqual({ toCheck: 2, inProgress: 2 })
})
