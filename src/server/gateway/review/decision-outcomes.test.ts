/** Decisions when the service, the budget or the process fails. */
import { describe, expect, test } from 'vitest'
import {
  postDecision,
  readDecisions,
  readLatestDecision,
  readQueue,
  startGatewayWithDrafts,
} from '../testing/review.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock } from '../testing/testing.ts'
import { deleteOldDecisions } from './decision/decision-store.ts'

const state = (person: Parameters<typeof postDecision>[0]) => async () => (await readLatestDecision(person))?.state
const soon = { checks: [200, 300, 400] }
/** A world with a test clock and the default checks. */
const slowWorld = async () => {
  const clock = createTestClock()
  return { clock, ...(await startGatewayWithDrafts(1, { clock })) }
}

describe('an approve whose answer was lost', { tags: ['R07'] }, () => {
  test.each(['truncated', { status: 503, body: '' }, { body: 'gibberish' }, { body: { status: 'failure' } }] as const)(
    '(%j) stays unknown after checks that do not show it, until a person settles it; the refusal names the risk',
    async (accident) => {
      const { priya, grace, scriptedDrafts, service, actions } = await startGatewayWithDrafts(1, soon)
      scriptedDrafts.injectFault(() => accident)
      const { json } = await postDecision(priya)
      await expect.poll(state(priya)).toBe('unknown')
      expect((await readLatestDecision(priya))?.refusal).toMatchObject({
        sent: 'unknown',
        message: expect.stringContaining('Do not approve it elsewhere'),
      })
      await expect
        .poll(() => readLatestDecision(priya))
        .toMatchObject({ nextCheckAt: null, lastCheckedAt: expect.any(Number) })
      expect(await readLatestDecision(priya)).toMatchObject({ state: 'unknown' })
      const readings = service.requestsTo('GET', '/v1/api/conversations/c1').length
      expect((await postDecision(grace)).json.error.code).toBe('already_decided')
      // Another decision about the same message reads the conversation first.
      expect(service.requestsTo('GET', '/v1/api/conversations/c1')).toHaveLength(readings + 1)
      await grace.post(`/gateway/effects/${String(json.effectId)}/settle`, { happened: false, reason: 'She says so.' })
      expect((await readLatestDecision(priya))?.refusal).toMatchObject({
        code: 'not_happened',
        message: expect.stringContaining(
          'If it was carried out after all, deciding again may send the customer two messages',
        ),
      })
      expect(actions()).toHaveLength(1)
      scriptedDrafts.injectFault(() => 'ordinary')
      await postDecision(priya)
      await expect.poll(state(priya)).toBe('done')
    },
  )

  test('is settled as sent when the conversation shows it; nothing is sent again', async () => {
    const { priya, grace, scriptedDrafts, actions } = await startGatewayWithDrafts(1, soon)
    scriptedDrafts.injectFault(() => 'lost')
    await postDecision(priya)
    await expect.poll(state(priya)).toBe('settled')
    expect(await readLatestDecision(priya)).toMatchObject({ sent: true, refusal: null })
    expect(actions()).toHaveLength(1)
    expect((await readQueue(priya)).drafts).toEqual([])
    expect((await postDecision(grace)).json.error.code).toBe('already_decided')
  })

  test('by a slow service is not settled as not happened', {
    tags: ['only-a-read-that-shows-it-settles'],
  }, async () => {
    const { priya, scriptedDrafts, gateway, actions, clock } = await slowWorld()
    scriptedDrafts.injectFault(() => 'truncated')
    await postDecision(priya)
    await expect.poll(state(priya)).toBe('unknown')
    // 80 s later, after three readings that showed nothing, the service carries it out.
    for (const seconds of [5, 10, 30]) {
      clock.advance(seconds * 1_000)
      await gateway.recheck()
      expect(await readLatestDecision(priya)).toMatchObject({ state: 'unknown', lastCheckedAt: clock.now() })
    }
    Object.assign(scriptedDrafts.draft('c1'), { status: 'approved', sent: true })
    expect(await readLatestDecision(priya)).toMatchObject({ nextCheckAt: clock.now() + 75_000 })
    clock.advance(75_000)
    await gateway.recheck()
    expect(await readLatestDecision(priya)).toMatchObject({ state: 'settled', sent: true, refusal: null })
    expect(actions()).toHaveLength(1)
  })

  test('that was an edit is rechecked before the new text is approved, and settled when it is there', async () => {
    const { priya, scriptedDrafts, actions, clock } = await slowWorld()
    scriptedDrafts.injectFault(() => 'lost')
    await postDecision(priya, { action: 'Edit', editedMessage: 'On Tuesday.' })
    await expect.poll(state(priya)).toBe('unknown')
    scriptedDrafts.injectFault(() => 'ordinary')
    clock.advance(1_000)
    await postDecision(priya, { text: 'On Tuesday.' })
    await expect.poll(state(priya)).toBe('done')
    expect(actions().map(({ metadata }) => metadata)).toMatchObject([{ action: 'Edit' }, { action: 'Approve' }])
    expect((await readDecisions(priya)).map(({ action, state }) => `${action} ${state}`)).toEqual([
      'Approve done',
      'Edit settled',
    ])
  })

  test('blocks its draft while it is unknown, and is settled by a person with a reason when no reading shows it', async () => {
    const { priya, grace, browser, scriptedDrafts, actions } = await startGatewayWithDrafts(1, soon)
    scriptedDrafts.injectFault(() => {
      scriptedDrafts.draft('c1').status = 'odd'
      scriptedDrafts.draft('c1').message = 'Something else.'
      return 'truncated'
    })
    const { json } = await postDecision(priya)
    await expect.poll(state(priya)).toBe('unknown')
    const again = await postDecision(grace, { text: 'Something else.' })
    expect(again).toMatchObject({ status: 409 })
    const settle = (person: typeof priya) =>
      person.post(`/gateway/effects/${String(json.effectId)}/settle`, {
        happened: true,
        reason: 'The customer has it.',
      })
    expect(await settle(await browser().signInAsDemo('ready-support'))).toMatchObject({ status: 403 })
    expect((await settle(grace)).json).toMatchObject({ state: 'settled', settledBy: 'Grace Okafor', happened: true })
    expect(await readLatestDecision(priya)).toMatchObject({ state: 'settled', sent: true })
    expect(actions()).toHaveLength(1)
  })

  test("refused by the service shows the service's message, and the draft stays in the queue", {
    tags: ['R16'],
  }, async () => {
    const { priya, scriptedDrafts } = await startGatewayWithDrafts()
    scriptedDrafts.injectFault(() => ({ status: 400, body: { error: { code: 'invalid_state', message: 'Not now.' } } }))
    await postDecision(priya)
    await expect.poll(state(priya)).toBe('refused')
    expect((await readLatestDecision(priya))?.refusal).toMatchObject({ code: 'invalid_state', message: 'Not now.' })
    expect((await readQueue(priya)).drafts).toMatchObject([{ decision: { state: 'refused' } }])
  })

  test('to a service that is down is not sent, and says so', async () => {
    const { priya, service } = await startGatewayWithDrafts()
    await readQueue(priya)
    await service.close()
    await postDecision(priya)
    await expect.poll(state(priya)).toBe('refused')
    expect((await readLatestDecision(priya))?.refusal).toMatchObject({ code: 'service_down', sent: 'no' })
    expect((await readLatestDecision(priya))?.refusal?.message).toContain('Nothing was sent.')
  })
})

