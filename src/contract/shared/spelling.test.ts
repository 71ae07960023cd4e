/** A test for each row of interface 8. */
import { describe, expect, it } from 'vitest'
import {
  batchCallStates,
  type Contract,
  contract,
  type EndpointDefinition,
  type EndpointName,
  hasEnded,
  type ResponseOf,
  readTime,
} from '../index.ts'

/** Reads an answer as the gateway does: respelled, then by its schema. */
function reading<Name extends EndpointName>(name: Name, raw: unknown): ResponseOf<Contract[Name]> {
  const endpoint = contract[name] as unknown as EndpointDefinition & {
    response: { parse: (value: unknown) => unknown }
  }
  return endpoint.response.parse(endpoint.respell ? endpoint.respell(raw) : raw) as ResponseOf<Contract[Name]>
}

describe('id', () => {
  it('is read from _id', () => {
    expect(reading('agentShow', { _id: 'a1' }).id).toBe('a1')
    expect(reading('flowShow', { _id: 'f1' }).id).toBe('f1')
  })
  it('is read from agentId or flowId in a create answer', () => {
    expect(reading('agentCreate', { agentId: 'a1' }).id).toBe('a1')
    expect(reading('flowCreate', { flowId: 'f1' }).id).toBe('f1')
  })
})

describe('an agent', () => {
  it('has its model under llmModel', () => {
    expect(reading('agentShow', { id: 'a', llmModel: 'gpt-4o' }).model).toBe('gpt-4o')
  })
  it('has its voice under ttsModel', () => {
    const ttsModel = { provider: 'rime', voiceId: 'luna', name: 'Luna', language: 'en' }
    expect(reading('agentShow', { id: 'a', ttsModel }).voice).toEqual(ttsModel)
  })
  it('has its voice under ttsProvider, ttsVoice and ttsLanguage', () => {
    const agent = reading('agentShow', { id: 'a', ttsProvider: 'openai', ttsVoice: 'alloy', ttsLanguage: 'en' })
    expect(agent.voice).toEqual({ provider: 'openai', voiceId: 'alloy', language: 'en' })
  })
  it('has its number first among phoneNumbers', () => {
    expect(reading('agentShow', { id: 'a', phoneNumbers: ['+14155550100'] }).phoneNumber).toBe('+14155550100')
  })
  it('has a number of unknown digits where only its id is named', () => {
    expect(reading('agentShow', { id: 'a', phoneNumberIds: ['n1'] }).phoneNumber).toBe('')
    expect(reading('agentShow', { id: 'a', phoneNumberId: 'n1' }).phoneNumber).toBe('')
    expect(reading('agentShow', { id: 'a', phoneNumberIds: [] }).phoneNumber).toBeNull()
  })
  it('keeps fields that nobody knows', { tags: ['I0-2'] }, () => {
    expect(reading('agentShow', { id: 'a', tools: ['x'] }).tools).toEqual(['x'])
  })
})

describe('a flow', () => {
  it('has its agent under agent, as an id or an object, or under agentID', () => {
    expect(reading('flowShow', { id: 'f', agent: 'a1' }).agentId).toBe('a1')
    expect(reading('flowShow', { id: 'f', agent: { _id: 'a2' } }).agentId).toBe('a2')
    expect(reading('flowShow', { id: 'f', agentID: 'a3' }).agentId).toBe('a3')
  })
  it('has nodes and edges at the top', () => {
    const flow = reading('flowShow', { id: 'f', nodes: [{ id: 'n' }], edges: [{ id: 'e', source: 'n', target: 'n' }] })
    expect(flow.flowData.nodes).toMatchObject([{ id: 'n' }])
    expect(flow.flowData.edges).toMatchObject([{ id: 'e' }])
  })
})

