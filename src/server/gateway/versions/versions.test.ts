/** Versions of records: what makes one, and what does not. */
import { describe, expect, test } from 'vitest'
import type { ListedVersion, RecordChange } from '#contract/index.ts'
import { answerSnapshot } from '../cache/cached-reads.ts'
import { createSilentLog } from '../shared/log.ts'
import { openTestStore } from '../testing/store.ts'
import { afterTest, createTestClock, type Script, startGatewayWithService } from '../testing/testing.ts'
import { recordKey } from './kinds.ts'
import { listVersions } from './list-versions.ts'
import { createVersions } from './versions.ts'

const anna = {
  id: 'a1',
  name: 'Anna',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy' },
  personality: 'Friendly',
  phoneNumber: '+14155550100',
  settings: { speed: 0.5, volume: 0.8, temperature: 0.4 },
  status: 'ready',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  favouriteColour: 'green',
}
type Answer = Record<string, unknown>

/** A service with one agent, whose answers a test can replace. */
function serviceWithAgent() {
  const state = {
    agent: anna as Answer | null,
    /** What the list has of the agent. */
    listed: null as Answer | null,
    /** The answer to a change; null: the changed agent. */
    changed: null as Answer | 'lost' | null,
  }
  const script: Script = ({ method, path, body }) => {
    if (method === 'POST' && path === '/api/v1/agents')
      return { body: { ...(JSON.parse(body) as Answer), id: 'a2', status: 'ready' } }
    if (method === 'GET' && path.startsWith('/api/v1/agents?page=1&limit=20'))
      return { body: { agents: [state.listed ?? state.agent].filter((agent) => agent !== null) } }
    if (path !== '/api/v1/agents/a1') return undefined
    if (method === 'PATCH') {
      state.agent = { ...state.agent, ...(JSON.parse(body) as Answer), updatedAt: '2026-02-02T00:00:00.000Z' }
      return state.changed === 'lost' ? 'lost' : { body: state.changed ?? state.agent }
    }
    if (method === 'DELETE') {
      state.agent = null
      return { body: { status: 'success', message: 'Deleted.' } }
    }
    return state.agent ? { body: state.agent } : undefined
  }
  return { state, script }
}

async function openWorld() {
  const { state, script } = serviceWithAgent()
  const clock = createTestClock()
  const { grace, browser, gateway } = await startGatewayWithService(script, { clock })
  const versionsOf = async (recordId = 'a1', kind = 'agent') =>
    (await grace.get(`/gateway/versions/${kind}/${recordId}`)).json.versions as ListedVersion[]
  return {
    state,
    grace,
    browser,
    gateway,
    versionsOf,
    /** Reads the agent, or the list, from the service. */
    read: async (path = '/api/v1/agents/a1') => {
      clock.advance(1_000)
      await grace.get(path, { headers: { 'cache-control': 'no-cache' } })
    },
    send: (method: string, body?: object, path = '/api/v1/agents/a1') => {
      clock.advance(1_000)
      return grace.request(method, path, { body, key: crypto.randomUUID() })
    },
  }
}
const list = '/api/v1/agents?page=1&limit=20'
const brief = (versions: ListedVersion[]) =>
  versions.map(({ number, cause, operator, changes }) => [number, cause, operator, changes?.map(({ field }) => field)])

test('a save keeps the record as it was before and after, with who saved it', async () => {
  const { read, send, versionsOf, grace } = await openWorld()
  await read()
  await send('PATCH', { personality: 'Strict', settings: { speed: 0.9 } })
  const versions = await versionsOf()
  expect(brief(versions)).toEqual([
    [2, 'changed', 'Grace Okafor', ['personality', 'settings.speed', 'settings.volume', 'settings.temperature']],
    [1, 'seen', null, undefined],
  ])
  expect(versions[0]?.effectId).toMatch(/^[0-9a-f-]{36}$/)
  const { record } = (await grace.get('/gateway/versions/agent/a1/1')).json as unknown as { record: object }
  const { status: _, updatedAt: __, ...content } = anna
  expect(record).toEqual(content)
  const { changes } = (await grace.get('/gateway/versions/agent/a1/2?since=1')).json as unknown as {
    changes: RecordChange[]
  }
  expect(changes[0]).toEqual({
    part: 'field',
    change: 'changed',
    names: [],
    field: 'personality',
    from: 'Friendly',
    to: 'Strict',
  })
})

