import { describe, expect, it } from 'vitest'
import type { Claim, Decision, Draft } from '#contract/index.ts'
import {
  draftStatus,
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
  doNotCall: null,
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
  customer: '',
  message: '',
  lastCheckedAt: null,
  nextCheckAt: null,
  dismissed: false,
})
const ids = (drafts: readonly Draft[]) => drafts.map(({ messageId }) => messageId)

describe('the queue', () => {
  it('continues with the next free draft, and from the top after the last', () => {
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
    // Resolved as not having happened: it waits for review again.
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
    const notHappened = { ...decision('settled'), action: 'Reject', refusal } as const
    expect(nextFree([draft('1', { decision: notHappened })], null, 'me')?.messageId).toBe('1')
    expect(nextFree([draft('1', { decision: { ...decision('done'), action: 'Edit' } })], null, 'me')?.messageId).toBe(
      '1',
    )
  })

  it('moves one draft at a time, and stops at the first and last', () => {
    const drafts = [draft('1'), draft('2'), draft('3')]
    expect(neighbour(drafts, draft('1'), 1)?.messageId).toBe('2')
    expect(neighbour(drafts, draft('3'), 1)?.messageId).toBe('3')
    expect(neighbour(drafts, draft('1'), -1)?.messageId).toBe('1')
    expect(neighbour(drafts, null, 1)?.messageId).toBe('1')
    expect(neighbour([], null, 1)).toBeUndefined()
  })

  it('is filtered by agent, flow and waiting time', () => {
    const old = new Date(now - 2 * 3_600_000).toISOString()
    const drafts = [draft('1', { agentId: 'a2', createdAt: old }), draft('2', { flowId: 'f2' }), draft('3')]
    expect(ids(filterDrafts(drafts, { agent: '', flow: '', age: '' }, now))).toEqual(['1', '2', '3'])
    expect(ids(filterDrafts(drafts, { agent: 'a2', flow: '', age: '' }, now))).toEqual(['1'])
    expect(ids(filterDrafts(drafts, { agent: '', flow: 'f2', age: '' }, now))).toEqual(['2'])
    expect(ids(filterDrafts(drafts, { agent: '', flow: '', age: '1h' }, now))).toEqual(['1'])
    expect(ids(filterDrafts(drafts, { agent: '', flow: '', age: '1d' }, now))).toEqual([])
  })

  it('shows who is reviewing, editing or has decided a draft', () => {
    expect(draftStatus(draft('1'), 'me').label).toBe('Needs review')
    expect(draftStatus(draft('1', { claim: claim({ operatorId: 'me' }) }), 'me').label).toBe('Needs review')
    expect(draftStatus(draft('1', { claim: claim() }), 'me').label).toBe('Priya is reviewing')
    expect(draftStatus(draft('1', { claim: claim({ editing: true }) }), 'me').label).toBe('Priya is editing')
    expect(draftStatus(draft('1', { decision: decision('held') }), 'me').label).toBe('In undo window')
    expect(draftStatus(draft('1', { decision: decision('sending', 'priya') }), 'me').label).toBe('Sending · Priya')
    expect(draftStatus(draft('1', { decision: decision('withdrawn') }), 'me').label).toBe('Needs review')
  })
})

describe('known decisions', () => {
  const first = { ...decision('held'), effectId: 'e1', messageId: '1', at: 1 }
  const known = mergeDecisions([], [first], 100)

  it('follow the latest answer, and keep outcomes that it no longer lists', () => {
    expect(mergeDecisions(known, [{ ...first, state: 'done' }], 200)).toEqual([
      { decision: { ...first, state: 'done' }, readAt: 200 },
    ])
    const done = mergeDecisions(known, [{ ...first, state: 'done' }], 200)
    expect(mergeDecisions(done, [], 900_000)).toEqual(done)
  })

  it('drop a decision in progress that is missing from a later list, unless it was made a moment ago', () => {
    expect(mergeDecisions(known, [], 200)).toEqual(known)
    expect(mergeDecisions(known, [], 900_000)).toEqual([])
  })

  it('are attached to their drafts', () => {
    const second = { ...first, effectId: 'e2', state: 'withdrawn' as const, at: 2 }
    expect(latestOf(mergeDecisions(known, [second], 200), draft('1'))?.decision.effectId).toBe('e2')
    const drafts = withDecisions([draft('1'), draft('2')], known)
    expect(drafts.map((one) => one.decision?.effectId ?? null)).toEqual(['e1', null])
  })
})

describe('the rows', () => {
  const rows = [draft('1'), draft('2')].map((one) => ({ draft: one, gone: false }))
  const shown = (isPointedAt: boolean, ...drafts: Draft[]) =>
    updateRows(rows, drafts, isPointedAt).map(({ draft: one, gone }) => `${keyOf(one)}${gone ? ' gone' : ''}`)

  it('do not move while the operator points at them', () => {
    expect(shown(true, draft('0'), draft('2'))).toEqual(['c/1 gone', 'c/2', 'c/0'])
  })

  it('otherwise follow the queue', () => {
    expect(shown(false, draft('0'), draft('2'))).toEqual(['c/0', 'c/2'])
  })
})
