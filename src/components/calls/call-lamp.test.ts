import { describe, expect, it } from 'vitest'
import { type CallFacts, callLamp } from './call-lamp.ts'

const person = (isAgent: boolean) => ({
  identity: isAgent ? 'agent-1' : 'customer',
  isAgent,
  metadata: {},
  joinedAt: '',
})
const word = (facts: Partial<CallFacts>) =>
  callLamp({ participants: [person(true), person(false)], hasTranscript: true, ended: false, ...facts }).word

describe('the lamp of a call', () => {
  it('shows Ringing while only the agent is in the call, or if the service says so', () => {
    expect(word({ participants: [person(true)], hasTranscript: false })).toBe('Ringing')
    expect(word({ status: 'ringing' })).toBe('Ringing')
  })

  it('shows Live once somebody is in the call or has spoken, even if the service lists no participants', () => {
    expect(word({})).toBe('Live')
    expect(word({ participants: [], hasTranscript: true })).toBe('Live')
    expect(word({ status: 'in-progress' })).toBe('Live')
  })

  it('shows Not loaded yet if only the room is known', () => {
    expect(word({ status: '', participants: [], hasTranscript: false })).toBe('Not loaded yet')
  })

  it('shows Ended after the end', () => {
    expect(word({ status: 'ringing', ended: true })).toBe('Ended')
  })
})
