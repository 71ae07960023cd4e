/** Decisions from the click to the end of their hold. */
import { describe, expect, test, vi } from 'vitest'
import type { Decision } from '#contract/index.ts'
import {
  draftText,
  postDecision,
  readDecisions,
  readLatestDecision,
  readQueue,
  startGatewayWithDrafts,
} from '../testing/review.ts'
import { holdTransactionOf, openTestStore } from '../testing/store.ts'
import { afterTest, createTestClock, startTestGateway } from '../testing/testing.ts'

const state = (person: Parameters<typeof readLatestDecision>[0]) => async () =>
  (await readLatestDecision(person))?.state

describe('a decision', () => {
  test('is in the list of its own operator since a time, with what became of it, and in nobody else’s', async () => {
    const { priya, grace } = await startGatewayWithDrafts(2)
    const before = Date.now()
    const readOwn = async (person: typeof priya, since: number) =>
      ((await person.get(`/gateway/decisions/own?since=${since}`)).json as unknown as { decisions: Decision[] })
        .decisions
    await postDecision(priya, { id: '1', action: 'Approve' })
    await expect.poll(state(priya)).toBe('done')
    await postDecision(priya, { id: '2', action: 'Reject', holdSeconds: 30 })
    expect(await readOwn(priya, before - 1_000)).toMatchObject([
      { messageId: 'm2', action: 'Reject', state: 'held' },
      { messageId: 'm1', action: 'Approve', state: 'done', sent: true },
    ])
    expect(await readOwn(priya, Date.now() + 60_000)).toEqual([])
    expect(await readOwn(grace, 0)).toEqual([])
    expect((await priya.get('/gateway/decisions/own?since=yesterday')).status).toBe(400)
  })

  test('costs two requests, three with an edit, and none for opening the draft', {
    tags: ['unknown-conversation-is-not-found'],
  }, async () => {
    const { priya, service } = await startGatewayWithDrafts(2)
    await priya.get('/gateway/review-queue')
    const requestsBefore = service.received.length
    const open = async (id: string) =>
      (await priya.get(`/gateway/review-queue/${id}`)).json as { conversation?: object }
    expect(await open('c1')).toMatchObject({ conversation: { _id: 'c1' }, readAt: expect.any(Number) })
    expect(await open('c2')).toMatchObject({ conversation: { _id: 'c2' } })
    expect(service.received).toHaveLength(requestsBefore)
    const finish = async (id: string, fields: object) => {
      await postDecision(priya, { id, ...fields })
      await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('done')
      return service.received.filter(({ path }) => path.startsWith(`/v1/api/conversations/c${id}`)).length
    }
    expect(await finish('1', { action: 'Approve' })).toBe(2)
    expect(await finish('2', { action: 'EditAndApprove', editedMessage: 'Your visit is on Tuesday.' })).toBe(3)
    expect((await priya.get('/gateway/review-queue/c9')).status).toBe(404)
  })

  test('is held, then read again, then sent once, and ends with the answer of the service', async () => {
    const { priya, actions, service } = await startGatewayWithDrafts()
    await readQueue(priya)
    const made = await postDecision(priya)
    expect(made).toMatchObject({
      status: 200,
      json: {
        state: 'held',
        action: 'Approve',
        operator: 'Priya Raman',
        operatorId: 'ready-reviewer',
        to: '+14155550134',
        delayed: '',
      },
    })
    expect(made.json).toMatchObject({ customer: 'Customer 1', message: draftText })
    await expect.poll(state(priya)).toBe('done')
    expect(await readLatestDecision(priya)).toMatchObject({ sent: true, refusal: null, effectId: made.json.effectId })
    expect(actions()).toEqual([{ metadata: { action: 'Approve' } }])
    expect(service.requestsTo('GET', '/v1/api/conversations/c1')).toHaveLength(1)
    expect((await readQueue(priya)).drafts).toEqual([])
  })

  test('without a text that it needs, or with one that it does not use, is refused', {
    tags: ['decision-has-its-words'],
  }, async () => {
    const { priya, actions } = await startGatewayWithDrafts()
    expect(await postDecision(priya, { action: 'Edit' })).toMatchObject({ status: 400 })
    expect(await postDecision(priya, { editedMessage: 'Hello.' })).toMatchObject({ status: 400 })
    expect(await postDecision(priya, { textHash: 'nonsense' })).toMatchObject({ status: 400 })
    expect(await postDecision(priya, { id: '9' })).toMatchObject({ status: 404 })
    expect(actions()).toEqual([])
  })

  test('that is sent again with its key is one decision', { tags: ['R03'] }, async () => {
    const { priya, actions } = await startGatewayWithDrafts()
    const answers = await Promise.all([1, 2, 3].map(() => postDecision(priya, {}, 'k1')))
    expect(new Set(answers.map(({ json }) => json.effectId)).size).toBe(1)
    await expect.poll(state(priya)).toBe('done')
    expect((await postDecision(priya, {}, 'k1')).json).toMatchObject({ state: 'done' })
    expect(await postDecision(priya, { action: 'Reject' }, 'k1')).toMatchObject({ status: 422 })
    expect(actions()).toHaveLength(1)
  })

  test.each([
    ['Approve', {}],
    ['Reject', { action: 'Reject' }],
    ['Edit', { action: 'Edit', editedMessage: 'On Tuesday.' }],
  ])(
    'of two reviewers at the same moment, approve against %s: one has an effect, the other is refused with the name of the first',
    { tags: ['R04'] },
    async (_, other) => {
      const { priya, grace, actions } = await startGatewayWithDrafts()
      await readQueue(priya)
      const [first, second] = await Promise.all([postDecision(priya), postDecision(grace, other)])
      expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
      const lost = first.status === 409 ? first : second
      expect(lost.json.error.code).toBe('already_decided')
      expect(lost.json.error.message).toMatch(
        /^(Priya Raman|Grace Okafor) (approved|rejected|edited) this \d s ago\. Nothing more was sent\.$/,
      )
      const after = await readQueue(first.status === 409 ? priya : grace)
      const seen = after.drafts[0]?.decision ?? (await readLatestDecision(priya))
      expect(seen?.operator).toBe(first.status === 409 ? 'Grace Okafor' : 'Priya Raman')
      await expect.poll(state(priya)).toBe('done')
      expect(actions()).toHaveLength(1)
    },
  )

  test.each([
    ['approved', {}],
    ['rejected', { action: 'Reject' }],
    ['edited', { action: 'Edit', editedMessage: 'On Tuesday.' }],
  ])(
    'that was checked before a colleague %s this, and recorded after, is refused with their name',
    { tags: ['R04', 'colleague-was-first'] },
    async (did, first) => {
      const store = await openTestStore()
      const { priya, grace, actions } = await startGatewayWithDrafts(1, { store })
      await readQueue(priya)
      const { answer, reached, release } = holdTransactionOf(store, () => postDecision(grace, { holdSeconds: 30 }))
      await reached
      await postDecision(priya, first)
      await expect.poll(state(priya)).toBe('done')
      release()
      expect((await answer).json.error).toMatchObject({
        code: 'already_decided',
        message: expect.stringMatching(new RegExp(`^Priya Raman ${did} this \\d+ s ago`)),
      })
      expect(await readDecisions(grace)).toHaveLength(1)
      expect(actions()).toHaveLength(1)
    },
  )

  test('after a colleague has approved is refused at once, with their name', { tags: ['R04'] }, async () => {
    const { priya, grace, actions } = await startGatewayWithDrafts()
    await postDecision(priya)
    await expect.poll(state(priya)).toBe('done')
    expect((await postDecision(grace, { action: 'Reject' })).json.error).toMatchObject({
      code: 'already_decided',
      message: expect.stringMatching(/^Priya Raman approved this \d s ago/),
    })
    expect(actions()).toHaveLength(1)
  })
})