test('a save that changes nothing adds no version', async () => {
  const { read, send, versionsOf } = await openWorld()
  await read()
  await send('PATCH', { personality: 'Friendly' })
  expect(brief(await versionsOf())).toEqual([[1, 'seen', null, undefined]])
})

test('a created agent has a first version, with who created it', async () => {
  const { send, versionsOf, grace } = await openWorld()
  const creation = { name: 'Bo', model: 'gpt-4o', voice: anna.voice, personality: 'Calm' }
  await send('POST', creation, '/api/v1/agents')
  expect(brief(await versionsOf('a2'))).toEqual([[1, 'created', 'Grace Okafor', undefined]])
  expect((await grace.get('/gateway/versions/agent/a2/1')).json.record).toMatchObject(creation)
})

describe('a change that was made elsewhere', () => {
  test('is a version once it is read', async () => {
    const { state, read, versionsOf } = await openWorld()
    await read()
    state.agent = { ...anna, favouriteColour: 'red', personality: '' }
    await read()
    expect(brief(await versionsOf())).toEqual([
      [2, 'changed_elsewhere', null, ['personality', 'favouriteColour']],
      [1, 'seen', null, undefined],
    ])
  })

  test('is a version if a list shows it', async () => {
    const { state, read, versionsOf } = await openWorld()
    await read()
    state.agent = { ...anna, name: 'Anne' }
    await read(list)
    expect(brief(await versionsOf())[0]).toEqual([2, 'changed_elsewhere', null, ['name']])
  })

  test('back to an earlier state is a version too', async () => {
    const { state, read, send, versionsOf } = await openWorld()
    await read()
    await send('PATCH', { personality: 'Strict' })
    state.agent = anna
    await read()
    expect(brief(await versionsOf()).map(([, cause]) => cause)).toEqual(['changed_elsewhere', 'changed', 'seen'])
  })

  test('and a deletion is a version with the last known record', async () => {
    const { state, read, versionsOf, grace } = await openWorld()
    await read()
    state.agent = null
    await read()
    // One odd answer, or two within the same second, delete nothing.
    await read()
    expect(brief(await versionsOf())).toHaveLength(1)
    for (const _second of [3, 4]) await read()
    expect(brief(await versionsOf())).toEqual([
      [2, 'deleted_elsewhere', null, []],
      [1, 'seen', null, undefined],
    ])
    expect((await grace.get('/gateway/versions/agent/a1/2')).json.record).toMatchObject({ personality: 'Friendly' })
  })
})

describe('no version comes from', () => {
  const { personality: _, settings: __, phoneNumber: ___, favouriteColour: ____, ...few } = anna
  test.each<[string, Answer, string]>([
    ['a list with fewer fields', few, list],
    ['a list with empty fields', { ...anna, personality: '', settings: {}, phoneNumber: null }, list],
    ['a record with fewer fields', few, '/api/v1/agents/a1'],
    [
      'another spelling',
      {
        ...few,
        model: undefined,
        voice: undefined,
        llmModel: 'gpt-4o',
        ttsModel: anna.voice,
        phoneNumbers: [anna.phoneNumber],
      },
      '/api/v1/agents/a1',
    ],
    [
      'a number of which only the id is known',
      { ...anna, phoneNumber: undefined, phoneNumberId: 'n1' },
      '/api/v1/agents/a1',
    ],
    [
      'what the service sets itself',
      { ...anna, status: 'error', updatedAt: '2026-03-03T00:00:00Z', callCount: 7, lastUsedAt: 'now' },
      '/api/v1/agents/a1',
    ],
  ])('%s', { tags: ['nothing-missing-is-a-change'] }, async (_, answer, path) => {
    const { state, read, versionsOf } = await openWorld()
    await read()
    state.agent = answer
    state.listed = answer
    await read(path)
    expect(brief(await versionsOf())).toEqual([[1, 'seen', null, undefined]])
  })

  test('a list that was read first, once the record completes it', async () => {
    const { state, read, versionsOf, grace } = await openWorld()
    state.listed = few
    await read(list)
    expect((await versionsOf())[0]).toMatchObject({ number: 1, isPartial: true })
    await read()
    expect(await versionsOf()).toMatchObject([{ number: 1, isPartial: false }])
    expect((await grace.get('/gateway/versions/agent/a1/1')).json.record).toMatchObject({ personality: 'Friendly' })
  })

  test('an answer to our own change that has only some fields', async () => {
    const { state, read, send, versionsOf } = await openWorld()
    await read()
    state.changed = { id: 'a1', name: 'Anna' }
    await send('PATCH', { personality: 'Strict' })
    await read()
    expect(brief(await versionsOf())).toEqual([
      [2, 'changed', 'Grace Okafor', ['personality']],
      [1, 'seen', null, undefined],
    ])
  })
})

