import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/index.ts'
import { messageState } from './message-state.ts'

const label = (message: Partial<Message>) =>
  messageState({
    _id: 'm1',
    direction: 'outbound',
    sent: false,
    message: 'On Monday.',
    status: 'pending',
    createdAt: '',
    updatedAt: '',
    ...message,
  }).label

describe('the state of a message', () => {
  it('is waiting for review until somebody decides', () => {
    expect(label({})).toBe('Waiting for review')
    expect(label({ status: 'drafted' })).toBe('Waiting for review')
  })

  it('is sent, or approved but not delivered', () => {
    expect(label({ status: 'approved', sent: true })).toBe('Sent')
    expect(label({ status: 'approved', sent: false })).toBe('Approved, not delivered')
    expect(label({ status: 'approved', sent: null })).toBe('Approved, delivery unknown')
  })

  it('is rejected, or received from the customer', () => {
    expect(label({ status: 'rejected' })).toBe('Rejected')
    expect(label({ direction: 'inbound', status: 'received', sent: true })).toBe('Received')
  })

  it('is the status as the service sends it, if it is unknown', () => {
    expect(label({ direction: 'inbound', status: 'quarantined' })).toBe('quarantined')
    expect(label({ sent: null, status: 'queued_upstream' })).toBe('queued_upstream')
    expect(label({ _id: '', status: '' })).toBe('Status unknown')
  })
})
