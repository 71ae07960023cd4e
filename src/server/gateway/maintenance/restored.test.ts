/** A real store that is restored from a backup of the middle of a day. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore, type Store } from '../store/store.ts'
import { temporaryFolder } from '../testing/process.ts'
import { postDecision, readDecisions, scriptDrafts } from '../testing/review.ts'
import { openEmbeddedTestStore } from '../testing/store.ts'
import {
  afterTest,
  batchForm,
  callRequest,
  preparedBatchPath,
  readPreparedBatches,
  startGatewayWithService,
  startScriptedService,
  startTestGateway,
} from '../testing/testing.ts'
import { writeBackup } from './backup.ts'
import { handleRestore } from './restored.ts'

const list = `phone_number\n${Array.from({ length: 20 }, (_, at) => `+190755501${String(at).padStart(2, '0')}`).join('\n')}\n`
const environment = { SERVICE_REQUESTS_PER_MINUTE: '60' }
const stateOf = async (store: Store, endpoint: string) => {
  const { state } = await store
    .selectFrom('history as h')
    .innerJoin('effects as e', 'e.id', 'h.effect_id')
    .select('h.state')
    .where('e.endpoint', '=', endpoint)
    .orderBy('h.seq', 'desc')
    .executeTakeFirstOrThrow()
  return state
}

test('nothing held, prepared or waiting in a backup starts automatically, and everyone is told why', {
  tags: [
    'restored-decision-goes-back',
    'restored-batch-waits',
    'restored-closing-starts-nothing',
    'restored-sessions-are-ended',
  ],
  timeout: 60_000,
}, async () => {
  const scriptedDrafts = scriptDrafts(1)
  const answer = Promise.withResolvers<void>()
  let started = 0
  const folder = temporaryFolder()
  const store = await openStore({ file: join(folder, 'gateway.db') })
  const here = await startGatewayWithService(
    (received) => {
      if (received.method === 'POST' && received.path === '/v1/api/batch-calls') {
        started += 1
        return { body: { batchId: `batch_${started}`, totalCalls: 7, status: 'queued', message: 'ok' } }
      }
      if (received.path.endsWith('/status'))
        return { body: { status: 'completed', isComplete: true, total: 7, completed: 7 } }
      return received.path === '/api/v1/calls/call'
        ? { body: {}, after: answer.promise }
        : scriptedDrafts.script(received)
    },
    { store, partRows: 8, environment },
  )
  const { grace, service } = here
  await postDecision(grace, { holdSeconds: 30 })
  const calling = grace.post('/gateway/calls', callRequest, { key: 'k1' })
  await expect.poll(() => service.requestsTo('POST', '/api/v1/calls/call').length).toBe(1)
  await grace.post('/gateway/stop-switch', { reason: 'So that the next part waits.' })
  await grace.request('DELETE', '/gateway/stop-switch')
  expect((await grace.post('/gateway/launches', batchForm(list, { callAgain: '1' }), { key: 'k2' })).status).toBe(200)
  const invited = (await grace.post('/gateway/operators', { roles: ['support'] })).json as unknown as { link: string }

  const { id: start_id } = await store
    .selectFrom('effects')
    .select('id')
    .where('endpoint', '=', 'batchStart')
    .executeTakeFirstOrThrow()
  const closing = { closes_at: Date.now() + 3_600_000, place: '20:00', fields: '{}', target: '', workspace: 'ws_main' }
  const open = { state: 'open', attempt: 0, cancel_id: null, cancelled_at: null, problem: null } as const
  await store
    .insertInto('batch_closings')
    .values({ ...closing, ...open, start_id, after_hours: 'gateway' })
    .execute()
  const to = join(folder, 'backup')
  const at = Date.parse('2026-11-20T10:00Z')
  await writeBackup({ folder, store: 'test' }, to, at)
  answer.resolve()
  await calling
  // It would start the next part once it has read that the first one is over.
  await here.gateway.finish()

  const copy = await openStore({ file: join(to, 'gateway.db') })
  const now = Date.now()
  expect(await handleRestore(copy, { now: () => now, perMinute: 30 })).toBe(at)
  expect(await stateOf(copy, 'callSend')).toBe('unknown')
  expect(await stateOf(copy, 'messageAction')).toBe('withdrawn')
  const closings = await copy.selectFrom('batch_closings').select('after_hours').execute()
  expect(closings).toEqual([{ after_hours: 'person' }])

  const before = service.received.length
  const again = await startTestGateway(service.url, { store: copy, partRows: 8, environment })
  afterTest(again.gateway.close)
  await again.gateway.startDue()
  await again.gateway.closeDue()
  expect(service.received.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
  const later = again.browser()
  const token = invited.link.split('#link=')[1]
  expect((await later.post('/gateway/session/link/check', { token })).json).toEqual({ usable: false })
  expect(await copy.selectFrom('session').select('userId').execute()).toEqual([])

  const admin = await later.signInAsDemo()
  expect((await admin.get('/gateway/session')).json).toMatchObject({ restored: { from: at, at: now } })
  expect(await readDecisions(admin)).toMatchObject([
    {
      state: 'withdrawn',
      refusal: { code: 'restored', sent: 'unknown', message: expect.stringContaining('20 November 2026 at 10:00 UTC') },
    },
  ])
  const prepared = await readPreparedBatches(admin)
  expect(prepared.map(({ problem }) => problem)).toEqual(
    prepared.map(() =>
      expect.stringMatching(/^Restored from a backup of 20 November 2026 at 10:00 UTC\. .*done already/),
    ),
  )
  expect(prepared).toHaveLength(2)
  // The requests of the last minute are unknown, so the budget counts as used up.
  const { used } = (await admin.get('/gateway/budget')).json as unknown as { used: number }
  expect(used).toBeGreaterThanOrEqual(30)
  expect((await admin.post(`${preparedBatchPath(prepared[0])}/start`, {}, { key: 'k3' })).status).toBe(200)
  await again.gateway.startDue()
  expect(started).toBe(2)

  expect((await admin.request('DELETE', '/gateway/restored')).status).toBe(200)
  expect((await admin.get('/gateway/session')).json).toMatchObject({ restored: null })
  // A second start does nothing.
  expect(await handleRestore(copy, { now: () => now, perMinute: 30 })).toBe(null)
})

test('a store that was not restored is unchanged', async () => {
  const service = await startScriptedService(() => undefined)
  afterTest(service.close)
  const store = await openEmbeddedTestStore()
  expect(await handleRestore(store, { now: () => 1, perMinute: 30 })).toBe(null)
  await store.destroy()
})
