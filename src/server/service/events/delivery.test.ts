/** Events, from their cause to their delivery. */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Delivery } from '#contract/index.ts'
import { startEventReceiver } from '../testing/event-receiver.ts'
import { openTestService, type TestServiceOptions, testNumber, webhookSecret } from '../testing/test-service.ts'
import { enqueueEvent } from './events.ts'

async function openServiceWithReceiver(options: TestServiceOptions = {}) {
  const receiver = await startEventReceiver()
  const service = await openTestService({ webhookUrl: receiver.url, ...options })
  const listDeliveries = async () =>
    (await service.request<{ deliveries: Delivery[] }>('GET', '/simulation/deliveries')).body.deliveries
  return {
    ...receiver,
    ...service,
    listDeliveries,
    receivedEventNames: () => receiver.received.map(({ event }) => event),
  }
}
/** A reserved number, see `reserved-numbers.ts`. */
const busyNumber = '+12025550101'
const minuteMs = 60_000

describe('a receiver of events', () => {
  it('gets events of agents and flows, signed with the secret', {
    tags: ['S6-1', 'S6-5', 'S6-6', 'I6-10', 'I6-11'],
  }, async () => {
    const { createCallingAgent, request, deliveries, received, receivedEventNames } = await openServiceWithReceiver()
    const { agentId, flowId } = await createCallingAgent('Nora')
    await request('PATCH', `/api/v1/agents/${agentId}`, { body: { name: 'Norah' } })
    await request('PATCH', `/api/v1/flows/${flowId}`, { body: { name: 'Renewal' } })
    await deliveries.whenIdle()
    expect(receivedEventNames()).toEqual(['agent.created', 'flow.created', 'agent.updated', 'flow.updated'])
    expect(received.map(({ data }) => data)).toEqual([
      { id: agentId, name: 'Nora' },
      { id: flowId, name: 'Plan renewal' },
      { id: agentId, name: 'Norah' },
      { id: flowId, name: 'Renewal' },
    ])
    for (const { body, signature } of received) {
      expect(Object.keys(JSON.parse(body) as object)).toEqual(['event', 'data'])
      expect(signature).toBe(createHmac('sha256', webhookSecret).update(body).digest('hex'))
    }
  })

  it('gets events of the start and end of calls, single or in a batch', {
    tags: ['S6-2', 'S6-3', 'I6-5', 'I6-8'],
  }, async () => {
    const { createCallingAgent, request, startBatch, advance, received, receivedEventNames } =
      await openServiceWithReceiver()
    const { agentId } = await createCallingAgent()
    const sentCall = await request<{ callId: string; roomName: string }>('POST', '/api/v1/calls/call', {
      body: { agentId, toNumber: busyNumber },
    })
    await advance(2 * minuteMs)
    const { callId, roomName } = sentCall.body
    const callData = { callId, agentId, roomName, toNumber: busyNumber }
    const receivedCallEvents = () => received.filter(({ event }) => event.startsWith('call.'))
    expect(receivedCallEvents().map(({ event, data }) => ({ event, data }))).toEqual([
      { event: 'call.started', data: callData },
      { event: 'call.failed', data: callData },
    ])

    const { body } = await startBatch(agentId, ['+12025550100'])
    await advance(90 * minuteMs)
    const [, , startEvent, endEvent] = receivedCallEvents()
    expect(startEvent?.data).toMatchObject({ batchId: body.batchId, jobId: expect.stringMatching(/^call_\d+$/) })
    expect(receivedEventNames()).toContain('call.completed')
    expect(endEvent).toMatchObject({ event: 'call.completed', data: { ...startEvent?.data, status: 'completed' } })
    expect(endEvent?.data.duration).toBeGreaterThan(0)
  })

  it('gets events of an approved SMS, once as sent and a moment later as delivered, and none of e-mails', {
    tags: ['S6-4', 'I6-9'],
  }, async () => {
    const { createMessagingAgent, request, advance, deliveries, received, receivedEventNames } =
      await openServiceWithReceiver()
    const { flowId } = await createMessagingAgent()
    const createDraft = async (to: string) => {
      const { body } = await request<{ conversation_id: string; message_id: string }>(
        'POST',
        '/v1/api/conversations/message/generate',
        { body: { flowId, to, autopilot: false } },
      )
      return { conversationId: body.conversation_id, messageId: body.message_id }
    }
    const approve = ({ conversationId, messageId }: Awaited<ReturnType<typeof createDraft>>) =>
      request('POST', `/v1/api/conversations/${conversationId}/message/${messageId}/action`, {
        body: { metadata: { action: 'Approve' } },
      })
    const sms = await createDraft(testNumber(1))
    await deliveries.whenIdle()
    received.length = 0
    await approve(sms)
    await approve(await createDraft('ada@example.com'))
    await deliveries.whenIdle()
    expect(receivedEventNames()).toEqual(['sms.sent'])
    await advance(2_000)
    expect(received.map(({ event, data }) => ({ event, data }))).toEqual(
      ['sms.sent', 'sms.delivered'].map((event) => ({ event, data: { ...sms, to: testNumber(1) } })),
    )
  })

  it('gets no events of another organization, of refused requests, or in specification-only mode', async () => {
    const { request, createCallingAgent, database } = await openServiceWithReceiver()
    const voice = { provider: 'openai', voiceId: 'alloy' }
    const elsewhere = { 'x-api-key': 'key-of-the-tests.elsewhere' }
    await request('POST', '/api/v1/agents', { headers: elsewhere, body: { name: 'Theirs', model: 'gpt-4o', voice } })
    await request('POST', '/api/v1/agents', { body: { name: '', model: 'gpt-4o' } })
    expect(await database.selectFrom('event').selectAll().execute()).toEqual([])
    await createCallingAgent()
    expect(await database.selectFrom('event').selectAll().execute()).toHaveLength(2)
    const specificationOnly = await openServiceWithReceiver({ specificationOnly: true })
    await specificationOnly.createCallingAgent()
    expect(await specificationOnly.database.selectFrom('event').selectAll().execute()).toEqual([])
  })
})

