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
import { decide, draftText, latest, queueOf, reviewWorld } from '../testing/review.ts'
import { openTestStore } from '../testing/store.ts'
import {
  afterwards,
  call,
  launch,
  placed,
  preparedOf,
  preparedPath,
  type Script,
  startsBatches,
  startTestGateway,
  world,
} from '../testing/testing.ts'

type Person = Awaited<ReturnType<typeof world>>['grace']

const reason = 'The price list is wrong.'
const stop = (person: Person, why = reason) => person.post('/gateway/stop-switch', { reason: why })
const allow = (person: Person) => person.ask('DELETE', '/gateway/stop-switch')
const stopOf = async (person: Person) => ((await person.get('/gateway/session')).json as unknown as Session).stop

/** A service that accepts every command. */
const obliging: Script = (request) => {
  const { method, path } = request
  if (method === 'GET') return undefined
  if (method === 'DELETE') return { body: { batchId: 'b1', status: 'cancelled', message: '', details: {} } }
  if (path === '/api/v1/calls/call') return { body: placed }
  return startsBatches(request) ?? { body: { success: true, message: 'ok' } }
}
const commandsOf = ({ service }: Pick<Awaited<ReturnType<typeof world>>, 'service'>) =>
  service.received.filter(({ method }) => method !== 'GET')

const draft = { flowId: 'f1', to: '+14155550134', autopilot: false }
const changes: [what: string, method: string, path: string, body: () => unknown][] = [
  ['placing a call', 'POST', '/gateway/calls', () => call],
  ['starting a batch', 'POST', '/gateway/launches', () => launch()],
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
      const { service, grace } = await world(obliging)
      expect(await stop(grace)).toMatchObject({ status: 200, json: { stop: { operator: 'Grace Okafor', reason } } })
      const ask = () => grace.ask(method, path, { body: body(), key: 'k' })
      const refused = await ask()
      expect(refused).toMatchObject({ status: 423, json: { error: { code: 'stopped', sent: 'no' } } })
      expect(refused.json.error.message).toMatch(
        /^Grace Okafor stopped all changes \d s ago \(“The price list is wrong\.”\)\. Nothing was sent\. An administrator can allow/,
      )
      expect(commandsOf({ service })).toEqual([])
      const { effects } = (await grace.get('/gateway/effects')).json as unknown as { effects: { endpoint: string }[] }
      expect(effects.map(({ endpoint }) => endpoint)).toEqual(['stopSwitchOn'])
      expect(await allow(grace)).toMatchObject({ status: 200, json: { stop: null } })
      await ask()
      expect(commandsOf({ service })).toHaveLength(1)
    },
  )

  test('batches can still be cancelled and calls ended', async () => {
    const { service, grace } = await world(obliging)
    await stop(grace)
    const key = 'k'
    expect((await grace.ask('DELETE', '/v1/api/batch-calls/b1', { key })).status).toBe(200)
    const { json } = await grace.post('/gateway/batches/cancel', { batchIds: ['b1'] }, { key: 'all' })
    expect(json.batches).toMatchObject([{ batchId: 'b1', state: 'done' }])
    expect((await grace.post('/v2/api/active-calls/room1/end-call', {}, { key: 'end' })).status).toBe(200)
    expect(commandsOf({ service })).toHaveLength(3)
  })

  test('a start that other rules refuse too is refused as stopped', {
    tags: ['stopped-changes-are-refused'],
  }, async () => {
    const { grace } = await world(obliging)
    await grace.post('/gateway/launches', launch(), { key: 'k1' })
    const again = () => grace.post('/gateway/launches', launch(undefined, { agentId: 'agent2' }), { key: 'k2' })
    expect(await again()).toMatchObject({ status: 409, json: { error: { code: 'called_before' } } })
    await stop(grace)
    expect(await again()).toMatchObject({ status: 423, json: { error: { code: 'stopped' } } })
  })

  test('a repeat of an earlier command gets its first answer', async () => {
    const { service, grace } = await world(obliging)
    const place = () => grace.post('/gateway/calls', call, { key: 'k' })
    const first = await place()
    await stop(grace)
    expect(await place()).toMatchObject({ status: 200, json: first.json })
    expect(commandsOf({ service })).toHaveLength(1)
  })

  test('recipients after the first ten of a batch stay waiting', async () => {
    const { service, grace } = await world(obliging)
    const rows = Array.from({ length: 20 }, (_, at) => `+190755501${at + 10},Ava`)
    const form = launch(`phone_number,first_name\n${rows.join('\n')}\n`, { first: '10' })
    await grace.post('/gateway/launches', form, { key: 'k1' })
    await stop(grace)
    const at = `${preparedPath((await preparedOf(grace))[0])}/start`
    const others = () => grace.post(at, {}, { key: 'k2' })
    expect(await others()).toMatchObject({ status: 423, json: { error: { code: 'stopped' } } })
    expect(await preparedOf(grace)).toHaveLength(1)
    expect(commandsOf({ service })).toHaveLength(1)
    await allow(grace)
    expect((await others()).status).toBe(200)
  })

  test('a new decision is refused, and a held one is returned to its owner when its undo window ends', {
    tags: ['stopped-changes-are-refused'],
  }, async () => {
    const { priya, grace, actions } = await reviewWorld(2)
    await queueOf(priya)
    const { effectId } = (await decide(priya, { holdSeconds: 30 })).json
    await stop(grace)
    expect(await decide(priya, { id: '2' })).toMatchObject({ status: 423, json: { error: { code: 'stopped' } } })
    await priya.post(`/gateway/decisions/${String(effectId)}/send`, {})
    await expect.poll(async () => (await latest(priya))?.state).toBe('refused')
    const back = await latest(priya)
    expect(back?.refusal).toMatchObject({ code: 'stopped', sent: 'no' })
    expect(back?.refusal?.message).toMatch(/^Grace Okafor stopped all changes .* Nothing was sent\./)
    expect((await queueOf(priya)).drafts).toHaveLength(2)
    await allow(grace)
    expect(actions()).toEqual([])
    expect((await decide(priya)).status).toBe(200)
    await expect.poll(async () => (await latest(priya))?.state).toBe('done')
    expect(actions()).toEqual([{ metadata: { action: 'Approve' } }])
  })

  test('a decision whose conversation was being read when changes were stopped is not sent', async () => {
    const { letters, service, priya, grace, actions } = await reviewWorld()
    await queueOf(priya)
    service.behave((request) => {
      const usual = letters.script(request)
      const isRead = request.path === '/v1/api/conversations/c1' && typeof usual === 'object'
      return isRead ? { ...usual, after: stop(grace) } : usual
    })
    await decide(priya)
    await expect.poll(async () => (await latest(priya))?.refusal?.code).toBe('stopped')
    expect(actions()).toEqual([])
  })

  test('an edit that was being saved when changes were stopped is not approved', async () => {
    const { letters, priya, grace, actions } = await reviewWorld()
    const editedMessage = 'On Tuesday.'
    letters.injectFault((action) => {
      if (action !== 'Edit') return 'ordinary'
      const message = { ...letters.draft('c1'), message: editedMessage, to: null, timestamp: null }
      return { body: { status: 'success', message }, after: stop(grace) }
    })
    await decide(priya, { action: 'EditAndApprove', editedMessage, text: draftText })
    await expect.poll(async () => (await latest(priya))?.state).toBe('refused')
    expect((await latest(priya))?.refusal?.message).toMatch(
      /^The text was changed, but it was not approved\. Grace Okafor stopped all changes/,
    )
    expect(actions()).toHaveLength(1)
  })
})