describe('a decision that did not end as decided', () => {
  const stoppedOne = async () => {
    const ahead = { ms: 0 }
    const later = { now: () => Date.now() + ahead.ms, steady: () => performance.now() }
    const all = await startGatewayWithDrafts(1, { clock: later })
    await readQueue(all.priya)
    const { json } = await postDecision(all.priya, { holdSeconds: 30 })
    all.scriptedDrafts.addCustomerMessage('c1')
    await all.priya.post(`/gateway/decisions/${String(json.effectId)}/send`)
    await expect.poll(state(all.priya)).toBe('refused')
    ahead.ms = 3_600_000
    return { ...all, effectId: String(json.effectId) }
  }

  test('is listed for its owner until they dismiss it, and for nobody else', async () => {
    const { priya, grace, scriptedDrafts, effectId } = await stoppedOne()
    expect(await readDecisions(priya)).toMatchObject([{ effectId, state: 'refused', dismissed: false }])
    expect(await readDecisions(grace)).toEqual([])
    // The list shows the text that was decided about, never a later one.
    scriptedDrafts.draft('c1').message = 'On Friday.'
    await priya.get('/v1/api/conversations/c1')
    const named = async () => (await readLatestDecision(priya))?.message
    await expect.poll(named).toBe('')
    const dismiss = (person: typeof priya) => person.post(`/gateway/decisions/${effectId}/dismiss`)
    expect(await dismiss(grace)).toMatchObject({ status: 403, json: { error: { code: 'not_yours' } } })
    expect((await dismiss(priya)).json).toEqual({ dismissed: true })
    expect(await readDecisions(priya)).toEqual([])
  })

  test('is no longer listed once the message is decided again', async () => {
    const { priya, effectId } = await stoppedOne()
    const { json } = await postDecision(priya, {
      lastInbound: 'nc1',
      holdSeconds: 30,
      confirmedRisks: ['customer_wrote'],
    })
    expect(await readDecisions(priya)).toMatchObject([{ effectId: json.effectId, state: 'held' }])
    expect(await priya.post(`/gateway/decisions/${String(json.effectId)}/dismiss`)).toMatchObject({
      json: { dismissed: false },
    })
    expect(json.effectId).not.toBe(effectId)
  })
})