describe('an unavailable receiver', () => {
  it('is retried with growing delays and the same bytes until it confirms the event', {
    tags: ['I6-12'],
  }, async () => {
    const { createCallingAgent, deliveries, advance, behaviour, received, listDeliveries } =
      await openServiceWithReceiver()
    behaviour.answer = () => 503
    await createCallingAgent()
    await deliveries.whenIdle()
    // The receiver is unavailable, so the second event is not tried.
    expect(await listDeliveries()).toMatchObject([{ attempts: 0 }, { attempts: 1, answer: '503', status: 'waiting' }])
    await advance(20_000)
    const attempts = received.filter(({ event }) => event === 'agent.created').length
    expect(attempts).toBeGreaterThan(1)
    expect(received.length).toBeLessThan(9)
    behaviour.answer = () => 200
    await advance(5 * minuteMs)
    expect(await listDeliveries()).toMatchObject([
      { status: 'delivered' },
      { status: 'delivered', answer: '200', dueAt: null },
    ])
    expect(new Set(received.map(({ body, signature }) => `${signature} ${body}`)).size).toBe(2)
  })

  it('that refuses one event still gets the others', async () => {
    const { createCallingAgent, deliveries, behaviour, receivedEventNames, listDeliveries, advance } =
      await openServiceWithReceiver()
    behaviour.answer = ({ event }) => (event === 'agent.created' ? 400 : 200)
    await createCallingAgent()
    await deliveries.whenIdle()
    expect(await listDeliveries()).toMatchObject([
      { event: 'flow.created', status: 'delivered' },
      { event: 'agent.created', status: 'waiting', answer: '400' },
    ])
    await advance(25 * 60 * minuteMs)
    expect((await listDeliveries())[1]).toMatchObject({ status: 'given_up' })
    // Delays double up to five minutes: about 300 attempts in a day.
    expect(receivedEventNames().length).toBeLessThan(500)
  })

  it('that drops the connection is logged as such', async () => {
    const { createCallingAgent, deliveries, behaviour, listDeliveries } = await openServiceWithReceiver()
    behaviour.answer = () => null
    await createCallingAgent()
    await deliveries.whenIdle()
    expect((await listDeliveries()).at(-1)).toMatchObject({ answer: 'no connection' })
  })

  it('gets earlier events after a restart of the service', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'events-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'service.db')
    const receiver = await startEventReceiver()
    receiver.behaviour.answer = () => null
    const firstService = await openTestService({ file, webhookUrl: receiver.url })
    await firstService.createCallingAgent()
    await firstService.deliveries.whenIdle()
    await firstService.close()
    receiver.behaviour.answer = () => 200
    const restartedService = await openTestService({ file, webhookUrl: receiver.url, clock: firstService.clock })
    await restartedService.advance(minuteMs)
    expect(receiver.received.map(({ event }) => event).toSorted()).toEqual(['agent.created', 'flow.created'])
  })
})

describe('many events', () => {
  it('share a few connections, are recorded together, and leave a short log', async () => {
    const { context, database, deliveries, received, behaviour, request, clock } = await openServiceWithReceiver()
    for (let i = 0; i < 300; i++) {
      const data = { id: `agent${i}`, name: `Agent ${i}` }
      await enqueueEvent(context, database, 'main', { event: 'agent.updated', data })
    }
    await deliveries.whenIdle()
    expect(new Set(received.map(({ data }) => data.id)).size).toBe(300)
    expect(received).toHaveLength(300)
    expect(behaviour.connections).toBeLessThanOrEqual(4)
    const page = await request<{ deliveries: Delivery[]; pagination: object }>(
      'GET',
      '/simulation/deliveries?page=2&limit=50',
    )
    expect(page.body).toMatchObject({ pagination: { page: 2, limit: 50, total: 300 } })
    expect(page.body.deliveries).toHaveLength(50)
    clock.set(clock.now() + 49 * 60 * minuteMs)
    await enqueueEvent(context, database, 'main', { event: 'agent.updated', data: { id: 'a', name: 'A' } })
    await deliveries.whenIdle()
    // Old events are deleted after a thousand attempts.
    for (let i = 0; i < 800; i++)
      await enqueueEvent(context, database, 'main', { event: 'agent.updated', data: { id: 'a', name: 'A' } })
    await deliveries.whenIdle()
    const { total } = await database
      .selectFrom('event')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBeLessThanOrEqual(801)
  })
})
