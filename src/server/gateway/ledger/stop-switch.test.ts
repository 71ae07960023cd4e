import { describe, expect, test } from 'vitest'
import {
  type Contract,
  contract,
  type EndpointDefinition,
  type EndpointName,
  type ResponseOf,
  type Session,
  serviceEndpoints,
} from '#contract/index.ts'
import { draftText, postDecision, readLatestDecision, readQueue, startGatewayWithDrafts } from '../testing/review.ts'
import { openTestStore } from '../testing/store.ts'
import {
  acceptBatches,
  afterTest,
  batchForm,
  callRequest,
  placedCallAnswer,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startGatewayWithService,
  startTestGateway,
} from '../testing/testing.ts'

type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']

const reason = 'The price list is wrong.'
const stopChanges = (person: Person, stopReason = reason) => person.post('/gateway/stop-switch', { reason: stopReason })
const allowChanges = (person: Person) => person.request('DELETE', '/gateway/stop-switch')
const readStop = async (person: Person) => ((await person.get('/gateway/session')).json as unknown as Session).stop

/** A service that accepts every command. */
const acceptEverything: Script = (request) => {
  const { method, path } = request
  if (method === 'GET') return undefined
  if (method === 'DELETE') return { body: { batchId: 'b1', status: 'cancelled', message: '', details: {} } }
  if (path === '/api/v1/calls/call') return { body: placedCallAnswer }
  return acceptBatches(request) ?? { body: { success: true, message: 'ok' } }
}
const sentCommands = ({ service }: Pick<Awaited<ReturnType<typeof startGatewayWithService>>, 'service'>) =>
  service.received.filter(({ method }) => method !== 'GET')

const draft = { flowId: 'f1', to: '+14155550134', autopilot: false }
const changes: [title: string, method: string, path: string, body: () => unknown][] = [
  ['placing a call', 'POST', '/gateway/calls', () => callRequest],
  ['starting a batch', 'POST', '/gateway/launches', () => batchForm()],
  ['changing an agent', 'PATCH', '/api/v1/agents/agent1', () => ({ name: 'Nora' })],
  ['deleting a flow', 'DELETE', '/api/v1/flows/flow1', () => undefined],
  ['taking over a call', 'POST', '/v2/api/active-calls/room1/remove-agent', () => ({ participantIdentity: 'agent' })],
  ['drafting a message', 'POST', '/v1/api/conversations/message/generate', () => draft],
]

