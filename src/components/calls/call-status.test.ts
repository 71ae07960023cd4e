import { describe, expect, it } from 'vitest'
import { type CallFacts, callStatus } from './call-status.ts'

const person = (isAgent: boolean) => ({
  identity: isAgent ? 'agent-1' : 'customer',
  isAgent,
  metadata: {},
  joinedAt: '',
})
const label = (facts: Partial<CallFacts>) =>
  callStatus({ participants: [person(true), person(false)], hasTranscript: true, hasEnded: false, ...facts }).label

describe('the status label of a call', () => {
  it('shows Ringing while only the agent is in the call, or if the service says so', () => {
    expect(label({ participants: [person(true)], hasTranscript: false })).toBe('Ringing')
    expect(label({ status: 'ringing' })).toBe('Ringing')
  })

  it('shows Live once somebody is in the call or has spoken, even if the service lists no participants', () => {
    expect(label({})).toBe('Live')
    expect(label({ participants: [], hasTranscript: true })).toBe('Live')
    expect(label({ status: 'in-progress' })).toBe('Live')
  })

  it('shows that it is loading if only the room is known, but not where nothing reads it', () => {
    const room = { status: '', participants: [], hasTranscript: false }
    expect(label(room)).toBe('Loading…')
    expect(label({ ...room, isUnread: true })).toBe('Not loaded yet')
  })

  it('shows Ended after the end', () => {
    expect(label({ status: 'ringing', hasEnded: true })).toBe('Ended')
  })
})