describe('at the end of the hold', { tags: ['R06'] }, () => {
  type Letters = Awaited<ReturnType<typeof startGatewayWithDrafts>>['scriptedDrafts']
  test.each<[string, (scriptedDrafts: Letters) => void, RegExp]>([
    [
      'the text changed',
      ({ draft }) => void (draft('c1').message = 'On Friday.'),
      /The text changed while you were reading/,
    ],
    ['it was approved elsewhere', ({ draft }) => void (draft('c1').status = 'approved'), /its status is approved/],
    ['the customer wrote', ({ addCustomerMessage }) => addCustomerMessage('c1'), /The customer wrote/],
    ['it is gone', ({ draft }) => void (draft('c1')._id = 'other'), /no longer has this message/],
  ])(
    'nothing is sent when %s, and the reviewer gets the reason',
    { tags: ['text-is-the-one-seen', 'customer-has-not-written'] },
    async (_, change, words) => {
      const { priya, scriptedDrafts, actions } = await startGatewayWithDrafts()
      await readQueue(priya)
      // A reading that the page has just made does not count.
      await priya.get('/v1/api/conversations/c1')
      const { json } = await postDecision(priya, { holdSeconds: 30 })
      change(scriptedDrafts)
      await priya.post(`/gateway/decisions/${String(json.effectId)}/send`)
      await expect.poll(state(priya)).toBe('refused')
      expect((await readLatestDecision(priya))?.refusal).toMatchObject({
        code: 'changed',
        sent: 'no',
        message: expect.stringMatching(words),
      })
      expect((await readLatestDecision(priya))?.refusal?.message).toContain('Nothing was sent.')
      expect(actions()).toEqual([])
    },
  )

  test('a customer message that the reviewer has not seen refuses the decision, although the gateway has read it', async () => {
    const { priya, scriptedDrafts, actions } = await startGatewayWithDrafts()
    await readQueue(priya)
    scriptedDrafts.addCustomerMessage('c1')
    // A colleague's page has read it; the reviewer's page does not show it yet.
    await priya.get('/v1/api/conversations/c1')
    expect((await postDecision(priya)).json.error).toMatchObject({
      code: 'changed',
      message: expect.stringMatching(/^The customer wrote while you were deciding\. Nothing was sent\./),
    })
    expect((await postDecision(priya, { lastInbound: null })).json.error.code).toBe('changed')
    expect(await readDecisions(priya)).toEqual([])
    expect(actions()).toEqual([])
    // A reviewer who has seen it, and confirms that it is newer than the draft, may decide.
    const confirmed = { lastInbound: 'nc1', confirmedRisks: ['customer_wrote'] }
    expect((await postDecision(priya, confirmed)).status).toBe(200)
    await expect.poll(state(priya)).toBe('done')
  })

  test('the first message of a customer who never wrote before also refuses the decision', async () => {
    const { priya, scriptedDrafts, actions } = await startGatewayWithDrafts()
    scriptedDrafts.removeQuestion('c1')
    const { json } = await postDecision(priya, { lastInbound: null, holdSeconds: 30 })
    scriptedDrafts.addCustomerMessage('c1')
    await priya.post(`/gateway/decisions/${String(json.effectId)}/send`)
    await expect.poll(state(priya)).toBe('refused')
    expect((await readLatestDecision(priya))?.refusal?.message).toMatch(/^The customer wrote/)
    expect(actions()).toEqual([])
  })

  test('a decision about another text than the service has is refused at once', async () => {
    const { priya, actions } = await startGatewayWithDrafts()
    await readQueue(priya)
    expect((await postDecision(priya, { text: 'Another text.' })).json.error.code).toBe('changed')
    expect(await readDecisions(priya)).toEqual([])
    expect(actions()).toEqual([])
  })
})