describe('while an administrator has stopped all changes', () => {
  test.each(changes)(
    '%s is refused, with who stopped changes, when and why; it can be repeated once changes are allowed',
    { tags: ['stopped-changes-are-refused'] },
    async (_, method, path, body) => {
      const { service, grace } = await startGatewayWithService(acceptEverything)
      expect(await stopChanges(grace)).toMatchObject({
        status: 200,
        json: { stop: { operator: 'Grace Okafor', reason } },
      })
      const sendChange = () => grace.request(method, path, { body: body(), key: 'k' })
      const refused = await sendChange()
      expect(refused).toMatchObject({ status: 423, json: { error: { code: 'stopped', sent: 'no' } } })
      expect(refused.json.error.message).toMatch(
        /^Grace Okafor stopped all changes \d s ago \(“The price list is wrong\.”\)\. Nothing was sent\. An administrator can allow/,
      )
      expect(sentCommands({ service })).toEqual([])
      const { effects } = (await grace.get('/gateway/effects')).json as unknown as { effects: { endpoint: string }[] }
      expect(effects.map(({ endpoint }) => endpoint)).toEqual(['stopSwitchOn'])
      expect(await allowChanges(grace)).toMatchObject({ status: 200, json: { stop: null } })
      await sendChange()
      expect(sentCommands({ service })).toHaveLength(1)
    },
  )

  test('batches can still be cancelled and calls ended', async () => {
    const { service, grace } = await startGatewayWithService(acceptEverything)
    await stopChanges(grace)
    const key = 'k'
    expect((await grace.request('DELETE', '/v1/api/batch-calls/b1', { key })).status).toBe(200)
    const { json } = await grace.post('/gateway/batches/cancel', { batchIds: ['b1'] }, { key: 'all' })
    expect(json.batches).toMatchObject([{ batchId: 'b1', state: 'done' }])
    expect((await grace.post('/v2/api/active-calls/room1/end-call', {}, { key: 'end' })).status).toBe(200)
    expect(sentCommands({ service })).toHaveLength(3)
  })

  test('a start that other rules refuse too is refused as stopped', {
    tags: ['stopped-changes-are-refused'],
  }, async () => {
    const { grace } = await startGatewayWithService(acceptEverything)
    await grace.post('/gateway/launches', batchForm(), { key: 'k1' })
    const startAgain = () => grace.post('/gateway/launches', batchForm(undefined, { agentId: 'agent2' }), { key: 'k2' })
    expect(await startAgain()).toMatchObject({ status: 409, json: { error: { code: 'called_before' } } })
    await stopChanges(grace)
    expect(await startAgain()).toMatchObject({ status: 423, json: { error: { code: 'stopped' } } })
  })

  test('a repeat of an earlier command gets its first answer', async () => {
    const { service, grace } = await startGatewayWithService(acceptEverything)
    const place = () => grace.post('/gateway/calls', callRequest, { key: 'k' })
    const first = await place()
    await stopChanges(grace)
    expect(await place()).toMatchObject({ status: 200, json: first.json })
    expect(sentCommands({ service })).toHaveLength(1)
  })

  test('recipients after the first ten of a batch keep waiting', async () => {
    const { service, grace } = await startGatewayWithService(acceptEverything)
    const rows = Array.from({ length: 20 }, (_, index) => `+190755501${index + 10},Ava`)
    const form = batchForm(`phone_number,first_name\n${rows.join('\n')}\n`, { first: '10' })
    await grace.post('/gateway/launches', form, { key: 'k1' })
    await stopChanges(grace)
    const startPath = `${preparedBatchPath((await readPreparedBatches(grace))[0])}/start`
    const startOthers = () => grace.post(startPath, {}, { key: 'k2' })
    expect(await startOthers()).toMatchObject({ status: 423, json: { error: { code: 'stopped' } } })
    expect(await readPreparedBatches(grace)).toHaveLength(1)
    expect(sentCommands({ service })).toHaveLength(1)
    await allowChanges(grace)
    expect((await startOthers()).status).toBe(200)
  })

  test('a new decision is refused, and a held decision is returned to its owner when its undo window ends', {
    tags: ['stopped-changes-are-refused'],
  }, async () => {
    const { priya, grace, actions } = await startGatewayWithDrafts(2)
    await readQueue(priya)
    const { effectId } = (await postDecision(priya, { holdSeconds: 30 })).json
    await stopChanges(grace)
    expect(await postDecision(priya, { id: '2' })).toMatchObject({ status: 423, json: { error: { code: 'stopped' } } })
    await priya.post(`/gateway/decisions/${String(effectId)}/send`, {})
    await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('refused')
    const returned = await readLatestDecision(priya)
    expect(returned?.refusal).toMatchObject({ code: 'stopped', sent: 'no' })
    expect(returned?.refusal?.message).toMatch(/^Grace Okafor stopped all changes .* Nothing was sent\./)
    expect((await readQueue(priya)).drafts).toHaveLength(2)
    await allowChanges(grace)
    expect(actions()).toEqual([])
    expect((await postDecision(priya)).status).toBe(200)
    await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('done')
    expect(actions()).toEqual([{ metadata: { action: 'Approve' } }])
  })

  test('a decision whose conversation was being read when changes were stopped is not sent', async () => {
    const { scriptedDrafts, service, priya, grace, actions } = await startGatewayWithDrafts()
    await readQueue(priya)
    service.setScript((request) => {
      const behaviour = scriptedDrafts.script(request)
      const isRead = request.path === '/v1/api/conversations/c1' && typeof behaviour === 'object'
      return isRead ? { ...behaviour, after: stopChanges(grace) } : behaviour
    })
    await postDecision(priya)
    await expect.poll(async () => (await readLatestDecision(priya))?.refusal?.code).toBe('stopped')
    expect(actions()).toEqual([])
  })

  test('an edit that was being saved when changes were stopped is not approved', async () => {
    const { scriptedDrafts, priya, grace, actions } = await startGatewayWithDrafts()
    const editedMessage = 'On Tuesday.'
    scriptedDrafts.injectFault((action) => {
      if (action !== 'Edit') return 'ordinary'
      const message = { ...scriptedDrafts.draft('c1'), message: editedMessage, to: null, timestamp: null }
      return { body: { status: 'success', message }, after: stopChanges(grace) }
    })
    await postDecision(priya, { action: 'EditAndApprove', editedMessage, text: draftText })
    await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('refused')
    expect((await readLatestDecision(priya))?.refusal?.message).toMatch(
      /^The text was changed, but it was not approved\. Grace Okafor stopped all changes/,
    )
    expect(actions()).toHaveLength(1)
  })
})

