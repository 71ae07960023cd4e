/** A rejection that asks the agent for a new draft. */
import { describe, expect, test, vi } from 'vitest'
import { postDecision, readLatestDecision, startGatewayWithDrafts } from '../../testing/review.ts'
import { openTestStore } from '../../testing/store.ts'
import { afterTest, createTestClock, type Script, startTestGateway } from '../../testing/testing.ts'

type Options = Parameters<typeof startGatewayWithDrafts>[1]
const generatePath = '/v1/api/conversations/message/generate'
const written = { body: { status: 'success', conversation_id: 'c1', message_id: 'm9', message: 'Shorter.' } }
const redraft = { flowId: 'f1', to: '+14155550134' }
const rejection = { action: 'Reject', rejectReason: 'Wrong tone', rejectNote: 'Half as long.', redraft }

/** @param answer what the service answers when it is asked for a new draft */
async function startGateway(answer: ReturnType<Script> = written, options: Options = {}) {
  const all = await startGatewayWithDrafts(1, { checks: [200, 300, 400], ...options })
  const { service, scriptedDrafts, priya } = all
  service.setScript((received) => (received.path === generatePath ? answer : scriptedDrafts.script(received)))
  return {
    ...all,
    generated: () => service.requestsTo('POST', generatePath).map(({ body }) => JSON.parse(body) as object),
    latest: async () => {
      const { state, redraft: isDrafted, refusal } = (await readLatestDecision(priya)) ?? {}
      return { state, isDrafted, message: refusal?.message }
    },
  }
}

describe('a rejection that asks for a new draft', () => {
  test('rejects the draft, then asks once, with the reason and the note', async () => {
    const { priya, service, generated, latest } = await startGateway()
    const first = await postDecision(priya, rejection, 'one-key')
    expect(first.json).toMatchObject({ redraft: false })
    await expect.poll(latest).toMatchObject({ state: 'done', isDrafted: true })
    expect((await postDecision(priya, rejection, 'one-key')).json.effectId).toBe(first.json.effectId)
    expect(service.requestsTo('POST', '/v1/api/conversations').map(({ path }) => path)).toEqual([
      '/v1/api/conversations/c1/message/m1/action',
      generatePath,
    ])
    expect(generated()).toEqual([
      {
        ...redraft,
        autopilot: false,
        metadata: { rejectedMessageId: 'm1' },
        dynamic: { feedback: 'Wrong tone: Half as long.' },
      },
    ])
  })

  test('is in the ledger as two commands, without the note', async () => {
    const store = await openTestStore()
    const { priya, latest } = await startGateway(written, { store })
    await postDecision(priya, rejection)
    await expect.poll(latest).toMatchObject({ isDrafted: true })
    const effects = await store.selectFrom('effects').selectAll().orderBy('at').execute()
    expect(effects.map(({ endpoint }) => endpoint)).toEqual(['messageAction', 'messageGenerate'])
    expect(JSON.stringify(effects)).not.toMatch(/Half as long|4155550134/)
  })

  test('asks for nothing while it can be undone, nor afterwards', async () => {
    const { priya, generated, latest, gateway, actions } = await startGateway()
    const { json } = await postDecision(priya, { ...rejection, holdSeconds: 30 })
    await priya.post(`/gateway/decisions/${String(json.effectId)}/undo`)
    expect(await latest()).toMatchObject({ state: 'withdrawn', isDrafted: false })
    await gateway.finish()
    expect([...actions(), ...generated()]).toEqual([])
  })

  test.each([
    ['refused', { status: 400, body: { error: { code: 'invalid_state', message: 'Not now.' } } }],
    ['unknown', 'truncated'],
  ] as const)(
    'asks for nothing if the rejection is %s',
    {
      tags: ['rejected-before-drafted-again'],
    },
    async (state, fault) => {
      const { priya, scriptedDrafts, generated, latest, gateway } = await startGateway()
      scriptedDrafts.injectFault(() => fault)
      await postDecision(priya, rejection)
      await expect.poll(latest).toMatchObject({ state, isDrafted: false })
      await gateway.finish()
      expect(generated()).toEqual([])
    },
  )

  test('stays a rejection if the service refuses the new draft, and says so', async () => {
    const answer = { status: 400, body: { error: { code: 'invalid_request', message: 'The flow is not active.' } } }
    const { priya, generated, latest } = await startGateway(answer)
    await postDecision(priya, rejection)
    await expect.poll(latest).toMatchObject({
      state: 'done',
      isDrafted: false,
      message:
        'The draft was rejected, but the agent did not write a new one. The flow is not active. You can draft another message in the conversation.',
    })
    expect(generated()).toHaveLength(1)
  })

  test('asks only once if the answer is lost, and leaves it to a person', async () => {
    const { priya, grace, generated, latest } = await startGateway('lost')
    await postDecision(priya, rejection)
    await expect.poll(async () => (await latest()).message).toContain('did not confirm that it wrote a new one')
    const { effects } = (await grace.get('/gateway/effects')).json as unknown as { effects: object[] }
    expect(effects).toMatchObject([
      { endpoint: 'messageGenerate', state: 'unknown' },
      { endpoint: 'messageAction', state: 'done' },
    ])
    expect(generated()).toHaveLength(1)
  })

  test.each([
    ['without a reason or a note', { action: 'Reject', redraft }, /needs feedback/],
    ['that is no rejection', { action: 'Approve', redraft }, /Only a rejection/],
    ['to nobody', { ...rejection, redraft: { ...redraft, to: 'Peter' } }, /neither a phone number nor/],
  ])(
    'is refused %s, and nothing is sent',
    {
      tags: ['only-a-rejection-asks-for-a-new-draft', 'new-draft-needs-feedback'],
    },
    async (_, fields, message) => {
      const { priya, actions, generated } = await startGateway()
      const { status, json } = await postDecision(priya, fields)
      expect([status, json.error.message]).toEqual([400, expect.stringMatching(message)])
      expect([...actions(), ...generated()]).toEqual([])
    },
  )
})