describe('a list', () => {
  const one = { id: 'a1' }
  it.each([
    { where: 'bare', raw: [one] },
    ...['agents', 'data', 'items', 'results'].map((name) => ({ where: `under ${name}`, raw: { [name]: [one] } })),
  ])('is read where it is $where', ({ raw }) => {
    expect(reading('agentList', raw).agents.map((agent) => agent.id)).toEqual(['a1'])
  })
  it('is paged by pagination', () => {
    const pagination = { page: 2, limit: 1, total: 3, totalPages: 3, hasNext: true, hasPrev: true }
    expect(reading('agentList', { agents: [one], pagination }).pagination).toEqual(pagination)
  })
  it('is paged by total or count', () => {
    expect(reading('agentList', { agents: [one], total: 9, limit: 1 }).pagination).toMatchObject({
      total: 9,
      hasNext: true,
    })
    expect(reading('agentList', { data: [one], count: 9, limit: 1 }).pagination).toMatchObject({ total: 9 })
  })
  it('is paged by hasMore, its total unknown', () => {
    expect(reading('agentList', { data: [one], hasMore: true }).pagination).toMatchObject({
      total: null,
      hasNext: true,
    })
  })
  it('is whole where it does not say', () => {
    expect(reading('agentList', [one]).pagination).toMatchObject({ total: 1, hasNext: false })
  })
  it('is unreadable, not empty, where it has no records', () => {
    expect(() => reading('agentList', { surprise: 1 })).toThrow(/agents/)
    expect(() => reading('conversationList', 'nothing')).toThrow(/array/)
  })
  it('is unreadable where it has something else', () => {
    expect(() => reading('agentList', { data: ['a', 7] })).toThrow(/agents/)
    expect(() => reading('conversationList', [1])).toThrow(/array/)
  })
  it('leaves out what is no record', () => {
    expect(reading('conversationList', [{ _id: 'c1' }, null, 7])).toMatchObject([{ _id: 'c1' }])
    expect(reading('conversationList', { data: [{ id: 'c1' }] })).toMatchObject([{ _id: 'c1' }])
    expect(reading('activeCallList', [{ id: 'x', roomName: 'r' }])).toMatchObject({
      data: [{ roomName: 'r' }],
      count: 1,
    })
  })
})

describe('a batch', () => {
  it('has its id under batchId or _id', () => {
    expect(reading('batchShow', { batchId: 'batch_1' }).id).toBe('batch_1')
    expect(reading('batchShow', { _id: 'batch_1' }).id).toBe('batch_1')
    expect(reading('batchStart', { id: 'batch_1' }).batchId).toBe('batch_1')
  })
  it('has its progress flat or nested, both ways', () => {
    const counts = { waiting: 1, active: 1, completed: 1, failed: 0, cancelled: 0, total: 3 }
    expect(reading('batchProgress', { status: 'processing', progress: counts })).toMatchObject({
      ...counts,
      status: 'processing',
    })
    expect(reading('batchProgress', { status: 'processing', ...counts })).toMatchObject(counts)
    expect(reading('batchShow', { id: 'b', ...counts }).progress).toMatchObject(counts)
  })
  it('has every count that follows from the others, and none that does not', () => {
    const counts = { waiting: 3, active: 1, completed: 4, failed: 0, cancelled: 2 }
    expect(reading('batchProgress', { ...counts, totalCalls: 10 }).total).toBe(10)
    expect(reading('batchProgress', counts).total).toBe(10)
    for (const missing of batchCallStates) {
      const others = { ...counts, [missing]: undefined }
      expect(reading('batchProgress', { ...others, total: 10 })[missing]).toBe(counts[missing])
      expect(reading('batchProgress', others)).toMatchObject({ [missing]: null, total: null })
      expect(reading('batchShow', { id: 'b', progress: { ...others, total: 10 } }).progress[missing]).toBe(
        counts[missing],
      )
      expect(reading('batchCallList', { calls: [], summary: { ...others, total: 10 } }).summary[missing]).toBe(
        counts[missing],
      )
    }
    expect(reading('batchProgress', { waiting: 1, total: 1 })).toMatchObject({ cancelled: null, active: null })
    // They do not add up: nothing follows.
    expect(reading('batchProgress', { ...counts, cancelled: null, total: 2 }).cancelled).toBeNull()
  })
  it('is complete where it only says that it has ended, and has no call left', () => {
    const counts = { waiting: 0, active: 0, completed: 4, failed: 0, cancelled: 2, total: 6 }
    expect(reading('batchProgress', { ...counts, status: 'completed' }).isComplete).toBe(true)
    expect(reading('batchShow', { ...counts, status: 'cancelled' }).isComplete).toBe(true)
    expect(reading('batchProgress', { ...counts, active: 1, total: 7, status: 'cancelled' }).isComplete).toBe(false)
    expect(reading('batchProgress', { status: 'completed', completed: 4 }).isComplete).toBe(false)
    expect(reading('batchProgress', { ...counts, status: 'completed', isComplete: false }).isComplete).toBe(false)
  })
  it('has clearly ended where it says so and no count says otherwise', () => {
    const processing = { status: 'processing', isComplete: false, waiting: 3 }
    expect(hasEnded(processing)).toBe(false)
    expect(hasEnded({ ...processing, waiting: null })).toBe(false)
    expect(hasEnded({ ...processing, waiting: 0 })).toBe(false)
    expect(hasEnded({ ...processing, status: '' })).toBe(false)
    expect(hasEnded({ ...processing, isComplete: true })).toBe(false)
    expect(hasEnded({ ...processing, isComplete: true, waiting: 0 })).toBe(true)
    expect(hasEnded({ ...processing, status: 'cancelled', waiting: null })).toBe(true)
    expect(hasEnded({ ...processing, status: 'completed', waiting: 0 })).toBe(true)
  })
})

