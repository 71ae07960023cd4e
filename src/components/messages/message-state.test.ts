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

describe('the state of a message', () => {
  it('is waiting for review until somebody decides', () => {
    expect(word({})).toBe('Waiting for review')
    expect(word({ status: 'drafted' })).toBe('Waiting for review')
  })

  it('is sent, or approved but not delivered', () => {
    expect(word({ status: 'approved', sent: true })).toBe('Sent')
    expect(word({ status: 'approved', sent: false })).toBe('Approved, not delivered')
    expect(word({ status: 'approved', sent: null })).toBe('Approved, delivery unknown')
  })

  it('is rejected, or received from the customer', () => {
    expect(word({ status: 'rejected' })).toBe('Rejected')
    expect(word({ direction: 'inbound', status: 'received', sent: true })).toBe('Received')
  })

  it('is the service’s own word for an unknown status', () => {
    expect(word({ direction: 'inbound', status: 'quarantined' })).toBe('quarantined')
    expect(word({ sent: null, status: 'queued_upstream' })).toBe('queued_upstream')
    expect(word({ _id: '', status: '' })).toBe('Status unknown')
  })
})