describe('a hold that ends while the service accepts no requests', () => {
  const tooMany = { status: 429, body: { status: 429, title: 'Too many', detail: '' }, headers: { 'retry-after': '1' } }

  test('is extended with a reason, and the decision is sent as soon as the budget allows', {
    tags: ['R12'],
  }, async () => {
    const { priya, scriptedDrafts, service, actions } = await startGatewayWithDrafts()
    await readQueue(priya)
    service.setScript(() => tooMany)
    await priya.get('/api/v1/agents/a1')
    service.setScript(scriptedDrafts.script)
    await postDecision(priya)
    await expect.poll(async () => (await readLatestDecision(priya))?.delayed).toMatch(/sends this automatically/)
    expect(await readLatestDecision(priya)).toMatchObject({ state: 'held', sendsAt: null })
    expect(actions()).toEqual([])
    await expect.poll(state(priya)).toBe('done')
    expect(actions()).toHaveLength(1)
  })

  test('can still be undone, and is read again before it is sent', {
    tags: ['read-again-before-sending'],
  }, async () => {
    const { priya, scriptedDrafts, service, actions } = await startGatewayWithDrafts(2)
    await readQueue(priya)
    service.setScript(() => tooMany)
    await priya.get('/api/v1/agents/a1')
    service.setScript(scriptedDrafts.script)
    const { json } = await postDecision(priya)
    await postDecision(priya, { id: '2' })
    const delayed = async () => (await readDecisions(priya)).map((one) => one.delayed !== '')
    await expect.poll(delayed).toEqual([true, true])
    scriptedDrafts.addCustomerMessage('c2')
    await priya.post(`/gateway/decisions/${String(json.effectId)}/undo`)
    await expect.poll(state(priya)).toBe('refused')
    expect(await readDecisions(priya)).toMatchObject([
      { messageId: 'm2', refusal: { code: 'changed' } },
      { state: 'withdrawn' },
    ])
    expect(actions()).toEqual([])
  })

  test('with a slot for the edit but none for the approval sends neither', async () => {
    const environment = { SERVICE_REQUESTS_PER_MINUTE: '10' }
    const { priya, actions } = await startGatewayWithDrafts(1, { environment })
    await readQueue(priya)
    const used = async () => (await priya.get('/gateway/budget')).json.used as number
    for (let n = 0; (await used()) < 6; n += 1) await priya.get(`/api/v1/agents/a${n}`)
    await postDecision(priya, { action: 'EditAndApprove', editedMessage: 'On Tuesday.' })
    await expect.poll(async () => (await readLatestDecision(priya))?.delayed).toMatch(/sends this automatically/)
    expect(actions()).toEqual([])
  })

  test('because the reserve is used up stays held too', async () => {
    const environment = { SERVICE_REQUESTS_PER_MINUTE: '5' }
    const { priya, actions } = await startGatewayWithDrafts(1, { environment })
    await readQueue(priya)
    for (const id of ['a1', 'a2', 'a3', 'a4']) await priya.get(`/api/v1/agents/${id}`)
    await postDecision(priya)
    await expect.poll(async () => (await readLatestDecision(priya))?.delayed).toMatch(/sends this automatically/)
    expect(actions()).toEqual([])
  })
})

