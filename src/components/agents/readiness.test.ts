import { describe, expect, it } from 'vitest'
import { contract, type Flow } from '#contract/index.ts'
import { cannotCallReason, type KnownFlows, readinessOf } from './readiness.ts'

const agent = { id: 'anna', phoneNumber: '+14155550134' }
const flow = (fields: Partial<Flow>) =>
  contract.flowShow.response.parse({ id: 'flow', name: 'Renewal', direction: 'outbound', agentId: 'anna', ...fields })
const completeFlows = (...flows: Flow[]): KnownFlows => ({ flows, isComplete: true })

describe('readiness', () => {
  it('is ready with a number and an active outbound flow', () => {
    const readiness = readinessOf(agent, completeFlows(flow({})))
    expect(readiness).toMatchObject({ state: 'ready', label: 'Ready', flow: { id: 'flow' } })
    expect(cannotCallReason(readiness)).toBe('')
  })

  it('is ready with a bidirectional flow, and with a hidden number', () => {
    expect(readinessOf({ ...agent, phoneNumber: '' }, completeFlows(flow({ direction: 'bidirectional' }))).state).toBe(
      'ready',
    )
  })

  it.each([
    ['without a number', { ...agent, phoneNumber: null }, completeFlows(flow({})), 'No phone number'],
    ['without any flow', agent, completeFlows(), 'No flow attached'],
    ['whose only flow belongs to another agent', agent, completeFlows(flow({ agentId: 'ben' })), 'No flow attached'],
    ['whose flow is inactive', agent, completeFlows(flow({ isActive: false })), 'Inactive flow'],
    ['whose flow is inbound', agent, completeFlows(flow({ direction: 'inbound' })), 'No outbound flow'],
    ['whose flow has an unknown direction', agent, completeFlows(flow({ direction: 'sideways' })), 'No outbound flow'],
    [
      'whose inbound flow is inactive',
      agent,
      completeFlows(flow({ direction: 'inbound', isActive: false })),
      'No outbound flow',
    ],
    ['without number and flow', { ...agent, phoneNumber: null }, completeFlows(), 'No number or flow'],
  ])('is not ready for an agent %s', (_, testedAgent, knownFlows, label) => {
    expect(readinessOf(testedAgent, knownFlows)).toMatchObject({ state: 'not-ready', label })
  })

  it('names the flow that only needs to be activated', () => {
    const knownFlows = completeFlows(
      flow({ id: 'in', name: 'Front desk', direction: 'inbound' }),
      flow({ isActive: false }),
    )
    expect(cannotCallReason(readinessOf(agent, knownFlows))).toBe(
      'This agent cannot place calls yet. The flow “Renewal” is inactive.',
    )
  })

  it('says that flows could not be loaded only once that is known', () => {
    expect(readinessOf(agent, null).checks[1]).toMatchObject({ isMet: null, finding: 'Loading flows…' })
    expect(readinessOf(agent, undefined).checks[1].finding).toBe('The flows could not be loaded.')
  })

  it('uses the latest updated of several flows, and lists them all', () => {
    const knownFlows = completeFlows(
      flow({ id: 'old', updatedAt: '2026-01-01T00:00:00Z' }),
      flow({ id: 'new', updatedAt: '2026-03-01T00:00:00Z' }),
      flow({ id: 'off', updatedAt: '2026-04-01T00:00:00Z', isActive: false }),
    )
    const readiness = readinessOf(agent, knownFlows)
    expect(readiness.flow?.id).toBe('new')
    expect(readiness.attached.map(({ id }) => id)).toEqual(['off', 'new', 'old'])
  })

  it.each([
    ['pending', 'Being set up'],
    ['error', 'Setup failed'],
    ['migrating', 'Status “migrating”'],
  ])('is not shown as ready while the service gives the status %s, and calls are not disabled', (status, label) => {
    const readiness = readinessOf({ ...agent, status }, completeFlows(flow({})))
    expect(readiness).toMatchObject({ state: 'unknown', label })
    expect(cannotCallReason(readiness)).toBe('')
    expect(readinessOf({ ...agent, status, phoneNumber: null }, completeFlows(flow({}))).label).toBe('No phone number')
  })

  it('is ready with the status ready, or without one', () => {
    expect(readinessOf({ ...agent, status: 'ready' }, completeFlows(flow({}))).state).toBe('ready')
    expect(readinessOf({ ...agent, status: '' }, completeFlows(flow({}))).state).toBe('ready')
  })

  it('is unknown while not all flows are known', () => {
    expect(readinessOf(agent, undefined).state).toBe('unknown')
    expect(cannotCallReason(readinessOf(agent, undefined))).toBe('')
    expect(readinessOf(agent, { flows: [flow({ agentId: 'ben' })], isComplete: false }).state).toBe('unknown')
    expect(readinessOf(agent, { flows: [flow({})], isComplete: false }).state).toBe('ready')
    expect(readinessOf({ ...agent, phoneNumber: null }, undefined).state).toBe('not-ready')
  })
})
