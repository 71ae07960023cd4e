import { describe, expect, it } from 'vitest'
import type { Claim, Decision, Draft } from '#contract/index.ts'
import {
  assignmentOf,
  draftStatus,
  filterDrafts,
  filterRows,
  isFree,
  keyOf,
  latestDecisionOf,
  mergeDecisions,
  neighbour,
  nextFreeDraft,
  sortDrafts,
  updateRows,
} from './queue.ts'

const now = Date.UTC(2026, 10, 20, 12)
const draft = (messageId: string, fields: Partial<Draft> = {}): Draft => ({
  conversationId: 'c',
  messageId,
  message: '',
  customer: { name: null, email: null, phone: null },
  agentId: 'a1',
  agentName: null,
  flowId: 'f1',
  flowName: null,
  createdAt: new Date(now - 60_000).toISOString(),
  risks: [],
  claim: null,
  doNotCall: null,
  needsSecondReviewer: false,
  firstApproval: null,
  decision: null,
  ...fields,
})
const claim = (fields: Partial<Claim> = {}): Claim => ({
  operator: 'Priya',
  operatorId: 'priya',
  editing: false,
  ...fields,
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
  rejectReason: null,
  rejectNote: null,
  redraft: null,
})
const ids = (drafts: readonly Draft[]) => drafts.map(({ messageId }) => messageId)

describe('the queue', () => {
  it('continues with the next free draft, and from the top after the last', () => {
    const drafts = [draft('1'), draft('2'), draft('3', { claim: claim() }), draft('4', { decision: decision('held') })]
    expect(nextFreeDraft(drafts, null, 'me')?.messageId).toBe('1')
    expect(nextFreeDraft(drafts, draft('1'), 'me')?.messageId).toBe('2')
    expect(nextFreeDraft(drafts, draft('2'), 'me')?.messageId).toBe('1')
    expect(nextFreeDraft([draft('1')], draft('1'), 'me')).toBeUndefined()
    expect(nextFreeDraft([draft('1', { claim: claim({ operatorId: 'me' }) })], null, 'me')?.messageId).toBe('1')
    expect(nextFreeDraft([draft('1', { decision: decision('withdrawn') })], null, 'me')?.messageId).toBe('1')
    expect(nextFreeDraft(drafts, draft('decided long ago'), 'me')?.messageId).toBe('1')
    expect(nextFreeDraft([draft('1', { decision: decision('done') })], null, 'me')).toBeUndefined()
    expect(nextFreeDraft([draft('1', { decision: decision('settled') })], null, 'me')).toBeUndefined()
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
    expect(nextFreeDraft([draft('1', { decision: notHappened })], null, 'me')?.messageId).toBe('1')
    expect(
      nextFreeDraft([draft('1', { decision: { ...decision('done'), action: 'Edit' } })], null, 'me')?.messageId,
    ).toBe('1')
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
    const twoHoursAgo = new Date(now - 2 * 3_600_000).toISOString()
    const drafts = [draft('1', { agentId: 'a2', createdAt: twoHoursAgo }), draft('2', { flowId: 'f2' }), draft('3')]
    const all = { agent: '', flow: '', age: '', assigned: '', alike: '' } as const
    const filter = (changes: Partial<Parameters<typeof filterDrafts>[1]>, search = '') =>
      ids(filterDrafts(drafts, { ...all, ...changes }, search, { now, myId: 'me' }))
    expect(filter({})).toEqual(['1', '2', '3'])
    expect(filter({ agent: 'a2' })).toEqual(['1'])
    expect(filter({ flow: 'f2' })).toEqual(['2'])
    expect(filter({ age: '1h' })).toEqual(['1'])
    expect(filter({ age: '1d' })).toEqual([])
    expect(filter({ assigned: 'others' })).toEqual([])
  })

  it('is searched by name, number, e-mail and words of the draft', () => {
    const ava = draft('1', { customer: { name: 'Ava Müller', email: 'ava@northfield.example', phone: '+14155550134' } })
    const drafts = [ava, draft('2', { message: 'Your refund is on its way.' })]
    const search = (text: string) =>
      ids(filterDrafts(drafts, { agent: '', flow: '', age: '', assigned: '', alike: '' }, text, { now, myId: 'me' }))
    for (const text of ['muller', 'northfield', '5550134', '+1 415 555']) expect(search(text)).toEqual(['1'])
    expect(search('refund way')).toEqual(['2'])
    expect(search('refund ava')).toEqual([])
  })

  it('says whether a draft is mine, free, or with a colleague', () => {
    expect(assignmentOf(draft('1'), 'me')).toBe('free')
    expect(assignmentOf(draft('1', { claim: claim({ operatorId: 'me' }) }), 'me')).toBe('mine')
    expect(assignmentOf(draft('1', { claim: claim() }), 'me')).toBe('others')
    expect(assignmentOf(draft('1', { claim: claim(), decision: decision('held') }), 'me')).toBe('mine')
  })

  it('is sorted by risk and age: a risk counts as a longer wait, so that nothing waits forever', () => {
    const at = (minutesAgo: number) => ({ createdAt: new Date(now - minutesAgo * 60_000).toISOString() })
    const risk = (kind: Draft['risks'][number]['kind']) => ({ risks: [{ kind, found: [] }] })
    const drafts = [
      draft('old', at(90)),
      draft('middle', at(40)),
      draft('date', { ...at(35), ...risk('new_date') }),
      draft('placeholder', { ...at(1), ...risk('placeholder') }),
    ]
    expect(ids([...sortDrafts(drafts, '')])).toEqual(['old', 'placeholder', 'date', 'middle'])
    expect(ids([...sortDrafts(drafts, 'newest')])).toEqual(['placeholder', 'date', 'middle', 'old'])
    expect(sortDrafts(drafts, 'oldest')).toBe(drafts)
  })

  it('counts a draft whose time the service did not tell as one that waits longest', () => {
    const drafts = [
      draft('new'),
      draft('unknown', { createdAt: '' }),
      draft('old', { createdAt: '2026-11-01T00:00:00Z' }),
    ]
    expect(ids([...sortDrafts(drafts, '')])).toEqual(['unknown', 'old', 'new'])
  })

  it('has drafts after which the customer wrote first, however long others wait', () => {
    const at = (minutesAgo: number) => ({ createdAt: new Date(now - minutesAgo * 60_000).toISOString() })
    const risks = (...kinds: Draft['risks'][number]['kind'][]) => ({
      risks: kinds.map((kind) => ({ kind, found: [] })),
    })
    const drafts = [
      draft('old', at(3_000)),
      draft('blocked', { ...at(80), ...risks('do_not_call') }),
      draft('overtaken', { ...at(30), ...risks('customer_wrote') }),
      draft('hidden', { ...at(25), ...risks('hidden_characters') }),
      draft('date', { ...at(50), ...risks('new_date') }),
      draft('also', { ...at(1), ...risks('customer_wrote', 'placeholder') }),
    ]
    expect(ids([...sortDrafts(drafts, '')])).toEqual(['overtaken', 'also', 'old', 'blocked', 'hidden', 'date'])
  })

  it('shows who is reviewing or editing a draft, or has decided about it', () => {
    expect(draftStatus(draft('1'), 'me').label).toBe('Needs review')
    expect(draftStatus(draft('1', { claim: claim({ operatorId: 'me' }) }), 'me').label).toBe('Needs review')
    expect(draftStatus(draft('1', { claim: claim() }), 'me').label).toBe('Priya is reviewing')
    expect(draftStatus(draft('1', { claim: claim({ editing: true }) }), 'me').label).toBe('Priya is editing')
    expect(draftStatus(draft('1', { decision: decision('held') }), 'me').label).toBe('In undo window')
    expect(draftStatus(draft('1', { decision: decision('sending', 'priya') }), 'me').label).toBe('Sending · Priya')
    expect(draftStatus(draft('1', { decision: decision('withdrawn') }), 'me').label).toBe('Needs review')
  })

  it('counts a draft that the operator approved first as waiting for a colleague, and one that a colleague approved as free', () => {
    const firstApproval = { operator: 'Priya', operatorId: 'priya', at: now, editedMessage: null }
    const one = draft('m1', { needsSecondReviewer: true, firstApproval })
    expect([isFree(one, 'priya'), assignmentOf(one, 'priya'), draftStatus(one, 'priya').label]).toEqual([
      false,
      'others',
      'Waits for a second reviewer',
    ])
    expect([isFree(one, 'me'), assignmentOf(one, 'me'), draftStatus(one, 'me').label]).toEqual([
      true,
      'free',
      'Needs you, approved by Priya',
    ])
    expect(draftStatus({ ...one, firstApproval: null }, 'me').label).toBe('Needs two reviewers')
  })
})

