/** A test for each row of interface 8. */
import { describe, expect, it } from 'vitest'
import {
  type Contract,
  contract,
  type EndpointDefinition,
  type EndpointName,
  type ResponseOf,
  readTime,
} from './index.ts'

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
  it('keeps fields that nobody knows', () => {
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
  it('has cancelled nobody where it does not say', () => {
    expect(reading('batchProgress', { waiting: 1, total: 1 }).cancelled).toBe(0)
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
