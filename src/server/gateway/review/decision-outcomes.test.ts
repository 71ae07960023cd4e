/** Decisions when the service, the budget or the process fails. */
import { describe, expect, test } from 'vitest'
import { decide, decisionsOf, latest, queueOf, reviewWorld } from '../testing/review.ts'
import { openTestStore } from '../testing/store.ts'
import { testClock } from '../testing/testing.ts'
import { deleteOldDecisions } from './decision-store.ts'

const state = (person: Parameters<typeof latest>[0]) => async () => (await latest(person))?.state
const soon = { checks: [200, 300, 400] }
/** A world with a test clock and the default checks. */
const slowWorld = async () => {
  const clock = testClock()
  return { clock, ...(await reviewWorld(1, { clock })) }
}

describe('an approve whose answer was lost', { tags: ['R07'] }, () => {
  test.each(['truncated', { status: 503, body: '' }, { body: 'gibberish' }, { body: { status: 'failure' } }] as const)(
    '(%j) stays unknown after checks that do not show it, until a person settles it; the refusal names the risk',
    async (accident) => {
      const { priya, grace, letters, service, actions } = await reviewWorld(1, soon)
      letters.injectFault(() => accident)
      const { json } = await decide(priya)
      await expect.poll(state(priya)).toBe('unknown')
      expect((await latest(priya))?.refusal).toMatchObject({
        sent: 'unknown',
        message: expect.stringContaining('Do not approve it elsewhere'),
      })
      await expect.poll(() => latest(priya)).toMatchObject({ nextCheckAt: null, lastCheckedAt: expect.any(Number) })
      expect(await latest(priya)).toMatchObject({ state: 'unknown' })
      const readings = service.asked('GET', '/v1/api/conversations/c1').length
      expect((await decide(grace)).json.error.code).toBe('already_decided')
      // Another decision about the same message reads the conversation first.
      expect(service.asked('GET', '/v1/api/conversations/c1')).toHaveLength(readings + 1)
      await grace.post(`/gateway/effects/${String(json.effectId)}/settle`, { happened: false, reason: 'She says so.' })
      expect((await latest(priya))?.refusal).toMatchObject({
        code: 'not_happened',
        message: expect.stringContaining(
          'If it was carried out after all, deciding again may send the customer two messages',
        ),
      })
      expect(actions()).toHaveLength(1)
      letters.injectFault(() => 'ordinary')
      await decide(priya)
      await expect.poll(state(priya)).toBe('done')
    },
  )

  test('is settled as sent when the conversation shows it; nothing is sent again', async () => {
    const { priya, grace, letters, actions } = await reviewWorld(1, soon)
    letters.injectFault(() => 'lost')
    await decide(priya)
    await expect.poll(state(priya)).toBe('settled')
    expect(await latest(priya)).toMatchObject({ sent: true, refusal: null })
    expect(actions()).toHaveLength(1)
    expect((await queueOf(priya)).drafts).toEqual([])
    expect((await decide(grace)).json.error.code).toBe('already_decided')
  })

  test('by a slow service is not settled as not happened', {
    tags: ['only-a-read-that-shows-it-settles'],
  }, async () => {
    const { priya, letters, gateway, actions, clock } = await slowWorld()
    letters.injectFault(() => 'truncated')
    await decide(priya)
    await expect.poll(state(priya)).toBe('unknown')
    // 80 s later, after three readings that showed nothing, the service carries it out.
    for (const seconds of [5, 10, 30]) {
      clock.pass(seconds * 1_000)
      await gateway.recheck()
      expect(await latest(priya)).toMatchObject({ state: 'unknown', lastCheckedAt: clock.now() })
    }
    Object.assign(letters.draft('c1'), { status: 'approved', sent: true })
    expect(await latest(priya)).toMatchObject({ nextCheckAt: clock.now() + 75_000 })
    clock.pass(75_000)
    await gateway.recheck()
    expect(await latest(priya)).toMatchObject({ state: 'settled', sent: true, refusal: null })
    expect(actions()).toHaveLength(1)
  })

  test('that was an edit is rechecked before the new text is approved, and settled when it is there', async () => {
    const { priya, letters, actions, clock } = await slowWorld()
    letters.injectFault(() => 'lost')
    await decide(priya, { action: 'Edit', editedMessage: 'On Tuesday.' })
    await expect.poll(state(priya)).toBe('unknown')
    letters.injectFault(() => 'ordinary')
    clock.pass(1_000)
    await decide(priya, { text: 'On Tuesday.' })
    await expect.poll(state(priya)).toBe('done')
    expect(actions().map(({ metadata }) => metadata)).toMatchObject([{ action: 'Edit' }, { action: 'Approve' }])
    expect((await decisionsOf(priya)).map(({ action, state }) => `${action} ${state}`)).toEqual([
      'Approve done',
      'Edit settled',
    ])
  })

  test('blocks its draft while it is unknown, and is settled by a person with a reason when no reading shows it', async () => {
    const { priya, grace, browser, letters, actions } = await reviewWorld(1, soon)
    letters.injectFault(() => {
      letters.draft('c1').status = 'odd'
      letters.draft('c1').message = 'Something else.'
      return 'truncated'
    })
    const { json } = await decide(priya)
    await expect.poll(state(priya)).toBe('unknown')
    const again = await decide(grace, { text: 'Something else.' })
    expect(again).toMatchObject({ status: 409 })
    const settle = (person: typeof priya) =>
      person.post(`/gateway/effects/${String(json.effectId)}/settle`, {
        happened: true,
        reason: 'The customer has it.',
      })
    expect(await settle(await browser().land('ready-support'))).toMatchObject({ status: 403 })
    expect((await settle(grace)).json).toMatchObject({ state: 'settled', settledBy: 'Grace Okafor', happened: true })
    expect(await latest(priya)).toMatchObject({ state: 'settled', sent: true })
    expect(actions()).toHaveLength(1)
  })

  test("refused by the service shows the service's message, and the draft stays in the queue", {
    tags: ['R16'],
  }, async () => {
    const { priya, letters } = await reviewWorld()
    letters.injectFault(() => ({ status: 400, body: { error: { code: 'invalid_state', message: 'Not now.' } } }))
    await decide(priya)
    await expect.poll(state(priya)).toBe('refused')
    expect((await latest(priya))?.refusal).toMatchObject({ code: 'invalid_state', message: 'Not now.' })
    expect((await queueOf(priya)).drafts).toMatchObject([{ decision: { state: 'refused' } }])
  })

  test('to a service that is down is not sent, and says so', async () => {
    const { priya, service } = await reviewWorld()
    await queueOf(priya)
    await service.close()
    await decide(priya)
    await expect.poll(state(priya)).toBe('refused')
    expect((await latest(priya))?.refusal).toMatchObject({ code: 'service_down', sent: 'no' })
    expect((await latest(priya))?.refusal?.message).toContain('Nothing was sent.')
  })
})

