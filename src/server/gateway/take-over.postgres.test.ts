/** Tests two gateways on one PostgreSQL: each knows the other's commands under way, and takes them over when the other ends. */
import { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Effect } from '#contract/index.ts'
import { openGatewayStore } from './cluster/open-gateway-store.ts'
import { rowsPerSlice } from './contacts/slices.ts'
import { quickPace, startStallingProxy } from './testing/postgres.ts'
import { postDecision, readDecisions, readLatestDecision, readQueue, scriptDrafts } from './testing/review.ts'
import { postgres } from './testing/shared-postgres.ts'
import { createStoreDatabase, holdTransactionOf, loseCommitAnswer } from './testing/store.ts'
import {
  acceptBatches,
  afterTest,
  batchForm,
  callRequest,
  placedCallAnswer,
  recipientsCsv,
  type Script,
  startScriptedService,
  startTestGateway,
} from './testing/testing.ts'

const pace = { ...quickPace, maxSilenceMs: 3_000 }

async function startOn(databaseUrl: string, serviceUrl: string) {
  const own = await openGatewayStore({ url: databaseUrl, schema: 'switchboard' }, true, pace)
  const { gateway, browser } = await startTestGateway(serviceUrl, {
    store: own.store,
    cluster: own.cluster,
    clock: own.clock,
    checks: [300, 600, 900],
  })
  afterTest(async () => {
    await gateway.close()
    await own.release()
  })
  return { ...own, gateway, browser }
}

/** Starts a service with drafts and two gateways. The first one's connection to the database can be stalled. */
async function twoGateways(script: Script = () => undefined, drafts = 1) {
  const scriptedDrafts = scriptDrafts(drafts)
  const service = await startScriptedService((received) => script(received) ?? scriptedDrafts.script(received))
  afterTest(service.close)
  const url = await createStoreDatabase(postgres)
  const proxy = await startStallingProxy(url)
  afterTest(proxy.close)
  const first = await startOn(proxy.url, service.url)
  const second = await startOn(url, service.url)
  const [here, there] = [await first.browser().signInAsDemo(), await second.browser().signInAsDemo()]
  await expect.poll(() => first.cluster.members().length).toBe(2)
  const actions = () => service.requestsTo('POST', '/v1/api/conversations').length
  return { scriptedDrafts, service, proxy, first, second, here, there, actions }
}

const effectsOf = async (person: Awaited<ReturnType<typeof twoGateways>>['here']) =>
  ((await person.get('/gateway/effects')).json as unknown as { effects: Effect[] }).effects