describe('the stop switch', () => {
  test('stays on after a restart', async () => {
    const store = await openTestStore()
    const { service, grace } = await startGatewayWithService(acceptEverything, { store })
    await stopChanges(grace)
    const restart = async () => {
      const { gateway, browser } = await startTestGateway(service.url, { store })
      afterTest(gateway.close)
      return browser().signInAsDemo()
    }
    const restarted = await restart()
    expect(await readStop(restarted)).toMatchObject({ operator: 'Grace Okafor', reason })
    expect((await restarted.post('/gateway/calls', callRequest, { key: 'k' })).status).toBe(423)
    await allowChanges(restarted)
    expect(await readStop(await restart())).toBeNull()
  })

  test('stops once if two gateways are asked at the same time, and starts once', { tags: ['R04'] }, async () => {
    const store = await openTestStore()
    const { service, grace } = await startGatewayWithService(acceptEverything, { store })
    const { gateway, browser } = await startTestGateway(service.url, { store })
    afterTest(gateway.close)
    const there = await browser().signInAsDemo()
    const [here, other] = await Promise.all([stopChanges(grace), stopChanges(there, 'Another reason.')])
    expect(here.json.stop).toMatchObject({ operator: 'Grace Okafor' })
    expect(other.json.stop).toEqual(here.json.stop)
    await Promise.all([allowChanges(grace), allowChanges(there)])
    const { entries } = (await grace.get('/gateway/history')).json as unknown as ResponseOf<Contract['historyList']>
    const changed = entries.flatMap(({ endpoint }) => (endpoint.startsWith('stopSwitch') ? endpoint : []))
    expect(changed).toEqual(['stopSwitchOff', 'stopSwitchOn'])
  })

  test('requires the administrator role, and shows everybody who stopped changes, when and why', async () => {
    const { grace, browser } = await startGatewayWithService(acceptEverything)
    const sam = await browser().signInAsDemo('ready-support')
    expect(await stopChanges(sam)).toMatchObject({ status: 403 })
    expect(await readStop(sam)).toBeNull()
    for (const invalidReason of ['', '   ', 'x'.repeat(201)])
      expect((await stopChanges(grace, invalidReason)).status).toBe(400)
    const startedAt = Date.now()
    await stopChanges(grace)
    const stop = await readStop(sam)
    expect(stop).toEqual({ operator: 'Grace Okafor', reason, at: expect.any(Number) })
    expect(stop?.at).toBeGreaterThanOrEqual(startedAt)
    expect(await allowChanges(sam)).toMatchObject({ status: 403 })
    expect(await readStop(sam)).not.toBeNull()
  })

  test('is recorded once in the audit with its reason, and does not replace an earlier stop', async () => {
    const { grace } = await startGatewayWithService(acceptEverything)
    const answers = await Promise.all([stopChanges(grace), stopChanges(grace, 'Another reason.')])
    // Either request may arrive first.
    const stopped = await readStop(grace)
    expect([reason, 'Another reason.']).toContain(stopped?.reason)
    expect(answers.map(({ json }) => json.stop)).toEqual([stopped, stopped])
    expect((await stopChanges(grace, 'A third reason.')).json.stop).toEqual(stopped)
    await allowChanges(grace)
    await allowChanges(grace)
    const { entries } = (await grace.get('/gateway/history')).json as unknown as ResponseOf<Contract['historyList']>
    expect(
      entries
        .filter(({ endpoint }) => endpoint.startsWith('stopSwitch'))
        .map(({ endpoint, state, operator, reason }) => [endpoint, state, operator, reason]),
    ).toEqual([
      ['stopSwitchOff', 'done', 'Grace Okafor', null],
      ['stopSwitchOn', 'done', 'Grace Okafor', stopped?.reason],
    ])
  })

  test('allows only commands that end calls, and the contract marks every endpoint that sends other commands', () => {
    const commands = Object.entries(serviceEndpoints as Record<string, EndpointDefinition>).filter(
      ([, { effect }]) => effect !== null,
    )
    const allowedCommands = commands.filter(([, { effect }]) => effect?.endsCalls).map(([name]) => name)
    expect(allowedCommands.toSorted()).toEqual(['activeCallEnd', 'batchCancel'])
    const sendingEndpoints = commands.flatMap(([, { through }]) =>
      through === undefined ? [] : [through as EndpointName],
    )
    expect(sendingEndpoints.filter((name) => !(contract[name] as EndpointDefinition).sends)).toEqual([])
  })
})