describe('a decision that did not end as decided', () => {
  const stoppedOne = async () => {
    const ahead = { ms: 0 }
    const later = { now: () => Date.now() + ahead.ms, steady: () => performance.now() }
    const all = await reviewWorld(1, { clock: later })
    await queueOf(all.priya)
    const { json } = await decide(all.priya, { holdSeconds: 30 })
    all.letters.customerWrites('c1')
    await all.priya.post(`/gateway/decisions/${String(json.effectId)}/send`)
    await expect.poll(state(all.priya)).toBe('refused')
    ahead.ms = 3_600_000
    return { ...all, effectId: String(json.effectId) }
  }

  test('is listed for its owner until they dismiss it, and for nobody else', async () => {
    const { priya, grace, letters, effectId } = await stoppedOne()
    expect(await decisionsOf(priya)).toMatchObject([{ effectId, state: 'refused', dismissed: false }])
    expect(await decisionsOf(grace)).toEqual([])
    // The list shows the text that was decided about, never a later one.
    letters.draft('c1').message = 'On Friday.'
    await priya.get('/v1/api/conversations/c1')
    const named = async () => (await latest(priya))?.message
    await expect.poll(named, { timeout: 10_000 }).toBe('')
    const dismiss = (person: typeof priya) => person.post(`/gateway/decisions/${effectId}/dismiss`)
    expect(await dismiss(grace)).toMatchObject({ status: 403, json: { error: { code: 'not_yours' } } })
    expect((await dismiss(priya)).json).toEqual({ dismissed: true })
    expect(await decisionsOf(priya)).toEqual([])
  })

  test('is no longer listed once the message is decided again', async () => {
    const { priya, effectId } = await stoppedOne()
    const { json } = await decide(priya, { lastInbound: 'nc1', holdSeconds: 30 })
    expect(await decisionsOf(priya)).toMatchObject([{ effectId: json.effectId, state: 'held' }])
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
    const { priya, letters, service, actions } = await reviewWorld()
    await queueOf(priya)
    service.behave(() => tooMany)
    await priya.get('/api/v1/agents/a1')
    service.behave(letters.script)
    await decide(priya)
    await expect.poll(async () => (await latest(priya))?.delayed).toMatch(/sends this automatically/)
    expect(await latest(priya)).toMatchObject({ state: 'held', sendsAt: null })
    expect(actions()).toEqual([])
    await expect.poll(state(priya), { timeout: 4_000 }).toBe('done')
    expect(actions()).toHaveLength(1)
  })

  test('can still be undone, and is read again before it is sent', {
    tags: ['read-again-before-sending'],
  }, async () => {
    const { priya, letters, service, actions } = await reviewWorld(2)
    await queueOf(priya)
    service.behave(() => tooMany)
    await priya.get('/api/v1/agents/a1')
    service.behave(letters.script)
    const { json } = await decide(priya)
    await decide(priya, { id: '2' })
    const delayed = async () => (await decisionsOf(priya)).map((one) => one.delayed !== '')
    await expect.poll(delayed).toEqual([true, true])
    letters.customerWrites('c2')
    await priya.post(`/gateway/decisions/${String(json.effectId)}/undo`)
    await expect.poll(state(priya), { timeout: 4_000 }).toBe('refused')
    expect(await decisionsOf(priya)).toMatchObject([
      { messageId: 'm2', refusal: { code: 'changed' } },
      { state: 'withdrawn' },
    ])
    expect(actions()).toEqual([])
  })

  test('with a slot for the edit but none for the approval sends neither', async () => {
    const environment = { SERVICE_REQUESTS_PER_MINUTE: '10' }
    const { priya, actions } = await reviewWorld(1, { environment })
    await queueOf(priya)
    const used = async () => (await priya.get('/gateway/budget')).json.used as number
    for (let n = 0; (await used()) < 6; n += 1) await priya.get(`/api/v1/agents/a${n}`)
    await decide(priya, { action: 'EditAndApprove', editedMessage: 'On Tuesday.' })
    await expect.poll(async () => (await latest(priya))?.delayed).toMatch(/sends this automatically/)
    expect(actions()).toEqual([])
  })

  test('because the reserve is used up stays held too', async () => {
    const environment = { SERVICE_REQUESTS_PER_MINUTE: '5' }
    const { priya, actions } = await reviewWorld(1, { environment })
    await queueOf(priya)
    for (const id of ['a1', 'a2', 'a3', 'a4']) await priya.get(`/api/v1/agents/${id}`)
    await decide(priya)
    await expect.poll(async () => (await latest(priya))?.delayed).toMatch(/sends this automatically/)
    expect(actions()).toEqual([])
  })
})

