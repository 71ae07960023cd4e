import { type Insertable, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BatchExport, Contacted } from '#contract/index.ts'
import { readRecipients } from '#recipients/read.ts'
import type { ExportTable } from '../store/tables/batches.ts'
import { openEmbeddedTestStore } from '../testing/store.ts'
import { batchForm, csvForm, type Script, startGatewayWithService } from '../testing/testing.ts'
import { createExports } from './exports.ts'

const total = 250
const callAt = (index: number) => ({
  jobId: `call_${index}`,
  status: index % 5 === 0 ? 'failed' : 'completed',
  phone_number: `+1907555${String(100 + index).padStart(4, '0')}`,
  startTime: 1_760_000_000_000,
  duration: 30,
  ...(index % 5 === 0 && { error: '=Busy()' }),
  metadata: { first_name: `Ava ${index}`, note: index === 3 ? '=1+2' : 'none', call_state: 'theirs' },
})
/** A batch of 250 calls, page by page. */
const pagedCalls: Script = ({ path }) => {
  const url = new URL(path, 'http://service')
  if (!url.pathname.endsWith('/calls')) return undefined
  const page = Number(url.searchParams.get('page'))
  const limit = Number(url.searchParams.get('limit'))
  const all = Array.from({ length: total }, (_, index) => callAt(index)).filter(({ status }) =>
    ['all', status].includes(url.searchParams.get('status') ?? ''),
  )
  const hasNext = page * limit < all.length
  return {
    body: {
      calls: all.slice((page - 1) * limit, page * limit),
      pagination: {
        page,
        limit,
        total: all.length,
        totalPages: Math.ceil(all.length / limit),
        hasNext,
        hasPrev: page > 1,
      },
    },
  }
}
const exportsPath = '/gateway/batches/batch_1/exports'
type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']
const listExports = async (person: Person) =>
  ((await person.get(exportsPath)).json as unknown as { exports: BatchExport[] }).exports
const startExport = async (person: Person, status = 'all', form = 'report') =>
  (await person.post(exportsPath, { status, form })).json as unknown as BatchExport

