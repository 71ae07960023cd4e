/** Tests what operators see after a restart while the service is down. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSingleGateway } from '../cluster/single-gateway.ts'
import { type Clock, clock } from '../shared/clock.ts'
import { createSilentLog } from '../shared/log.ts'
import { openStore, type Store } from '../store/store.ts'
import { openTestStore } from '../testing/store.ts'
import { afterTest, type Script, startScriptedService, startTestGateway } from '../testing/testing.ts'
import { createServiceHealth } from '../upstream/service-health.ts'
import { answerSnapshot } from './cached-reads.ts'
import { openPersistedReads } from './persisted-reads.ts'
import { type Read } from './read.ts'

const conversation = '/v1/api/conversations/c1'
const answerWithWorkspace: Script = ({ path, headers }) => {
  if (path.startsWith(conversation))
    return { body: { _id: 'c1', customer: { name: `of ${String(headers['x-workspace-id'])}` } } }
  if (path.startsWith('/api/v1/agents/a1')) return { body: { id: 'a1', name: 'Renewals' } }
  if (path.includes('/batch-calls/b1/calls')) return { body: { calls: [] } }
  return undefined
}

const hourMs = 3_600_000
/** A clock that is this many ms ahead of the real one. */
const shiftedClock = (ms: number): Clock => ({ now: () => clock.now() + ms, steady: clock.steady })

/** Starts a service, and returns a function that starts gateways one after the other on the same store. */
async function createRestartableGateway() {
  const dir = mkdtempSync(join(tmpdir(), 'last-read-'))
  afterTest(async () => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'gateway.db')
  const service = await startScriptedService(answerWithWorkspace)
  afterTest(service.close)
  const start = async (options: Parameters<typeof startTestGateway>[1] = {}) => {
    const { gateway, browser } = await startTestGateway(service.url, { ...options, store: await openStore({ file }) })
    return { grace: await browser().signInAsDemo(), stop: gateway.close }
  }
  return { service, file, start }
}

describe('after a restart while the service is down', () => {
  test('operators see the last snapshots with their true age, and that the service does not respond', async () => {
    const { service, start } = await createRestartableGateway()
    const first = await start()
    await first.grace.get(conversation)
    await first.grace.get('/api/v1/agents/a1')
    await first.stop()
    await service.close()
    const { grace, stop } = await start({ clock: shiftedClock(3 * hourMs) })
    const answer = await grace.get(conversation)
    expect(answer).toMatchObject({ status: 200, json: { customer: { name: 'of ws_main' } } })
    expect(answer.headers.get('cache-status')).toContain('stale')
    expect(Math.abs(Number(answer.headers.get('age')) - (3 * hourMs) / 1000)).toBeLessThan(60)
    expect((await grace.get('/api/v1/agents/a1')).json).toMatchObject({ name: 'Renewals' })
    expect((await grace.get('/gateway/session')).json).toMatchObject({
      service: { state: 'down', since: expect.any(Number) },
    })
    expect((await grace.get('/gateway/conversations')).json).toMatchObject({
      conversations: [{ conversationId: 'c1', title: 'of ws_main' }],
    })
    await stop()
  })

  test('operators see the new answer as soon as the service is back', async () => {
    const { service, start } = await createRestartableGateway()
    const first = await start()
    await first.grace.get(conversation)
    await first.stop()
    const { grace, stop } = await start()
    service.setScript(({ path }) =>
      path.startsWith(conversation) ? { body: { _id: 'c1', pathwayId: 'new' } } : undefined,
    )
    expect((await grace.get(conversation)).json).toMatchObject({ pathwayId: 'new' })
    await stop()
  })

  test('snapshots of another workspace or another API key are not used', {
    tags: ['R13'],
  }, async () => {
    const { service, start } = await createRestartableGateway()
    const first = await start()
    await first.grace.get(conversation)
    await first.grace.get('/api/v1/agents/a1')
    await first.stop()
    await service.close()
    const second = await start()
    const inOther = await second.grace.get(conversation, { headers: { 'x-workspace-id': 'ws_other' } })
    expect(inOther.status).toBe(502)
    await second.stop()
    const otherWorkspace = await start({ environment: { SERVICE_WORKSPACE_ID: 'ws_other' } })
    expect((await otherWorkspace.grace.get(conversation)).status).toBe(502)
    expect((await otherWorkspace.grace.get('/gateway/conversations')).json.conversations).toEqual([])
    await otherWorkspace.stop()
    const otherKey = await start({ environment: { SERVICE_API_KEY: 'sk-another-organisation' } })
    // It is unknown whether the service behind this key is a simulation, so a sign-in is required.
    expect((await otherKey.grace.get('/api/v1/agents/a1')).status).toBe(401)
    await otherKey.stop()
    const withFirstKey = await start()
    expect((await withFirstKey.grace.get('/api/v1/agents/a1')).status).toBe(502)
    await withFirstKey.stop()
  })

  test('snapshots are deleted after a day', async () => {
    const { service, start } = await createRestartableGateway()
    const first = await start({ clock: shiftedClock(-25 * hourMs) })
    expect((await first.grace.get(conversation)).status).toBe(200)
    await first.stop()
    await service.close()
    const { grace, stop } = await start()
    expect((await grace.get(conversation)).status).toBe(502)
    await stop()
  })
})