describe('stop switch', () => {
  test('stays on after a restart', async () => {
    const store = await openTestStore()
    const { service, grace } = await world(obliging, { store })
    await stop(grace)
    const restart = async () => {
      const { gateway, browser } = await startTestGateway(service.url, { store })
      afterwards(gateway.close)
      return browser().land()
    }
    const again = await restart()
    expect(await stopOf(again)).toMatchObject({ operator: 'Grace Okafor', reason })
    expect((await again.post('/gateway/calls', call, { key: 'k' })).status).toBe(423)
    await allow(again)
    expect(await stopOf(await restart())).toBeNull()
  })

  test('requires the administrator role, and shows everybody who stopped changes, when and why', async () => {
    const { grace, browser } = await world(obliging)
    const sam = await browser().land('ready-support')
    expect(await stop(sam)).toMatchObject({ status: 403 })
    expect(await stopOf(sam)).toBeNull()
    for (const why of ['', '   ', 'x'.repeat(201)]) expect((await stop(grace, why)).status).toBe(400)
    const before = Date.now()
    await stop(grace)
    const shown = await stopOf(sam)
    expect(shown).toEqual({ operator: 'Grace Okafor', reason, at: expect.any(Number) })
    expect(shown?.at).toBeGreaterThanOrEqual(before)
    expect(await allow(sam)).toMatchObject({ status: 403 })
    expect(await stopOf(sam)).not.toBeNull()
  })

  test('is recorded once in the audit with its reason, and does not replace an earlier stop', async () => {
    const { grace } = await world(obliging)
    const both = await Promise.all([stop(grace), stop(grace, 'Another reason.')])
    // Either of the two may arrive first.
    const stopped = await stopOf(grace)
    expect([reason, 'Another reason.']).toContain(stopped?.reason)
    expect(both.map(({ json }) => json.stop)).toEqual([stopped, stopped])
    expect((await stop(grace, 'A third reason.')).json.stop).toEqual(stopped)
    await allow(grace)
    await allow(grace)
    const { entries } = (await grace.get('/gateway/history')).json as unknown as ResponseOf<Contract['historyList']>
    expect(
      entries
        .filter(({ endpoint }) => endpoint.startsWith('stopSwitch'))
        .map(({ endpoint, state, operator, reason }) => [endpoint, state, operator, reason]),
    ).toEqual([
      ['stopSwitchOff', 'done', 'Grace Okafor', null],
      ['stopSwitchOff', 'sending', 'Grace Okafor', null],
      ['stopSwitchOn', 'done', 'Grace Okafor', stopped?.reason],
      ['stopSwitchOn', 'sending', 'Grace Okafor', null],
    ])
  })

  test('allows only commands that end calls, and the contract marks every endpoint that sends other commands', () => {
    const commands = Object.entries(serviceEndpoints as Record<string, EndpointDefinition>).filter(
      ([, { effect }]) => effect !== null,
    )
    const allowed = commands.filter(([, { effect }]) => effect?.endsCalls).map(([name]) => name)
    expect(allowed.toSorted()).toEqual(['activeCallEnd', 'batchCancel'])
    const senders = commands.flatMap(([, { through }]) => (through === undefined ? [] : [through as EndpointName]))
    expect(senders.filter((name) => !(contract[name] as EndpointDefinition).sends)).toEqual([])
  })
})
