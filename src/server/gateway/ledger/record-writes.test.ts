/** Writes to calling and messaging agents and flows whose answer was lost. */
import { describe, expect, test } from 'vitest'
import { headers } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import {
  afterTest,
  createTestClock,
  type ReceivedRequest,
  type Script,
  startGatewayWithService,
  startTestGateway,
} from '../testing/testing.ts'
import { findCreated, wasReplaced, wasUpdated } from './record-check.ts'

type Agent = Record<string, unknown> & { id: string; name: string }
const anna: Agent = {
  id: 'a1',
  name: 'Anna',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy' },
  settings: { speed: 1 },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const creation = { name: 'Bo', model: 'gpt-4o', voice: anna.voice }

const messagingAgentsPath = '/v1/api/omni-flow-agents'

/** Carries out a write, or does not. */
type CarryOut = (received: ReceivedRequest, agents: Agent[]) => void

/** A service with agents. The answer to a write is always lost. */
function serviceLosingAnswers(agents: Agent[], carryOut: CarryOut): Script {
  return (received) => {
    const { method, path } = received
    const index = agents.findIndex(({ id }) => path.endsWith(`agents/${id}`))
    if (method !== 'GET') {
      carryOut(received, agents)
      return 'lost'
    }
    if (path.startsWith('/api/v1/agents?')) {
      const name = new URLSearchParams(path.split('?')[1]).get('search') ?? ''
      return { body: { agents: agents.filter((agent) => agent.name.includes(name)) } }
    }
    if (path.startsWith(`${messagingAgentsPath}?`))
      return received.headers[headers.workspace] === 'ws_other' ? { body: agents } : { body: [] }
    return index < 0 ? undefined : { body: agents[index] }
  }
}

const checkDelaysMs = [50, 100, 150]
const doNothing = () => {}
const update: CarryOut = ({ body }, agents) => {
  agents[0] = { ...anna, ...(JSON.parse(body) as object) }
}
const create =
  (fields: object = {}): CarryOut =>
  ({ body }, agents) =>
    void agents.push({ ...(JSON.parse(body) as Agent), id: 'a9', createdAt: new Date().toISOString(), ...fields })
const updateHalf: CarryOut = (_, agents) => {
  agents[0] = { ...anna, name: 'Anne' }
}
const createTwice: CarryOut = (received, agents) => {
  create()(received, agents)
  create({ id: 'a8' })(received, agents)
}

type World = Awaited<ReturnType<typeof startGatewayWithService>>
/** Returns a function that reads the latest effect. */
const readEffectOf = (grace: World['grace']) => async () =>
  ((await grace.get('/gateway/effects')).json.effects as { state: string; happened: boolean; settledBy: null }[])[0]

describe('a write to an agent whose answer was lost', { tags: ['R07'] }, () => {
  const rename = ['PATCH', '/api/v1/agents/a1', { name: 'Anne', settings: { speed: 0.5 } }] as const
  const deletion = ['DELETE', '/api/v1/agents/a1', undefined] as const
  const agentCreation = ['POST', '/api/v1/agents', creation] as const
  const replacement = ['PUT', `${messagingAgentsPath}/a1`, { ...anna, name: 'Anne' }] as const
  const messagingAgentCreation = ['POST', messagingAgentsPath, creation] as const
  const workspaceHeaders = { [headers.workspace]: 'ws_other' }
  test.each([
    ['an update', rename, update],
    ['a creation', agentCreation, create()],
    ['a replacement', replacement, update],
    ['a creation of a messaging agent in another workspace', messagingAgentCreation, create()],
  ])('is settled by a read that shows it: %s', async (_, [method, path, body], carryOut) => {
    const store = await openTestStore()
    const { service, grace } = await startGatewayWithService(serviceLosingAnswers([anna], carryOut), {
      checks: checkDelaysMs,
      store,
    })
    expect(await grace.request(method, path, { body, key: 'k', headers: workspaceHeaders })).toMatchObject({
      status: 502,
      json: { error: { code: 'unconfirmed', sent: 'unknown' } },
    })
    await expect.poll(readEffectOf(grace)).toMatchObject({ state: 'settled', happened: true, settledBy: null })
    // A repeat with the same key.
    expect((await grace.request(method, path, { body, key: 'k' })).json.error).toMatchObject({
      code: 'already_done',
      sent: 'yes',
    })
    expect(service.received.filter((received) => received.method === method)).toHaveLength(1)
    expect(await store.selectFrom('writes').selectAll().execute()).toEqual([])
    expect(await store.selectFrom('rechecks').selectAll().execute()).toEqual([])
  })

  const endCall = ['POST', '/v2/api/active-calls/a1-c1/end-call', undefined] as const
  test.each([
    ['a deletion', deletion, '/api/v1/agents/a1'],
    ['the end of a call', endCall, '/v2/api/active-calls/a1-c1'],
  ])(
    'stays unknown after one 404, and is settled by a second one apart in time: %s',
    async (_, [method, path, body], shown) => {
      const clock = createTestClock()
      const state = { isFound: true }
      const losingAnswers = serviceLosingAnswers([anna], doNothing)
      const script: Script = (received) => {
        if (received.method !== 'GET' || !received.path.startsWith(shown)) return losingAnswers(received)
        const call = { roomName: 'a1-c1', participants: [], transcript: [] }
        return state.isFound ? { body: method === 'DELETE' ? anna : call } : undefined
      }
      const { service, grace, gateway } = await startGatewayWithService(script, { clock })
      const readEffect = readEffectOf(grace)
      const recheckAfter = async (seconds: number) => {
        clock.advance(seconds * 1_000)
        await gateway.recheck()
        return readEffect()
      }
      await grace.request(method, path, { body, key: 'k' })
      // One stray 404 between two readings that find it.
      state.isFound = false
      expect(await recheckAfter(5)).toMatchObject({ state: 'unknown' })
      state.isFound = true
      expect(await recheckAfter(3)).toMatchObject({ state: 'unknown' })
      state.isFound = false
      expect(await recheckAfter(10)).toMatchObject({ state: 'unknown' })
      expect(await recheckAfter(3)).toMatchObject({ state: 'settled', happened: true, settledBy: null })
      expect(service.received.filter((received) => received.method === method)).toHaveLength(1)
    },
  )

  test.each([
    ['an update that has not happened so far', rename, doNothing],
    ['a deletion that has not happened so far', deletion, doNothing],
    ['a creation that has not happened so far', agentCreation, doNothing],
    ['a replacement that has not happened so far', replacement, doNothing],
    ['an update of which only half is visible', rename, updateHalf],
    ['a creation after which two agents have its name', agentCreation, createTwice],
    ['a creation of an agent whose name existed before', agentCreation, create({ createdAt: '2026-01-01T00:00:00Z' })],
  ])('stays unknown and shows when it was last checked: %s', async (_, [method, path, body], carryOut) => {
    const store = await openTestStore()
    const { grace } = await startGatewayWithService(serviceLosingAnswers([anna], carryOut), {
      checks: checkDelaysMs,
      store,
    })
    const { json } = await grace.request(method, path, { body, key: 'k' })
    await expect
      .poll(readEffectOf(grace))
      .toMatchObject({ state: 'unknown', nextCheckAt: null, lastCheckedAt: expect.any(Number) })
    const settlement = { happened: true, reason: 'I see it.' }
    await grace.post(`/gateway/effects/${String(json.error.effectId)}/settle`, settlement)
    expect(await store.selectFrom('writes').selectAll().execute()).toEqual([])
    expect(await store.selectFrom('rechecks').selectAll().execute()).toEqual([])
  })

  test('is rechecked after Retry-After during a burst of 429s', { tags: ['storm-uses-up-no-recheck'] }, async () => {
    const tooMany = {
      status: 429,
      body: { status: 429, title: 'Too many', detail: '' },
      headers: { 'retry-after': '1' },
    }
    const losingAnswers = serviceLosingAnswers([anna], update)
    // There is only one recheck. If the 429 used it up, the effect would stay unknown.
    const { service, grace } = await startGatewayWithService(losingAnswers, { checks: [20] })
    service.setScript((received) => (received.method === 'GET' ? tooMany : losingAnswers(received)))
    await grace.request('PATCH', '/api/v1/agents/a1', { body: { name: 'Anne' }, key: 'k' })
    await expect.poll(() => service.requestsTo('GET', '/api/v1/agents/a1').length).toBe(1)
    service.setScript(losingAnswers)
    await expect.poll(readEffectOf(grace)).toMatchObject({ state: 'settled', happened: true })
  })

  test('uses at most half of the budget for rechecks, however many writes are unknown', {
    tags: ['R10', 'rechecks-leave-half-to-people'],
  }, async () => {
    const clock = createTestClock()
    const { service, grace, gateway } = await startGatewayWithService(serviceLosingAnswers([anna], doNothing), {
      clock,
    })
    for (let index = 0; index < 20; index += 1)
      await grace.request('DELETE', `/api/v1/flows/f${index}`, { key: `k${index}` })
    const countReads = () => service.requestsTo('GET', '/api/v1/flows').length
    /** Advances the clock, runs the due rechecks, and returns how many reads there were in total. */
    const passAndCountReads = async (seconds: number) => {
      clock.advance(seconds * 1_000)
      await gateway.recheck()
      return countReads()
    }
    // The deletions and the first request used 21 of 60 requests.
    expect(await passAndCountReads(5)).toBe(10)
    expect(await passAndCountReads(1)).toBe(10)
    expect(await passAndCountReads(9)).toBe(11)
    expect(await passAndCountReads(10)).toBe(12)
    expect((await grace.get('/gateway/budget')).json).toMatchObject({ used: 33 })
  })

  test('is not repeated if it was a creation and the service cannot be read to check for it', {
    tags: ['creation-is-checked-before-another'],
  }, async () => {
    const losingAnswers = serviceLosingAnswers([], doNothing)
    const { service, grace } = await startGatewayWithService(losingAnswers)
    const createAgent = () => grace.post('/api/v1/agents', creation, { key: crypto.randomUUID() })
    expect((await createAgent()).json.error.code).toBe('unconfirmed')
    service.setScript((received) => (received.method === 'GET' ? { status: 500, body: '' } : losingAnswers(received)))
    expect(await createAgent()).toMatchObject({ status: 503, json: { error: { code: 'not_checked', sent: 'no' } } })
    expect(service.requestsTo('POST', '/')).toHaveLength(1)
  })

  test('is rechecked after a restart', async () => {
    const store = await openTestStore()
    const { service, grace } = await startGatewayWithService(serviceLosingAnswers([anna], update), {
      checks: [60_000],
      store,
    })
    await grace.request('PATCH', '/api/v1/agents/a1', { body: { name: 'Anne' }, key: 'k' })
    expect(await readEffectOf(grace)()).toMatchObject({ state: 'unknown' })
    const restarted = await startTestGateway(service.url, { store, checks: checkDelaysMs })
    afterTest(restarted.gateway.close)
    await expect
      .poll(readEffectOf(await restarted.browser().signInAsDemo()))
      .toMatchObject({ state: 'settled', happened: true })
    expect(service.requestsTo('PATCH', '/')).toHaveLength(1)
  })

  test('deletes the stored request once it is answered', async () => {
    const store = await openTestStore()
    const { grace } = await startGatewayWithService(({ method }) => (method === 'PATCH' ? { body: anna } : undefined), {
      store,
    })
    await grace.request('PATCH', '/api/v1/agents/a1', { body: { name: 'Anna' }, key: 'k' })
    expect(await store.selectFrom('writes').selectAll().execute()).toEqual([])
  })
})

describe('evidence in a read', () => {
  test.each([
    [{ name: 'Anna' }, true],
    [{ name: 'Anne' }, false],
    [{ name: 'Anna', model: 'other' }, false],
    // Only a removal was sent. The old value may still be there because the update was not carried out.
    [{ settings: {} }, false],
    [{ settings: {}, name: 'Anna' }, true],
    [{ phoneNumber: '+14155550134' }, false],
    [{ phoneNumber: '+14155550134', name: 'Anna' }, true],
    [{ rules: [] }, false],
    [{}, false],
  ])('of an agent after the update %j: shows it? %s', (sent, isShown) => {
    expect(wasUpdated({ ...anna, phoneNumber: null }, sent)).toBe(isShown)
  })

  const juno = { _id: 'm1', name: 'Juno', settings: { tone: 'warm' }, updatedAt: '2026-11-20T11:00:00Z' }
  test.each([
    ['as it was sent, except for fields that the service sets', { ...juno, updatedAt: '2026-11-20T12:00:01Z' }, true],
    ['different', { ...juno, name: 'Iris' }, false],
    ['as it was sent, and more', { ...juno, settings: { tone: 'warm', pace: 1 } }, false],
  ])('of a record that is %s: shows its replacement? %s', (_, record, isShown) => {
    expect(wasReplaced(record, juno)).toBe(isShown)
  })

  const recordedAt = Date.UTC(2026, 10, 20, 12, 0, 0, 500)
  const record = (id: string, createdAt: unknown = '2026-11-20T12:00:00Z') => ({ id, name: 'Bo', createdAt })
  test.each([
    [[], undefined],
    [[{ ...record('x'), name: 'Bob' }], undefined],
    [[record('x')], 'x'],
    [[record('x'), record('old', '2026-11-19T12:00:00Z')], 'x'],
    [[record('x'), record('y')], undefined],
    [[record('x'), record('known')], 'x'],
    [[record('known')], undefined],
    [[record('x', null)], undefined],
  ])('of a search after a creation that finds %j shows %s', (records, id) => {
    expect(findCreated(records, { name: 'Bo', recordedAt, otherIds: new Set(['known']) })?.id).toBe(id)
  })
})