test('exports every call as a file that can be imported again and contains no formula', async () => {
  const { service, grace } = await startGatewayWithService(pagedCalls)
  const started = await startExport(grace)
  expect(started).toMatchObject({ state: 'running', read: 0, total: null })
  await expect.poll(async () => (await listExports(grace))[0]?.state).toBe('done')
  expect((await listExports(grace))[0]).toMatchObject({ read: total, total })
  expect(service.requestsTo('GET', '/v1/api/batch-calls/batch_1/calls')).toHaveLength(3)

  const { text, headers } = await grace.get(`${exportsPath}/${started.id}/file`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = text.split('\n')
  expect(lines[0]).toMatch(/phone_number,first_name,note,call_state,call_state_2,call_error,call_started,/)
  expect(text).not.toMatch(/(^|,)"?=/m)
  const result = readRecipients(Buffer.from(text), {})
  if (!result.ok) throw new Error(result.refusal.message)
  expect(result.file.recipients).toHaveLength(total)
  expect(result.file.recipients[3]?.values.note).toBe('=1+2')
  expect(result.file.recipients[5]?.values.call_error).toBe('=Busy()')
  expect(result.file.recipients[5]?.values).toMatchObject({ call_row: '6', call_outcome: 'busy', call_attempts: '1' })
})

test('exports only the failed calls as recipients, with the cells of their rows', async () => {
  const { grace } = await startGatewayWithService(pagedCalls)
  const { id } = await startExport(grace, 'failed', 'recipients')
  await expect.poll(async () => (await listExports(grace))[0]?.state).toBe('done')
  const { text } = await grace.get(`${exportsPath}/${id}/file`)
  const [header, ...rows] = text.trim().split('\n')
  expect(header).toMatch(/phone_number,first_name,note,call_state$/)
  expect(rows).toHaveLength(50)
  expect(rows[0]).toBe('+19075550100,Ava 0,none,theirs')
})

test('only its operator can fetch an export, and a stopped export reads no more pages', {
  tags: ['export-is-its-operators'],
}, async () => {
  let sendAnswer = () => {}
  const answerSent = new Promise<void>((resolve) => {
    sendAnswer = resolve
  })
  const { service, grace, browser } = await startGatewayWithService((received) => {
    const behaviour = pagedCalls(received)
    return typeof behaviour === 'object' ? { ...behaviour, after: answerSent } : behaviour
  })
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  const { id } = await startExport(grace)
  expect(await startExport(grace)).toMatchObject({ id })
  expect(await listExports(tomas)).toEqual([])
  expect((await tomas.get(`${exportsPath}/${id}/file`)).status).toBe(404)
  expect((await tomas.request('DELETE', `${exportsPath}/${id}`)).status).toBe(404)
  expect((await grace.get(`${exportsPath}/${id}/file`)).status).toBe(409)
  await expect.poll(() => service.requestsTo('GET', '/v1/api/batch-calls/batch_1/calls').length).toBe(1)
  expect((await grace.request('DELETE', `${exportsPath}/${id}`)).json).toEqual({ exports: [] })
  sendAnswer()
  await new Promise((resolve) => setImmediate(resolve))
  expect(service.requestsTo('GET', '/v1/api/batch-calls/batch_1/calls')).toHaveLength(1)
})

test('a large export leaves most of the request budget to people', async () => {
  const endless: Script = (received) => {
    const page = Number(new URL(received.path, 'http://service').searchParams.get('page'))
    if (!received.path.includes('/calls?')) return undefined
    return {
      body: {
        calls: Array.from({ length: 100 }, (_, row) => callAt(page * 100 + row)),
        pagination: { page, limit: 100, total: 50_000, totalPages: 500, hasNext: true, hasPrev: true },
      },
    }
  }
  const { service, grace } = await startGatewayWithService(endless)
  await startExport(grace)
  await expect.poll(async () => (await listExports(grace))[0]?.read).toBe(500)
  // Five pages at once, then one every three seconds: 495 pages take about 25 minutes.
  expect((await listExports(grace))[0]?.secondsLeft).toBeGreaterThan(1_400)
  expect(service.requestsTo('GET', '/v1/api/batch-calls/batch_1/calls')).toHaveLength(5)
})

/** Lists of calls whose pages are never answered, so that an export goes on. */
const unanswered: Script = ({ path }) => (path.includes('/calls?') ? { after: new Promise(() => {}) } : undefined)

test('two exports of one person run at once, however many are asked for at the same time, and others are not kept waiting', {
  tags: ['one-person-leaves-exports'],
}, async () => {
  const { grace, browser } = await startGatewayWithService(unanswered)
  const pathOf = (batch: number) => `/gateway/batches/batch_${batch}/exports`
  const ask = (person: Person, batch: number) => person.post(pathOf(batch), { status: 'all', form: 'report' })
  const answers = await Promise.all([1, 2, 3, 4, 5].map((batch) => ask(grace, batch)))
  // Requests that come at the same time are served in any order.
  const [running = 0, ...others] = [1, 2, 3, 4, 5].filter((_, index) => answers[index]?.status === 200)
  expect(others).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
  expect(refused[0]?.json.error.message).toBe(
    '2 of your exports are already running, so this one was not started. Try again when one of them has finished.',
  )
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  expect((await ask(tomas, 6)).status).toBe(200)
  // The same export again is the one that runs.
  expect((await ask(grace, running)).status).toBe(200)
  const { exports } = (await grace.get(pathOf(running))).json as unknown as { exports: BatchExport[] }
  await grace.request('DELETE', `${pathOf(running)}/${exports[0]?.id}`)
  expect((await ask(grace, 6)).status).toBe(200)
})

/** A store with exports that a gateway read which has ended. */
async function storeWithExports(count: number) {
  const store = await openEmbeddedTestStore()
  const running = {
    gateway: 0,
    status: 'all',
    form: 'report',
    operator_id: 'grace',
    operator: 'Grace',
    page: 'batches',
    at: 1,
    state: 'running',
    read: 500,
    rows: 500,
    total: 50_000,
    message: '',
  } as const
  const rows = Array.from({ length: count }, (_, index) => ({
    ...running,
    id: `export_${index}`,
    batch_id: `batch_${index}`,
  }))
  await store.insertInto('exports').values(rows).execute()
  await store
    .insertInto('gateways')
    .values({ number: 0, beat: 0, started_at: 1, ended_at: null, taken_over_by: null })
    .execute()
  return store
}

test('exports that a gateway takes over go on at the pace of the budget', async () => {
  // One page a second.
  const { service } = await startGatewayWithService(unanswered, {
    store: await storeWithExports(8),
    environment: { SERVICE_REQUESTS_PER_MINUTE: '180' },
  })
  const pages = () => service.requestsTo('GET', '/v1/api/batch-calls/').length
  await expect.poll(pages).toBeGreaterThan(0)
  expect(pages()).toBe(1)
})

test('a gateway starts on a full disk, and takes over exports once there is room', { tags: ['R22'] }, async () => {
  const store = await storeWithExports(1)
  await sql`create trigger full_disk before update on exports begin select raise(abort, 'database or disk is full'); end`.execute(
    store,
  )
  const { service, grace } = await startGatewayWithService(unanswered, { store })
  expect((await grace.get('/gateway/session')).status).toBe(200)
  await sql`drop trigger full_disk`.execute(store)
  const pages = () => service.requestsTo('GET', '/v1/api/batch-calls/').length
  await expect.poll(pages, { timeout: 10_000 }).toBe(1)
})

test('an export of an unknown batch fails with the service’s message', async () => {
  const { grace } = await startGatewayWithService()
  await startExport(grace)
  await expect
    .poll(async () => (await listExports(grace))[0])
    .toMatchObject({ state: 'failed', message: 'No such thing.' })
})

/** A cancelled batch of five: one call ended, one is in progress, one was waiting for a call-back, two were never placed. */
const cancelledBatch: Script = ({ method, path }) => {
  if (method === 'POST' && path === '/v1/api/batch-calls')
    return { body: { batchId: 'batch_1', totalCalls: 5, status: 'queued', message: 'ok' } }
  if (path.endsWith('/status'))
    return {
      body: {
        status: 'cancelled',
        isComplete: false,
        waiting: 0,
        active: 1,
        completed: 1,
        failed: 0,
        cancelled: 3,
        total: 5,
      },
    }
  const url = new URL(path, 'http://service')
  if (!url.pathname.endsWith('/calls')) return undefined
  const droppedCall = (index: number, fields: object = {}) => ({
    jobId: `call_${index}`,
    status: 'cancelled',
    phone_number: `+1907555010${index}`,
    metadata: { first_name: `Ava ${index}`, plan: 'gold' },
    ...fields,
  })
  const calls = [
    droppedCall(2, { callId: 'c2', startTime: 1_760_000_000_000, error: 'No answer' }),
    droppedCall(3),
    droppedCall(4),
  ]
  const pagination = { page: 1, limit: 100, total: 3, totalPages: 1, hasNext: false, hasPrev: false }
  return url.searchParams.get('status') === 'cancelled' ? { body: { calls, pagination } } : undefined
}
/** A file with the people of these calls. */
const fileOf = (...indexes: number[]) =>
  ['phone_number,first_name,plan', ...indexes.map((index) => `+1907555010${index},Ava ${index},gold`), ''].join('\n')

test('after a cancel, a new batch can call exactly the people who were never called', {
  tags: ['R02', 'only-never-placed-calls-continue'],
}, async () => {
  const { grace } = await startGatewayWithService(cancelledBatch)
  const start = (file: string, key: string) => grace.post('/gateway/launches', batchForm(file), { key })
  expect((await start(fileOf(0, 1, 2, 3, 4), 'first')).status).toBe(200)
  await grace.get('/v1/api/batch-calls/batch_1/status')
  const alreadyCalledRows = async () => {
    const { json } = await grace.post('/gateway/launches/recipients', csvForm({}, fileOf(0, 1, 2, 3, 4)))
    return (json as unknown as { contacted: Contacted }).contacted.rows
  }
  expect(await alreadyCalledRows()).toEqual([2, 3, 4, 5, 6])

  const { id } = await startExport(grace, 'never_called', 'recipients')
  await expect
    .poll(async () => (await listExports(grace))[0])
    .toMatchObject({ state: 'done', read: 3, total: 3, rows: 2 })
  const { text } = await grace.get(`${exportsPath}/${id}/file`)
  expect(text.replace(/^\uFEFF/, '')).toBe(fileOf(3, 4))
  // People who were called, are being called or were waiting for a call-back still count as called.
  expect(await alreadyCalledRows()).toEqual([2, 3, 4])

  expect((await start(text, 'second')).status).toBe(200)
  expect(await alreadyCalledRows()).toEqual([2, 3, 4, 5, 6])
  expect((await start(fileOf(3), 'third')).status).toBe(409)
})

test('people whom a list of calls shows as never called do not count as called', async () => {
  const { grace } = await startGatewayWithService(cancelledBatch)
  const file = fileOf(0, 1, 2, 3, 4)
  await grace.post('/gateway/launches', batchForm(file), { key: 'first' })
  await grace.get('/v1/api/batch-calls/batch_1/status')
  await grace.get('/v1/api/batch-calls/batch_1/calls?status=cancelled')
  const alreadyCalledRows = async () => {
    const { json } = await grace.post('/gateway/launches/recipients', csvForm({}, file))
    return (json as unknown as { contacted: Contacted }).contacted.rows
  }
  await expect.poll(alreadyCalledRows).toEqual([2, 3, 4])
})

test('dropped people still count as called if the batch has call-backs, since not every service shows earlier attempts', async () => {
  const { grace } = await startGatewayWithService(cancelledBatch)
  const smartCallbackConfig = JSON.stringify({ enabled: true, maxAttempts: 3, gaps: [{ days: 0, hours: 4 }] })
  const file = fileOf(0, 1, 2, 3, 4)
  await grace.post('/gateway/launches', batchForm(file, { smartCallbackConfig }), { key: 'first' })
  await grace.get('/v1/api/batch-calls/batch_1/status')
  await startExport(grace, 'never_called', 'recipients')
  await expect.poll(async () => (await listExports(grace))[0]).toMatchObject({ state: 'done', rows: 2 })
  const { json } = await grace.post('/gateway/launches/recipients', csvForm({}, file))
  expect((json as unknown as { contacted: Contacted }).contacted.rows).toEqual([2, 3, 4, 5, 6])
})

test('an export is read again while its reader from before the gateway was cut off has not ended yet', async () => {
  const store = await openEmbeddedTestStore()
  const row = {
    id: 'e1',
    gateway: 1,
    batch_id: 'b1',
    status: 'all',
    form: 'report',
    operator_id: 'o1',
    operator: 'Grace',
  }
  const progress = {
    page: 'batch',
    at: 0,
    state: 'running',
    read: 0,
    rows: 0,
    total: null,
    message: '',
    ended_at: null,
  }
  await store
    .insertInto('exports')
    .values({ ...row, ...progress, file: null } as Insertable<ExportTable>)
    .execute()
  const readers: AbortSignal[] = []
  let cutOff = () => {}
  const deps = {
    store,
    clock: { now: Date.now, steady: Date.now },
    cluster: { number: 1, onFenced: (listener: () => void) => (cutOff = listener) },
    numberRowsOf: () => Promise.resolve((place: number) => place),
    pages: {
      skipBurst: () => {},
      readAll: (_query: unknown, _requester: unknown, signal: AbortSignal) => {
        readers.push(signal)
        return new Promise<void>(() => {})
      },
    },
  }
  const exports = createExports(deps as unknown as Parameters<typeof createExports>[0])
  await exports.takeOver([1])
  await expect.poll(() => readers).toHaveLength(1)
  await exports.takeOver([1])
  cutOff()
  await exports.takeOver([1])
  await expect.poll(() => readers.map(({ aborted }) => aborted)).toEqual([true, false])
})
