import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/index.ts'
import { messageState } from './message-state.ts'

const word = (message: Partial<Message>) =>
  messageState({
    _id: 'm1',
    direction: 'outbound',
    sent: false,
    message: 'On Monday.',
    status: 'pending',
    createdAt: '',
    updatedAt: '',
    ...message,
  }).word

describe('a message', () => {
  it('waits for review while nobody has decided', () => {
    expect(word({})).toBe('Waits for review')
    expect(word({ status: 'drafted' })).toBe('Waits for review')
  })

  it('is sent, or approved and yet not delivered', () => {
    expect(word({ status: 'approved', sent: true })).toBe('Sent')
    expect(word({ status: 'approved', sent: false })).toBe('Approved, not delivered')
    expect(word({ status: 'approved', sent: null })).toMatch(/does not say/)
  })

  it('is rejected, or came from the customer', () => {
    expect(word({ status: 'rejected' })).toBe('Rejected')
    expect(word({ direction: 'inbound', status: 'received', sent: true })).toBe('Received')
  })

  it('in a state that we do not know keeps the service’s own word', () => {
    expect(word({ direction: 'inbound', status: 'quarantined' })).toBe('quarantined')
    expect(word({ sent: null, status: 'queued_upstream' })).toBe('queued_upstream')
    expect(word({ _id: '', status: '' })).toBe('State not told')
  })
})
