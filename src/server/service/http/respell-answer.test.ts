import { expect, it } from 'vitest'
import { serviceEndpoints } from '#contract/index.ts'
import { openTestService } from '../testing/test-service.ts'
import { respellAnswer } from './respell-answer.ts'

it('the contract reads a respelled answer of any endpoint as the original', async () => {
  const { request } = await openTestService({ seeded: true })
  const lists = {
    agentList: '/api/v1/agents',
    flowList: '/api/v1/flows',
    conversationList: '/v1/api/conversations',
    activeCallList: '/v2/api/active-calls',
    callHistory: '/v2/api/call-history',
    messagingAgentList: '/v1/api/omni-flow-agents',
    messageFlowList: '/v1/api/message-flows',
  } as const
  for (const [name, path] of Object.entries(lists)) {
    const endpoint = serviceEndpoints[name as keyof typeof lists] as unknown as {
      normalize: (raw: unknown) => unknown
      response: { parse: (value: unknown) => unknown }
    }
    const { body } = await request<unknown>('GET', path)
    const parse = (raw: unknown) => endpoint.response.parse(endpoint.normalize(raw))
    const respelled = respellAnswer(body)
    expect([name, JSON.stringify(respelled) === JSON.stringify(body)]).toEqual([name, false])
    expect(parse(respelled)).toMatchObject(parse(body) as object)
  }
})
