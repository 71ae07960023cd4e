import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { type Conversation, type Message, type MessageActionResult, needsReview } from '#contract/index.ts'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { addMessage } from '../calling/messages.ts'
import { openTestService, type TestService, testNumber, workspace } from '../testing/test-service.ts'

type Result = z.output<typeof MessageActionResult>
type ErrorBody = { error: { code: string; message: string } }

/** Opens a service in which a call to this number has created a draft. */
async function openServiceWithDraft(number: string) {
  const service = await openTestService()
  const { agentId, flowId } = await service.createCallingAgent()
  await service.request('POST', '/api/v1/calls/call', { body: { agentId, toNumber: number } })
  await service.advance(300_000)
  const [conversation] = (await service.request<Conversation[]>('GET', '/v1/api/conversations')).body
  if (conversation === undefined) throw new Error('the call created no conversation')
  const [draft] = conversation.messages.filter(needsReview)
  if (draft === undefined) throw new Error('the conversation has no draft')
  const path = `/v1/api/conversations/${conversation._id}`
  const sendAction = <T = Result>(action: string, editedMessage?: string) =>
    service.request<T>('POST', `${path}/message/${draft._id}/action`, { body: { metadata: { action, editedMessage } } })
  const listMessages = async () => (await service.request<Conversation>('GET', path)).body.messages
  return { service, conversation, draft, path, sendAction, listMessages, agentId, flowId }
}

describe('a conversation', () => {
  it('is created by a call, with a draft that waits for review', {
    tags: ['S4.5-1', 'S2.5-1', 'S2.5-2', 'S2.6-2', 'I5-1', 'I6-2'],
  }, async () => {
    const { service, conversation, draft, path, agentId, flowId } = await openServiceWithDraft('+12025550100')
    expect(conversation).toMatchObject({
      userId: expect.stringMatching(/^[0-9a-f]{24}$/),
      pathwayId: flowId,
      agentId,
      customer: { name: null, email: null, phone: '+12025550100' },
    })
    expect(draft).toMatchObject({ direction: 'outbound', sent: false, status: 'pending' })
    expect(draft.message).toMatch(/\w{3}/)
    expect(draft.message).not.toMatch(/[{}]/)
    expect((await service.request('GET', path)).body).toEqual(conversation)
  })

  it('is 404 when unknown, and in another workspace', async () => {
    const { request } = await openTestService()
    const { status, body } = await request<ErrorBody>('GET', '/v1/api/conversations/none')
    expect([status, body.error.code]).toEqual([404, 'not_found'])
    const service = await openTestService({ seeded: true })
    const [conversation] = (await service.request<Conversation[]>('GET', '/v1/api/conversations')).body
    const headers = { 'x-api-key': 'key-of-the-tests.elsewhere', 'x-workspace-id': 'elsewhere' }
    expect((await service.request('GET', `/v1/api/conversations/${conversation?._id}`, { headers })).status).toBe(404)
    expect((await service.request('GET', '/v1/api/conversations', { headers })).body).toEqual([])
  })

  it('exists once per customer and agent: a second call continues it', async () => {
    const { service, agentId, listMessages } = await openServiceWithDraft('+12025550100')
    await service.request('POST', '/api/v1/calls/call', { body: { agentId, toNumber: '+12025550100' } })
    await service.advance(300_000)
    expect(await listMessages()).toHaveLength(2)
    expect((await service.request<unknown[]>('GET', '/v1/api/conversations')).body).toHaveLength(1)
  })
})

