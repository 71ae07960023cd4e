import { describe, expect, it } from 'vitest'
import { type CallFacts, callLamp } from './call-lamp.ts'

const person = (isAgent: boolean) => ({
  identity: isAgent ? 'agent-1' : 'customer',
  isAgent,
  metadata: {},
  joinedAt: '',
})
const word = (facts: Partial<CallFacts>) =>
  callLamp({ participants: [person(true), person(false)], spoken: true, ended: false, ...facts }).word

describe('the lamp of a call', () => {
  it('rings while only the agent is there, or the service says so', () => {
    expect(word({ participants: [person(true)], spoken: false })).toBe('Ringing')
    expect(word({ status: 'ringing' })).toBe('Ringing')
  })

  it('is live once somebody is there or something was said, though a deployment names nobody', () => {
    expect(word({})).toBe('Live')
    expect(word({ participants: [], spoken: true })).toBe('Live')
    expect(word({ status: 'in-progress' })).toBe('Live')
  })

  it('claims nothing of a call that is known by its room alone', () => {
    expect(word({ status: '', participants: [], spoken: false })).toBe('Not read yet')
  })

  it('stays ended once it has ended', () => {
    expect(word({ status: 'ringing', ended: true })).toBe('Ended')
  })
})