test('a list that was read first and a record that differs are two versions', async () => {
  const { state, read, versionsOf } = await openWorld()
  state.listed = { id: 'a1', name: 'Anna before', model: 'gpt-4o' }
  await read(list)
  await read()
  expect(brief(await versionsOf())).toEqual([
    [2, 'changed_elsewhere', null, ['name']],
    [1, 'seen', null, undefined],
  ])
})

test('a change whose answer was lost has the name of its operator once a read confirms it', async () => {
  const { state, read, send, versionsOf, gateway } = await openWorld()
  await read()
  state.changed = 'lost'
  expect((await send('PATCH', { personality: 'Strict' })).status).toBe(502)
  await read()
  await gateway.recheck()
  await expect.poll(async () => brief(await versionsOf())[0]).toEqual([2, 'changed', 'Grace Okafor', ['personality']])
})

test('a deletion keeps the last known record, or says that nothing was known', async () => {
  const { read, send, versionsOf, grace } = await openWorld()
  await read()
  await send('DELETE')
  expect(brief(await versionsOf())).toEqual([
    [2, 'deleted', 'Grace Okafor', []],
    [1, 'seen', null, undefined],
  ])
  expect((await grace.get('/gateway/versions/agent/a1/2')).json.record).toMatchObject({ name: 'Anna' })
  const unknown = await openWorld()
  await unknown.send('DELETE')
  expect(await unknown.versionsOf()).toMatchObject([{ number: 1, cause: 'deleted', hasRecord: false }])
  expect((await unknown.grace.get('/gateway/versions/agent/a1/1')).json.record).toBe(null)
})

test('a messaging agent has versions only in its workspace', { tags: ['versions-have-their-workspace'] }, async () => {
  const record = { _id: 'm1', name: 'Mia', model: 'gpt-4o', messageChannel: 'sms', settings: { tone: 'warm' } }
  const { grace } = await startGatewayWithService(({ path }) =>
    path === '/v1/api/omni-flow-agents/m1' ? { body: record } : path.includes('omni') ? { body: [record] } : undefined,
  )
  await grace.get('/v1/api/omni-flow-agents/m1')
  const numbers = async (workspace: string) =>
    (
      (await grace.get('/gateway/versions/messaging-agent/m1', { headers: { 'x-workspace-id': workspace } })).json
        .versions as ListedVersion[]
    ).map(({ number }) => number)
  expect(await numbers('ws_main')).toEqual([1])
  expect(await numbers('ws_other')).toEqual([])
})

test.each(['/gateway/versions/operator/a1', '/gateway/versions/agent/a1/0', '/gateway/versions/agent/a1/7'])(
  '%s does not exist',
  { tags: ['unknown-version-is-not-found'] },
  async (path) => {
    const { grace } = await openWorld()
    expect((await grace.get(path)).status).toBe(404)
  },
)

test('a reading that began before the latest version is compared when it is read again', async () => {
  const clock = createTestClock()
  const store = await openTestStore()
  const versions = createVersions({ store, clock, log: createSilentLog() })
  afterTest(() => versions.close())
  const observe = (personality: string, readAt: number) => {
    const answer = Buffer.from(JSON.stringify({ ...anna, personality }))
    const read = { name: 'agentShow', params: { agentId: 'a1' }, query: {}, workspace: null } as const
    versions.observe(read, answerSnapshot(read, answer, readAt), answer)
  }
  const startedAt = clock.steady()
  clock.advance(1_000)
  observe('Strict', clock.steady())
  observe('Friendly', startedAt)
  clock.advance(1_000)
  observe('Friendly', clock.steady())
  await versions.settled()
  const { versions: listed } = await listVersions(store, recordKey('agent', 'a1', null), { page: 1, limit: 20 })
  expect(listed.map(({ number, cause }) => `${number} ${cause}`)).toEqual(['2 changed_elsewhere', '1 seen'])
})
