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
function readAnswer<Name extends EndpointName>(name: Name, raw: unknown): ResponseOf<Contract[Name]> {
  const endpoint = contract[name] as unknown as EndpointDefinition & {
    response: { parse: (value: unknown) => unknown }
  }
  return endpoint.response.parse(endpoint.normalize ? endpoint.normalize(raw) : raw) as ResponseOf<Contract[Name]>
}

describe('id', () => {
  it('is read from _id', () => {
    expect(readAnswer('agentShow', { _id: 'a1' }).id).toBe('a1')
    expect(readAnswer('flowShow', { _id: 'f1' }).id).toBe('f1')
  })
  it('is read from agentId or flowId in a create answer', () => {
    expect(readAnswer('agentCreate', { agentId: 'a1' }).id).toBe('a1')
    expect(readAnswer('flowCreate', { flowId: 'f1' }).id).toBe('f1')
  })
})

describe('an agent', () => {
  it('is read with its model in llmModel', () => {
    expect(readAnswer('agentShow', { id: 'a', llmModel: 'gpt-4o' }).model).toBe('gpt-4o')
  })
  it('is read with its voice in ttsModel', () => {
    const ttsModel = { provider: 'rime', voiceId: 'luna', name: 'Luna', language: 'en' }
    expect(readAnswer('agentShow', { id: 'a', ttsModel }).voice).toEqual(ttsModel)
  })
  it('is read with its voice in ttsProvider, ttsVoice and ttsLanguage', () => {
    const agent = readAnswer('agentShow', { id: 'a', ttsProvider: 'openai', ttsVoice: 'alloy', ttsLanguage: 'en' })
    expect(agent.voice).toEqual({ provider: 'openai', voiceId: 'alloy', language: 'en' })
  })
  it('is read with its number first in phoneNumbers', () => {
    expect(readAnswer('agentShow', { id: 'a', phoneNumbers: ['+14155550100'] }).phoneNumber).toBe('+14155550100')
  })
  it('has an unknown phone number if only the ID of the number is given', () => {
    expect(readAnswer('agentShow', { id: 'a', phoneNumberIds: ['n1'] }).phoneNumber).toBe('')
    expect(readAnswer('agentShow', { id: 'a', phoneNumberId: 'n1' }).phoneNumber).toBe('')
    expect(readAnswer('agentShow', { id: 'a', phoneNumberIds: [] }).phoneNumber).toBeNull()
  })
  it('keeps unknown fields', { tags: ['I0-2'] }, () => {
    expect(readAnswer('agentShow', { id: 'a', tools: ['x'] }).tools).toEqual(['x'])
  })
})

describe('a state', () => {
  it.each([
    ['COMPLETED', 'completed'],
    ['Failed', 'failed'],
    [' Cancelled ', 'cancelled'],
    ['canceled', 'cancelled'],
    ['Active', 'active'],
    // A word that nobody knows is shown as it is.
    ['HUNG_UP', 'HUNG_UP'],
  ])('of a call or row is read in any case: %s', (status, state) => {
    expect(readAnswer('batchCallShow', { status }).status).toBe(state)
    expect(readAnswer('batchCallList', { calls: [{ status }] }).calls[0]?.status).toBe(state)
    expect(readAnswer('callHistory', { calls: [{ status }] }).calls[0]?.status).toBe(state)
    expect(readAnswer('batchProgress', { recent_calls: [{ status }] }).recent_calls[0]?.status).toBe(state)
  })
  it('of a batch is read in any case, and says that it has ended', () => {
    const batch = { status: 'COMPLETED', waiting: 0, active: 0, completed: 2, failed: 0, cancelled: 0 }
    expect(hasEnded(readAnswer('batchProgress', batch))).toBe(true)
    expect(readAnswer('batchShow', { id: 'b1', ...batch })).toMatchObject({ status: 'completed', isComplete: true })
  })
  it('of a message is read in any case, so that a draft is found and a decided one is not decided again', () => {
    const message = { _id: 'm1', direction: 'OUTBOUND', status: 'Approved' }
    expect(readAnswer('conversationShow', { _id: 'c1', messages: [message] }).messages).toMatchObject([
      { direction: 'outbound', status: 'approved' },
    ])
  })
  it('of an agent, and the direction of a flow, are read in any case, so that the agent can call', () => {
    expect(readAnswer('agentShow', { id: 'a', status: 'READY' }).status).toBe('ready')
    expect(readAnswer('flowShow', { id: 'f', direction: 'Bidirectional' }).direction).toBe('bidirectional')
    expect(readAnswer('flowList', [{ id: 'f', direction: 'OUTBOUND' }]).flows[0]?.direction).toBe('outbound')
  })
})

/** Whether an answer with this word confirms the command. Everything else in it does. */
const confirms = (name: EndpointName, status: unknown): boolean => {
  const message = { _id: 'm1', message: 'Hi', sent: true, status: 'approved' }
  const sent = { params: { messageId: 'm1', batchId: 'b1' }, body: { metadata: { action: 'Approve' } } }
  const answer = { status, callId: 'c1', batchId: 'b1', message: name === 'messageAction' ? message : 'Done.' }
  return (contract[name] as EndpointDefinition).effect?.confirms(readAnswer(name, answer) as never, sent) ?? false
}

