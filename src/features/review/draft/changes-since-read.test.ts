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
const seen = snapshotOf(conversation(question, draft), '2')

describe('while a reviewer reads', { tags: ['U20'] }, () => {
  it('nothing is new as long as nothing is', () => {
    expect(changesSince(seen, conversation(question, draft), '2')).toBeNull()
    // What we send ourselves is no news.
    expect(changesSince(seen, conversation(question, draft, message('3', 'outbound', 'Hello')), '2')).toBeNull()
  })

  it('a changed text is, with what it was', () => {
    expect(changesSince(seen, conversation(question, { ...draft, message: 'On Friday.' }), '2')).toEqual({
      textBefore: 'On Monday.',
      inbound: [],
    })
  })

  it('a message of the customer is', () => {
    const more = message('3', 'inbound', 'Never mind')
    expect(changesSince(seen, conversation(question, draft, more), '2')).toEqual({ textBefore: null, inbound: [more] })
  })

  it('a draft that has gone away is no changed text', () => {
    expect(changesSince(seen, conversation(question), '2')).toBeNull()
  })

  it('what was newer when it was opened is no news, unless somebody writes already', () => {
    expect(isCatchUp(10_000, 9_000, false)).toBe(true)
    expect(isCatchUp(10_000, 11_000, false)).toBe(true)
    expect(isCatchUp(10_000, 11_000, true)).toBe(false)
    expect(isCatchUp(10_000, 12_000, false)).toBe(false)
  })
})
