import { describe, expect, it } from 'vitest'
import { type Conversation, type MessageFlow, type MessagingAgent, needsReview } from '#contract/index.ts'
import { openTestService } from '../testing/test-service.ts'

const agents = '/v1/api/omni-flow-agents'
const flows = '/v1/api/message-flows'

describe.each([
  ['messaging agent', agents, { model: 'gpt-4o-mini', messageChannel: 'sms', phoneNumberId: null, status: 'ready' }],
  ['message flow', flows, { direction: 'outbound', agent: null, prompt: '', isActive: true, autopilot: false }],
] as const)('a %s', (_, path, defaults) => {
  it('is created with defaults, found, listed newest first, and replaced as a whole', {
    tags: ['S4.8-1', 'I7-6'],
  }, async () => {
    const { request, advance } = await openTestService()
    const first = (await request<MessageFlow>('POST', path, { body: { name: 'First', settings: { tone: 'warm' } } }))
      .body
    expect(first).toMatchObject({ ...defaults, name: 'First', settings: { tone: 'warm' } })
    await advance(1000)
    const second = (await request<MessageFlow>('POST', path, { body: { name: 'Second' } })).body
    expect((await request<MessageFlow[]>('GET', path)).body).toEqual([second, first])
    expect((await request<MessageFlow[]>('GET', `${path}?page=2&limit=1`)).body).toEqual([first])
    const replaced = await request<MessageFlow>('PUT', `${path}/${first._id}`, { body: { name: 'Renamed' } })
    expect(replaced.body).toMatchObject({ _id: first._id, name: 'Renamed', settings: {}, createdAt: first.createdAt })
    expect(replaced.body.updatedAt > first.updatedAt).toBe(true)
    expect((await request('GET', `${path}/${first._id}`)).body).toEqual(replaced.body)
  })

  it('keeps unknown fields, and ignores sent IDs and times', async () => {
    const { request } = await openTestService()
    const sentFields = { name: 'New', tags: ['a'], settings: { deep: { er: 1 } }, _id: 'mine', createdAt: 'never' }
    const created = (await request<MessageFlow>('POST', path, { body: sentFields })).body
    expect(created).toMatchObject({ tags: ['a'], settings: { deep: { er: 1 } } })
    expect(created._id).not.toBe('mine')
    expect(created.createdAt).not.toBe('never')
    const replaced = await request<MessageFlow>('PUT', `${path}/${created._id}`, {
      body: { ...created, name: 'Newer' },
    })
    expect(replaced.body).toEqual({ ...created, name: 'Newer', updatedAt: replaced.body.updatedAt })
  })

  it('is refused without a name, and 404 for another ID or workspace', async () => {
    const { request } = await openTestService()
    const { _id } = (await request<MessageFlow>('POST', path, { body: { name: 'New' } })).body
    expect((await request('POST', path, { body: {} })).status).toBe(400)
    expect((await request('PUT', `${path}/none`, { body: { name: 'x' } })).status).toBe(404)
    const headers = { 'x-api-key': 'key-of-the-tests.elsewhere', 'x-workspace-id': 'elsewhere' }
    expect((await request('GET', `${path}/${_id}`, { headers })).status).toBe(404)
    expect((await request('GET', path, { headers })).body).toEqual([])
    expect((await request('GET', path, { headers: { 'x-workspace-id': '' } })).status).toBe(400)
  })
})

it('a message flow accepts only an agent of its workspace', { tags: ['I7-6'] }, async () => {
  const { request, createCallingAgent, createMessagingAgent } = await openTestService()
  const { agentId } = await createCallingAgent()
  const { flowId } = await createMessagingAgent()
  expect((await request('POST', flows, { body: { name: 'x', agent: agentId } })).status).toBe(400)
  expect((await request('PUT', `${flows}/${flowId}`, { body: { name: 'x', agent: 'none' } })).status).toBe(400)
})

it('a seeded conversation belongs to a messaging agent if the customer wrote first, else to the agent that called', async () => {
  const { request } = await openTestService({ seeded: true })
  const messagingAgents = (await request<MessagingAgent[]>('GET', agents)).body
  const messageFlows = (await request<MessageFlow[]>('GET', `${flows}?limit=100`)).body
  const conversations = (await request<Conversation[]>('GET', '/v1/api/conversations')).body
  const isMessagingAgent = (id: string | null) => messagingAgents.some(({ _id }) => _id === id)
  for (const { agentId, pathwayId, messages } of conversations) {
    const customerWroteFirst = messages[0]?.direction === 'inbound'
    expect(isMessagingAgent(agentId)).toBe(customerWroteFirst)
    const [ownerId, path] = customerWroteFirst
      ? [messageFlows.find(({ _id }) => _id === pathwayId)?.agent, `${agents}/${agentId}`]
      : [agentId, `/api/v1/agents/${agentId}`]
    expect(ownerId).toBe(agentId)
    expect((await request('GET', path)).status).toBe(200)
  }
  const drafts = conversations.filter(({ messages }) => messages.some(needsReview))
  expect(new Set(drafts.map(({ agentId }) => isMessagingAgent(agentId)))).toEqual(new Set([true, false]))
})

it('a list without pages in its answer says in headers how many records there are', async () => {
  const { request } = await openTestService()
  for (const [path, count] of [
    ['/v1/api/omni-flow-agents', 3],
    ['/v1/api/message-flows', 2],
  ] as const) {
    for (let i = 0; i < count; i++) await request('POST', path, { body: { name: `No. ${i}` } })
    const cut = await request<unknown[]>('GET', `${path}?limit=1`)
    expect([cut.body.length, cut.headers.get('x-total-count')]).toEqual([1, String(count)])
    expect(cut.headers.get('link')).toBe(`<${path}?page=2&limit=1>; rel="next"`)
    const whole = await request<unknown[]>('GET', path)
    expect([whole.body.length, whole.headers.get('x-total-count'), whole.headers.get('link')]).toEqual([
      count,
      String(count),
      null,
    ])
  }
})
