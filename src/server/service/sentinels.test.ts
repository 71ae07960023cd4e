import { describe, expect, it } from 'vitest'
import { type Agent, type Conversation, needsReview } from '#contract/index.ts'
import { reservedNumbers } from './reserved.ts'
import { csv, type World, world } from './world.ts'

type ErrorBody = { error: { code: string } }
const agentBody = (name: string) => ({ name, model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } })
const codes = { 400: 'invalid_request', 401: 'unauthorized', 403: 'forbidden', 404: 'not_found', 500: 'UNKNOWN_ERROR' }

const agents = async ({ ask }: World) => (await ask<{ agents: Agent[] }>('GET', '/api/v1/agents?limit=100')).body.agents
const calls = ({ database }: World) => database.selectFrom('call').selectAll().execute()

describe('words in what is sent', () => {
  it('force each error of the specification in the general form, without effect', async () => {
    const opened = await world()
    for (const [status, code] of Object.entries(codes)) {
      const answer = await opened.ask<ErrorBody>('POST', '/api/v1/agents', { body: agentBody(`Simulate ${status}`) })
      expect([answer.status, answer.body.error.code]).toEqual([Number(status), code])
    }
    expect(await agents(opened)).toEqual([])
  })

  it('force the rate limit form, whose wait is true', async () => {
    const { ask } = await world()
    const { status, headers, body } = await ask('GET', '/v1/api/conversations/simulate_429')
    expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([
      429,
      'application/problem+json',
      '2',
    ])
    expect(Object.keys(body)).toEqual(['status', 'title', 'detail'])
  })

  it('work in an id, a search, a name, an edited text and an agent of a call or batch', async () => {
    const { ask } = await world({ planted: true })
    const [conversation] = (await ask<Conversation[]>('GET', '/v1/api/conversations')).body
    const message = conversation?.messages.find(needsReview)
    const statuses = await Promise.all([
      ask('GET', '/v2/api/active-calls/simulate-500'),
      ask('DELETE', '/v1/api/batch-calls/simulate_500'),
      ask('GET', '/api/v1/flows?search=simulate%20500'),
      ask('PATCH', '/api/v1/flows/x', { body: { name: 'simulate 500' } }),
      ask('POST', `/v1/api/conversations/${conversation?._id}/message/${message?._id}/action`, {
        body: { metadata: { action: 'Edit', editedMessage: 'Please simulate 500 here' } },
      }),
      ask('POST', '/v1/api/batch-calls', { form: { agentId: 'simulate_500', file: csv(['+14155550199']) } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500])
    const sendCall = await ask('POST', '/api/v1/calls/call', {
      body: { agentId: 'simulate_500', toNumber: '+14155550199' },
    })
    expect([sendCall.status, sendCall.body]).toEqual([
      500,
      { error: 'Failed to initiate call', details: 'The carrier did not accept the call.', code: 'UNKNOWN_ERROR' },
    ])
  })

  it('answer slowly, but do it', async () => {
    const opened = await world()
    let answered = false
    const asking = opened.ask('POST', '/api/v1/agents', { body: agentBody('Simulate slow') }).then(() => {
      answered = true
    })
    await expect.poll(async () => (await agents(opened)).length).toBe(1)
    await opened.pass(4_900)
    expect(answered).toBe(false)
    await opened.pass(200)
    await asking
    expect(answered).toBe(true)
  })
})

describe('words that were stored', () => {
  it('act when their verb comes: on a call, a start, a cancel, an update, a delete', async () => {
    const opened = await world()
    const { agentId } = await opened.caller('Nora (simulate 500 on call)')
    const rename = (verb: string) =>
      opened.database
        .updateTable('agent')
        .set({ name: `Simulate 403 on ${verb}` })
        .where('id', '=', agentId)
        .execute()
    const call = await opened.ask('POST', '/api/v1/calls/call', { body: { agentId, toNumber: '+14155550199' } })
    expect(call.status).toBe(500)
    await rename('start')
    expect((await opened.batch(agentId, 2)).status).toBe(403)
    await rename('cancel')
    const { batchId } = (await opened.batch(agentId, 20)).body
    expect((await opened.ask('DELETE', `/v1/api/batch-calls/${batchId}`)).status).toBe(403)
    await rename('update')
    expect((await opened.ask('PATCH', `/api/v1/agents/${agentId}`, { body: {} })).status).toBe(403)
    await rename('delete')
    expect((await opened.ask('DELETE', `/api/v1/agents/${agentId}`)).status).toBe(403)
    await rename('show')
    expect((await opened.ask('GET', `/api/v1/agents/${agentId}`)).status).toBe(403)
    expect(await calls(opened)).toHaveLength(8)
  })

  it('in a message act on its approval, without sending it', async () => {
    const opened = await world()
    const { agentId } = await opened.caller()
    await opened.ask('POST', '/api/v1/calls/call', { body: { agentId, toNumber: '+12025550100' } })
    await opened.pass(300_000)
    const [conversation] = (await opened.ask<Conversation[]>('GET', '/v1/api/conversations')).body
    const path = `/v1/api/conversations/${conversation?._id}/message/${conversation?.messages[0]?._id}/action`
    const act = (action: string, editedMessage?: string) =>
      opened.ask('POST', path, { body: { metadata: { action, editedMessage } } })
    expect((await act('Edit', 'Hello (simulate 500 on approve)')).status).toBe(200)
    expect((await act('Approve')).status).toBe(500)
    expect((await act('Edit', 'Hello (simulate undelivered)')).status).toBe(200)
    expect((await act('Approve')).body).toMatchObject({ message: { status: 'approved', sent: false } })
  })
})

describe('reserved numbers', () => {
  it('force each answer of Send Call, in its form, without a call', async () => {
    const opened = await world()
    const { agentId } = await opened.caller()
    const refused = Object.entries(reservedNumbers).filter(([, { answer }]) => /^\d+$/.test(answer ?? ''))
    expect(new Set(refused.map(([, { answer }]) => answer))).toEqual(
      new Set(['400', '401', '403', '404', '429', '500']),
    )
    for (const [toNumber, { answer }] of refused) {
      const { status, body } = await opened.ask<Record<string, unknown>>('POST', '/api/v1/calls/call', {
        body: { agentId, toNumber },
      })
      expect(String(status)).toBe(answer)
      expect(['400', '404', '500'].includes(answer ?? '')).toBe(typeof body.details === 'string')
    }
    expect(await calls(opened)).toEqual([])
  })

  it('in a batch force the answer of Start, and nobody is called', async () => {
    const opened = await world()
    const { agentId } = await opened.caller()
    const { status } = await opened.batch(agentId, ['+14155550199', '+12025550150'])
    expect(status).toBe(500)
    expect(await calls(opened)).toEqual([])
  })

  it('force each outcome of a call', async () => {
    const opened = await world()
    const { agentId } = await opened.caller()
    const numbers = ['+12025550100', '+12025550101', '+12025550102', '+12025550103', '+12025550104']
    await opened.batch(agentId, numbers)
    await opened.pass(600_000)
    const outcomes = new Map((await calls(opened)).map(({ to_number, outcome }) => [to_number, outcome]))
    expect(numbers.map((number) => outcomes.get(number))).toEqual([
      'completed',
      'busy',
      'no_answer',
      'voicemail',
      'failed',
    ])
  })
})
