import { describe, expect, it } from 'vitest'
import { contract, type Flow } from '#contract/index.ts'
import { callsRefused, type KnownFlows, readinessOf } from './readiness.ts'

const agent = { id: 'anna', phoneNumber: '+14155550134' }
const flow = (fields: Partial<Flow>) =>
  contract.flowShow.response.parse({ id: 'flow', name: 'Renewal', direction: 'outbound', agentId: 'anna', ...fields })
const all = (...flows: Flow[]): KnownFlows => ({ flows, complete: true })

describe('readiness', () => {
  it('is ready with a number and an active outbound flow', () => {
    const readiness = readinessOf(agent, all(flow({})))
    expect(readiness).toMatchObject({ state: 'ready', label: 'Ready', flow: { id: 'flow' } })
    expect(callsRefused(readiness)).toBe('')
  })

  it('is ready with a bidirectional flow, and with a hidden number', () => {
    expect(readinessOf({ ...agent, phoneNumber: '' }, all(flow({ direction: 'bidirectional' }))).state).toBe('ready')
  })

  it.each([
    ['without a number', { ...agent, phoneNumber: null }, all(flow({})), 'No phone number'],
    ['without any flow', agent, all(), 'No flow attached'],
    ['whose only flow belongs to another agent', agent, all(flow({ agentId: 'ben' })), 'No flow attached'],
    ['whose flow is inactive', agent, all(flow({ isActive: false })), 'Inactive flow'],
    ['whose flow is inbound', agent, all(flow({ direction: 'inbound' })), 'No outbound flow'],
    ['whose flow has an unknown direction', agent, all(flow({ direction: 'sideways' })), 'No outbound flow'],
    ['whose inbound flow is inactive', agent, all(flow({ direction: 'inbound', isActive: false })), 'No outbound flow'],
    ['without number and flow', { ...agent, phoneNumber: null }, all(), 'No number or flow'],
  ])('is not ready for an agent %s', (_, who, known, label) => {
    expect(readinessOf(who, known)).toMatchObject({ state: 'not-ready', label })
  })

  it('names the flow that only needs to be activated', () => {
    const known = all(flow({ id: 'in', name: 'Front desk', direction: 'inbound' }), flow({ isActive: false }))
    expect(callsRefused(readinessOf(agent, known))).toBe(
      'This agent cannot place calls yet. The flow “Renewal” is inactive.',
    )
  })

  it('uses the latest updated of several flows, and lists them all', () => {
    const known = all(
      flow({ id: 'old', updatedAt: '2026-01-01T00:00:00Z' }),
      flow({ id: 'new', updatedAt: '2026-03-01T00:00:00Z' }),
      flow({ id: 'off', updatedAt: '2026-04-01T00:00:00Z', isActive: false }),
    )
    const readiness = readinessOf(agent, known)
    expect(readiness.flow?.id).toBe('new')
    expect(readiness.attached.map(({ id }) => id)).toEqual(['off', 'new', 'old'])
  })

  it('is unknown while not all flows are known', () => {
    expect(readinessOf(agent, undefined).state).toBe('unknown')
    expect(callsRefused(readinessOf(agent, undefined))).toBe('')
    expect(readinessOf(agent, { flows: [flow({ agentId: 'ben' })], complete: false }).state).toBe('unknown')
    expect(readinessOf(agent, { flows: [flow({})], complete: false }).state).toBe('ready')
    expect(readinessOf({ ...agent, phoneNumber: null }, undefined).state).toBe('not-ready')
  })
})
