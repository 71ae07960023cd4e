import { describe, expect, it } from 'vitest'
import { MessageFlow } from '#contract/index.ts'
import { messageFlowForm } from './form.ts'

const { empty, creationOf, activationProblems } = messageFlowForm
const activated = { ...empty, name: 'Replies', agent: 'willa', isActive: true }
const flowWith = (fields: object) => MessageFlow.parse({ _id: 'f1', name: 'Replies', isActive: false, ...fields })

describe('a new message flow', () => {
  it('is inactive, and says so to the service, whose default is active', () => {
    expect(creationOf({ ...empty, name: 'Replies' }).isActive).toBe(false)
    expect(creationOf(activated).isActive).toBe(true)
  })
})

describe('a message flow that becomes active', () => {
  it('has no agent, or sends without review', () => {
    expect(activationProblems(null, activated)).toEqual([])
    expect(activationProblems(null, { ...activated, agent: null })).toEqual([
      'The flow has no messaging agent, so it cannot write messages.',
    ])
    expect(activationProblems(flowWith({ autopilot: true }), activated)).toEqual([
      'Autopilot is on, so the flow’s messages are sent without review.',
    ])
  })

  it('is only asked about when it becomes active', () => {
    expect(activationProblems(null, { ...activated, agent: null, isActive: false })).toEqual([])
    expect(activationProblems(flowWith({ isActive: true, autopilot: true }), activated)).toEqual([])
  })
})
