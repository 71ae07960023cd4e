/** Requirements of the specification and the interface that no other test covers (see src/tools/lines). */
import { describe, expect, it } from 'vitest'
import {
  type Agent,
  type Conversation,
  csvLimits,
  type Flow,
  type MessageActionResult,
  plans,
} from '#contract/index.ts'
import { createBucket } from './auth/rate-limit.ts'
import { minutesInMs, openTestService, type TestService, testNumber } from './testing/test-service.ts'

type ErrorBody = { error: { code: string; message: string } }
const voice = { provider: 'openai', voiceId: 'alloy' }

describe('an agent', () => {
  it('needs name, model, provider and voice, and nothing else', { tags: ['I1-4'] }, async () => {
    const { request } = await openTestService()
    const required = { name: 'Nora', model: 'gpt-4o', voice }
    const errorMessage = async (body: unknown) =>
      (await request<ErrorBody>('POST', '/api/v1/agents', { body })).body.error.message
    expect(await errorMessage({ ...required, name: undefined })).toBe('name is missing.')
    expect(await errorMessage({ ...required, model: undefined })).toBe('model is missing.')
    expect(await errorMessage({ ...required, voice: undefined })).toBe('voice is missing.')
    expect(await errorMessage({ ...required, voice: { voiceId: 'alloy' } })).toBe('voice.provider is missing.')
    expect(await errorMessage({ ...required, voice: { provider: 'openai' } })).toBe('voice.voiceId is missing.')
    expect((await request('POST', '/api/v1/agents', { body: required })).status).toBe(200)
  })

  it('may have an unknown model and provider, but not an incomplete voice', {
    tags: ['I1-6', 'I1-10'],
  }, async () => {
    const { request } = await openTestService()
    const body = {
      name: 'Nora',
      model: 'a-new-model',
      voice: { provider: 'a-new-provider', voiceId: 'x', language: 'en' },
    }
    const created = await request<Agent>('POST', '/api/v1/agents', { body })
    expect(created.body).toMatchObject(body)
    const path = `/api/v1/agents/${created.body.id}`
    const incomplete = await request<ErrorBody>('PATCH', path, { body: { voice: { provider: 'openai' } } })
    expect([incomplete.status, incomplete.body.error.message]).toEqual([400, 'voice.voiceId is missing.'])
    expect((await request<Agent>('PATCH', path, { body: { voice } })).body.voice).toEqual(voice)
  })

  it('with several active flows uses the most recently updated one', { tags: ['I1-9'] }, async () => {
    const service = await openTestService()
    const { agentId, flowId } = await service.createCallingAgent()
    const secondFlow = await service.request<Flow>('POST', '/api/v1/flows', { body: { name: 'Survey', agentId } })
    const flowIdOfCallTo = async (toNumber: string) => {
      await service.request('POST', '/api/v1/calls/call', { body: { agentId, toNumber } })
      await service.advance(minutesInMs(15))
      const { body } = await service.request<Conversation[]>('GET', '/v1/api/conversations')
      return body.find(({ customer }) => customer.phone === toNumber)?.pathwayId
    }
    await service.advance(1_000)
    await service.request('PATCH', `/api/v1/flows/${secondFlow.body.id}`, { body: { description: 'Later' } })
    expect(await flowIdOfCallTo('+12025550100')).toBe(secondFlow.body.id)
    await service.request('PATCH', `/api/v1/flows/${flowId}`, { body: { description: 'Later still' } })
    expect(await flowIdOfCallTo('+12025550160')).toBe(flowId)
  })
})

describe('a flow', () => {
  it('has every field and setting that the interface names', {
    tags: ['S2.2-1', 'S4.3-7', 'I2-1', 'I2-4'],
  }, async () => {
    const { request } = await openTestService()
    const { body } = await request<Flow>('POST', '/api/v1/flows', { body: { name: 'Reminder' } })
    const expectedFields =
      'id name description direction agentId promptType prompt flowData rules isActive welcomeMessage customWelcomeMessage settings createdAt updatedAt'
    expect(Object.keys(body).toSorted()).toEqual(expectedFields.split(' ').toSorted())
    expect(body.settings).toEqual({
      callSetting: { maxCallDuration: expect.any(Number), endCallOnSilence: expect.any(Number) },
      responseSettings: {
        delay: expect.any(Number),
        workingHours: {
          enabled: false,
          start: expect.any(String),
          end: expect.any(String),
          timezone: expect.any(String),
          outOfHoursMessage: expect.any(String),
        },
      },
      enableRecording: true,
    })
  })

  it('accepts no call duration over an hour', { tags: ['S8.6-1', 'I2-3'] }, async () => {
    const { request } = await openTestService()
    const create = (maxCallDuration: number) =>
      request<ErrorBody>('POST', '/api/v1/flows', {
        body: { name: 'Long', settings: { callSetting: { maxCallDuration } } },
      })
    expect((await create(3600)).status).toBe(200)
    const { status, body } = await create(3601)
    expect([status, body.error.message]).toEqual([400, 'settings.callSetting.maxCallDuration must be at most 3600.'])
  })

  it('accepts each kind of step, rule and welcome of the interface', {
    tags: ['I2-5', 'I2-6', 'I2-7'],
  }, async () => {
    const { request } = await openTestService()
    const kinds = ['start', 'say', 'ask', 'condition', 'transfer', 'message', 'end']
    const nodes = kinds.map((type, i) => ({ id: `n${i}`, type, position: { x: 0, y: i }, data: { label: type } }))
    const edges = [
      { id: 'e', source: 'n3', target: 'n4', sourceHandle: 'yes', data: { label: 'Yes', condition: 'yes' } },
    ]
    const conditions = [
      'caller_asks_for_human',
      'outside_working_hours',
      'silence',
      'sentiment_negative',
      'asks for a refund',
    ]
    const rules = conditions.map((when, i) => ({
      id: `r${i}`,
      when,
      then: ['transfer', 'go_to_node', 'end', 'message', 'end'][i],
      value: 'n6',
    }))
    for (const welcomeMessage of ['user_initiated', 'ai_dynamic', 'ai_custom']) {
      const body = { name: 'All', flowData: { nodes, edges }, rules, welcomeMessage, customWelcomeMessage: 'Hello' }
      expect((await request<Flow>('POST', '/api/v1/flows', { body })).body).toMatchObject(body)
    }
    const { status } = await request('POST', '/api/v1/flows', { body: { name: 'x', welcomeMessage: 'a_song' } })
    expect(status).toBe(400)
  })

  it('is listed in pages of 20 and found by a part of its name', {
    tags: ['S4.2-2', 'I3-2', 'I3-3'],
  }, async () => {
    const { request } = await openTestService({ seeded: true })
    type List = { flows: Flow[]; pagination: { total: number; limit: number } }
    const pages = await Promise.all([1, 2].map((page) => request<List>('GET', `/api/v1/flows?page=${page}`)))
    expect(pages.map(({ body }) => [body.flows.length, body.pagination.limit, body.pagination.total])).toEqual([
      [20, 20, 25],
      [5, 20, 25],
    ])
    const name = pages[0]?.body.flows[0]?.name ?? ''
    const matching = await request<List>(
      'GET',
      `/api/v1/flows?search=${encodeURIComponent(name.slice(1).toUpperCase())}`,
    )
    expect(matching.body.flows.map((flow) => flow.name)).toContain(name)
    expect(matching.body.pagination.total).toBeLessThan(25)
  })
})

