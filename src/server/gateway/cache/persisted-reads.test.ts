/** What a person sees after a restart while the service is away. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSingleGateway } from '../cluster/single-gateway.ts'
import { type Clock, clock } from '../shared/clock.ts'
import { createSilentLog } from '../shared/log.ts'
import { openStore } from '../store/store.ts'
import { openTestStore } from '../testing/store.ts'
import { afterwards, type Script, startScriptedService, startTestGateway } from '../testing/testing.ts'
import { createServiceHealth } from '../upstream/service-health.ts'
import { answerSnapshot } from './cached-reads.ts'
import { openPersistedReads } from './persisted-reads.ts'
import { type Read } from './read.ts'

const conversation = '/v1/api/conversations/c1'
const ofWorkspace: Script = ({ path, headers }) => {
  if (path.startsWith(conversation))
    return { body: { _id: 'c1', customer: { name: `of ${String(headers['x-workspace-id'])}` } } }
  if (path.startsWith('/api/v1/agents/a1')) return { body: { id: 'a1', name: 'Renewals' } }
  if (path.includes('/batch-calls/b1/calls')) return { body: { calls: [] } }
  return undefined
}

const hour = 3_600_000
/** So many ms ahead, or behind. */
const later = (ms: number): Clock => ({ now: () => clock.now() + ms, steady: clock.steady })

/** A store that outlives its gateways, and a service that goes away after the first of them. */
async function restarts() {
  const dir = mkdtempSync(join(tmpdir(), 'last-read-'))
  afterwards(async () => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'gateway.db')
  const service = await startScriptedService(ofWorkspace)
  afterwards(service.close)
  const start = async (more: Parameters<typeof startTestGateway>[1] = {}) => {
    const gateway = await startTestGateway(service.url, { ...more, store: await openStore({ file }) })
    return { grace: await gateway.browser().land(), stop: gateway.switchboard.close }
  }
  return { service, file, start }
}

describe('after a restart while the service is away', () => {
  test('a person sees what was last read, with its true age, and that the service is not responding', async () => {
    const { service, start } = await restarts()
    const first = await start()
    await first.grace.get(conversation)
    await first.grace.get('/api/v1/agents/a1')
    await first.stop()
    await service.close()
    const { grace, stop } = await start({ clock: later(3 * hour) })
    const shown = await grace.get(conversation)
    expect(shown).toMatchObject({ status: 200, json: { customer: { name: 'of ws_main' } } })
    expect(shown.headers.get('cache-status')).toContain('stale')
    expect(Math.abs(Number(shown.headers.get('age')) - (3 * hour) / 1000)).toBeLessThan(60)
    expect((await grace.get('/api/v1/agents/a1')).json).toMatchObject({ name: 'Renewals' })
    expect((await grace.get('/gateway/session')).json).toMatchObject({
      service: { state: 'down', since: expect.any(Number) },
    })
    expect((await grace.get('/gateway/conversations')).json).toMatchObject({
      conversations: [{ conversationId: 'c1', title: 'of ws_main' }],
    })
    await stop()
  })

  test('and is given the service’s own answer as soon as it is back', async () => {
    const { service, start } = await restarts()
    const first = await start()
    await first.grace.get(conversation)
    await first.stop()
    const { grace, stop } = await start()
    service.behave(({ path }) =>
      path.startsWith(conversation) ? { body: { _id: 'c1', pathwayId: 'new' } } : undefined,
    )
    expect((await grace.get(conversation)).json).toMatchObject({ pathwayId: 'new' })
    await stop()
  })

  test('nothing read in one workspace is served in another, nor anything under another key', {
    tags: ['R13'],
  }, async () => {
    const { service, start } = await restarts()
    const first = await start()
    await first.grace.get(conversation)
    await first.grace.get('/api/v1/agents/a1')
    await first.stop()
    await service.close()
    const second = await start()
    const inOther = await second.grace.get(conversation, { headers: { 'x-workspace-id': 'ws_other' } })
    expect(inOther.status).toBe(502)
    await second.stop()
    const others = await start({ environment: { SERVICE_WORKSPACE_ID: 'ws_other' } })
    expect((await others.grace.get(conversation)).status).toBe(502)
    expect((await others.grace.get('/gateway/conversations')).json.conversations).toEqual([])
    await others.stop()
    const underAnother = await start({ environment: { SERVICE_API_KEY: 'sk-another-organisation' } })
    // Whether that one leads to a simulation nobody has said.
    expect((await underAnother.grace.get('/api/v1/agents/a1')).status).toBe(401)
    await underAnother.stop()
    const asBefore = await start()
    expect((await asBefore.grace.get('/api/v1/agents/a1')).status).toBe(502)
    await asBefore.stop()
  })

  test('what was read more than a day ago is gone', async () => {
    const { service, start } = await restarts()
    const first = await start({ clock: later(-25 * hour) })
    expect((await first.grace.get(conversation)).status).toBe(200)
    await first.stop()
    await service.close()
    const { grace, stop } = await start()
    expect((await grace.get(conversation)).status).toBe(502)
    await stop()
  })
})

describe('what is kept', () => {
  const room = (roomName: string, query: Read['query'] = {}): Read => ({
    name: 'batchCallList',
    params: { batchId: roomName },
    query,
    workspace: null,
  })
  const answered = (read: Read, size = 10) => {
    const body = JSON.stringify({ calls: [], pagination: {}, summary: {}, more: 'x'.repeat(size) })
    return answerSnapshot(read, Buffer.from(body), clock.now())
  }
  async function open() {
    const store = await openTestStore()
    const state = createServiceHealth()
    const cluster = await createSingleGateway(store, clock.now)
    const own = { store, cluster, clock, state, log: createSilentLog(), fingerprint: 'f', workspaces: [] }
    const { persistedReads: lastRead } = await openPersistedReads(own)
    afterwards(async () => (await lastRead.close(), store.destroy()))
    const rows = async () => (await lastRead.write(), store.selectFrom('last_read').selectAll().execute())
    const see = (read: Read, size?: number) => lastRead.observe(read, answered(read, size))
    return { lastRead, rows, see, store }
  }

  test('has no reading whose own words hold a number, and nothing that is not there any more', {
    tags: ['no-number-is-kept'],
  }, async () => {
    const { lastRead, rows, see } = await open()
    see(room('b1'))
    see(room('b1', { search: '+14155550134' }))
    expect((await rows()).map(({ read }) => read)).toEqual([expect.not.stringContaining('4155550134')])
    const refusal = { status: 404, code: 'not_found', message: 'Gone.', by: 'service' } as never
    lastRead.observe(room('b1'), { ...answered(room('b1')), body: '', data: undefined, refusal })
    expect(await rows()).toEqual([])
  })

  test('is bounded: the latest readings of 16 MB', async () => {
    const { rows, see } = await open()
    for (let i = 0; i < 30; i += 1) see(room(`b${i}`), 1024 * 1024)
    const kept = await rows()
    expect(kept).toHaveLength(15)
    expect(kept.map(({ read }) => read).join()).toContain('b29')
    see(room('huge'), 17 * 1024 * 1024)
    expect((await rows()).map(({ read }) => read).join()).not.toContain('huge')
  })

  test('is written together, not at each reading', async () => {
    const { rows, see, store } = await open()
    await rows()
    for (let i = 0; i < 100; i += 1) see(room(`b${i}`))
    expect(await store.selectFrom('last_read').selectAll().execute()).toEqual([])
    expect(await rows()).toHaveLength(100)
  })
})