describe('a reviewer', () => {
  it('approves: the message is sent, once', {
    tags: ['S4.6-1', 'S2.6-3', 'S2.6-4', 'S2.7-1', 'S2.7-2', 'S2.7-3', 'S3-1', 'S4.6-3', 'I5-5'],
  }, async () => {
    const { service, sendAction, draft, listMessages } = await openServiceWithDraft('+12025550100')
    const { status, body } = await sendAction('Approve')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      message: {
        _id: draft._id,
        message: draft.message,
        to: '+12025550100',
        sent: true,
        status: 'approved',
        timestamp: new Date(service.clock.now()).toISOString(),
      },
    })
    expect(await listMessages()).toMatchObject([{ sent: true, status: 'approved' }])
  })

  it('edits: the new text still waits for review and is sent when approved', {
    tags: ['S2.7-2', 'S3-2', 'I5-2', 'I5-6'],
  }, async () => {
    const { sendAction, listMessages } = await openServiceWithDraft('+12025550100')
    expect((await sendAction('Edit', 'See you on Friday.')).body.message).toMatchObject({
      message: 'See you on Friday.',
      sent: false,
      status: 'pending',
    })
    expect(needsReview((await listMessages())[0] as Message)).toBe(true)
    expect((await sendAction('Approve')).body.message).toMatchObject({ message: 'See you on Friday.', sent: true })
  })

  it('rejects: it is never sent', { tags: ['S2.6-6', 'S3-3', 'I5-2', 'I5-8'] }, async () => {
    const { sendAction, listMessages } = await openServiceWithDraft('+12025550100')
    expect((await sendAction('Reject')).body.message).toMatchObject({ sent: false, status: 'rejected' })
    expect((await sendAction<ErrorBody>('Approve')).body.error.code).toBe('invalid_state')
    expect(await listMessages()).toMatchObject([{ sent: false, status: 'rejected' }])
  })

  it('cannot decide twice, whatever the second decision', { tags: ['I5-4'] }, async () => {
    const { sendAction } = await openServiceWithDraft('+12025550100')
    await sendAction('Approve')
    for (const action of ['Approve', 'Reject', 'Edit']) {
      const { status, body } = await sendAction<ErrorBody>(action, 'x')
      expect([action, status, body.error.code]).toEqual([action, 400, 'invalid_state'])
    }
  })

  it('gets 400 for a blank edit, an unknown action and missing metadata', { tags: ['S4.6-2', 'I5-7'] }, async () => {
    const { service, sendAction, path, draft } = await openServiceWithDraft('+12025550100')
    for (const text of [undefined, '', '  \n']) {
      const { status, body } = await sendAction<ErrorBody>('Edit', text)
      expect([status, body.error.code]).toEqual([400, 'invalid_message'])
    }
    expect((await sendAction<ErrorBody>('Send')).body.error.message).toBe(
      'metadata.action must be one of: Approve, Edit, Reject.',
    )
    const withoutMetadata = await service.request('POST', `${path}/message/${draft._id}/action`, {
      body: { action: 'Approve' },
    })
    expect(withoutMetadata.status).toBe(400)
    const unknownMessage = await service.request('POST', `${path}/message/none/action`, {
      body: { metadata: { action: 'Approve' } },
    })
    expect(unknownMessage.status).toBe(404)
  })

  it('gets an undeliverable message back as approved, but not sent', { tags: ['S2.6-3', 'I5-3'] }, async () => {
    const { sendAction, listMessages } = await openServiceWithDraft('+12025550160')
    expect((await sendAction('Approve')).body).toMatchObject({
      status: 'success',
      message: { sent: false, status: 'approved' },
    })
    expect((await listMessages()).filter(needsReview)).toEqual([])
  })

  it('approves the stored text: editedMessage applies to Edit only', async () => {
    const { sendAction, draft } = await openServiceWithDraft('+12025550100')
    expect((await sendAction('Approve', 'Something else.')).body.message).toMatchObject({
      message: draft.message,
      sent: true,
    })
  })

  it('cannot decide on customers’ messages, undelivered messages or another workspace’s drafts', async () => {
    const { service, sendAction, path, conversation, listMessages } = await openServiceWithDraft('+12025550160')
    const elsewhere = { 'x-api-key': 'key-of-the-tests.elsewhere', 'x-workspace-id': 'elsewhere' }
    const decide = async (messageId: string, action: string, headers: Record<string, string> = {}) => {
      const body = { metadata: { action, editedMessage: 'x' } }
      return (await service.request<ErrorBody>('POST', `${path}/message/${messageId}/action`, { body, headers })).body
        .error.code
    }
    const [undeliverable] = conversation.messages
    expect(await decide(undeliverable?._id ?? '', 'Approve', elsewhere)).toBe('not_found')
    await sendAction('Approve')
    const inboundMessage = { direction: 'inbound', message: 'Hello?', status: 'received', sent: 1 } as const
    const inbound = await addMessage(
      service.context,
      service.database,
      conversation._id,
      inboundMessage,
      service.clock.now(),
    )
    const before = await listMessages()
    for (const action of ['Approve', 'Edit', 'Reject']) {
      expect(await decide(inbound.id, action)).toBe('invalid_state')
      expect(await decide(undeliverable?._id ?? '', action)).toBe('invalid_state')
    }
    expect(await listMessages()).toEqual(before)
  })

  it('changes only drafts and sends only approved messages, in any order of actions', {
    tags: ['soak'],
  }, async () => {
    const { service, conversation } = await openServiceWithDraft('+12025550100')
    const path = `/v1/api/conversations/${conversation._id}`
    const anyAction = fc.record({
      action: fc.constantFrom('Approve', 'Edit', 'Reject'),
      text: fc.constantFrom('See you on Friday.', 'simulate undelivered', ' ', undefined),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: 6 }), async (actions) => {
        const draftText = 'Shall we say Friday?'
        const added = await addMessage(
          service.context,
          service.database,
          conversation._id,
          { direction: 'outbound', message: draftText, status: 'pending', sent: 0 },
          service.clock.now(),
        )
        let expected = { message: draftText, status: 'pending', sent: false }
        for (const { action, text } of actions) {
          const body = { metadata: { action, editedMessage: text } }
          const answer = await service.request<Result & ErrorBody>('POST', `${path}/message/${added.id}/action`, {
            body,
          })
          const expectedError =
            expected.status !== 'pending'
              ? 'invalid_state'
              : action === 'Edit' && !text?.trim()
                ? 'invalid_message'
                : null
          if (expectedError === null) {
            if (action === 'Edit') expected = { ...expected, message: text ?? '' }
            else if (action === 'Reject') expected = { ...expected, status: 'rejected' }
            else expected = { ...expected, status: 'approved', sent: !expected.message.includes('undelivered') }
          }
          expect(answer.status).toBe(expectedError === null ? 200 : 400)
          expect(answer.body.error?.code).toBe(expectedError ?? undefined)
          const { messages } = (await service.request<Conversation>('GET', path)).body
          expect(messages.find(({ _id }) => _id === added.id)).toMatchObject(expected)
          service.clock.set(service.clock.now() + 10_000)
        }
      }),
      propertyTestParameters(20),
    )
  })

  it('gets replies from some customers a while after sending', { tags: ['S2.6-2', 'S2.6-5'] }, async () => {
    const service = await openTestService({ seeded: true })
    const conversations = (await service.request<Conversation[]>('GET', '/v1/api/conversations')).body
    const withDrafts = conversations.filter(({ messages }) => messages.some(needsReview)).slice(0, 12)
    const listInboundMessages = async () => {
      const { body } = await service.request<Conversation[]>('GET', '/v1/api/conversations')
      const messages = body
        .filter(({ _id }) => withDrafts.some((withDraft) => withDraft._id === _id))
        .flatMap(({ messages }) => messages)
      return messages.filter(({ direction }) => direction === 'inbound')
    }
    const countBefore = (await listInboundMessages()).length
    for (const { _id, messages } of withDrafts) {
      const path = `/v1/api/conversations/${_id}/message/${messages.find(needsReview)?._id}/action`
      await service.request('POST', path, { body: { metadata: { action: 'Approve' } } })
    }
    expect(await listInboundMessages()).toHaveLength(countBefore)
    await service.advance(100_000)
    const inboundAfter = await listInboundMessages()
    expect(inboundAfter.length).toBeGreaterThan(countBefore)
    expect(inboundAfter.at(-1)).toMatchObject({ direction: 'inbound', status: 'received' })
  })
})