describe('an uploaded file', () => {
  const validate = async ({ request }: TestService, text: string) =>
    (
      await request<{
        valid: boolean
        errors: { row: number; code: string; column: string; value: string; message: string }[]
      }>('POST', '/v1/api/batch-calls/validate', { form: { file: new Blob([text]) } })
    ).body

  it('has the interface’s code for each of its problems', {
    tags: ['I4-1', 'I4-11'],
  }, async () => {
    const service = await openTestService()
    const { valid, errors } = await validate(
      service,
      'phone_number,first_name\n+14155550134,A\n+14155550134,B\n12,C\n,D\n+14155550135,E,more\n',
    )
    expect(valid).toBe(false)
    expect(errors.map(({ row, code }) => `${row} ${code}`)).toEqual([
      '3 duplicate_number',
      '4 invalid_number',
      '5 missing_number',
      '6 ragged_row',
    ])
    for (const error of errors) expect(Object.keys(error)).toEqual(['row', 'column', 'value', 'code', 'message'])
    expect((await validate(service, 'name\nAnn\n')).errors).toMatchObject([{ code: 'missing_column', row: 1 }])
    expect((await validate(service, 'phone_number\n"')).errors).toMatchObject([{ code: 'unreadable_file' }])
  })

  it('with more than 50,000 rows is not valid and starts nothing', { tags: ['I4-4'] }, async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
    const numbers = Array.from({ length: csvLimits.rows + 1 }, (_, i) => testNumber(i))
    expect(await validate(service, `phone_number\n${numbers.join('\n')}`)).toMatchObject({ valid: false })
    expect((await service.startBatch(agentId, numbers)).status).toBe(400)
    expect(await service.database.selectFrom('batch').selectAll().execute()).toEqual([])
  })

  it('over 20 MB is refused', { tags: ['I4-3'] }, async () => {
    const { request } = await openTestService()
    const file = new Blob([new Uint8Array(csvLimits.bytes + 1024 * 1024)])
    const { status, body } = await request<ErrorBody>('POST', '/v1/api/batch-calls/validate', { form: { file } })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  })
})

describe('a message', () => {
  const createDraftTo = async (to: string) => {
    const service = await openTestService()
    const { flowId } = await service.createMessagingAgent()
    const { body } = await service.request<{ conversation_id: string; message_id: string; message: string }>(
      'POST',
      '/v1/api/conversations/message/generate',
      { body: { flowId, to, autopilot: false } },
    )
    const path = `/v1/api/conversations/${body.conversation_id}/message/${body.message_id}/action`
    const sendAction = (metadata: object) =>
      service.request<{ message: MessageActionResult['message'] }>('POST', path, { body: { metadata } })
    return { sendAction, message: body.message }
  }

  it('is changed by Edit only: the text of other actions is ignored', { tags: ['S4.6-3'] }, async () => {
    const { sendAction, message } = await createDraftTo('+447700900123')
    const { body } = await sendAction({ action: 'Approve', editedMessage: 'Something else' })
    expect(body.message).toMatchObject({ message, sent: true })
  })

  it('goes to the email address if there is no phone number', { tags: ['S2.7-3', 'I5-10'] }, async () => {
    const { sendAction } = await createDraftTo('dana@example.com')
    expect((await sendAction({ action: 'Approve' })).body.message.to).toBe('dana@example.com')
  })
})

describe('the data-read tier', () => {
  it('admits 1,000 at once, then ten a second', { tags: ['S8.2-3'] }, () => {
    const { perMinute, burst } = plans.enterprise.tiers['data-read']
    const meter = createBucket(perMinute, burst)
    const admitted = (now: number, count: number) =>
      Array.from({ length: count }, () => meter.take(now)).filter((verdict) => verdict.admitted).length
    expect([admitted(0, 1_100), admitted(1_000, 20), admitted(61_000, 1_100)]).toEqual([1_000, 10, 600])
  })
})
