import { describe, expect, it } from 'vitest'
import { type AgentUse, contract, type Flow, type KnownBatch } from '#contract/index.ts'
import {
  affectedBatches,
  affectsCalls,
  affectsMoreBatches,
  callsLeft,
  type Impact,
  outlookOf,
  withFlow,
} from './batch-impact.ts'
import type { KnownFlows } from './readiness.ts'

const anna = { id: 'anna', phoneNumber: '+14155550134' }
const flow = (fields: Partial<Flow>) =>
  contract.flowShow.response.parse({
    id: 'renewal',
    name: 'Renewal',
    direction: 'outbound',
    agentId: 'anna',
    ...fields,
  })
const completeFlows = (...flows: Flow[]): KnownFlows => ({ flows, isComplete: true })
const renewalFlow = flow({ updatedAt: '2026-03-01T00:00:00Z' })
const olderFlow = flow({ id: 'older-flow', name: 'Old renewal', updatedAt: '2026-01-01T00:00:00Z' })
const before = { agent: anna, flows: completeFlows(renewalFlow) }
const now = '2026-11-01T00:00:00Z'
const withChangedFlow = (fields: Partial<Flow>, knownFlows = completeFlows(renewalFlow)) => ({
  agent: anna,
  flows: withFlow(knownFlows, 'renewal', { ...renewalFlow, updatedAt: now, ...fields }),
})

describe('calls that are not placed yet', () => {
  it.each([
    ['the agent is deleted', { agent: null, flows: completeFlows(renewalFlow) }],
    ['its number is removed', { agent: { ...anna, phoneNumber: null }, flows: completeFlows(renewalFlow) }],
    ['its only flow is deleted', { agent: anna, flows: withFlow(completeFlows(renewalFlow), 'renewal', null) }],
    ['its only flow is deactivated', withChangedFlow({ isActive: false })],
    ['its only flow becomes inbound', withChangedFlow({ direction: 'inbound' })],
    ['its only flow is moved to another agent', withChangedFlow({ agentId: 'ben' })],
    ['its only flow is left without an agent', withChangedFlow({ agentId: null })],
  ])('fail if %s', (_, after) => {
    expect(outlookOf(before, after)).toEqual({ kind: 'fail' })
  })

  it('use another flow if theirs is deleted, and are not affected by other flows', () => {
    const both = { agent: anna, flows: completeFlows(renewalFlow, olderFlow) }
    const withoutFlow = { agent: anna, flows: withFlow(both.flows, 'renewal', null) }
    expect(outlookOf(both, withoutFlow)).toEqual({ kind: 'other-flow', flow: olderFlow })
    expect(outlookOf(both, withChangedFlow({ isActive: false }, both.flows))).toMatchObject({ kind: 'other-flow' })
    expect(outlookOf(both, { agent: anna, flows: withFlow(both.flows, 'older-flow', null) })).toEqual({ kind: 'same' })
  })

  it('use a flow that is moved to their agent, because it is now the most recently updated', () => {
    const ben = { id: 'ben', phoneNumber: '+14155550135' }
    const flows = completeFlows(renewalFlow, { ...olderFlow, agentId: 'ben' })
    const moved = withFlow(flows, 'renewal', { ...renewalFlow, agentId: 'ben', updatedAt: now })
    expect(outlookOf({ agent: ben, flows }, { agent: ben, flows: moved })).toMatchObject({
      kind: 'other-flow',
      flow: { id: 'renewal' },
    })
  })

  it('are not affected if their flow is only edited or if they fail already', () => {
    expect(outlookOf(before, withChangedFlow({ prompt: 'Be kinder.' }))).toEqual({ kind: 'same' })
    expect(outlookOf(before, withChangedFlow({ direction: 'bidirectional' }))).toEqual({ kind: 'same' })
    const withoutNumber = { agent: { ...anna, phoneNumber: null }, flows: completeFlows(renewalFlow) }
    expect(outlookOf(withoutNumber, { ...withoutNumber, flows: completeFlows() })).toEqual({ kind: 'same' })
    expect(outlookOf(withoutNumber, { agent: null, flows: completeFlows() })).toEqual({ kind: 'fail' })
  })

  it('may fail if not all flows are known', () => {
    const incompleteFlows = { flows: [renewalFlow], isComplete: false }
    expect(
      outlookOf(
        { agent: anna, flows: incompleteFlows },
        { agent: anna, flows: withFlow(incompleteFlows, 'renewal', null) },
      ),
    ).toEqual({
      kind: 'may-fail',
    })
    expect(
      outlookOf(
        { agent: anna, flows: withFlow(undefined, 'renewal', renewalFlow) },
        withChangedFlow({ isActive: false }),
      ),
    ).toEqual({
      kind: 'fail',
    })
  })
})

