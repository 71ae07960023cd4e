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
  contract.flowShow.response.parse({ id: 'one', name: 'Renewal', direction: 'outbound', agentId: 'anna', ...fields })
const all = (...flows: Flow[]): KnownFlows => ({ flows, complete: true })
const one = flow({ updatedAt: '2026-03-01T00:00:00Z' })
const older = flow({ id: 'older', name: 'Old renewal', updatedAt: '2026-01-01T00:00:00Z' })
const before = { agent: anna, flows: all(one) }
const now = '2026-11-01T00:00:00Z'
const changed = (fields: Partial<Flow>, known = all(one)) => ({
  agent: anna,
  flows: withFlow(known, 'one', { ...one, updatedAt: now, ...fields }),
})

describe('calls that are not placed yet', () => {
  it.each([
    ['the agent is deleted', { agent: null, flows: all(one) }],
    ['its number is removed', { agent: { ...anna, phoneNumber: null }, flows: all(one) }],
    ['its only flow is deleted', { agent: anna, flows: withFlow(all(one), 'one', null) }],
    ['its only flow is deactivated', changed({ isActive: false })],
    ['its only flow becomes inbound', changed({ direction: 'inbound' })],
    ['its only flow is moved to another agent', changed({ agentId: 'ben' })],
    ['its only flow is left without an agent', changed({ agentId: null })],
  ])('fail if %s', (_, after) => {
    expect(outlookOf(before, after)).toEqual({ kind: 'fail' })
  })

  it('use another flow if theirs is deleted, and are not affected by other flows', () => {
    const both = { agent: anna, flows: all(one, older) }
    const gone = { agent: anna, flows: withFlow(both.flows, 'one', null) }
    expect(outlookOf(both, gone)).toEqual({ kind: 'other-flow', flow: older })
    expect(outlookOf(both, changed({ isActive: false }, both.flows))).toMatchObject({ kind: 'other-flow' })
    expect(outlookOf(both, { agent: anna, flows: withFlow(both.flows, 'older', null) })).toEqual({ kind: 'same' })
  })

  it('use a flow that is moved to their agent, as the latest updated', () => {
    const ben = { id: 'ben', phoneNumber: '+14155550135' }
    const flows = all(one, { ...older, agentId: 'ben' })
    const moved = withFlow(flows, 'one', { ...one, agentId: 'ben', updatedAt: now })
    expect(outlookOf({ agent: ben, flows }, { agent: ben, flows: moved })).toMatchObject({
      kind: 'other-flow',
      flow: { id: 'one' },
    })
  })

  it('are not affected if their flow is only edited or if they fail already', () => {
    expect(outlookOf(before, changed({ prompt: 'Kinder.' }))).toEqual({ kind: 'same' })
    expect(outlookOf(before, changed({ direction: 'bidirectional' }))).toEqual({ kind: 'same' })
    const mute = { agent: { ...anna, phoneNumber: null }, flows: all(one) }
    expect(outlookOf(mute, { ...mute, flows: all() })).toEqual({ kind: 'same' })
    expect(outlookOf(mute, { agent: null, flows: all() })).toEqual({ kind: 'fail' })
  })

  it('may fail if not all flows are known', () => {
    const some = { flows: [one], complete: false }
    expect(outlookOf({ agent: anna, flows: some }, { agent: anna, flows: withFlow(some, 'one', null) })).toEqual({
      kind: 'may-fail',
    })
    expect(outlookOf({ agent: anna, flows: withFlow(undefined, 'one', one) }, changed({ isActive: false }))).toEqual({
      kind: 'fail',
    })
  })
})

const batch = (batchId: string, waiting: number | null, more: Partial<KnownBatch> = {}): KnownBatch => ({
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
  ...more,
})
const rest = {
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
const used = (more: Partial<AgentUse>): AgentUse => ({
  batches: [],
  prepared: [],
  awaitingApproval: [],
  unknownStarts: 0,
  ...more,
})
const failing = (more: Partial<AgentUse>): Impact => ({ agentName: 'Anna', outlook: { kind: 'fail' }, use: used(more) })

describe('the batches that a change affects', () => {
  it('are running, scheduled and held-back batches, and starts that wait for approval', () => {
    const scheduled = batch('later', 20)
    if (scheduled.progress) scheduled.progress.status = 'scheduled'
    const impact = failing({
      batches: [batch('now', 40), scheduled, batch('new', null), batch('whose', 7, { agentId: null })],
      prepared: [rest],
      awaitingApproval: [{ approvalId: 'a1', name: 'Asked', calls: 30 }],
    })
    expect(callsLeft(impact)).toBe(580)
    expect(
      affectedBatches(impact.use ?? used({})).map(({ name, state, calls, isCertain }) => [
        name,
        state,
        calls,
        isCertain,
      ]),
    ).toEqual([
      ['new', 'not_loaded', null, true],
      ['Spring', 'held_back', 490, true],
      ['now', 'running', 40, true],
      ['Asked', 'awaits_approval', 30, true],
      ['later', 'scheduled', 20, true],
      ['whose', 'running', 7, false],
    ])
  })

  it('matter unless they have no calls left', () => {
    expect(affectsCalls(failing({}))).toBe(false)
    expect(affectsCalls(failing({ batches: [batch('ending', 0)] }))).toBe(false)
    expect(affectsCalls(failing({ batches: [batch('new', null)] }))).toBe(true)
    expect(affectsCalls(failing({ prepared: [rest] }))).toBe(true)
    expect(affectsCalls(failing({ awaitingApproval: [{ approvalId: 'a1', name: 'Asked', calls: 30 }] }))).toBe(true)
    expect(affectsCalls(failing({ unknownStarts: 1 }))).toBe(true)
    expect(affectsCalls({ ...failing({}), use: null })).toBe(true)
    expect(affectsCalls({ ...failing({ prepared: [rest] }), outlook: { kind: 'same' } })).toBe(false)
  })

  it('are more if one started after the dialog opened, but not if their calls became fewer', () => {
    const shown = [failing({ batches: [batch('now', 40)] })]
    expect(affectsMoreBatches(shown, [failing({ batches: [batch('now', 12)] })])).toBe(false)
    expect(affectsMoreBatches(shown, [failing({ batches: [batch('now', 12), batch('new', null)] })])).toBe(true)
    expect(affectsMoreBatches(shown, [failing({ batches: [batch('now', 12)], unknownStarts: 1 })])).toBe(true)
    expect(affectsMoreBatches(shown, [failing({})])).toBe(false)
  })
})