describe('the review loop', () => {
  it('goes on: the customer answers what was approved or edited, and the agent drafts the next message', async () => {
    const service = await openTestService({ seeded: true, hasActivity: true })
    const list = async () => (await service.request<Conversation[]>('GET', '/v1/api/conversations')).body
    const decided = new Map<string, number>()
    // Ten minutes a round: a reviewer approves all that waits, after editing it in every third round.
    for (let round = 0; round < 4; round++) {
      for (const { _id, messages } of await list()) {
        const draft = messages.find(needsReview)
        if (draft === undefined) continue
        const path = `/v1/api/conversations/${_id}/message/${draft._id}/action`
        if (round % 3 === 2) {
          const editedMessage = 'I have Friday at 16:30. Does that suit you?'
          await service.request('POST', path, { body: { metadata: { action: 'Edit', editedMessage } } })
        }
        await service.request('POST', path, { body: { metadata: { action: 'Approve' } } })
        decided.set(_id, (decided.get(_id) ?? 0) + 1)
      }
      await service.advance(600_000)
    }
    const conversations = await list()
    expect(conversations.filter(({ messages }) => messages.some(needsReview)).length).toBeGreaterThan(2)
    expect(Math.max(...decided.values())).toBe(4)
    for (const { messages } of conversations) {
      const inbound = messages.filter(({ direction }) => direction === 'inbound').map(({ message }) => message)
      expect(new Set(inbound).size).toBe(inbound.length)
      expect(messages.filter(needsReview).length).toBeLessThan(2)
    }
    expect(service.errors).toEqual([])
  })

  it('does not go on by itself in a service that does only what is requested', async () => {
    const service = await openTestService({ seeded: true })
    const list = async () => (await service.request<Conversation[]>('GET', '/v1/api/conversations')).body
    const decided = (await list()).filter(({ messages }) => messages.some(needsReview))
    for (const { _id, messages } of decided) {
      const path = `/v1/api/conversations/${_id}/message/${messages.find(needsReview)?._id}/action`
      await service.request('POST', path, { body: { metadata: { action: 'Approve' } } })
    }
    await service.advance(600_000)
    const ids = new Set(decided.map(({ _id }) => _id))
    const after = (await list()).filter(({ _id }) => ids.has(_id))
    expect(after.filter(({ messages }) => messages.some(needsReview))).toEqual([])
    expect(after.filter(({ messages }) => messages.at(-1)?.direction === 'inbound').length).toBeGreaterThan(5)
  })
})

