/** Commands that restore versions, through the gateway. */
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type DeletedRecord, headers, type ListedVersion } from '#contract/index.ts'
import { type Script, startGatewayWithService } from '../testing/testing.ts'

type Answer = Record<string, unknown> & { id: string }
const anna = {
  id: 'a1',
  name: 'Anna',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy' },
  personality: 'Friendly',
  phoneNumber: '+14155550100',
  settings: { speed: 0.5 },
  createdAt: '2026-01-01T00:00:00Z',
}
const renewals = {
  id: 'f1',
  name: 'Renewals',
  agentId: 'a1',
  prompt: 'Hello',
  direction: 'outbound',
  createdAt: '2026-01-01T00:00:00Z',
}

/** A service that stores agents and flows in memory. */
function serviceWithRecords() {
  const records = { agents: [anna] as Answer[], flows: [renewals] as Answer[] }
  let created = 0
  const script: Script = ({ method, path, body }) => {
    const [, kind = '', id] = /^\/api\/v1\/(agents|flows)(?:\/(\w+))?/.exec(path) ?? []
    const list = records[kind as 'agents']
    if (list === undefined) return undefined
    const index = list.findIndex((record) => record.id === id)
    if (method === 'POST') {
      created += 1
      const record = { ...(JSON.parse(body) as Answer), id: `${kind[0]}9${created}`, createdAt: '2026-05-05T00:00:00Z' }
      list.push(record)
      return { body: record }
    }
    if (id === undefined || index < 0) return undefined
    if (method === 'DELETE') {
      list.splice(index, 1)
      return { body: { status: 'success', message: 'Deleted.' } }
    }
    if (method === 'PATCH') list[index] = { ...(list[index] as Answer), ...(JSON.parse(body) as Answer) }
    return { body: list[index] }
  }
  return { records, script }
}

async function openWorld() {
  const { records, script } = serviceWithRecords()
  const { grace, service } = await startGatewayWithService(script)
  const read = (path: string) => grace.get(`/api/v1/${path}`, { headers: { 'cache-control': 'no-cache' } })
  await read('agents/a1')
  await read('flows/f1')
  return {
    records,
    grace,
    service,
    read,
    send: (method: string, path: string, body?: object) =>
      grace.request(method, `/api/v1/${path}`, { body, key: crypto.randomUUID() }),
    versionsOf: async (path: string) =>
      (await grace.get(`/gateway/versions/${path}`)).json as unknown as {
        versions: ListedVersion[]
        latest: DeletedRecord
      },
    /** Sends a command that restores a version, such as "a1/1/2". */
    restore: (
      method: 'POST' | 'PATCH',
      path: string,
      body: object,
      restores: string,
      key: string = crypto.randomUUID(),
    ) => grace.request(method, `/api/v1/${path}`, { body, key, headers: { [headers.restores]: restores } }),
  }
}

const { id: _, createdAt: __, ...annaAgain } = anna

test('a restored version is a change that leads to the version', async () => {
  const { send, restore, service, versionsOf } = await openWorld()
  await send('PATCH', 'agents/a1', { personality: 'Strict' })
  expect((await restore('PATCH', 'agents/a1', { personality: 'Friendly' }, 'a1/1/2')).status).toBe(200)
  expect(service.requestsTo('PATCH', '/api/v1/agents/a1').map(({ body }) => JSON.parse(body) as object)).toEqual([
    { personality: 'Strict' },
    { personality: 'Friendly' },
  ])
  expect((await versionsOf('agent/a1')).versions[0]).toMatchObject({
    number: 3,
    cause: 'changed',
    operator: 'Grace Okafor',
    restoredFrom: { recordId: 'a1', number: 1 },
  })
})

test('a deleted agent is created again: the old one leads to the new one, and back', async () => {
  const { send, restore, records, versionsOf, grace } = await openWorld()
  await send('DELETE', 'agents/a1')
  const deleted = (await grace.get('/gateway/deleted-records?kind=agent')).json as unknown as {
    records: DeletedRecord[]
  }
  expect(deleted.records).toMatchObject([{ recordId: 'a1', name: 'Anna', number: 2, restoredAs: null }])
  expect((await restore('POST', 'agents', annaAgain, 'a1/2/2')).json).toMatchObject({ id: 'a91' })
  expect(records.agents).toMatchObject([{ id: 'a91', personality: 'Friendly', phoneNumber: '+14155550100' }])
  expect((await versionsOf('agent/a1')).latest).toMatchObject({ cause: 'deleted', restoredAs: 'a91' })
  expect((await versionsOf('agent/a91')).versions).toMatchObject([
    { number: 1, cause: 'created', restoredFrom: { recordId: 'a1', number: 2 } },
  ])
})

