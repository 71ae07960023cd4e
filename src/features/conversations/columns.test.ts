import { expect, it } from 'vitest'
import { stateAt } from '#kit/list/definition.ts'
import { viewOf } from '#kit/list/view.ts'
import { conversationList, type SeenConversation } from './columns.tsx'

const list = conversationList(Date.parse('2026-11-23T12:00:00.000Z'))
const row = (conversationId: string, fields: Partial<SeenConversation>): SeenConversation => ({
  conversationId,
  title: 'Ava',
  phone: null,
  agentId: null,
  agentName: null,
  flowId: null,
  flowName: null,
  last: '',
  inbound: false,
  isDraft: false,
  drafts: 0,
  undelivered: 0,
  isRead: true,
  updatedAt: '2026-11-23T11:00:00.000Z',
  ...fields,
})
const rows = [
  row('draft', { drafts: 1, inbound: true, title: 'Zoë' }),
  row('inbound', { inbound: true, agentId: 'a1', flowId: 'f1', updatedAt: '2026-11-20T12:00:00.000Z' }),
  row('undelivered', { undelivered: 1, title: 'Émile' }),
  row('answered', { title: 'ava' }),
  row('unread', { isRead: false, updatedAt: '2026-10-20T12:00:00.000Z' }),
]
const idsFor = (address: string) => {
  const state = stateAt(list, `http://localhost/?${address}`)
  return viewOf(list, rows, state).matches.map(({ conversationId }) => conversationId)
}

it.each([
  ['state=review', ['draft']],
  ['state=customer', ['inbound']],
  ['state=undelivered', ['undelivered']],
  ['state=answered', ['answered']],
  ['state=unread', ['unread']],
  ['agent=a1&flow=f1', ['inbound']],
  ['agent=a1&updated=1', []],
  ['agent=a1&updated=7', ['inbound']],
  // The latest first, then by name.
  ['', ['answered', 'undelivered', 'draft', 'inbound', 'unread']],
  ['sort=customer', ['inbound', 'answered', 'unread', 'undelivered', 'draft']],
  ['sort=state', ['draft', 'undelivered', 'inbound', 'answered', 'unread']],
])('the list of conversations at ?%s', (address, ids) => {
  expect(idsFor(address)).toEqual(ids)
})