describe('the word that confirms', () => {
  it.each([
    ['callSend', 'success'],
    ['messageAction', 'success'],
    ['agentDelete', 'success'],
    ['flowDelete', 'success'],
    ['batchCancel', 'cancelled'],
  ] as const)('%s is read in any case, and no other confirms', (name, word) => {
    const capitalized = `${word[0]?.toUpperCase()}${word.slice(1)}`
    for (const spelled of [word, word.toUpperCase(), capitalized, ` ${word} `])
      expect([spelled, confirms(name, spelled)]).toEqual([spelled, true])
    for (const other of [
      'SUCCEEDED',
      'OK',
      'Successful',
      'unsuccess',
      'failed',
      'queued',
      '',
      null,
      true,
      200,
      undefined,
    ])
      expect([other, confirms(name, other)]).toEqual([other, false])
  })
})

describe('a flow', () => {
  it('is read with its agent in agent, as an ID or an object, or in agentID', () => {
    expect(readAnswer('flowShow', { id: 'f', agent: 'a1' }).agentId).toBe('a1')
    expect(readAnswer('flowShow', { id: 'f', agent: { _id: 'a2' } }).agentId).toBe('a2')
    expect(readAnswer('flowShow', { id: 'f', agentID: 'a3' }).agentId).toBe('a3')
  })
  it('is read with nodes and edges at the top level', () => {
    const flow = readAnswer('flowShow', {
      id: 'f',
      nodes: [{ id: 'n' }],
      edges: [{ id: 'e', source: 'n', target: 'n' }],
    })
    expect(flow.flowData.nodes).toMatchObject([{ id: 'n' }])
    expect(flow.flowData.edges).toMatchObject([{ id: 'e' }])
  })
})

describe('a list', () => {
  const one = { id: 'a1' }
  it.each([
    { where: 'bare', raw: [one] },
    ...['agents', 'data', 'items', 'results'].map((name) => ({ where: `under ${name}`, raw: { [name]: [one] } })),
  ])('is read if it is $where', ({ raw }) => {
    expect(readAnswer('agentList', raw).agents.map((agent) => agent.id)).toEqual(['a1'])
  })
  it('is paged with pagination', () => {
    const pagination = { page: 2, limit: 1, total: 3, totalPages: 3, hasNext: true, hasPrev: true }
    expect(readAnswer('agentList', { agents: [one], pagination }).pagination).toEqual(pagination)
  })
  it('is paged with total or count', () => {
    expect(readAnswer('agentList', { agents: [one], total: 9, limit: 1 }).pagination).toMatchObject({
      total: 9,
      hasNext: true,
    })
    expect(readAnswer('agentList', { data: [one], count: 9, limit: 1 }).pagination).toMatchObject({ total: 9 })
  })
  it('is paged with hasMore, with an unknown total', () => {
    expect(readAnswer('agentList', { data: [one], hasMore: true }).pagination).toMatchObject({
      total: null,
      hasNext: true,
    })
  })
  it('is complete if it has no paging fields', () => {
    expect(readAnswer('agentList', [one]).pagination).toMatchObject({ total: 1, hasNext: false })
  })
  it('is unreadable, not empty, if it has no list of records', () => {
    expect(() => readAnswer('agentList', { surprise: 1 })).toThrow(/agents/)
    expect(() => readAnswer('conversationList', 'nothing')).toThrow(/array/)
  })
  it('is unreadable if the list is something else', () => {
    expect(() => readAnswer('agentList', { data: ['a', 7] })).toThrow(/agents/)
    expect(() => readAnswer('conversationList', [1])).toThrow(/array/)
  })
  it('leaves out elements that are not records', () => {
    expect(readAnswer('conversationList', [{ _id: 'c1' }, null, 7])).toMatchObject([{ _id: 'c1' }])
    expect(readAnswer('conversationList', { data: [{ id: 'c1' }] })).toMatchObject([{ _id: 'c1' }])
    expect(readAnswer('activeCallList', [{ id: 'x', roomName: 'r' }])).toMatchObject({
      data: [{ roomName: 'r' }],
      count: 1,
    })
  })
})