describe('known decisions', () => {
  const heldDecision = { ...decision('held'), effectId: 'e1', messageId: '1', at: 1 }
  const knownDecisions = mergeDecisions([], [heldDecision], 100)

  it('follow the latest answer, and keep outcomes that it no longer lists', () => {
    expect(mergeDecisions(knownDecisions, [{ ...heldDecision, state: 'done' }], 200)).toEqual([
      { decision: { ...heldDecision, state: 'done' }, readAt: 200 },
    ])
    const done = mergeDecisions(knownDecisions, [{ ...heldDecision, state: 'done' }], 200)
    expect(mergeDecisions(done, [], 900_000)).toEqual(done)
  })

  it('drop a decision in progress if a later list does not contain it, unless it was made a moment ago', () => {
    expect(mergeDecisions(knownDecisions, [], 200)).toEqual(knownDecisions)
    expect(mergeDecisions(knownDecisions, [], 900_000)).toEqual([])
  })

  it('are attached to their drafts', () => {
    const newerDecision = { ...heldDecision, effectId: 'e2', state: 'withdrawn' as const, at: 2 }
    expect(latestDecisionOf(mergeDecisions(knownDecisions, [newerDecision], 200), draft('1'))?.decision.effectId).toBe(
      'e2',
    )
    const rows = [draft('1'), draft('2'), draft('3', { agentId: 'a2' })].map((draft) => ({
      draft,
      hasLeftQueue: false,
    }))
    const filter = { agent: 'a1', flow: '', age: '', assigned: '', alike: '' } as const
    const shown = filterRows(rows, filter, '', { now, myId: 'me' }, knownDecisions)
    expect(shown.map(({ draft }) => [draft.messageId, draft.decision?.effectId ?? null])).toEqual([
      ['1', 'e1'],
      ['2', null],
    ])
    // A line is rendered again only if its draft is another object.
    expect(shown[1]?.draft).toBe(rows[1]?.draft)
  })
})

describe('the rows', () => {
  const rows = [draft('1'), draft('2')].map((draft) => ({ draft, hasLeftQueue: false }))
  const rowKeys = (isPointedAt: boolean, ...drafts: Draft[]) =>
    updateRows(rows, drafts, isPointedAt).map(
      ({ draft, hasLeftQueue }) => `${keyOf(draft)}${hasLeftQueue ? ' gone' : ''}`,
    )

  it('do not move while the operator points at them', () => {
    expect(rowKeys(true, draft('0'), draft('2'))).toEqual(['c/1 gone', 'c/2', 'c/0'])
  })

  it('otherwise follow the queue', () => {
    expect(rowKeys(false, draft('0'), draft('2'))).toEqual(['c/0', 'c/2'])
  })
})