describe('generating a message', () => {
  const generateMessage = <T = { status: string; conversation_id: string; message_id: string; message: string }>(
    { request }: TestService,
    flowId: string,
    to: string,
    fields: Record<string, unknown> = {},
  ) =>
    request<T>('POST', '/v1/api/conversations/message/generate', {
      body: { flowId, to, autopilot: false, ...fields },
    })

  it('creates a draft, or sends at once on autopilot', { tags: ['S4.8-1', 'I7-2'] }, async () => {
    const service = await openTestService()
    const { agentId, flowId } = await service.createMessagingAgent()
    const draft = (await generateMessage(service, flowId, '+447700900123')).body
    const autopilotMessage = (await generateMessage(service, flowId, '+447700900123', { autopilot: true })).body
    expect(draft.conversation_id).toBe(autopilotMessage.conversation_id)
    const { body } = await service.request<Conversation>('GET', `/v1/api/conversations/${draft.conversation_id}`)
    expect(body).toMatchObject({ agentId, pathwayId: flowId })
    expect(body.messages).toMatchObject([
      { _id: draft.message_id, sent: false, status: 'pending', message: draft.message },
      { _id: autopilotMessage.message_id, sent: true, status: 'approved' },
    ])
  })

  it('uses the flow’s first message, with the given variables', async () => {
    const service = await openTestService()
    const { flowId } = await service.createMessagingAgent({
      initiationMessage: 'Your {product} is ready, {first_name}. {agent}',
    })
    const fields = { dynamic: { product: 'bicycle', first_name: 'Dana', gears: 21 } }
    expect((await generateMessage(service, flowId, '+447700900123', fields)).body.message).toBe(
      'Your bicycle is ready, Dana. Willa',
    )
  })

  it('writes another text after feedback: shorter, more formal, or a different one', async () => {
    const service = await openTestService()
    const usual = 'Hi {first_name}, your {product} is ready. Please collect it soon.'
    const { flowId } = await service.createMessagingAgent({ initiationMessage: usual })
    const generate = async (feedback: string) => {
      const fields = { dynamic: { product: 'bicycle', first_name: 'Dana', feedback } }
      return (await generateMessage(service, flowId, '+447700900123', fields)).body.message
    }
    expect(await generate('Make it shorter.')).toBe('Hi Dana, your bicycle is ready.')
    expect(await generate('Wrong tone')).toBe('Good day Dana, your bicycle is ready. Please collect it soon.')
    expect(await generate('Wrong facts')).not.toContain('bicycle is ready')
  })

  it('rewrites the rejected draft as the note says', async () => {
    const { service, sendAction, draft, conversation } = await openServiceWithDraft('+12025550100')
    const { flowId } = await service.createMessagingAgent()
    await sendAction('Reject')
    // The gateway names the rejected message. Another agent's flow writes to another conversation, where there is none.
    const fields = {
      dynamic: { feedback: 'Other: mention that parking is free' },
      metadata: { rejectedMessageId: draft._id },
    }
    await service.database
      .updateTable('message_flow')
      .set({ agent_id: conversation.agentId })
      .where('id', '=', flowId)
      .execute()
    await service.database
      .updateTable('messaging_agent')
      .set({ id: conversation.agentId ?? '' })
      .execute()
    const { body } = await generateMessage(service, flowId, '+12025550100', fields)
    expect(body.message).toBe(`${draft.message} Parking is free.`)
  })

  it('gets replies from some customers on autopilot, but none to an undelivered message', async () => {
    const service = await openTestService()
    const { flowId } = await service.createMessagingAgent()
    // In London it is day. Where it is night, customers answer in the morning.
    const numbers = Array.from({ length: 20 }, (_, i) => `+4477009001${10 + i}`)
    for (const number of numbers) await generateMessage(service, flowId, number, { autopilot: true })
    await generateMessage(service, flowId, testNumber(0), { autopilot: true })
    const undelivered = (await generateMessage(service, flowId, '+12025550160', { autopilot: true })).body
    await service.advance(91_000)
    const { body } = await service.request<Conversation[]>('GET', '/v1/api/conversations')
    const answered = body.filter(({ messages }) => messages.some(({ direction }) => direction === 'inbound'))
    expect(answered.length).toBeGreaterThan(5)
    expect(answered.length).toBeLessThan(20)
    expect(answered.map(({ customer }) => customer.phone)).not.toContain(testNumber(0))
    const conversation = body.find(({ _id }) => _id === undelivered.conversation_id)
    expect(conversation?.messages).toMatchObject([{ sent: false, status: 'approved' }])
  })

  it('writes to an email address', async () => {
    const service = await openTestService()
    const { flowId } = await service.createMessagingAgent()
    const { conversation_id } = (await generateMessage(service, flowId, 'dana@example.com')).body
    const { body } = await service.request<Conversation>('GET', `/v1/api/conversations/${conversation_id}`)
    expect(body.customer).toEqual({ name: null, email: 'dana@example.com', phone: null })
    const path = `/v1/api/conversations/${conversation_id}/message/${body.messages[0]?._id}/action`
    const approved = await service.request<Result>('POST', path, { body: { metadata: { action: 'Approve' } } })
    expect(approved.body.message).toMatchObject({ to: 'dana@example.com', sent: true })
  })

  it('refuses a recipient that is neither an E.164 number nor an email address', { tags: ['I7-2'] }, async () => {
    const service = await openTestService()
    const { flowId } = await service.createMessagingAgent()
    const refusalOf = async (to: string) => {
      const { status, body } = await generateMessage<ErrorBody>(service, flowId, to)
      return [to, status, body.error.code]
    }
    for (const to of ['7700900123', '+44 7700 900123', 'ask her', '+0447700900123'])
      expect(await refusalOf(to)).toEqual([to, 400, 'invalid_number'])
    for (const to of ['@', 'a b@example.com', `${'a'.repeat(250)}@example.com`, '  '])
      expect(await refusalOf(to)).toEqual([to, 400, 'invalid_request'])
    expect((await service.request('GET', '/v1/api/conversations')).body).toEqual([])
  })

  it('refuses a flow that is unknown, for calls, without an agent, or inactive', async () => {
    const service = await openTestService()
    const callFlow = await service.createCallingAgent()
    const withoutAgent = await service.createMessagingAgent({ agent: null })
    const inactive = await service.createMessagingAgent({ isActive: false })
    const statusOf = async (flowId: string) => (await generateMessage(service, flowId, '+447700900123')).status
    expect(await statusOf('none')).toBe(404)
    expect(await statusOf(callFlow.flowId)).toBe(404)
    expect(await statusOf(withoutAgent.flowId)).toBe(400)
    expect(await statusOf(inactive.flowId)).toBe(400)
    expect((await service.request<Conversation[]>('GET', '/v1/api/conversations')).body).toEqual([])
  })
})