describe('a batch', () => {
  it('is read with its ID in batchId or _id', () => {
    expect(readAnswer('batchShow', { batchId: 'batch_1' }).id).toBe('batch_1')
    expect(readAnswer('batchShow', { _id: 'batch_1' }).id).toBe('batch_1')
    expect(readAnswer('batchStart', { id: 'batch_1' }).batchId).toBe('batch_1')
  })
  it('is read with the ID of a recent call in id or _id', () => {
    const recent_calls = [{ jobId: 'j1' }, { id: 'j2' }, { _id: 'j3' }]
    const jobIds = ['j1', 'j2', 'j3']
    expect(readAnswer('batchProgress', { recent_calls }).recent_calls.map(({ jobId }) => jobId)).toEqual(jobIds)
    const { progress } = readAnswer('batchShow', { id: 'b', progress: { recent_calls } })
    expect(progress.recent_calls.map(({ jobId }) => jobId)).toEqual(jobIds)
  })
  it('is read with flat or nested progress', () => {
    const counts = { waiting: 1, active: 1, completed: 1, failed: 0, cancelled: 0, total: 3 }
    expect(readAnswer('batchProgress', { status: 'processing', progress: counts })).toMatchObject({
      ...counts,
      status: 'processing',
    })
    expect(readAnswer('batchProgress', { status: 'processing', ...counts })).toMatchObject(counts)
    expect(readAnswer('batchShow', { id: 'b', ...counts }).progress).toMatchObject(counts)
  })
  it('calculates only the counts that follow from the others', () => {
    const counts = { waiting: 3, active: 1, completed: 4, failed: 0, cancelled: 2 }
    expect(readAnswer('batchProgress', { ...counts, totalCalls: 10 }).total).toBe(10)
    expect(readAnswer('batchProgress', counts).total).toBe(10)
    for (const missing of batchCallStates) {
      const others = { ...counts, [missing]: undefined }
      expect(readAnswer('batchProgress', { ...others, total: 10 })[missing]).toBe(counts[missing])
      expect(readAnswer('batchProgress', others)).toMatchObject({ [missing]: null, total: null })
      expect(readAnswer('batchShow', { id: 'b', progress: { ...others, total: 10 } }).progress[missing]).toBe(
        counts[missing],
      )
      expect(readAnswer('batchCallList', { calls: [], summary: { ...others, total: 10 } }).summary[missing]).toBe(
        counts[missing],
      )
    }
    expect(readAnswer('batchProgress', { waiting: 1, total: 1 })).toMatchObject({ cancelled: null, active: null })
    // The counts do not add up, so nothing follows from them.
    expect(readAnswer('batchProgress', { ...counts, cancelled: null, total: 2 }).cancelled).toBeNull()
  })
  it('is complete if it only says that it has ended and no call is left', () => {
    const counts = { waiting: 0, active: 0, completed: 4, failed: 0, cancelled: 2, total: 6 }
    expect(readAnswer('batchProgress', { ...counts, status: 'completed' }).isComplete).toBe(true)
    expect(readAnswer('batchShow', { ...counts, status: 'cancelled' }).isComplete).toBe(true)
    expect(readAnswer('batchProgress', { ...counts, active: 1, total: 7, status: 'cancelled' }).isComplete).toBe(false)
    expect(readAnswer('batchProgress', { status: 'completed', completed: 4 }).isComplete).toBe(false)
    expect(readAnswer('batchProgress', { ...counts, status: 'completed', isComplete: false }).isComplete).toBe(false)
  })
  it('has ended if it says so and no count contradicts', () => {
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
    expect(readAnswer('agentShow', { id: 'a', createdAt: value }).createdAt).toBe('2026-01-02T03:04:05.000Z')
    expect(readAnswer('batchProgress', { startTime: value }).startTime).toBe(moment)
  })
  it('are missing if they are unreadable', () => {
    expect(['soon', '', null, Number.NaN, {}].map(readTime)).toEqual([null, null, null, null, null])
  })
})

describe('messaging', () => {
  it('is read with its ID in id, or in agentId or flowId in a create answer', () => {
    expect(readAnswer('messagingAgentShow', { id: 'm1' })._id).toBe('m1')
    expect(readAnswer('messagingAgentCreate', { agentId: 'm1' })._id).toBe('m1')
    expect(readAnswer('messageFlowCreate', { flowId: 'f1' })._id).toBe('f1')
  })
  it('is read with the agent of a flow as an object or in agentId', () => {
    expect(readAnswer('messageFlowShow', { _id: 'f', agent: { _id: 'm1' } }).agent).toBe('m1')
    expect(readAnswer('messageFlowShow', { _id: 'f', agentId: 'm2' }).agent).toBe('m2')
  })
  it('is read with its list in its plural, data, items or results, or without an envelope', () => {
    for (const raw of [[{ id: 'm' }], { data: [{ id: 'm' }] }, { agents: [{ _id: 'm' }], total: 1 }]) {
      expect(readAnswer('messagingAgentList', raw)).toMatchObject([{ _id: 'm', name: '' }])
    }
    expect(() => readAnswer('messageFlowList', { message: 'later' })).toThrow('invalid_type')
  })
})

describe('arbitrary answers', () => {
  const names = (Object.keys(contract) as EndpointName[]).filter(
    (name) =>
      'response' in contract[name] && !contract[name].path.startsWith('/gateway') && contract[name].tier !== 'none',
  )
  it.each(names)('do not make respelling throw: %s', (name) => {
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
      expect(() => (endpoint.normalize ? endpoint.normalize(raw) : raw)).not.toThrow()
    }
  })
})