describe('a gateway that ended between the rejection and the new draft', { tags: ['R09'] }, () => {
  /** Stops a gateway whose rejection is done, as if it had ended before it asked for the new draft, and starts another one. */
  async function restart(awayMs: number) {
    const store = await openTestStore()
    const clock = createTestClock()
    const close = vi.spyOn(store, 'destroy').mockResolvedValue()
    const all = await startGateway(written, { store, clock })
    const { redraft: wanted, ...rejected } = rejection
    await postDecision(all.priya, rejected)
    await expect.poll(all.latest).toMatchObject({ state: 'done', isDrafted: null })
    await all.gateway.close()
    await store
      .updateTable('decisions')
      .set({ redraft: JSON.stringify(wanted) })
      .execute()
    clock.advance(awayMs)
    const startAgain = async () => {
      const { gateway, browser } = await startTestGateway(all.service.url, { store, clock })
      const priya = await browser().signInAsDemo('ready-reviewer')
      return { gateway, latest: async () => (await readLatestDecision(priya))! }
    }
    afterTest(async () => {
      close.mockRestore()
      await store.destroy()
    })
    return { ...all, store, startAgain }
  }

  test('asks for it after a restart, once', async () => {
    const { startAgain, generated, store } = await restart(10_000)
    const second = await startAgain()
    await expect.poll(second.latest).toMatchObject({ redraft: true, refusal: null })
    await second.gateway.close()
    // The outcome was not stored, but the ledger knows the command.
    await store.updateTable('decisions').set({ redrafted: null }).execute()
    const third = await startAgain()
    await expect.poll(third.latest).toMatchObject({ redraft: true, refusal: null })
    await third.gateway.close()
    expect(generated()).toHaveLength(1)
  })

  test('does not ask for it minutes later, and says so', async () => {
    const { startAgain, generated } = await restart(120_000)
    const second = await startAgain()
    await expect.poll(second.latest).toMatchObject({ redraft: false, refusal: { code: 'interrupted' } })
    await second.gateway.close()
    expect(generated()).toEqual([])
  })
})
