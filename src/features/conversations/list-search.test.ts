import { describe, expect, it } from 'vitest'
import { type ConversationState, isShown, paginate, type SeenConversation, sorted } from './list-search.ts'

const now = Date.parse('2026-11-23T12:00:00.000Z')
const row = (fields: Partial<SeenConversation>): SeenConversation => ({
  conversationId: 'c1',
  title: 'Ava',
  phone: null,
  agentId: null,
  agentName: null,
  flowId: null,
  flowName: null,
  last: '',
  inbound: false,
  drafts: 0,
  undelivered: 0,
  isRead: true,
  updatedAt: '2026-11-23T11:00:00.000Z',
  ...fields,
})

describe('the list of conversations', () => {
  it.each<[ConversationState, Partial<SeenConversation>]>([
    ['review', { drafts: 1, inbound: true }],
    ['customer', { inbound: true }],
    ['undelivered', { undelivered: 1 }],
    ['answered', {}],
    ['unread', { isRead: false }],
  ])('shows with the state %s only those in it', (state, fields) => {
    const all = [{ drafts: 1 }, { inbound: true }, { undelivered: 1 }, {}, { isRead: false }]
    expect(isShown(row(fields), { state }, now)).toBe(true)
    expect(all.filter((one) => isShown(row(one), { state }, now))).toHaveLength(1)
  })

  it('filters by agent, flow and the days since the last change', () => {
    const one = row({ agentId: 'a1', flowId: 'f1', updatedAt: '2026-11-20T12:00:00.000Z' })
    expect(isShown(one, { agent: 'a1', flow: 'f1', days: '7' }, now)).toBe(true)
    expect(isShown(one, { agent: 'a2' }, now)).toBe(false)
    expect(isShown(one, { flow: 'f2' }, now)).toBe(false)
    expect(isShown(one, { days: '1' }, now)).toBe(false)
  })

  it('is sorted by each column, in both orders, with equal rows in their order', () => {
    const rows = [row({ title: 'Zoë', drafts: 1 }), row({ title: 'ava' }), row({ title: 'Émile' })]
    const titles = (...search: Parameters<typeof sorted>[1][]) => search.map((one) => sorted(rows, one)[0]?.title)
    expect(titles({ sort: 'customer', order: undefined }, { sort: 'customer', order: 'descending' })).toEqual([
      'ava',
      'Zoë',
    ])
    expect(sorted(rows, { sort: 'review', order: undefined }).map(({ title }) => title)).toEqual([
      'Zoë',
      'ava',
      'Émile',
    ])
  })

  it('is shown in pages, and a page that does not exist becomes the last one', () => {
    const rows = Array.from({ length: 250 }, (_, index) => index)
    expect(paginate(rows, 2).rows).toEqual(rows.slice(100, 200))
    expect(paginate(rows, 9)).toMatchObject({ rows: rows.slice(200), pagination: { page: 3, hasNext: false } })
    expect(paginate([], 1).pagination).toMatchObject({ page: 1, total: 0, totalPages: 1 })
  })
})
