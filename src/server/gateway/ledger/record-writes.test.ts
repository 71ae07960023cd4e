/** Writes to call and message agents and flows whose answer was lost. */
import { describe, expect, test } from 'vitest'
import { headers } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { afterwards, type Received, type Script, startTestGateway, testClock, world } from '../testing/testing.ts'
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

const ofMessages = '/v1/api/omni-flow-agents'

type Does = (received: Received, agents: Agent[]) => void

/** A service with agents. `does` carries a write out or not; the answer is always lost. */
function serviceLosingAnswers(agents: Agent[], does: Does): Script {
  return (received) => {
    const { method, path } = received
    const found = agents.findIndex(({ id }) => path.endsWith(`agents/${id}`))
    if (method !== 'GET') {
      does(received, agents)
      return 'lost'
    }
    if (path.startsWith('/api/v1/agents?')) {
      const name = new URLSearchParams(path.split('?')[1]).get('search') ?? ''
      return { body: { agents: agents.filter((one) => one.name.includes(name)) } }
    }
    if (path.startsWith(`${ofMessages}?`))
      return received.headers[headers.workspace] === 'ws_other' ? { body: agents } : { body: [] }
    return found < 0 ? undefined : { body: agents[found] }
  }
}

const checks = [50, 100, 150]
const nothing = () => {}
const update: Does = ({ body }, agents) => {
  agents[0] = { ...anna, ...(JSON.parse(body) as object) }
}
const remove: Does = (_, agents) => void agents.shift()
const create =
  (more: object = {}): Does =>
  ({ body }, agents) =>
    void agents.push({ ...(JSON.parse(body) as Agent), id: 'a9', createdAt: new Date().toISOString(), ...more })
const half: Does = (_, agents) => {
  agents[0] = { ...anna, name: 'Anne' }
}
const twice: Does = (received, agents) => {
  create()(received, agents)
  create({ id: 'a8' })(received, agents)
}

type World = Awaited<ReturnType<typeof world>>
const effect = (grace: World['grace']) => async () =>
  ((await grace.get('/gateway/effects')).json.effects as { state: string; happened: boolean; settledBy: null }[])[0]

describe('write to an agent whose answer was lost', { tags: ['R07'] }, () => {
  const rename = ['PATCH', '/api/v1/agents/a1', { name: 'Anne', settings: { speed: 0.5 } }] as const
  const deletion = ['DELETE', '/api/v1/agents/a1', undefined] as const
  const newOne = ['POST', '/api/v1/agents', creation] as const
  const replacement = ['PUT', `${ofMessages}/a1`, { ...anna, name: 'Anne' }] as const
  const newOfMessages = ['POST', ofMessages, creation] as const
  const inWorkspace = { [headers.workspace]: 'ws_other' }
  test.each([
    ['an update', rename, update],
    ['a deletion', deletion, remove],
    ['a creation', newOne, create()],
    ['a replacement', replacement, update],
    ['a messaging agent made in a workspace of its own', newOfMessages, create()],
  ])('is settled by a reading that shows it: %s', async (_, [method, path, body], does) => {
    const store = await openTestStore()
    const { service, grace } = await world(serviceLosingAnswers([anna], does), { checks, store })
    expect(await grace.ask(method, path, { body, key: 'k', headers: inWorkspace })).toMatchObject({
      status: 502,
      json: { error: { code: 'unconfirmed', sent: 'unknown' } },
    })
    await expect.poll(effect(grace)).toMatchObject({ state: 'settled', happened: true, settledBy: null })
    // Repeated with the same key.
    expect((await grace.ask(method, path, { body, key: 'k' })).json.error).toMatchObject({
      code: 'already_done',
      sent: 'yes',
    })
    expect(service.received.filter((one) => one.method === method)).toHaveLength(1)
    expect(await store.selectFrom('writes').selectAll().execute()).toEqual([])
    expect(await store.selectFrom('rechecks').selectAll().execute()).toEqual([])
  })

  test.each([
    ['an update that did not happen so far', rename, nothing],
    ['a deletion that did not happen so far', deletion, nothing],
    ['a creation that did not happen so far', newOne, nothing],
    ['a replacement that did not happen so far', replacement, nothing],
    ['only half of what was sent is there', rename, half],
    ['two of its name were made meanwhile', newOne, twice],
    ['one of its name was there before', newOne, create({ createdAt: '2026-01-01T00:00:00Z' })],
  ])('stays unknown and shows when it was last checked: %s', async (_, [method, path, body], does) => {
    const store = await openTestStore()
    const { grace } = await world(serviceLosingAnswers([anna], does), { checks, store })
    const { json } = await grace.ask(method, path, { body, key: 'k' })
    await expect
      .poll(effect(grace))
      .toMatchObject({ state: 'unknown', nextCheckAt: null, lastCheckedAt: expect.any(Number) })
    const settling = { happened: true, reason: 'I see it.' }
    await grace.post(`/gateway/effects/${String(json.error.effectId)}/settle`, settling)
    expect(await store.selectFrom('writes').selectAll().execute()).toEqual([])
    expect(await store.selectFrom('rechecks').selectAll().execute()).toEqual([])
  })

  test('is rechecked after Retry-After during a burst of 429s', { tags: ['storm-uses-up-no-recheck'] }, async () => {
    const tooMany = {
      status: 429,
      body: { status: 429, title: 'Too many', detail: '' },
      headers: { 'retry-after': '1' },
    }
    const usual = serviceLosingAnswers([], nothing)
    // There is only one recheck. If the 429 used it up, the effect would stay unknown.
    const { service, grace } = await world(usual, { checks: [20] })
    service.behave((received) => (received.method === 'GET' ? tooMany : usual(received)))
    await grace.ask('DELETE', '/api/v1/agents/a1', { key: 'k' })
    await expect.poll(() => service.asked('GET', '/api/v1/agents/a1').length).toBe(1)
    service.behave(usual)
    await expect.poll(effect(grace), { timeout: 5_000 }).toMatchObject({ state: 'settled', happened: true })
  })

  test('uses at most half of the budget for rechecks, however many writes are unknown', {
    tags: ['R10', 'rechecks-leave-half-to-people'],
  }, async () => {
    const clock = testClock()
    const { service, grace, gateway } = await world(serviceLosingAnswers([anna], nothing), { clock })
    for (let n = 0; n < 20; n += 1) await grace.ask('DELETE', `/api/v1/flows/f${n}`, { key: `k${n}` })
    const readings = () => service.asked('GET', '/api/v1/flows').length
    const pass = async (seconds: number) => {
      clock.pass(seconds * 1_000)
      await gateway.recheck()
      return readings()
    }
    // The deletions and the first request used 21 of 60 requests.
    expect(await pass(5)).toBe(10)
    expect(await pass(1)).toBe(10)
    expect(await pass(9)).toBe(11)
    expect(await pass(10)).toBe(12)
    expect((await grace.get('/gateway/budget')).json).toMatchObject({ used: 33 })
  })

  test('is not repeated if it was a creation and the service cannot be read to check for it', {
    tags: ['creation-is-checked-before-another'],
  }, async () => {
    const usual = serviceLosingAnswers([], nothing)
    const { service, grace } = await world(usual)
    const create = () => grace.post('/api/v1/agents', creation, { key: crypto.randomUUID() })
    expect((await create()).json.error.code).toBe('unconfirmed')
    service.behave((received) => (received.method === 'GET' ? { status: 500, body: '' } : usual(received)))
    expect(await create()).toMatchObject({ status: 503, json: { error: { code: 'not_checked', sent: 'no' } } })
    expect(service.asked('POST', '/')).toHaveLength(1)
  })

  test('is rechecked after a restart', async () => {
    const store = await openTestStore()
    const { service, grace } = await world(serviceLosingAnswers([anna], update), { checks: [60_000], store })
    await grace.ask('PATCH', '/api/v1/agents/a1', { body: { name: 'Anne' }, key: 'k' })
    expect(await effect(grace)()).toMatchObject({ state: 'unknown' })
    const again = await startTestGateway(service.url, { store, checks })
    afterwards(again.gateway.close)
    await expect.poll(effect(await again.browser().land())).toMatchObject({ state: 'settled', happened: true })
    expect(service.asked('PATCH', '/')).toHaveLength(1)
  })

  test('deletes the stored request once it is answered', async () => {
    const store = await openTestStore()
    const { grace } = await world(({ method }) => (method === 'PATCH' ? { body: anna } : undefined), { store })
    await grace.ask('PATCH', '/api/v1/agents/a1', { body: { name: 'Anna' }, key: 'k' })
    expect(await store.selectFrom('writes').selectAll().execute()).toEqual([])
  })
})