describe('persisted snapshots', () => {
  const batchCallsRead = (batchId: string, query: Read['query'] = {}): Read => ({
    name: 'batchCallList',
    params: { batchId },
    query,
    workspace: null,
  })
  const snapshotOf = (read: Read, paddingBytes = 10, readAt = clock.now()) => {
    const body = JSON.stringify({ calls: [], pagination: {}, summary: {}, more: 'x'.repeat(paddingBytes) })
    return answerSnapshot(read, Buffer.from(body), readAt)
  }
  /** @param sharing the number of a gateway that shares the store; without, it is the only one */
  async function openReads(sharing?: { store: Store; number: number }) {
    const store = sharing?.store ?? (await openTestStore())
    const serviceHealth = createServiceHealth()
    const cluster = sharing ? { isShared: true, number: sharing.number } : await createSingleGateway(store, clock.now)
    const deps = { store, cluster, clock, serviceHealth, log: createSilentLog(), fingerprint: 'f', workspaces: [] }
    const { persistedReads } = await openPersistedReads(deps)
    afterTest(async () => (await persistedReads.close(), sharing ? undefined : store.destroy()))
    const writeAndSelectRows = async () => (
      await persistedReads.write(), store.selectFrom('last_read').selectAll().execute()
    )
    const observe = (read: Read, size?: number) => persistedReads.observe(read, snapshotOf(read, size))
    return { persistedReads, rows: writeAndSelectRows, observe, store }
  }

  test('contain no read that searches for a phone number, and nothing that the service no longer has', {
    tags: ['no-number-is-kept'],
  }, async () => {
    const { persistedReads, rows, observe } = await openReads()
    observe(batchCallsRead('b1'))
    observe(batchCallsRead('b1', { search: '+14155550134' }))
    expect((await rows()).map(({ read }) => read)).toEqual([expect.not.stringContaining('4155550134')])
    const refusal = { status: 404, code: 'not_found', message: 'Gone.', by: 'service' } as never
    persistedReads.observe(batchCallsRead('b1'), {
      ...snapshotOf(batchCallsRead('b1')),
      body: '',
      data: undefined,
      refusal,
    })
    expect(await rows()).toEqual([])
  })

  test('are limited to the latest 16 MB', async () => {
    const { rows, observe } = await openReads()
    for (let index = 0; index < 30; index += 1) observe(batchCallsRead(`b${index}`), 1024 * 1024)
    const stored = await rows()
    expect(stored).toHaveLength(15)
    expect(stored.map(({ read }) => read).join()).toContain('b29')
    observe(batchCallsRead('huge'), 17 * 1024 * 1024)
    expect((await rows()).map(({ read }) => read).join()).not.toContain('huge')
  })

  test('of a gateway that had lost its database do not replace the newer ones of another, but those of before the clock was set back', async () => {
    const { store } = await openReads()
    const [first, second] = [await openReads({ store, number: 1 }), await openReads({ store, number: 2 })]
    const read = batchCallsRead('b1')
    const observe = ({ persistedReads }: typeof first, size: number, readAt: number) =>
      persistedReads.observe(read, snapshotOf(read, size, readAt))
    const sizes = async () => (await second.rows()).map(({ body }) => JSON.parse(body).more.length)
    const now = clock.steady()
    observe(second, 20, now - 1_000)
    expect(await sizes()).toEqual([20])
    observe(first, 10, now - 2_000)
    await first.rows()
    expect(await sizes()).toEqual([20])
    observe(first, 30, now)
    await first.rows()
    expect(await sizes()).toEqual([30])
    await store
      .updateTable('last_read')
      .set({ at: clock.now() + hourMs })
      .execute()
    observe(first, 40, clock.steady())
    await first.rows()
    expect(await sizes()).toEqual([40])
  })

  test('are written in batches, not after each read', async () => {
    const { rows, observe, store } = await openReads()
    await rows()
    for (let index = 0; index < 100; index += 1) observe(batchCallsRead(`b${index}`))
    expect(await store.selectFrom('last_read').selectAll().execute()).toEqual([])
    expect(await rows()).toHaveLength(100)
  })
})