describe('the list of conversations', () => {
  it('says how many there are and where the next page is, if it is cut', { tags: ['I7-1'] }, async () => {
    const { request, database } = await openTestService()
    const times = { created_at: 0, updated_at: 0 }
    const conversations = Array.from({ length: 501 }, (_, i) => ({
      id: `c${String(i).padStart(3, '0')}`,
      workspace,
      user_id: 'u',
      agent_id: 'a',
      flow_id: 'f',
      customer_name: null,
      customer_email: null,
      customer_phone: testNumber(i),
      ...times,
    }))
    for (let from = 0; from < conversations.length; from += 100)
      await database
        .insertInto('conversation')
        .values(conversations.slice(from, from + 100))
        .execute()
    const list = (query: string) => request<Conversation[]>('GET', `/v1/api/conversations${query}`)
    const first = await list('')
    expect([first.body.length, first.headers.get('x-total-count')]).toEqual([500, '501'])
    expect(first.headers.get('link')).toBe('</v1/api/conversations?page=2&limit=500>; rel="next"')
    const second = await list('?page=2&limit=500')
    expect(second.body.map(({ _id }) => _id)).toEqual(['c500'])
    expect([second.headers.get('x-total-count'), second.headers.get('link')]).toEqual(['501', null])
    expect((await list('?limit=2&page=3')).body.map(({ _id }) => _id)).toEqual(['c004', 'c005'])
    expect((await list('?page=9')).body).toEqual([])
    for (const query of ['?page=0', '?page=1e1', '?limit=501', '?limit=']) expect((await list(query)).status).toBe(400)
  })
})
