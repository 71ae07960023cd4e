/** What is marked in a series of alike drafts: only what differs from the series. */
import { expect, test } from 'vitest'
import { type Draft, messageRisks } from '#contract/index.ts'
import { markDifferencesInSeries } from './series-risks.ts'

const draftOf = (message: string, index: number): Draft => ({
  conversationId: `c${index}`,
  messageId: `m${index}`,
  message,
  customer: { name: null, email: null, phone: null },
  agentId: null,
  agentName: null,
  flowId: null,
  flowName: null,
  createdAt: '',
  risks: messageRisks(message, [], true),
  claim: null,
  doNotCall: null,
  needsSecondReviewer: false,
  firstApproval: null,
  decision: null,
})
const marked = (texts: readonly string[]) =>
  markDifferencesInSeries(texts.map(draftOf)).flatMap(({ risks }, index) =>
    risks.flatMap(({ kind, found }) => `${index} ${kind} ${found.join(', ')}`.trim()),
  )
const visits = (count: number, more: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `Our technician will visit you ${more(index)}, please be at home.`)

test('what all drafts say is marked in none', () => {
  expect(marked(visits(60, () => 'on Tuesday at 9:00 for $40'))).toEqual([])
})

test('what each draft says in its own way is marked in none', () => {
  expect(marked(visits(60, (index) => `on Tuesday at ${8 + (index % 10)}:${10 + Math.floor(index / 10)}`))).toEqual([])
})

test('what one or a few drafts say differently is marked in these', () => {
  const amounts = visits(60, (index) => `on Tuesday at 9:00 for $${index === 17 ? 400 : 40}`)
  expect(marked(amounts)).toEqual(['17 new_amount $400'])
  const days = visits(60, (index) => (index % 20 === 3 ? 'on Friday at 9:00' : 'on Tuesday at 9:00'))
  expect(marked(days)).toEqual(['3 new_date Friday', '23 new_date Friday', '43 new_date Friday'])
})

test('a few alike drafts are no series, and a placeholder is marked everywhere', () => {
  expect(marked(visits(2, () => 'on Tuesday'))).toHaveLength(4)
  expect(marked(visits(6, () => 'on Tuesday at {time}'))).toHaveLength(6)
})
