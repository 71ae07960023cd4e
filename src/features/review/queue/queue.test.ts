import { describe, expect, it } from 'vitest'
import type { Claim, Decision, Draft } from '#contract/index.ts'
import {
  draftLamp,
  filterDrafts,
  keyOf,
  latestOf,
  mergeDecisions,
  neighbour,
  nextFree,
  updateRows,
  withDecisions,
} from './queue.ts'

const now = Date.UTC(2026, 10, 20, 12)
const draft = (messageId: string, more: Partial<Draft> = {}): Draft => ({
  conversationId: 'c',
  messageId,
  message: '',
  customer: { name: null, email: null, phone: null },
  agentId: 'a1',
  agentName: null,
  flowId: 'f1',
  flowName: null,
  createdAt: new Date(now - 60_000).toISOString(),
  claim: null,
  decision: null,
  ...more,
})
const claim = (more: Partial<Claim> = {}): Claim => ({
  operator: 'Priya',
  operatorId: 'priya',
  editing: false,
  ...more,
})
const decision = (state: Decision['state'], operatorId = 'me'): Decision => ({
  effectId: 'e',
  conversationId: 'c',
  messageId: 'm',
  action: 'Approve',
  operator: 'Priya',
  operatorId,
  state,
  to: null,
  sendsAt: now + 5_000,
  delayed: '',
  sent: null,
  refusal: null,
  at: now,
})
const ids = (drafts: readonly Draft[]) => drafts.map(({ messageId }) => messageId)

describe('the queue', () => {
  it('goes on to the next message that nobody else has, and begins again at the top', () => {
    const drafts = [draft('1'), draft('2'), draft('3', { claim: claim() }), draft('4', { decision: decision('held') })]
    expect(nextFree(drafts, null, 'me')?.messageId).toBe('1')
    expect(nextFree(drafts, draft('1'), 'me')?.messageId).toBe('2')
    expect(nextFree(drafts, draft('2'), 'me')?.messageId).toBe('1')
    expect(nextFree([draft('1')], draft('1'), 'me')).toBeUndefined()
    expect(nextFree([draft('1', { claim: claim({ operatorId: 'me' }) })], null, 'me')?.messageId).toBe('1')
    expect(nextFree([draft('1', { decision: decision('withdrawn') })], null, 'me')?.messageId).toBe('1')
    expect(nextFree(drafts, draft('decided long ago'), 'me')?.messageId).toBe('1')
    expect(nextFree([draft('1', { decision: decision('done') })], null, 'me')).toBeUndefined()
    expect(nextFree([draft('1', { decision: decision('settled') })], null, 'me')).toBeUndefined()
    // Settled as not having happened: it waits again.
    const refusal = {
      status: 409,
      code: 'not_happened',
      by: 'gateway',
      message: 'It did not happen.',
      details: '',
      sent: 'no',
      retryAfter: null,
      reference: '',
    } as const
    const notSo = { ...decision('settled'), action: 'Reject', refusal } as const
    expect(nextFree([draft('1', { decision: notSo })], null, 'me')?.messageId).toBe('1')
    expect(nextFree([draft('1', { decision: { ...decision('done'), action: 'Edit' } })], null, 'me')?.messageId).toBe(
      '1',
    )
  })

  it('is walked one by one, and ends at its ends', () => {
    const drafts = [draft('1'), draft('2'), draft('3')]
    expect(neighbour(drafts, draft('1'), 1)?.messageId).toBe('2')
    expect(neighbour(drafts, draft('3'), 1)?.messageId).toBe('3')
    expect(neighbour(drafts, draft('1'), -1)?.messageId).toBe('1')
    expect(neighbour(drafts, null, 1)?.messageId).toBe('1')
    expect(neighbour([], null, 1)).toBeUndefined()
  })

  it('is filtered by agent, flow and how long a message waits', () => {
    const old = new Date(now - 2 * 3_600_000).toISOString()
    const drafts = [draft('1', { agentId: 'a2', createdAt: old }), draft('2', { flowId: 'f2' }), draft('3')]
    expect(ids(filterDrafts(drafts, { agent: '', flow: '', age: '' }, now))).toEqual(['1', '2', '3'])
    expect(ids(filterDrafts(drafts, { agent: 'a2', flow: '', age: '' }, now))).toEqual(['1'])
    expect(ids(filterDrafts(drafts, { agent: '', flow: 'f2', age: '' }, now))).toEqual(['2'])
    expect(ids(filterDrafts(drafts, { agent: '', flow: '', age: '1h' }, now))).toEqual(['1'])
    expect(ids(filterDrafts(drafts, { agent: '', flow: '', age: '1d' }, now))).toEqual([])
  })

  it('says who is at a message, and doing what', () => {
    expect(draftLamp(draft('1'), 'me').word).toBe('Needs you')
    expect(draftLamp(draft('1', { claim: claim({ operatorId: 'me' }) }), 'me').word).toBe('Needs you')
    expect(draftLamp(draft('1', { claim: claim() }), 'me').word).toBe('Priya is reading')
    expect(draftLamp(draft('1', { claim: claim({ editing: true }) }), 'me').word).toBe('Priya is editing')
    expect(draftLamp(draft('1', { decision: decision('held') }), 'me').word).toBe('Held')
    expect(draftLamp(draft('1', { decision: decision('sending', 'priya') }), 'me').word).toBe('Sending, Priya')
    expect(draftLamp(draft('1', { decision: decision('withdrawn') }), 'me').word).toBe('Needs you')
  })
})

describe('what is known of decisions', () => {
  const first = { ...decision('held'), effectId: 'e1', messageId: '1', at: 1 }
  const seen = mergeDecisions([], [first], 100)

  it('is the latest answer, and what is no longer named stays as it was', () => {
    expect(mergeDecisions(seen, [{ ...first, state: 'done' }], 200)).toEqual([
      { decision: { ...first, state: 'done' }, readAt: 200 },
    ])
    const done = mergeDecisions(seen, [{ ...first, state: 'done' }], 200)
    expect(mergeDecisions(done, [], 900_000)).toEqual(done)
  })

  it('forgets one that was under way when nobody was looking, but not the one of a moment ago', () => {
    expect(mergeDecisions(seen, [], 200)).toEqual(seen)
    expect(mergeDecisions(seen, [], 900_000)).toEqual([])
  })

  it('goes with the draft that it is about', () => {
    const second = { ...first, effectId: 'e2', state: 'withdrawn' as const, at: 2 }
    expect(latestOf(mergeDecisions(seen, [second], 200), draft('1'))?.decision.effectId).toBe('e2')
    const drafts = withDecisions([draft('1'), draft('2')], seen)
    expect(drafts.map((one) => one.decision?.effectId ?? null)).toEqual(['e1', null])
  })
})

describe('the rows', () => {
  const rows = [draft('1'), draft('2')].map((one) => ({ draft: one, gone: false }))
  const shown = (held: boolean, ...drafts: Draft[]) =>
    updateRows(rows, drafts, held).map(({ draft: one, gone }) => `${keyOf(one)}${gone ? ' gone' : ''}`)

  it('do not move while somebody points at them', () => {
    expect(shown(true, draft('0'), draft('2'))).toEqual(['c/1 gone', 'c/2', 'c/0'])
  })

  it('are as the queue is while nobody does', () => {
    expect(shown(false, draft('0'), draft('2'))).toEqual(['c/0', 'c/2'])
  })
})