describe('the audit of a decision', () => {
  test('has its steps and ids, but no texts or numbers; the text is deleted after a day', async () => {
    const store = await openTestStore()
    const { priya, grace } = await reviewWorld(2, { store })
    await decide(priya, { action: 'EditAndApprove', editedMessage: 'A secret date.' })
    await expect.poll(state(priya)).toBe('done')
    const { entries } = (await grace.get('/gateway/history?endpoint=messageAction')).json as unknown as {
      entries: object[]
    }
    expect(entries).toMatchObject([
      { state: 'done', ids: { conversationId: 'c1', messageId: 'm1', action: 'Approve' }, operator: 'Priya Raman' },
      { state: 'sending' },
      { state: 'done', ids: { action: 'EditAndApprove' } },
      { state: 'sending' },
      { state: 'held' },
    ])
    const rows = [...(await store.selectFrom('effects').selectAll().execute()), ...entries]
    expect(JSON.stringify(rows)).not.toMatch(/secret|4155550134/)
    expect(JSON.stringify(await store.selectFrom('decisions').selectAll().execute())).toContain('A secret date.')
    await decide(priya, { id: '2', holdSeconds: 30 })
    await deleteOldDecisions(store, Date.now() + 23 * 3_600_000)
    expect(await store.selectFrom('decisions').selectAll().execute()).toHaveLength(2)
    await deleteOldDecisions(store, Date.now() + 25 * 3_600_000)
    expect(await store.selectFrom('decisions').select('message_id').execute()).toEqual([{ message_id: 'm2' }])
  })
})

test('undone while the conversation is read once more, a decision leaves no effect', {
  tags: ['R09', 'undone-is-not-sent'],
}, async () => {
  const { priya, letters, service, gateway, actions } = await reviewWorld()
  await queueOf(priya)
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  const readings = () => service.asked('GET', '/v1/api/conversations/c1').length
  const before = readings()
  service.behave((received) => {
    const usual = letters.script(received)
    return received.path.endsWith('/c1') && typeof usual === 'object' ? { ...usual, after } : usual
  })
  const { json } = await decide(priya)
  await expect.poll(readings).toBe(before + 1)
  const undone = await priya.post(`/gateway/decisions/${String(json.effectId)}/undo`)
  expect(undone.json).toMatchObject({ state: 'withdrawn' })
  answer()
  await gateway.finish()
  expect(actions()).toEqual([])
})