describe('undo', { tags: ['R09'] }, () => {
  test('half a second before the end of the hold leaves no effect, for every action', async () => {
    const { priya, scriptedDrafts, actions } = await startGatewayWithDrafts(4)
    await readQueue(priya)
    const whats = [{}, { action: 'Reject' }, { action: 'Edit', editedMessage: 'On Tuesday.' }]
    const made = await Promise.all(
      whats.map((what, n) => postDecision(priya, { ...what, id: `${n + 1}`, holdSeconds: 1 })),
    )
    await expect
      .poll(async () => ((await readLatestDecision(priya))?.sendsAt ?? 0) - Date.now(), { interval: 20 })
      .toBeLessThan(500)
    for (const { json } of made) {
      const undone = await priya.post(`/gateway/decisions/${String(json.effectId)}/undo`)
      expect(undone.json).toMatchObject({ state: 'withdrawn', sendsAt: null })
    }
    // A later decision has been sent by now; these have not.
    await postDecision(priya, { id: '4', holdSeconds: 1 })
    await expect.poll(state(priya)).toBe('done')
    expect(actions()).toHaveLength(1)
    expect(scriptedDrafts.draft('c4').sent).toBe(true)
    // They wait for review again, and can be decided.
    expect((await readQueue(priya)).drafts.map(({ messageId }) => messageId)).toEqual(['m1', 'm2', 'm3'])
    expect((await postDecision(priya)).status).toBe(200)
  })

  test('after sending is too late; only the owner or an administrator can undo', {
    tags: ['decision-is-its-reviewers'],
  }, async () => {
    const { priya, grace, browser, actions } = await startGatewayWithDrafts(2)
    const { json } = await postDecision(grace, { holdSeconds: 30 })
    const undo = (person: typeof priya, id: unknown) => person.post(`/gateway/decisions/${String(id)}/undo`)
    expect(await undo(priya, json.effectId)).toMatchObject({ status: 403, json: { error: { code: 'not_yours' } } })
    const second = (await postDecision(priya, { id: '2' })).json
    await expect.poll(state(priya)).toBe('done')
    expect((await undo(priya, second.effectId)).json.error).toMatchObject({
      code: 'too_late',
      message: 'Too late to undo: it was sent.',
    })
    expect(await undo(await browser().signInAsDemo(), json.effectId)).toMatchObject({ json: { state: 'withdrawn' } })
    expect(await undo(grace, 'nothing')).toMatchObject({ status: 404 })
    expect(actions()).toHaveLength(1)
  })

  test('that cannot be recorded still prevents the sending in this process, but is not reported as done', {
    tags: ['undo-is-recorded-before-it-is-told'],
  }, async () => {
    const store = await openTestStore()
    const { priya, actions } = await startGatewayWithDrafts(2, { store })
    await readQueue(priya)
    const { json } = await postDecision(priya, { holdSeconds: 1 })
    const transaction = vi.spyOn(store, 'transaction').mockImplementation(() => {
      throw new Error('disk full')
    })
    expect(await priya.post(`/gateway/decisions/${String(json.effectId)}/undo`)).toMatchObject({
      status: 503,
      json: { error: { code: 'undo_not_recorded', sent: 'unknown' } },
    })
    // Another gateway would still show it as held, and might send it.
    expect(await readLatestDecision(priya)).toMatchObject({
      state: 'held',
      delayed: expect.stringContaining('may still be sent'),
    })
    transaction.mockRestore()
    await postDecision(priya, { id: '2', holdSeconds: 1 })
    await expect.poll(async () => actions().length).toBe(1)
    const both = async () => (await readDecisions(priya)).map(({ messageId, state }) => `${messageId} ${state}`)
    await expect.poll(both).toEqual(['m2 done', 'm1 withdrawn'])
  })
})