describe('times', () => {
  const moment = Date.UTC(2026, 0, 2, 3, 4, 5)
  it.each([
    ['ISO', '2026-01-02T03:04:05.000Z'],
    ['epoch milliseconds', moment],
    ['epoch seconds', moment / 1000],
    ['epoch seconds with fraction', moment / 1000 + 0.0001],
    ['digits in text', String(moment)],
  ])('are read from %s', (_, value) => {
    expect(readTime(value)).toBe(moment)
    expect(reading('agentShow', { id: 'a', createdAt: value }).createdAt).toBe('2026-01-02T03:04:05.000Z')
    expect(reading('batchProgress', { startTime: value }).startTime).toBe(moment)
  })
  it('are absent where they are unusable', () => {
    expect(['soon', '', null, Number.NaN, {}].map(readTime)).toEqual([null, null, null, null, null])
  })
})

describe('messaging', () => {
  it('has its id under id, or under agentId or flowId in a create answer', () => {
    expect(reading('messagingAgentShow', { id: 'm1' })._id).toBe('m1')
    expect(reading('messagingAgentCreate', { agentId: 'm1' })._id).toBe('m1')
    expect(reading('messageFlowCreate', { flowId: 'f1' })._id).toBe('f1')
  })
  it('has the agent of a flow as an object or under agentId', () => {
    expect(reading('messageFlowShow', { _id: 'f', agent: { _id: 'm1' } }).agent).toBe('m1')
    expect(reading('messageFlowShow', { _id: 'f', agentId: 'm2' }).agent).toBe('m2')
  })
  it('is listed under its plural, data, items or results, or bare', () => {
    for (const raw of [[{ id: 'm' }], { data: [{ id: 'm' }] }, { agents: [{ _id: 'm' }], total: 1 }]) {
      expect(reading('messagingAgentList', raw)).toMatchObject([{ _id: 'm', name: '' }])
    }
    expect(() => reading('messageFlowList', { message: 'later' })).toThrow('invalid_type')
  })
})

describe('whatever arrives', () => {
  const names = (Object.keys(contract) as EndpointName[]).filter(
    (name) =>
      'response' in contract[name] && !contract[name].path.startsWith('/gateway') && contract[name].tier !== 'none',
  )
  it.each(names)('%s respells nonsense without throwing', (name) => {
    for (const raw of [
      null,
      undefined,
      7,
      'text',
      [],
      {},
      [null],
      { data: null },
      { id: {}, _id: [], agents: 'x', messages: {}, progress: 3, calls: [1] },
    ]) {
      const endpoint = contract[name] as EndpointDefinition
      expect(() => (endpoint.respell ? endpoint.respell(raw) : raw)).not.toThrow()
    }
  })
})
