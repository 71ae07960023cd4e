/** Writes to agents and flows, of calls or of messages, whose answer was lost. */
import { describe, expect, test } from 'vitest'
import { headers } from '#contract/index.ts'
import { afterwards, type Received, type Script, startTestGateway, world } from './testing.ts'
import { openTestStore } from './testing-store.ts'
import { wasCreated, wasReplaced, wasUpdated } from './write-check.ts'

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

/** A service with agents; what comes in is done, or not, and the answer is lost. */
function agency(agents: Agent[], does: Does): Script {
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

describe('R07 a write to an agent whose answer was lost', () => {
  const rename = ['PATCH', '/api/v1/agents/a1', { name: 'Anne', settings: { speed: 0.5 } }] as const
  const deletion = ['DELETE', '/api/v1/agents/a1', undefined] as const
  const newOne = ['POST', '/api/v1/agents', creation] as const
  const replacement = ['PUT', `${ofMessages}/a1`, { ...anna, name: 'Anne' }] as const
  const newOfMessages = ['POST', ofMessages, creation] as const
  test.each([
    ['an update that happened', rename, update, true],
    ['an update that did not', rename, nothing, false],
    ['a deletion that happened', deletion, remove, true],
    ['a deletion that did not', deletion, nothing, false],
    ['a creation that happened', newOne, create(), true],
    ['a creation that did not', newOne, nothing, false],
    ['a replacement that happened', replacement, update, true],
    ['a replacement that did not', replacement, nothing, false],
    ['a messaging agent made in a workspace of its own', newOfMessages, create(), true],
  ])('is settled by reading: %s', async (_, [method, path, body], does, happened) => {
    const store = await openTestStore()
    const { service, grace } = await world(agency([anna], does), { checks, store })
    const inWorkspace = { [headers.workspace]: 'ws_other' }
    expect(await grace.ask(method, path, { body, key: 'k', headers: inWorkspace })).toMatchObject({
      status: 502,
      json: { error: { code: 'outcome_unknown', sent: 'unknown' } },
    })
    await expect.poll(effect(grace)).toMatchObject({ state: 'settled', happened, settledBy: null })
    // Who asks again with the same key is told, and may ask anew where nothing happened.
    expect((await grace.ask(method, path, { body, key: 'k' })).json.error).toMatchObject(
      happened ? { code: 'already_done', sent: 'yes' } : { code: 'not_happened', sent: 'no' },
    )
    expect(service.received.filter((one) => one.method === method)).toHaveLength(1)
    expect(await store.selectFrom('writes').selectAll().execute()).toEqual([])
  })

  test.each([
    ['only half of what was sent is there', rename, half],
    ['two of its name were made meanwhile', newOne, twice],
    ['one of its name was there before', newOne, create({ createdAt: '2026-01-01T00:00:00Z' })],
  ])('stays with a person where %s', async (_, [method, path, body], does) => {
    const store = await openTestStore()
    const { service, grace } = await world(agency([anna], does), { checks, store })
    const { json } = await grace.ask(method, path, { body, key: 'k' })
    const readings = () => service.received.filter((one) => one.method === 'GET').length
    const before = readings()
    await expect.poll(readings).toBe(before + checks.length)
    expect(await effect(grace)()).toMatchObject({ state: 'unknown' })
    const settling = { happened: true, reason: 'I see it.' }
    await grace.post(`/gateway/effects/${String(json.error.effectId)}/settle`, settling)
    expect(await store.selectFrom('writes').selectAll().execute()).toEqual([])
  })

  test('in a storm of 429 is looked at when the storm is over', async () => {
    const tooMany = {
      status: 429,
      body: { status: 429, title: 'Too many', detail: '' },
      headers: { 'retry-after': '1' },
    }
    const usual = agency([], nothing)
    const { service, grace } = await world(usual, { checks: [20, 40] })
    service.behave((received) => (received.method === 'GET' ? tooMany : usual(received)))
    await grace.ask('DELETE', '/api/v1/agents/a1', { key: 'k' })
    await expect.poll(() => service.asked('GET', '/api/v1/agents/a1').length).toBe(1)
    service.behave(usual)
    await expect.poll(effect(grace), { timeout: 5_000 }).toMatchObject({ state: 'settled', happened: true })
  })

  test('is looked at again after a restart', async () => {
    const store = await openTestStore()
    const { service, grace } = await world(agency([anna], update), { checks: [60_000], store })
    await grace.ask('PATCH', '/api/v1/agents/a1', { body: { name: 'Anne' }, key: 'k' })
    expect(await effect(grace)()).toMatchObject({ state: 'unknown' })
    const again = await startTestGateway(service.url, { store, checks })
    afterwards(again.switchboard.close)
    await expect.poll(effect(await again.browser().land())).toMatchObject({ state: 'settled', happened: true })
    expect(service.asked('PATCH', '/')).toHaveLength(1)
  })

  test('that was answered leaves nothing of what was sent behind', async () => {
    const store = await openTestStore()
    const { grace } = await world(({ method }) => (method === 'PATCH' ? { body: anna } : undefined), { store })
    await grace.ask('PATCH', '/api/v1/agents/a1', { body: { name: 'Anna' }, key: 'k' })
    expect(await store.selectFrom('writes').selectAll().execute()).toEqual([])
  })
})

describe('a reading', () => {
  test.each([
    [{ name: 'Anna' }, true],
    [{ name: 'Anne' }, false],
    [{ name: 'Anna', model: 'other' }, null],
    // Nothing but something taken away: it may still be there because nothing happened.
    [{ settings: {} }, null],
    [{ settings: {}, name: 'Anna' }, true],
    [{ phoneNumber: '+14155550134' }, null],
    [{ rules: [] }, false],
    [{}, null],
  ])('of an agent after the update %j says %s', (sent, happened) => {
    expect(wasUpdated({ ...anna, phoneNumber: null }, sent)).toBe(happened)
  })

  const began = Date.UTC(2026, 10, 20, 12, 0, 0, 500)
  const juno = { _id: 'm1', name: 'Juno', settings: { tone: 'warm' }, updatedAt: '2026-11-20T11:00:00Z' }
  test.each([
    ['as it was sent, but for what the service gives it', { ...juno, updatedAt: '2026-11-20T12:00:01Z' }, true],
    ['as it was before', { ...juno, name: 'Iris' }, false],
    ['otherwise, and changed since', { ...juno, name: 'Iris', updatedAt: '2026-11-20T12:00:01Z' }, null],
    ['otherwise, and nobody knows since when', { ...juno, name: 'Iris', updatedAt: null }, null],
    ['as it was sent, and more', { ...juno, settings: { tone: 'warm', pace: 1 } }, null],
  ])('of a record that is %s says so after a replacement', (_, record, happened) => {
    expect(wasReplaced(record, juno, began)).toBe(happened)
  })

  const made = (id: string, createdAt: unknown = '2026-11-20T12:00:00Z') => ({ id, name: 'Bo', createdAt })
  test.each([
    [[], false],
    [[{ ...made('x'), name: 'Bob' }], false],
    [[made('x')], true],
    [[made('x'), made('old', '2026-11-19T12:00:00Z')], true],
    [[made('x'), made('y')], null],
    [[made('x'), made('known')], true],
    [[made('known')], false],
    [[made('x', null)], null],
  ])('of a search after a creation that finds %j says %s', (found, happened) => {
    expect(wasCreated(found, { name: 'Bo', began, others: new Set(['known']) })).toBe(happened)
  })
})
