import { describe, expect, it } from 'vitest'
import { readinessOf } from '#components/agents/readiness.ts'
import { checkDraft } from './call-form-check.ts'

const known = { flows: [], complete: true }
const notReady = readinessOf({ id: 'anna', phoneNumber: '+14155550134' }, known)
const unknown = readinessOf({ id: 'anna', phoneNumber: '+14155550134' }, undefined)
const names = (errors: { name: string }[]) => errors.map(({ name }) => name)

describe('a call that is to be placed', () => {
  it('needs an agent and a number', () => {
    expect(names(checkDraft({ agentId: null, number: '' }, null))).toEqual(['agentId', 'toNumber'])
  })

  it('takes a number in any way of writing, as long as it names its country', () => {
    expect(checkDraft({ agentId: 'anna', number: '+44 7700 900-123' }, null)).toEqual([])
    expect(names(checkDraft({ agentId: 'anna', number: '7700 900123' }, null))).toEqual(['toNumber'])
  })

  it('is not placed with an agent that lacks something, and says what', () => {
    const [error] = checkDraft({ agentId: 'anna', number: '+14155550134' }, notReady)
    expect(error?.name).toBe('agentId')
    expect(error?.message).toContain('No flow is attached.')
  })

  it('is left to the service where nobody knows whether the agent is ready', () => {
    expect(checkDraft({ agentId: 'anna', number: '+14155550134' }, unknown)).toEqual([])
  })
})