describe('a decision that is held during a restart', { tags: ['R09'] }, () => {
  /** Stops the gateway, advances the clock, and starts it again on the same store. */
  async function restart(hold: number, away: number) {
    const store = await openTestStore()
    const clock = createTestClock()
    const close = vi.spyOn(store, 'destroy').mockResolvedValue()
    const { priya, gateway, actions, service } = await startGatewayWithDrafts(1, { store, clock })
    const made = await postDecision(priya, { holdSeconds: hold })
    await gateway.close()
    close.mockRestore()
    expect(actions()).toEqual([])
    clock.advance(away)
    const again = await startTestGateway(service.url, { store, clock })
    afterTest(again.gateway.close)
    return { made, actions, clock, gateway: again.gateway, priya: await again.browser().signInAsDemo('ready-reviewer') }
  }

  test('keeps its time, can be undone, and is sent once', async () => {
    const { made, priya, actions } = await restart(30, 10_000)
    expect(await readLatestDecision(priya)).toMatchObject({
      state: 'held',
      sendsAt: made.json.sendsAt,
      operatorId: 'ready-reviewer',
    })
    const at = `/gateway/decisions/${String(made.json.effectId)}`
    expect((await priya.post(`${at}/undo`)).json).toMatchObject({ state: 'withdrawn' })
    await postDecision(priya, { holdSeconds: 30 })
    await priya.post(`/gateway/decisions/${(await readLatestDecision(priya))?.effectId}/send`)
    await expect.poll(state(priya)).toBe('done')
    expect(actions()).toHaveLength(1)
  })

  test('is sent at once up to a minute after its time', async () => {
    const { priya, actions } = await restart(5, 64_000)
    await expect.poll(state(priya)).toBe('done')
    expect(actions()).toHaveLength(1)
  })

  test('is left to the next gateway while its conversation is read once more', {
    tags: ['held-is-sent-by-its-owner'],
  }, async () => {
    const { priya, scriptedDrafts, service, gateway, actions } = await startGatewayWithDrafts()
    await readQueue(priya)
    const answer = Promise.withResolvers<void>()
    service.setScript((received) => {
      const usual = scriptedDrafts.script(received)
      return received.path.endsWith('/c1') && typeof usual === 'object' ? { ...usual, after: answer.promise } : usual
    })
    await postDecision(priya)
    await expect.poll(() => service.requestsTo('GET', '/v1/api/conversations/c1').length).toBe(1)
    await gateway.finish()
    answer.resolve()
    // By the time these later requests are answered, the work after the reading is done.
    for (const id of ['a1', 'a2', 'a3']) await priya.get(`/api/v1/agents/${id}`)
    expect(await readLatestDecision(priya)).toMatchObject({ state: 'held' })
    expect(actions()).toEqual([])
  })

  test('goes back to its owner with a reason after that', { tags: ['late-decision-goes-back'] }, async () => {
    const { priya, actions } = await restart(5, 66_000)
    await expect.poll(state(priya)).toBe('withdrawn')
    expect(await readLatestDecision(priya)).toMatchObject({
      operatorId: 'ready-reviewer',
      refusal: {
        code: 'interrupted',
        sent: 'no',
        message:
          'Switchboard was restarted before the undo window ended. Nothing was sent. Read the message again, then decide.',
      },
    })
    expect(actions()).toEqual([])
    expect((await postDecision(priya)).status).toBe(200)
  })
})