test('a command with the same key is sent once, although the restored version is the latest now', async () => {
  const { send, restore, records, service } = await openWorld()
  await send('PATCH', 'agents/a1', { personality: 'Strict' })
  for (const _ of [1, 2]) {
    const { status, json } = await restore('PATCH', 'agents/a1', { personality: 'Friendly' }, 'a1/1/2', 'k1')
    expect([status, json.personality]).toEqual([200, 'Friendly'])
  }
  expect(service.requestsTo('PATCH', '/')).toHaveLength(2)
  await send('DELETE', 'agents/a1')
  const created = [1, 2].map(() => restore('POST', 'agents', annaAgain, 'a1/2/4', 'k2'))
  for (const answer of created) expect((await answer).json.id).toBe('a91')
  expect(records.agents).toHaveLength(1)
})

test('a change that nobody saw is not overwritten', { tags: ['restored-over-what-was-seen'] }, async () => {
  const { send, restore, read, records, service } = await openWorld()
  await send('PATCH', 'agents/a1', { personality: 'Strict' })
  records.agents[0] = { ...anna, personality: 'Changed elsewhere' }
  // A read of the millisecond in which a command ended may have begun before it, so it says nothing about later changes.
  await setTimeout(2)
  // The form reads the agent before it saves.
  await read('agents/a1')
  const { status, json } = await restore('PATCH', 'agents/a1', { personality: 'Friendly' }, 'a1/1/2')
  expect([status, json.error.code, json.error.sent]).toEqual([409, 'record_changed', 'no'])
  expect(json.error.message).toContain('later version')
  expect(service.requestsTo('PATCH', '/')).toHaveLength(1)
  expect((await restore('PATCH', 'agents/a1', { personality: 'Friendly' }, 'a1/1/3')).status).toBe(200)
})

test('of two people who restore at the same moment, one is refused', async () => {
  const { send, restore, records } = await openWorld()
  await send('PATCH', 'agents/a1', { personality: 'Strict' })
  await send('PATCH', 'agents/a1', { personality: 'Brief' })
  const answers = [
    await restore('PATCH', 'agents/a1', { personality: 'Friendly' }, 'a1/1/3'),
    await restore('PATCH', 'agents/a1', { personality: 'Strict' }, 'a1/2/3'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(records.agents).toMatchObject([{ personality: 'Friendly' }])
})

test('a record that exists is not created again, and a deleted one is not changed', async () => {
  const { send, restore, service } = await openWorld()
  expect((await restore('POST', 'agents', annaAgain, 'a1/1/1')).json.error.code).toBe('record_changed')
  await send('DELETE', 'agents/a1')
  expect((await restore('PATCH', 'agents/a1', { name: 'Anna' }, 'a1/2/2')).json.error.code).toBe('record_changed')
  expect(service.requestsTo('POST', '/api/v1/agents')).toHaveLength(0)
  expect(service.requestsTo('PATCH', '/')).toHaveLength(0)
})

test('a header that names no version of the record sends nothing', async () => {
  const { restore, service } = await openWorld()
  for (const [restores, status] of [
    ['a1/9/1', 404],
    ['a2/1/1', 400],
    ['a1/1', 400],
    ['a1/1/x', 400],
    ['', 400],
  ] as const)
    expect((await restore('PATCH', 'agents/a1', { name: 'Bo' }, restores)).status).toBe(status)
  expect(service.requestsTo('PATCH', '/')).toHaveLength(0)
})

test('a change that a person confirms is a version of the operator who sent it', async () => {
  const { grace, service, versionsOf, send } = await openWorld()
  service.setScript(({ method }) => (method === 'PATCH' ? 'lost' : { status: 500, body: {} }))
  const { json } = await send('PATCH', 'agents/a1', { personality: 'Strict' })
  await grace.post(`/gateway/effects/${json.error.effectId}/settle`, { happened: true, reason: 'I looked.' })
  expect((await versionsOf('agent/a1')).versions[0]).toMatchObject({ cause: 'changed', operator: 'Grace Okafor' })
})
