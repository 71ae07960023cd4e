import { describe, expect, it } from 'vitest'
import { readinessOf } from '#components/agents/readiness.ts'
import { checkDraft } from './call-form-check.ts'

const noFlows = { flows: [], isComplete: true }
const missingFlow = readinessOf({ id: 'anna', phoneNumber: '+14155550134' }, noFlows)
const unknownReadiness = readinessOf({ id: 'anna', phoneNumber: '+14155550134' }, undefined)
const fieldNames = (errors: { name: string }[]) => errors.map(({ name }) => name)

describe('the check of the call form', () => {
  it('requires an agent and a number', () => {
    expect(fieldNames(checkDraft({ agentId: null, number: '' }, null))).toEqual(['agentId', 'toNumber'])
  })

  it('accepts a number in any format, if it has a country code', () => {
    expect(checkDraft({ agentId: 'anna', number: '+44 7700 900-123' }, null)).toEqual([])
    expect(fieldNames(checkDraft({ agentId: 'anna', number: '7700 900123' }, null))).toEqual(['toNumber'])
  })

  it('rejects an agent that is not ready, and says what is missing', () => {
    const [error] = checkDraft({ agentId: 'anna', number: '+14155550134' }, missingFlow)
    expect(error?.name).toBe('agentId')
    expect(error?.message).toContain('No flow is attached.')
  })

  it('accepts an agent whose readiness is unknown', () => {
    expect(checkDraft({ agentId: 'anna', number: '+14155550134' }, unknownReadiness)).toEqual([])
  })
})