describe('decisions that are due at the same moment', () => {
  test('are sent as far as the budget goes, and the page says when the last one is sent at the latest', async () => {
    const clock = createTestClock()
    const { priya, service, actions } = await startGatewayWithDrafts(8, { clock })
    // Nobody else is active any more, so all reads are Priya's.
    clock.advance(2 * 60_000)
    await readQueue(priya)
    // Reads take all that they may: two requests are left for cancels, and ten for commands.
    for (let page = 1; page <= 50; page += 1) await priya.get(`/api/v1/agents?page=${page}`)
    expect((await priya.get('/gateway/budget')).json.used).toBe(48)
    const readsBefore = service.requestsTo('GET', '/v1/api/conversations/c').length
    await Promise.all(['1', '2', '3', '4', '5', '6', '7', '8'].map((id) => postDecision(priya, { id })))
    const waiting = async () => (await readDecisions(priya)).filter(({ delayed }) => delayed !== '')
    await expect.poll(async () => (await waiting()).length).toBe(3)
    await expect.poll(actions).toHaveLength(5)
    expect(service.requestsTo('GET', '/v1/api/conversations/c')).toHaveLength(readsBefore + 5)
    const texts = async () => [...new Set((await waiting()).map(({ delayed }) => delayed))]
    const textFor = (time: string) =>
      `The request budget is used up. Switchboard sends 3 decisions one after another automatically, the last in about ${time}.`
    expect(await texts()).toEqual([textFor('70 s')])
    clock.advance(1_000)
    expect(await texts()).toEqual([textFor('60 s')])
    const [, ...others] = await waiting()
    for (const { effectId } of others) await priya.post(`/gateway/decisions/${effectId}/undo`)
    expect(await texts()).toEqual([
      'The request budget is used up. Switchboard sends this automatically in about 60 s.',
    ])
  })

  test('are sent one after another as soon as the budget allows, also if one of them is undone', async () => {
    const clock = createTestClock()
    const { priya, actions } = await startGatewayWithDrafts(8, { clock })
    clock.advance(2 * 60_000)
    await readQueue(priya)
    for (let page = 1; page <= 50; page += 1) await priya.get(`/api/v1/agents?page=${page}`)
    await Promise.all(['1', '2', '3', '4', '5', '6', '7', '8'].map((id) => postDecision(priya, { id })))
    const waiting = async () => (await readDecisions(priya)).filter(({ delayed }) => delayed !== '')
    await expect.poll(async () => (await waiting()).length).toBe(3)
    await expect.poll(actions).toHaveLength(5)
    // Their timers still run for the minute that has passed by this clock.
    clock.advance(61_000)
    const [one] = await waiting()
    await priya.post(`/gateway/decisions/${one?.effectId}/undo`)
    await expect.poll(actions).toHaveLength(7)
    expect(await waiting()).toEqual([])
  })
})

describe('the audit of a decision', () => {
  test('has its steps and ids, but no texts or numbers; the text is deleted after a day', async () => {
    const store = await openTestStore()
    const { priya, grace } = await startGatewayWithDrafts(2, { store })
    await postDecision(priya, { action: 'EditAndApprove', editedMessage: 'A secret date.' })
    await expect.poll(state(priya)).toBe('done')
    const { entries } = (await grace.get('/gateway/history?endpoint=messageAction')).json as unknown as {
      entries: object[]
    }
    expect(entries).toMatchObject([
      { state: 'done', ids: { conversationId: 'c1', messageId: 'm1', action: 'Approve' }, operator: 'Priya Raman' },
      {
        state: 'done',
        ids: { action: 'EditAndApprove' },
        steps: [{ state: 'held' }, { state: 'sending' }, { state: 'done' }],
      },
    ])
    const rows = [...(await store.selectFrom('effects').selectAll().execute()), ...entries]
    expect(JSON.stringify(rows)).not.toMatch(/secret|4155550134/)
    expect(JSON.stringify(await store.selectFrom('decisions').selectAll().execute())).toContain('A secret date.')
    await postDecision(priya, { id: '2', holdSeconds: 30 })
    await deleteOldDecisions(store, Date.now() + 23 * 3_600_000)
    expect(await store.selectFrom('decisions').selectAll().execute()).toHaveLength(2)
    await deleteOldDecisions(store, Date.now() + 25 * 3_600_000)
    expect(await store.selectFrom('decisions').select('message_id').execute()).toEqual([{ message_id: 'm2' }])
  })
})

test('undone while the conversation is read once more, a decision leaves no effect', {
  tags: ['R09', 'undone-is-not-sent'],
}, async () => {
  const { priya, scriptedDrafts, service, gateway, actions } = await startGatewayWithDrafts()
  await readQueue(priya)
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  const readings = () => service.requestsTo('GET', '/v1/api/conversations/c1').length
  const before = readings()
  service.setScript((received) => {
    const usual = scriptedDrafts.script(received)
    return received.path.endsWith('/c1') && typeof usual === 'object' ? { ...usual, after } : usual
  })
  const { json } = await postDecision(priya)
  await expect.poll(readings).toBe(before + 1)
  const undone = await priya.post(`/gateway/decisions/${String(json.effectId)}/undo`)
  expect(undone.json).toMatchObject({ state: 'withdrawn' })
  answer()
  await gateway.finish()
  expect(actions()).toEqual([])
})
