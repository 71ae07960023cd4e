/** Restoring versions through the gateway. */
import { expect, test } from 'vitest'
import type { DeletedRecord, ListedVersion, RestorePlan } from '#contract/index.ts'
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
  const { grace, browser, service } = await startGatewayWithService(script)
  const read = (path: string) => grace.get(`/api/v1/${path}`, { headers: { 'cache-control': 'no-cache' } })
  await read('agents/a1')
  await read('flows/f1')
  return {
    records,
    grace,
    browser,
    service,
    read,
    send: (method: string, path: string, body?: object) =>
      grace.request(method, `/api/v1/${path}`, { body, key: crypto.randomUUID() }),
    versionsOf: async (path: string) =>
      (await grace.get(`/gateway/versions/${path}`)).json as unknown as {
        versions: ListedVersion[]
        latest: DeletedRecord
      },
    planOf: async (path: string) =>
      (await grace.get(`/gateway/versions/${path}/restore`)).json as unknown as RestorePlan,
    restore: (path: string, latest: number, key: string = crypto.randomUUID(), person = grace) =>
      person.post(`/gateway/versions/${path}/restore`, { latest }, { key }),
  }
}

test('an earlier version is restored as a change of only the fields that differ', async () => {
  const { send, restore, planOf, service, versionsOf } = await openWorld()
  await send('PATCH', 'agents/a1', { personality: 'Strict' })
  expect(await planOf('agent/a1/1')).toMatchObject({ mode: 'update', latest: 2, notes: [], missing: [] })
  const { json } = await restore('agent/a1/1', 2)
  expect(json).toEqual({ recordId: 'a1', notKept: [] })
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

test('a deleted agent and its flow are created again, and the flow gets the new agent', async () => {
  const { send, restore, planOf, records, versionsOf, grace } = await openWorld()
  await send('DELETE', 'flows/f1')
  await send('DELETE', 'agents/a1')
  const deleted = (await grace.get('/gateway/deleted-records?kind=agent')).json as unknown as {
    records: DeletedRecord[]
  }
  expect(deleted.records).toMatchObject([{ recordId: 'a1', name: 'Anna', number: 2, restoredAs: null }])
  expect((await planOf('flow/f1/2')).notes).toContainEqual({ field: 'agentId', reason: 'reference_missing' })

  expect((await restore('agent/a1/2', 2)).json).toEqual({ recordId: 'a91', notKept: [] })
  expect((await planOf('flow/f1/2')).notes).toContainEqual({ field: 'agentId', reason: 'reference_replaced' })
  expect((await restore('flow/f1/2', 2)).json).toEqual({ recordId: 'f92', notKept: [] })

  expect(records.agents).toMatchObject([{ id: 'a91', personality: 'Friendly', phoneNumber: '+14155550100' }])
  expect(records.flows).toMatchObject([{ id: 'f92', agentId: 'a91', prompt: 'Hello' }])
  expect((await versionsOf('agent/a1')).latest).toMatchObject({ cause: 'deleted', restoredAs: 'a91' })
  expect((await versionsOf('agent/a91')).versions).toMatchObject([
    { number: 1, cause: 'created', restoredFrom: { recordId: 'a1', number: 2 } },
  ])
})

test('a restored flow is not activated: that asks about its problems', async () => {
  const { send, restore, planOf, records } = await openWorld()
  await send('PATCH', 'flows/f1', { isActive: true, prompt: 'Old' })
  await send('PATCH', 'flows/f1', { isActive: false, prompt: 'New' })
  const note = { field: 'isActive', reason: 'left_inactive' }
  expect(await planOf('flow/f1/2')).toMatchObject({ changes: [{ field: 'prompt' }], notes: [note] })
  expect((await restore('flow/f1/2', 3)).status).toBe(200)
  expect(records.flows).toMatchObject([{ isActive: false, prompt: 'Old' }])
  // It says nothing else, so a service would take it for active.
  await send('DELETE', 'flows/f1')
  expect((await planOf('flow/f1/1')).notes).toContainEqual(note)
  expect((await restore('flow/f1/1', 5)).status).toBe(200)
  expect(records.flows).toMatchObject([{ isActive: false, prompt: 'Hello' }])
})

test('a restored flow that is active stays active', async () => {
  const { send, restore, records } = await openWorld()
  await send('PATCH', 'flows/f1', { isActive: true, prompt: 'New' })
  expect((await restore('flow/f1/1', 2)).status).toBe(200)
  expect(records.flows).toMatchObject([{ isActive: true, prompt: 'Hello' }])
})

test('a restoration with the same key is sent once', async () => {
  const { send, restore, records } = await openWorld()
  await send('DELETE', 'agents/a1')
  const answers = [await restore('agent/a1/2', 2, 'k'), await restore('agent/a1/2', 2, 'k')]
  expect(answers.map(({ json }) => json.recordId)).toEqual(['a91', 'a91'])
  expect(records.agents).toHaveLength(1)
})

test('a change that nobody saw is not overwritten', { tags: ['restored-over-what-was-seen'] }, async () => {
  const { send, restore, records, service } = await openWorld()
  await send('PATCH', 'agents/a1', { personality: 'Strict' })
  records.agents[0] = { ...anna, personality: 'Changed elsewhere' }
  const { status, json } = await restore('agent/a1/1', 2)
  expect([status, json.error.code, json.error.sent]).toEqual([409, 'record_changed', 'no'])
  expect(service.requestsTo('PATCH', '/')).toHaveLength(1)
  expect((await restore('agent/a1/1', 3)).status).toBe(200)
})

test('a version that lacks a required field is not created', { tags: ['restored-record-is-complete'] }, async () => {
  const { records, read, send, restore, service } = await openWorld()
  records.agents.push({ id: 'a2', name: 'Bo', model: 'gpt-4o' })
  await read('agents/a2')
  await send('DELETE', 'agents/a2')
  const { status, json } = await restore('agent/a2/2', 2)
  expect([status, json.error.code]).toEqual([409, 'cannot_restore'])
  expect(service.requestsTo('POST', '/api/v1/agents')).toHaveLength(0)
})

test('a version that is as the record is now is not sent', async () => {
  const { restore, planOf } = await openWorld()
  expect(await planOf('agent/a1/1')).toMatchObject({ mode: 'none', changes: [] })
  expect((await restore('agent/a1/1', 1)).json.error.code).toBe('nothing_to_restore')
})

test('only administrators restore', async () => {
  const { browser, restore } = await openWorld()
  const priya = await browser().signInAsDemo('ready-reviewer')
  expect((await restore('agent/a1/1', 1, 'k', priya)).status).toBe(403)
  expect((await priya.get('/gateway/versions/agent/a1')).status).toBe(200)
})

test('a change that a person confirms is a version of the operator who sent it', async () => {
  const { grace, service, versionsOf, send } = await openWorld()
  service.setScript(({ method }) => (method === 'PATCH' ? 'lost' : { status: 500, body: {} }))
  const { json } = await send('PATCH', 'agents/a1', { personality: 'Strict' })
  await grace.post(`/gateway/effects/${json.error.effectId}/settle`, { happened: true, reason: 'I looked.' })
  expect((await versionsOf('agent/a1')).versions[0]).toMatchObject({ cause: 'changed', operator: 'Grace Okafor' })
})