const batch = (batchId: string, waiting: number | null, fields: Partial<KnownBatch> = {}): KnownBatch => ({
  batchId,
  launchId: batchId,
  scheduledAt: null,
  name: '',
  agentId: 'anna',
  agentName: null,
  startedBy: 'Grace',
  startedAt: 1,
  recipients: null,
  origin: null,
  callsBack: null,
  isTest: false,
  stopped: null,
  closing: null,
  progress:
    waiting === null
      ? null
      : {
          status: 'processing',
          isComplete: false,
          waiting,
          active: 3,
          completed: 0,
          failed: 0,
          cancelled: 0,
          total: 99,
        },
  readAt: 0,
  ...fields,
})
const preparedBatch = {
  id: 'p',
  effectId: 'e',
  batchId: 'b',
  reason: 'after_first_ten' as const,
  name: 'Spring',
  startsAs: 'Spring, the others',
  part: 1,
  parts: 1,
  destinations: [],
  hours: null,
  callBacks: 0,
  gapHours: 0,
  startedBy: 'person' as const,
  startsAt: null,
  problem: null,
  agentId: 'anna',
  calls: 490,
  operator: 'G',
  at: 1,
  until: 2,
}
const agentUse = (fields: Partial<AgentUse>): AgentUse => ({
  batches: [],
  prepared: [],
  awaitingApproval: [],
  unknownStarts: 0,
  ...fields,
})
const failingImpact = (fields: Partial<AgentUse>): Impact => ({
  agentName: 'Anna',
  outlook: { kind: 'fail' },
  agentUse: agentUse(fields),
})

describe('the batches that a change affects', () => {
  it('are running, scheduled and held-back batches, and starts that wait for approval', () => {
    const scheduled = batch('later', 20)
    if (scheduled.progress) scheduled.progress.status = 'scheduled'
    const impact = failingImpact({
      batches: [batch('now', 40), scheduled, batch('new', null), batch('agent unknown', 7, { agentId: null })],
      prepared: [preparedBatch],
      awaitingApproval: [{ approvalId: 'a1', name: 'Awaiting approval', calls: 30 }],
    })
    expect(callsLeft(impact)).toBe(580)
    expect(
      affectedBatches(impact.agentUse ?? agentUse({})).map(({ name, state, calls, isCertain }) => [
        name,
        state,
        calls,
        isCertain,
      ]),
    ).toEqual([
      ['new', 'not_loaded', null, true],
      ['Spring', 'held_back', 490, true],
      ['now', 'running', 40, true],
      ['Awaiting approval', 'awaits_approval', 30, true],
      ['later', 'scheduled', 20, true],
      ['agent unknown', 'running', 7, false],
    ])
  })

  it('count unless they have no calls left', () => {
    expect(affectsCalls(failingImpact({}))).toBe(false)
    expect(affectsCalls(failingImpact({ batches: [batch('ending', 0)] }))).toBe(false)
    expect(affectsCalls(failingImpact({ batches: [batch('new', null)] }))).toBe(true)
    expect(affectsCalls(failingImpact({ prepared: [preparedBatch] }))).toBe(true)
    expect(
      affectsCalls(failingImpact({ awaitingApproval: [{ approvalId: 'a1', name: 'Awaiting approval', calls: 30 }] })),
    ).toBe(true)
    expect(affectsCalls(failingImpact({ unknownStarts: 1 }))).toBe(true)
    expect(affectsCalls({ ...failingImpact({}), agentUse: null })).toBe(true)
    expect(affectsCalls({ ...failingImpact({ prepared: [preparedBatch] }), outlook: { kind: 'same' } })).toBe(false)
  })

  it('are more than displayed if a batch started after the dialog opened, but not if only the numbers of calls changed', () => {
    const displayed = [failingImpact({ batches: [batch('now', 40)] })]
    expect(affectsMoreBatches(displayed, [failingImpact({ batches: [batch('now', 12)] })])).toBe(false)
    expect(affectsMoreBatches(displayed, [failingImpact({ batches: [batch('now', 12), batch('new', null)] })])).toBe(
      true,
    )
    expect(affectsMoreBatches(displayed, [failingImpact({ batches: [batch('now', 12)], unknownStarts: 1 })])).toBe(true)
    expect(affectsMoreBatches(displayed, [failingImpact({})])).toBe(false)
  })
})