describe('edit and approve', () => {
  const what = { action: 'EditAndApprove', editedMessage: 'On Tuesday.' }
  test('is one decision with two effects, in order', async () => {
    const { priya, grace, actions, scriptedDrafts } = await startGatewayWithDrafts()
    await postDecision(priya, what)
    await expect.poll(state(priya)).toBe('done')
    expect(await readLatestDecision(priya)).toMatchObject({
      sent: true,
      action: 'EditAndApprove',
      message: 'On Tuesday.',
    })
    expect(actions()).toEqual([
      { metadata: { action: 'Edit', editedMessage: 'On Tuesday.' } },
      { metadata: { action: 'Approve' } },
    ])
    expect(scriptedDrafts.draft('c1')).toMatchObject({ message: 'On Tuesday.', sent: true })
    const { effects } = (await grace.get('/gateway/effects')).json as unknown as { effects: object[] }
    expect(effects).toMatchObject([
      { state: 'done', ids: { action: 'Approve' } },
      { state: 'done', ids: { action: 'EditAndApprove' } },
    ])
    expect((await readQueue(priya)).drafts).toEqual([])
  })

  test.each<[string, object, Partial<Decision>, number]>([
    [
      'the edit is refused',
      { status: 400, body: { error: { code: 'invalid_message', message: 'No.' } } },
      { state: 'refused' },
      1,
    ],
    [
      'the edit was sent already',
      { body: { status: 'success', message: { _id: 'm1', message: 'On Tuesday.', sent: true, status: 'approved' } } },
      { state: 'done', sent: true },
      1,
    ],
    [
      'the service saved another text',
      { body: { status: 'success', message: { _id: 'm1', message: 'On Wednesday.', sent: false, status: 'pending' } } },
      { state: 'refused' },
      1,
    ],
  ])('leaves the approval out when %s', { tags: ['I5-9'] }, async (_, answer, outcome, sent) => {
    const { priya, actions, scriptedDrafts } = await startGatewayWithDrafts()
    scriptedDrafts.injectFault((action) => (action === 'Edit' ? answer : 'ordinary'))
    await postDecision(priya, what)
    await expect.poll(state(priya)).not.toMatch(/held|sending/)
    expect(await readLatestDecision(priya)).toMatchObject(outcome)
    expect(actions()).toHaveLength(sent)
  })

  test('leaves the approval out when the answer to the edit was lost, and says that nothing was sent', async () => {
    const { priya, actions, scriptedDrafts } = await startGatewayWithDrafts(1, { checks: [10, 20] })
    scriptedDrafts.injectFault((action) => (action === 'Edit' ? 'lost' : 'ordinary'))
    await postDecision(priya, what)
    await expect.poll(state(priya)).toBe('settled')
    expect((await readLatestDecision(priya))?.refusal?.message).toContain('but it was not approved or sent.')
    expect(actions()).toHaveLength(1)
    expect((await readQueue(priya)).drafts).toMatchObject([{ message: 'On Tuesday.' }])
    scriptedDrafts.injectFault(() => 'ordinary')
    expect((await postDecision(priya, { text: 'On Tuesday.' })).status).toBe(200)
  })

  test('leaves the approval out when another gateway took over during the edit, and says that the text was changed', {
    tags: ['edit-of-an-ended-gateway-is-not-approved', 'late-answer-settles'],
  }, async () => {
    const store = await openTestStore()
    const { priya, actions, scriptedDrafts } = await startGatewayWithDrafts(1, { store })
    const answered = Promise.withResolvers<void>()
    const message = { _id: 'm1', message: 'On Tuesday.', sent: false, status: 'pending' }
    scriptedDrafts.injectFault(() => ({ body: { status: 'success', message }, after: answered.promise }))
    await postDecision(priya, what)
    await expect.poll(() => actions().length).toBe(1)
    await store.updateTable('open_effects').set({ state: 'unknown', gateway: null }).execute()
    answered.resolve()
    await expect.poll(state(priya)).toBe('settled')
    expect((await readLatestDecision(priya))?.refusal?.message).toMatch(
      /^The text was changed, but it was not approved\./,
    )
    expect(actions()).toHaveLength(1)
  })

  test('says so when only the edit was carried out', async () => {
    const { priya, scriptedDrafts } = await startGatewayWithDrafts()
    scriptedDrafts.injectFault((action) =>
      action === 'Approve' ? { status: 400, body: { error: { code: 'invalid_request', message: 'No.' } } } : 'ordinary',
    )
    await postDecision(priya, what)
    await expect.poll(state(priya)).toBe('refused')
    expect((await readLatestDecision(priya))?.refusal?.message).toBe(
      'The text was changed, but it was not approved. No.',
    )
  })
})

test('an edited draft stays in the queue with its new text', async () => {
  const { priya } = await startGatewayWithDrafts()
  await readQueue(priya)
  await postDecision(priya, { action: 'Edit', editedMessage: 'On Tuesday.' })
  await expect.poll(state(priya)).toBe('done')
  expect((await readQueue(priya)).drafts).toMatchObject([{ message: 'On Tuesday.' }])
  expect((await postDecision(priya, { text: draftText })).json.error.code).toBe('changed')
})
