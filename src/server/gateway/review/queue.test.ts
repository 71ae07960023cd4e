import { describe, expect, test } from 'vitest'
import { postDecision, readLatestDecision, readQueue, scriptDrafts, startGatewayWithDrafts } from '../testing/review.ts'
import { startGatewayWithService } from '../testing/testing.ts'

const ids = async (person: Parameters<typeof readQueue>[0]) =>
  (await readQueue(person)).drafts.map(({ messageId }) => messageId)

describe('the review queue', () => {
  test('has every draft of the list, the oldest first, with its customer, agent and flow', async () => {
    const scriptedDrafts = scriptDrafts(3)
    scriptedDrafts.draft('c1').createdAt = '2026-11-20T12:00:00.000Z'
    const { grace, browser } = await startGatewayWithService((received) => {
      if (received.path === '/api/v1/agents/a1') return { body: { id: 'a1', name: 'Nora' } }
      if (received.path === '/api/v1/flows/f1') return { body: { id: 'f1', name: 'Visits' } }
      return scriptedDrafts.script(received)
    })
    expect(await readQueue(grace)).toMatchObject({ listed: true, watching: 3 })
    expect(await ids(grace)).toEqual(['m2', 'm3', 'm1'])
    await expect
      .poll(async () => (await readQueue(grace)).drafts[0])
      .toMatchObject({
        conversationId: 'c2',
        message: 'Your visit is on Monday.',
        customer: { name: 'Customer 2', phone: '+14155550134' },
        agentName: 'Nora',
        flowName: 'Visits',
        claim: null,
        decision: null,
      })
    expect(await ids(await browser().signInAsDemo('ready-support'))).toEqual(['m2', 'm3', 'm1'])
  })

  test('says what to check in each draft, compared with what was said to the person in any conversation', async () => {
    const scriptedDrafts = scriptDrafts(3)
    scriptedDrafts.draft('c1').message = 'Hi {name}, Monday at 3 pm, see bit.ly/x.'
    scriptedDrafts.removeQuestion('c1')
    scriptedDrafts.customer('c2').phone = '+1 415 555 0177'
    scriptedDrafts.customer('c3').phone = '+14155550177'
    Object.assign(scriptedDrafts.draft('c3'), { status: 'approved', sent: true })
    const { grace, service } = await startGatewayWithService(scriptedDrafts.script)
    const { drafts } = await readQueue(grace)
    expect(drafts.map(({ risks }) => risks)).toEqual([
      [
        { kind: 'placeholder', found: ['{name}'] },
        { kind: 'new_link', found: ['bit.ly/x'] },
        { kind: 'new_date', found: ['Monday', '3 pm'] },
        { kind: 'first_message', found: [] },
      ],
      // The customer of the third conversation has the same number.
      [{ kind: 'new_date', found: ['Monday'] }],
    ])
    expect(service.requestsTo('GET', '/v1/api/conversations')).toHaveLength(1)
  })

  test('calls a draft the first message only if nothing was sent to or received from the person before', async () => {
    const scriptedDrafts = scriptDrafts(3)
    scriptedDrafts.removeQuestion('c1')
    // The customer of the first conversation wrote in the second one.
    scriptedDrafts.customer('c3').phone = '+14155550177'
    scriptedDrafts.removeQuestion('c3')
    const { grace } = await startGatewayWithService(scriptedDrafts.script)
    const firstOnes = (await readQueue(grace)).drafts.map(({ risks }) =>
      risks.some(({ kind }) => kind === 'first_message'),
    )
    expect(firstOnes).toEqual([false, false, true])
  })

  test('says of two drafts in one conversation that there is another one', async () => {
    const scriptedDrafts = scriptDrafts(2)
    scriptedDrafts.addDraft('c1')
    const { grace } = await startGatewayWithService(scriptedDrafts.script)
    const { drafts } = await readQueue(grace)
    expect(
      drafts.map(({ conversationId, risks }) => [conversationId, risks.some(({ kind }) => kind === 'other_draft')]),
    ).toEqual([
      ['c1', true],
      ['c2', false],
      ['c1', true],
    ])
  })

  test('marks customers on the do-not-call list, in any spelling of the number, without another read', async () => {
    const scriptedDrafts = scriptDrafts(3)
    scriptedDrafts.customer('c1').phone = '+1 (415) 555-0134'
    scriptedDrafts.customer('c2').phone = null
    scriptedDrafts.customer('c3').phone = '+14155550177'
    const { grace, service } = await startGatewayWithService(scriptedDrafts.script)
    const marks = async () => (await readQueue(grace)).drafts.map(({ doNotCall }) => doNotCall?.reason ?? null)
    expect(await marks()).toEqual([null, null, null])
    const reads = service.received.length
    await grace.post('/gateway/do-not-call', { number: '+14155550134', reason: 'Wrote STOP' })
    expect((await marks()).filter((mark) => mark !== null)).toEqual(['Wrote STOP'])
    expect(service.received).toHaveLength(reads)
  })

  test('lists messages that were approved but not delivered, the latest first, without another read', async () => {
    const scriptedDrafts = scriptDrafts(3)
    Object.assign(scriptedDrafts.draft('c1'), { status: 'approved', sent: false })
    Object.assign(scriptedDrafts.draft('c3'), { status: 'approved', sent: true })
    const { grace, service } = await startGatewayWithService(scriptedDrafts.script)
    const { undelivered } = (await readQueue(grace)) as unknown as { undelivered: object[] }
    expect(undelivered).toMatchObject([
      { conversationId: 'c1', messageId: 'm1', message: 'Your visit is on Monday.', customer: { name: 'Customer 1' } },
    ])
    expect(await ids(grace)).toEqual(['m2'])
    expect(service.requestsTo('GET', '/v1/api/conversations')).toHaveLength(1)
  })

  test('names the agents and flows of messages with one read of each list, and search finds them', async () => {
    const scriptedDrafts = scriptDrafts(1)
    const { grace, service } = await startGatewayWithService((received) => {
      const named = (name: string) => ({ body: [{ _id: name === 'Willa' ? 'a1' : 'f1', name }] })
      if (received.path.startsWith('/v1/api/omni-flow-agents?')) return named('Willa')
      if (received.path.startsWith('/v1/api/message-flows?')) return named('Replies')
      return scriptedDrafts.script(received)
    })
    await expect
      .poll(async () => (await readQueue(grace)).drafts[0])
      .toMatchObject({ agentName: 'Willa', flowName: 'Replies' })
    const asked = service.received.map(({ path }) => path)
    expect(asked.filter((path) => /agents|flows/.test(path) && !path.startsWith('/api/v1/agents?'))).toHaveLength(2)
    expect((await grace.post('/gateway/search', { text: 'Willa' })).json).toMatchObject({
      found: [{ kind: 'messaging-agent', id: 'a1', title: 'Willa' }],
    })
  })

  test('names the agents of many drafts with one read', async () => {
    const scriptedDrafts = scriptDrafts(3)
    const { grace, service } = await startGatewayWithService((received) => {
      const agents = [1, 2, 3].map((n) => ({ id: `a${n}`, name: `Nora ${n}` }))
      if (received.path.startsWith('/api/v1/agents?')) return { body: { agents } }
      if (received.path !== '/v1/api/conversations') return scriptedDrafts.script(received)
      const { body } = scriptedDrafts.script(received) as { body: object[] }
      return { body: body.map((conversation, n) => ({ ...conversation, agentId: `a${n + 1}` })) }
    })
    await expect
      .poll(async () => (await readQueue(grace)).drafts.map(({ agentName }) => agentName))
      .toEqual(['Nora 1', 'Nora 2', 'Nora 3'])
    expect(service.requestsTo('GET', '/api/v1/agents/')).toEqual([])
  })

  test('reads the list once for all viewers, and not again before it expires', { tags: ['R13'] }, async () => {
    const { grace, browser, service } = await startGatewayWithDrafts(3)
    const others = await Promise.all(Array.from({ length: 5 }, () => browser().signInAsDemo('ready-reviewer')))
    for (let n = 0; n < 5; n += 1) await Promise.all([grace, ...others].map((person) => readQueue(person)))
    expect(service.received.filter(({ path }) => path === '/v1/api/conversations')).toHaveLength(1)
  })

  test('of a hidden tab sends no requests', { tags: ['R26'] }, async () => {
    const { grace, service } = await startGatewayWithDrafts(3, { listed: false })
    await grace.post('/gateway/conversations', { ids: ['c1'] })
    await readQueue(grace)
    // Names are read in the background.
    const names = ['/v1/api/omni-flow-agents', '/v1/api/message-flows']
    await expect.poll(() => names.flatMap((path) => service.requestsTo('GET', path)).length).toBe(names.length)
    const before = service.received.length
    await grace.get('/gateway/review-queue', { headers: { priority: 'u=5' } })
    await grace.get('/gateway/conversations', { headers: { priority: 'u=5' } })
    expect(service.received).toHaveLength(before)
  })

  test('drops a draft as soon as it is decided, although an older snapshot still shows it', async () => {
    const { priya, service, scriptedDrafts } = await startGatewayWithDrafts(2)
    await readQueue(priya)
    await postDecision(priya, { action: 'Reject' })
    await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('done')
    expect(await ids(priya)).toEqual(['m2'])
    expect(
      service.requestsTo('GET', '/v1/api/conversations').filter(({ path }) => path === '/v1/api/conversations'),
    ).toHaveLength(1)
    expect(scriptedDrafts.draft('c1').status).toBe('rejected')
  })

  test("drops it also when the service's answer does not contain the message", async () => {
    const { priya, scriptedDrafts } = await startGatewayWithDrafts(2)
    await readQueue(priya)
    scriptedDrafts.injectFault(() => {
      scriptedDrafts.draft('c1').status = 'rejected'
      return { body: { status: 'success' } }
    })
    await postDecision(priya, { action: 'Reject' })
    await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('done')
    expect(await ids(priya)).toEqual(['m2'])
  })

  test('of a service without a conversation list contains what the team has opened, imported or read', async () => {
    const { priya, grace } = await startGatewayWithDrafts(4, { listed: false })
    expect(await readQueue(priya)).toEqual({
      drafts: [],
      undelivered: [],
      readAt: null,
      watching: 0,
      unread: 0,
      listed: false,
    })
    await grace.get('/v1/api/conversations/c2')
    const opened = await grace.post('/gateway/conversations', { ids: ['c1', 'c9', 'c2'] })
    expect(opened.json).toEqual({ opened: ['c1', 'c2'], unknown: ['c9'], waiting: [] })
    expect(await ids(priya)).toEqual(['m1', 'm2'])
    expect((await priya.get('/gateway/conversations')).json).toMatchObject({
      watching: 2,
      listed: false,
      conversations: [
        { conversationId: 'c2', title: 'Customer 2', last: 'Your visit is on Monday.', inbound: false, drafts: 1 },
        { conversationId: 'c1' },
      ],
    })
  })

  test('reads imported conversations beyond the budget later, and polls them for new drafts', async () => {
    const { priya, scriptedDrafts } = await startGatewayWithDrafts(30, { listed: false })
    const all = Array.from({ length: 30 }, (_, n) => `c${n + 1}`)
    scriptedDrafts.draft('c1').status = 'rejected'
    const { json } = await priya.post('/gateway/conversations', { ids: all })
    expect((json.opened as string[]).length).toBe(20)
    expect((json.waiting as string[]).length).toBe(10)
    const { watching, drafts } = await readQueue(priya)
    expect(watching).toBe(30)
    // The first twenty, except the one that needs no review; more if the poller has read some already.
    expect(drafts.length).toBeGreaterThanOrEqual(19)
    expect(drafts.length).toBeLessThan(29)
    scriptedDrafts.draft('c1').status = 'pending'
    await expect.poll(async () => (await ids(priya)).length).toBeGreaterThan(drafts.length)
  }, 10_000)

  test('contains drafts without a status, and sends to the e-mail address when the phone is an empty string', async () => {
    const { scriptedDrafts, priya } = await startGatewayWithDrafts(2)
    scriptedDrafts.draft('c1').status = ''
    Object.assign(scriptedDrafts.customer('c1'), { phone: '', email: 'ada@example.com' })
    const queue = await readQueue(priya)
    expect(queue.drafts.map(({ messageId, customer }) => [messageId, customer.phone, customer.email])).toEqual([
      ['m1', null, 'ada@example.com'],
      ['m2', '+14155550134', null],
    ])
    expect((await postDecision(priya)).json).toMatchObject({ state: 'held', to: 'ada@example.com' })
    await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('done')
    expect(await readLatestDecision(priya)).toMatchObject({ sent: true, to: 'ada@example.com' })
  })

  test('of one workspace is never shown in another', { tags: ['R13'] }, async () => {
    const { priya } = await startGatewayWithDrafts(2)
    await readQueue(priya)
    await postDecision(priya, { holdSeconds: 30 })
    const elsewhere = { headers: { 'x-workspace-id': 'ws_other' } }
    expect((await priya.get('/gateway/decisions', elsewhere)).json).toEqual({ decisions: [] })
  })
})

test('a read with no-cache is always sent to the service', async () => {
  const { priya, service } = await startGatewayWithDrafts()
  const read = (headers = {}) => priya.get('/v1/api/conversations/c1', { headers })
  await read()
  expect((await read()).headers.get('cache-status')).toBe('switchboard; hit')
  expect((await read({ 'cache-control': 'no-cache' })).headers.get('cache-status')).toBe('switchboard; fwd=miss')
  expect(service.requestsTo('GET', '/v1/api/conversations/c1')).toHaveLength(2)
  await service.close()
  expect((await read({ 'cache-control': 'no-cache' })).status).toBe(502)
  expect((await read()).status).toBe(200)
})
