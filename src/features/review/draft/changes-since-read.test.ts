import { describe, expect, it } from 'vitest'
import type { Conversation, Message } from '#contract/index.ts'
import { changesSince, isCatchUp, snapshotOf } from './changes-since-read.ts'

const message = (_id: string, direction: string, text: string): Message => ({
  _id,
  direction,
  message: text,
  sent: false,
  status: direction === 'inbound' ? 'received' : 'pending',
  createdAt: '',
  updatedAt: '',
})
const conversation = (...messages: Message[]): Conversation => ({
  _id: 'c',
  userId: null,
  pathwayId: null,
  agentId: null,
  customer: { name: null, email: null, phone: null },
  messages,
  createdAt: '',
  updatedAt: '',
})
const question = message('1', 'inbound', 'When?')
const draft = message('2', 'outbound', 'On Monday.')
const snapshot = snapshotOf(conversation(question, draft), '2')

describe('changes while a reviewer reads', { tags: ['U20'] }, () => {
  it('are null without a change', () => {
    expect(changesSince(snapshot, conversation(question, draft), '2')).toBeNull()
    // Our own messages are not changes.
    expect(changesSince(snapshot, conversation(question, draft, message('3', 'outbound', 'Hello')), '2')).toBeNull()
  })

  it('include a changed text, with the text before', () => {
    expect(changesSince(snapshot, conversation(question, { ...draft, message: 'On Friday.' }), '2')).toEqual({
      textBefore: 'On Monday.',
      inbound: [],
    })
  })

  it('include a new message from the customer', () => {
    const reply = message('3', 'inbound', 'Never mind')
    expect(changesSince(snapshot, conversation(question, draft, reply), '2')).toEqual({
      textBefore: null,
      inbound: [reply],
    })
  })

  it('do not include a removed draft', () => {
    expect(changesSince(snapshot, conversation(question), '2')).toBeNull()
  })

  it('are not reported for an update right after opening, unless the operator is editing', () => {
    expect(isCatchUp(10_000, 9_000, false)).toBe(true)
    expect(isCatchUp(10_000, 11_000, false)).toBe(true)
    expect(isCatchUp(10_000, 11_000, true)).toBe(false)
    expect(isCatchUp(10_000, 12_000, false)).toBe(false)
  })
})