describe('two gateways', { timeout: 60_000 }, () => {
  test('show the same held decision, and each can undo or send it', {
    tags: ['R09'],
  }, async () => {
    const { here, there, actions } = await twoGateways(undefined, 2)
    const made = await postDecision(here, { holdSeconds: 30 })
    const seen = await readLatestDecision(there)
    expect(seen).toMatchObject({ effectId: made.json.effectId, state: 'held', delayed: '' })
    expect(Math.abs((seen?.sendsAt ?? 0) - Number(made.json.sendsAt))).toBeLessThan(100)
    const undone = await there.post(`/gateway/decisions/${String(made.json.effectId)}/undo`)
    expect(undone.json).toMatchObject({ state: 'withdrawn' })
    expect(await readLatestDecision(here)).toMatchObject({ state: 'withdrawn' })

    const second = await postDecision(here, { id: '2', holdSeconds: 30 })
    await there.post(`/gateway/decisions/${String(second.json.effectId)}/send`)
    await expect.poll(async () => (await readLatestDecision(here))?.state).toBe('done')
    expect(actions()).toBe(1)
  })

  test('lose no held decision if the answer of the database is lost while it is handed over', {
    tags: ['R09', 'R22'],
  }, async () => {
    const { here, there, actions, proxy, first, second } = await twoGateways(undefined, 2)
    const made = await postDecision(there, { holdSeconds: 30 })
    // The decision now belongs to the first gateway and is due, but the answer that said so is lost.
    proxy.loseAnswersTo('"due_at" = $')
    expect((await here.post(`/gateway/decisions/${String(made.json.effectId)}/send`)).status).toBe(503)
    proxy.loseAnswersTo(null)
    await expect.poll(async () => (await readLatestDecision(there))?.state).toBe('done')

    const { json } = await postDecision(here, { id: '2', holdSeconds: 4 })
    const isTheirs = async () => {
      const held = second.store.selectFrom('open_effects').select('effect_id').where('state', '=', 'held')
      return (await held.where('gateway', '=', second.cluster.number).execute()).length > 0
    }
    loseCommitAnswer(second.store, isTheirs)
    await first.gateway.close()
    await first.cluster.close()
    // Until the second gateway knows of it, the decision before is the latest, and done.
    await expect.poll(() => readLatestDecision(there)).toMatchObject({ effectId: json.effectId, state: 'done' })
    expect(actions()).toBe(2)
  })

  test('send a command once for one key: the other waits for its outcome and gives the same answer', {
    tags: ['R03', 'same-key-at-two-gateways-is-one', 'repeat-waits-for-another-gateway'],
  }, async () => {
    const answer = Promise.withResolvers<void>()
    const { here, there, service } = await twoGateways(({ path }) =>
      path === '/api/v1/calls/call' ? { body: placedCallAnswer, after: answer.promise } : undefined,
    )
    const place = (person: typeof here) => person.post('/gateway/calls', callRequest, { key: 'k1' })
    const both = [place(here), place(there)]
    await expect.poll(() => service.requestsTo('POST', '/api').length).toBe(1)
    const later = place(there)
    answer.resolve()
    for (const one of [...both, later])
      expect(await one).toMatchObject({ status: 200, json: { callId: placedCallAnswer.callId } })
    expect(service.requestsTo('POST', '/api')).toHaveLength(1)
    expect(await place(here)).toMatchObject({ status: 200 })
    expect(
      await there.post('/gateway/calls', { ...callRequest, toNumber: '+14155550135' }, { key: 'k1' }),
    ).toMatchObject({
      status: 422,
    })
  })

  test('send nothing once changes are stopped at one, even if the message is lost', {
    tags: ['stop-holds-at-every-gateway'],
  }, async () => {
    const { here, there, first, second, service, actions } = await twoGateways()
    await postDecision(there, { holdSeconds: 1 })
    await first.store.executeQuery(CompiledQuery.raw('alter table settings disable trigger announce_changes'))
    expect((await here.post('/gateway/stop-switch', { reason: 'Too many complaints.' })).status).toBe(200)
    expect(await there.post('/gateway/calls', callRequest, { key: 'k1' })).toMatchObject({
      status: 423,
      json: { error: { code: 'stopped' } },
    })
    await expect.poll(async () => (await readLatestDecision(there))?.state).toBe('refused')
    expect(second.cluster.isMember()).toBe(true)
    expect([...service.requestsTo('POST', '/api'), actions()]).toEqual([0])
  })

  test('hand over held decisions when one stops: each is sent once at its time, and nothing new starts', {
    tags: ['R09', 'stopping-gateway-begins-nothing'],
  }, async () => {
    const answer = Promise.withResolvers<void>()
    let isSlow = false
    const { scriptedDrafts, here, there, first, actions, service } = await twoGateways(
      ({ path }) => (isSlow && path.endsWith('/c2') ? { ...draftAnswer(path), after: answer.promise } : undefined),
      3,
    )
    function draftAnswer(path: string) {
      return scriptedDrafts.script({ method: 'GET', path, headers: {}, body: '', at: 0 }) as object
    }
    await readQueue(here)
    await postDecision(here, { holdSeconds: 3 })
    const { sendsAt } = (await readLatestDecision(here)) ?? {}
    // Its conversation is being read when the gateway stops.
    isSlow = true
    await postDecision(here, { id: '2' })
    await expect.poll(() => service.requestsTo('GET', '/v1/api/conversations/c2').length).toBe(1)
    const finished = first.gateway.finish()
    await expect.poll(async () => (await here.get('/readyz')).status).toBe(503)
    expect(await here.post('/gateway/calls', callRequest, { key: 'k1' })).toMatchObject({
      status: 503,
      json: { error: { code: 'stopping', sent: 'no' } },
    })
    expect(await postDecision(here, { id: '3' })).toMatchObject({ status: 503 })
    await finished
    expect(actions()).toBe(0)
    isSlow = false
    answer.resolve()
    await expect.poll(async () => (await readDecisions(there)).map(({ state }) => state)).toEqual(['done', 'done'])
    expect(Date.now()).toBeGreaterThanOrEqual(sendsAt ?? Infinity)
    expect(actions()).toBe(2)
  })

  test('take over from a silent one, and a late answer settles the command that is unknown by then', {
    tags: ['R09', 'R20', 'late-answer-settles', 'cut-off-command-is-unknown'],
  }, async () => {
    const answer = Promise.withResolvers<void>()
    const { here, there, proxy, first, actions, service } = await twoGateways(({ path }) =>
      path === '/api/v1/calls/call' ? { body: placedCallAnswer, after: answer.promise } : undefined,
    )
    await postDecision(here, { holdSeconds: 10 })
    const calling = here.post('/gateway/calls', callRequest, { key: 'k1' })
    await expect.poll(() => service.requestsTo('POST', '/api').length).toBe(1)
    proxy.stall()
    await expect.poll(async () => (await effectsOf(there)).map(({ state }) => state)).toEqual(['unknown', 'held'])
    expect(await there.post('/gateway/calls', callRequest, { key: 'k2' })).toMatchObject({ status: 409 })
    proxy.recover()
    await expect.poll(() => first.cluster.isMember()).toBe(true)
    answer.resolve()
    expect(await calling).toMatchObject({ status: 200 })
    await expect
      .poll(async () => (await effectsOf(there)).find(({ endpoint }) => endpoint === 'callSend'))
      .toMatchObject({ state: 'settled', happened: true })
    expect(await there.post('/gateway/calls', callRequest, { key: 'k1' })).toMatchObject({ status: 200 })
    await expect.poll(async () => (await readLatestDecision(there))?.state).toBe('done')
    expect(actions()).toBe(1)
    expect(service.requestsTo('POST', '/api')).toHaveLength(1)
  })

  test('both show an unknown outcome and its next check; one of them checks, and settling it at one settles it at both', {
    tags: ['R07', 'one-gateway-reads-for-unknown-effects'],
  }, async () => {
    const { scriptedDrafts, here, there, first, second, service, actions } = await twoGateways()
    scriptedDrafts.injectFault((action) => (action === 'Approve' ? { status: 503 } : 'ordinary'))
    await readQueue(there)
    const made = await postDecision(there)
    await expect.poll(async () => (await readLatestDecision(here))?.state).toBe('unknown')
    await expect
      .poll(
        async () => (await readLatestDecision(here))?.nextCheckAt ?? (await readLatestDecision(there))?.lastCheckedAt,
      )
      .not.toBe(null)
    await expect.poll(async () => (await readLatestDecision(here))?.lastCheckedAt).not.toBe(null)
    await expect.poll(async () => (await readLatestDecision(there))?.lastCheckedAt).not.toBe(null)
    await expect.poll(async () => (await readLatestDecision(here))?.nextCheckAt).toBe(null)
    expect(first.cluster.isLeader()).toBe(true)
    expect(second.cluster.isLeader()).toBe(false)
    // One read before it was sent, and one for each of three checks.
    expect(service.requestsTo('GET', '/v1/api/conversations/c1').length).toBeLessThanOrEqual(4)
    const settled = await here.post(`/gateway/effects/${String(made.json.effectId)}/settle`, {
      happened: false,
      reason: 'The customer has nothing.',
    })
    expect(settled.status).toBe(200)
    // The other gateway learns of it by a notification.
    await expect
      .poll(async () => await readLatestDecision(there))
      .toMatchObject({ state: 'settled', refusal: { code: 'not_happened' } })
    expect(actions()).toBe(1)
  })

  test('stop all changes when a silent one is asked to, which can record nothing else', { tags: ['R22'] }, async () => {
    const { here, there, first } = await twoGateways(acceptBatches)
    // Its beats do not arrive, so others may have ended it, but it reaches the database.
    first.cluster.isMember = () => false
    expect((await here.post('/gateway/launches', batchForm(recipientsCsv), { key: 'k0' })).status).toBe(503)
    const reason = 'The price list is wrong.'
    expect(await here.post('/gateway/stop-switch', { reason })).toMatchObject({
      status: 200,
      json: { stop: { reason } },
    })
    expect((await there.post('/gateway/launches', batchForm(recipientsCsv), { key: 'k1' })).status).toBe(423)
    expect((await effectsOf(there)).map(({ endpoint, state }) => [endpoint, state])).toContainEqual([
      'stopSwitchOn',
      'done',
    ])
    expect((await here.request('DELETE', '/gateway/stop-switch')).json).toEqual({ stop: null })
    expect((await there.post('/gateway/launches', batchForm(recipientsCsv), { key: 'k2' })).status).toBe(200)
  })

  test('delete the list of a start that a silent one had not recorded, whose people count as called for neither', {
    tags: ['R02', 'deleted-list-has-no-source'],
  }, async () => {
    const { here, there, proxy, first, second, service } = await twoGateways(acceptBatches)
    const people = rowsPerSlice + 100
    const csv = `phone_number\n${Array.from({ length: people }, (_, at) => `+1907555${String(1_000 + at)}`).join('\n')}\n`
    const send = () => here.post('/gateway/launches', batchForm(csv), { key: 'k1' })
    const { answer, reached, release } = holdTransactionOf(first.store, send)
    await reached
    const countWritten = async () => {
      const { store } = second
      const lists = await store.selectFrom('contact_lists').select('gateway').execute()
      return [lists.length, (await store.selectFrom('contacts').select('number').execute()).length]
    }
    expect(await countWritten()).toEqual([1, people])
    // A start elsewhere deletes what is left over, but not what another gateway is writing.
    expect((await there.post('/gateway/launches', batchForm(recipientsCsv), { key: 'k2' })).status).toBe(200)
    expect(await countWritten()).toEqual([1, people + 2])
    proxy.stall()
    await expect.poll(countWritten, { timeout: 15_000 }).toEqual([0, 2])
    proxy.recover()
    await expect.poll(() => first.cluster.isMember(), { timeout: 10_000 }).toBe(true)
    release()
    expect(await answer).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
    expect((await there.post('/gateway/launches', batchForm(csv), { key: 'k3' })).status).toBe(200)
    expect(service.requestsTo('POST', '/')).toHaveLength(2)
  })
})