describe('evidence in a read', () => {
  test.each([
    [{ name: 'Anna' }, true],
    [{ name: 'Anne' }, false],
    [{ name: 'Anna', model: 'other' }, false],
    // Only a removal was sent: the old value may still be there because nothing happened.
    [{ settings: {} }, false],
    [{ settings: {}, name: 'Anna' }, true],
    [{ phoneNumber: '+14155550134' }, false],
    [{ phoneNumber: '+14155550134', name: 'Anna' }, true],
    [{ rules: [] }, false],
    [{}, false],
  ])('of an agent after the update %j: shows it? %s', (sent, shown) => {
    expect(wasUpdated({ ...anna, phoneNumber: null }, sent)).toBe(shown)
  })

  const juno = { _id: 'm1', name: 'Juno', settings: { tone: 'warm' }, updatedAt: '2026-11-20T11:00:00Z' }
  test.each([
    ['as it was sent, except for fields that the service sets', { ...juno, updatedAt: '2026-11-20T12:00:01Z' }, true],
    ['different', { ...juno, name: 'Iris' }, false],
    ['as it was sent, and more', { ...juno, settings: { tone: 'warm', pace: 1 } }, false],
  ])('of a record that is %s: shows its replacement? %s', (_, record, shown) => {
    expect(wasReplaced(record, juno)).toBe(shown)
  })

  const began = Date.UTC(2026, 10, 20, 12, 0, 0, 500)
  const made = (id: string, createdAt: unknown = '2026-11-20T12:00:00Z') => ({ id, name: 'Bo', createdAt })
  test.each([
    [[], undefined],
    [[{ ...made('x'), name: 'Bob' }], undefined],
    [[made('x')], 'x'],
    [[made('x'), made('old', '2026-11-19T12:00:00Z')], 'x'],
    [[made('x'), made('y')], undefined],
    [[made('x'), made('known')], 'x'],
    [[made('known')], undefined],
    [[made('x', null)], undefined],
  ])('of a search after a creation that finds %j shows %s', (found, id) => {
    expect(findCreated(found, { name: 'Bo', recordedAt: began, otherIds: new Set(['known']) })?.id).toBe(id)
  })
})
