import { describe, expect, it } from 'vitest'
import type { Call, PastCall } from '#contract/index.ts'
import { openTestService, type TestService, workspace } from '../testing/test-service.ts'

const sendCall = <T = Call>({ request }: TestService, agentId: string, toNumber: string) =>
  request<T>('POST', '/api/v1/calls/call', { body: { agentId, toNumber } })

describe('Send Call', () => {
  it('starts a call in the room <agent ID>-<call ID>', {
    tags: ['S4.3-1', 'S2.3-1', 'S2.3-2', 'S2.3-3', 'S2.3-4', 'I6-4'],
  }, async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
    const { status, body } = await sendCall(service, agentId, '+447700900123')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      callId: expect.stringMatching(/^[a-z0-9]{10}$/),
      roomName: `${agentId}-${body.callId}`,
      fromNumber: '+14155550100',
      toNumber: '+447700900123',
      agent: { id: agentId, name: 'Nora', model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } },
    })
  })

  it('answers 404 in its own form for an agent that does not exist', { tags: ['S4.3-3', 'S7-7'] }, async () => {
    const { status, body } = await sendCall<unknown>(await openTestService(), 'nobody', 'not even a number')
    expect([status, body]).toEqual([
      404,
      { error: 'Agent not found', details: 'The agent does not exist or the caller has no access to it.' },
    ])
  })

  it('answers the same for an agent ID that no agent can have, and for a blank one', {
    tags: ['S4.3-3', 'S7-7'],
  }, async () => {
    const service = await openTestService()
    for (const agentId of ['a b', '../x', '', 'a'.repeat(129), 'ü']) {
      const { status, body } = await sendCall<{ error: string }>(service, agentId, '+447700900123')
      expect([agentId, status, body.error]).toEqual([agentId, 404, 'Agent not found'])
    }
    const missing = await service.request<{ code: string }>('POST', '/api/v1/calls/call', { body: { agentId: 7 } })
    expect([missing.status, missing.body.code]).toEqual([400, 'invalid_request'])
    const recorded = await service.database.selectFrom('command').select('ids').execute()
    expect(recorded.map(({ ids }) => ids)).toEqual(['{}', '{}', '{}', '{}', '{}'])
  })

  it('names the missing requirement: the phone number, then the flow', {
    tags: ['S2.1-6', 'S4.3-4', 'S4.3-5', 'S7-8', 'I1-8'],
  }, async () => {
    const service = await openTestService()
    const { agentId, flowId } = await service.createCallingAgent()
    const refusalDetails = async () => {
      const { status, body } = await sendCall<{ error: string; details: string }>(service, agentId, '+447700900123')
      expect([status, body.error]).toEqual([400, 'Invalid configuration'])
      return body.details
    }
    const updateFlow = (body: unknown) => service.request('PATCH', `/api/v1/flows/${flowId}`, { body })
    await updateFlow({ isActive: false })
    expect(await refusalDetails()).toBe('The agent has no active flow for outbound calls.')
    await updateFlow({ isActive: true, direction: 'inbound' })
    expect(await refusalDetails()).toBe('The agent has no active flow for outbound calls.')
    await service.request('PATCH', `/api/v1/agents/${agentId}`, { body: { phoneNumber: null } })
    expect(await refusalDetails()).toBe('The agent has no phone number configured.')
    await service.request('PATCH', `/api/v1/agents/${agentId}`, { body: { phoneNumber: '+14155550101' } })
    await updateFlow({ direction: 'bidirectional' })
    expect((await sendCall(service, agentId, '+447700900123')).status).toBe(200)
  })

  it('refuses a malformed number in the general form', { tags: ['S4.3-2', 'S4.3-6', 'I6-14'] }, async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
    for (const number of ['4155550134', '+0123456789', '+1 415 555 0134', '+1415555013456789', '']) {
      const { status, body } = await sendCall<{ error: { code: string } }>(service, agentId, number)
      expect([number, status, body.error.code]).toEqual([number, 400, 'invalid_number'])
    }
  })

  it('refuses more concurrent calls than the plan allows, in its own form, until a call has ended', {
    tags: ['S8.1-2', 'I6-20', 'I6-23'],
  }, async () => {
    const service = await openTestService({ plan: 'developer' })
    const { agentId } = await service.createCallingAgent()
    expect((await sendCall(service, agentId, '+12025550101')).status).toBe(200)
    const secondCall = await sendCall<{ code: string }>(service, agentId, '+12025550101')
    expect([secondCall.status, secondCall.body.code]).toEqual([400, 'concurrency_limit'])
    await service.advance(10_000)
    expect((await sendCall(service, agentId, '+12025550101')).status).toBe(200)
  })

  it('never exceeds the plan, however many requests arrive at once', { tags: ['I4-23'] }, async () => {
    const service = await openTestService({ concurrentCalls: 3 })
    const { agentId } = await service.createCallingAgent()
    const answers = await Promise.all(Array.from({ length: 12 }, () => sendCall(service, agentId, '+12025550100')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  it('takes the customer’s name from an earlier conversation', { tags: ['S2.8-2'] }, async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
    await service.database
      .insertInto('conversation')
      .values({
        id: 'c',
        workspace,
        user_id: 'u',
        flow_id: null,
        agent_id: agentId,
        customer_name: 'Dana Whitfield',
        customer_email: null,
        customer_phone: '+447700900123',
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    const { body } = await sendCall(service, agentId, '+447700900123')
    const active = await service.request<{ customerName: string }>('GET', `/v2/api/active-calls/${body.roomName}`)
    expect(active.body.customerName).toBe('Dana Whitfield')
  })
})

describe('the history', () => {
  it('has one row for each dial, newest first, with its outcome', { tags: ['I7-7'] }, async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
    for (const suffix of [100, 101, 102, 103, 104]) {
      await sendCall(service, agentId, `+12025550${suffix}`)
      await service.advance(300_000)
    }
    const searchHistory = async (query: string) =>
      (await service.request<{ calls: PastCall[] }>('GET', `/v2/api/call-history${query}`)).body.calls
    const allCalls = await searchHistory('')
    expect(allCalls.map(({ outcome, status }) => `${outcome} ${status}`)).toEqual([
      'failed failed',
      'voicemail completed',
      'no_answer failed',
      'busy failed',
      'completed completed',
    ])
    expect((await searchHistory('?search=5550102')).map(({ toNumber }) => toNumber)).toEqual(['+12025550102'])
    expect(await searchHistory('?search=%2B12025550102')).toHaveLength(1)
    expect(await searchHistory('?search=dana')).toEqual([])
    expect(await searchHistory(`?agentId=${agentId}&status=failed`)).toHaveLength(3)
    expect(await searchHistory('?agentId=other')).toEqual([])
  })
})
