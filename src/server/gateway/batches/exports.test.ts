import { expect, test } from 'vitest'
import type { BatchExport, Contacted } from '#contract/index.ts'
import { readRecipients } from '#recipients/read.ts'
import { csvForm, launch, type Script, world } from '../testing/testing.ts'

const total = 250
const callAt = (at: number) => ({
  jobId: `call_${at}`,
  status: at % 5 === 0 ? 'failed' : 'completed',
  phone_number: `+1907555${String(100 + at).padStart(4, '0')}`,
  startTime: 1_760_000_000_000,
  duration: 30,
  ...(at % 5 === 0 && { error: '=Busy()' }),
  metadata: { first_name: `Ava ${at}`, note: at === 3 ? '=1+2' : 'none', call_state: 'theirs' },
})
/** A batch of 250 calls, page by page. */
const calls: Script = ({ path }) => {
  const url = new URL(path, 'http://service')
  if (!url.pathname.endsWith('/calls')) return undefined
  const page = Number(url.searchParams.get('page'))
  const limit = Number(url.searchParams.get('limit'))
  const all = Array.from({ length: total }, (_, at) => callAt(at)).filter(({ status }) =>
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
const at = '/gateway/batches/batch_1/exports'
type Person = Awaited<ReturnType<typeof world>>['grace']
const exportsOf = async (person: Person) =>
  ((await person.get(at)).json as unknown as { exports: BatchExport[] }).exports
const begin = async (person: Person, status = 'all', form = 'report') =>
  (await person.post(at, { status, form })).json as unknown as BatchExport

test('exports every call as a file that can be imported again and contains no formula', async () => {
  const { service, grace } = await world(calls)
  const begun = await begin(grace)
  expect(begun).toMatchObject({ state: 'running', read: 0, total: null })
  await expect.poll(async () => (await exportsOf(grace))[0]?.state).toBe('done')
  expect((await exportsOf(grace))[0]).toMatchObject({ read: total, total })
  expect(service.asked('GET', '/v1/api/batch-calls/batch_1/calls')).toHaveLength(3)

  const { text, headers } = await grace.get(`${at}/${begun.id}/file`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = text.split('\n')
  expect(lines[0]).toMatch(/phone_number,first_name,note,call_state,call_state_2,call_error,call_started,/)
  expect(text).not.toMatch(/(^|,)"?=/m)
  const read = readRecipients(Buffer.from(text), {})
  if (!read.ok) throw new Error(read.refusal.message)
  expect(read.file.recipients).toHaveLength(total)
  expect(read.file.recipients[3]?.values.note).toBe('=1+2')
  expect(read.file.recipients[5]?.values.call_error).toBe('=Busy()')
})

test('exports only the failed calls as recipients, with the cells of their rows', async () => {
  const { grace } = await world(calls)
  const { id } = await begin(grace, 'failed', 'recipients')
  await expect.poll(async () => (await exportsOf(grace))[0]?.state).toBe('done')
  const { text } = await grace.get(`${at}/${id}/file`)
  const [header, ...rows] = text.trim().split('\n')
  expect(header).toMatch(/phone_number,first_name,note,call_state$/)
  expect(rows).toHaveLength(50)
  expect(rows[0]).toBe('+19075550100,Ava 0,none,theirs')
})

test('only its operator can fetch an export, and a stopped export reads no more pages', {
  tags: ['export-is-its-operators'],
}, async () => {
  let answer = () => {}
  const slow = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { service, grace, browser } = await world((received) => {
    const behaviour = calls(received)
    return typeof behaviour === 'object' ? { ...behaviour, after: slow } : behaviour
  })
  const tomas = await browser().land('ready-campaign-manager')
  const { id } = await begin(grace)
  expect(await begin(grace)).toMatchObject({ id })
  expect(await exportsOf(tomas)).toEqual([])
  expect((await tomas.get(`${at}/${id}/file`)).status).toBe(404)
  expect((await tomas.ask('DELETE', `${at}/${id}`)).status).toBe(404)
  expect((await grace.get(`${at}/${id}/file`)).status).toBe(409)
  await expect.poll(() => service.asked('GET', '/v1/api/batch-calls/batch_1/calls').length).toBe(1)
  expect((await grace.ask('DELETE', `${at}/${id}`)).json).toEqual({ exports: [] })
  answer()
  await new Promise((resolve) => setImmediate(resolve))
  expect(service.asked('GET', '/v1/api/batch-calls/batch_1/calls')).toHaveLength(1)
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
  const { service, grace } = await world(endless)
  await begin(grace)
  await expect.poll(async () => (await exportsOf(grace))[0]?.read).toBe(500)
  // Five pages at once, then one every three seconds: 495 pages take about 25 minutes.
  expect((await exportsOf(grace))[0]?.secondsLeft).toBeGreaterThan(1_400)
  expect(service.asked('GET', '/v1/api/batch-calls/batch_1/calls')).toHaveLength(5)
})

test('an export of an unknown batch fails with the service’s message', async () => {
  const { grace } = await world()
  await begin(grace)
  await expect
    .poll(async () => (await exportsOf(grace))[0])
    .toMatchObject({ state: 'failed', message: 'No such thing.' })
})

/** A cancelled batch of five: one call ended, one is in progress, one was waiting for a call-back, two were never placed. */
const cancelled: Script = ({ method, path }) => {
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
  const dropped = (at: number, more: object = {}) => ({
    jobId: `call_${at}`,
    status: 'cancelled',
    phone_number: `+1907555010${at}`,
    metadata: { first_name: `Ava ${at}`, plan: 'gold' },
    ...more,
  })
  const calls = [dropped(2, { callId: 'c2', startTime: 1_760_000_000_000, error: 'No answer' }), dropped(3), dropped(4)]
  const pagination = { page: 1, limit: 100, total: 3, totalPages: 1, hasNext: false, hasPrev: false }
  return url.searchParams.get('status') === 'cancelled' ? { body: { calls, pagination } } : undefined
}
const people = (...at: number[]) =>
  ['phone_number,first_name,plan', ...at.map((one) => `+1907555010${one},Ava ${one},gold`), ''].join('\n')

test('after a cancel, a new batch can call exactly the people who were never called', {
  tags: ['R02', 'only-never-placed-calls-continue'],
}, async () => {
  const { grace } = await world(cancelled)
  const start = (file: string, key: string) => grace.post('/gateway/launches', launch(file), { key })
  expect((await start(people(0, 1, 2, 3, 4), 'first')).status).toBe(200)
  await grace.get('/v1/api/batch-calls/batch_1/status')
  const named = async () => {
    const { json } = await grace.post('/gateway/launches/recipients', csvForm({}, people(0, 1, 2, 3, 4)))
    return (json as unknown as { contacted: Contacted }).contacted.rows
  }
  expect(await named()).toEqual([2, 3, 4, 5, 6])

  const { id } = await begin(grace, 'never_called', 'recipients')
  await expect
    .poll(async () => (await exportsOf(grace))[0])
    .toMatchObject({ state: 'done', read: 3, total: 3, rows: 2 })
  const { text } = await grace.get(`${at}/${id}/file`)
  expect(text.replace(/^\uFEFF/, '')).toBe(people(3, 4))
  // People who were called, are being called or were waiting for a call-back still count as called.
  expect(await named()).toEqual([2, 3, 4])

  expect((await start(text, 'second')).status).toBe(200)
  expect(await named()).toEqual([2, 3, 4, 5, 6])
  expect((await start(people(3), 'third')).status).toBe(409)
})

test('people whom a list of calls shows as never called do not count as called', async () => {
  const { grace } = await world(cancelled)
  const file = people(0, 1, 2, 3, 4)
  await grace.post('/gateway/launches', launch(file), { key: 'first' })
  await grace.get('/v1/api/batch-calls/batch_1/status')
  await grace.get('/v1/api/batch-calls/batch_1/calls?status=cancelled')
  const named = async () => {
    const { json } = await grace.post('/gateway/launches/recipients', csvForm({}, file))
    return (json as unknown as { contacted: Contacted }).contacted.rows
  }
  await expect.poll(named).toEqual([2, 3, 4])
})

test('dropped people still count as called if the batch has call-backs, since not every service shows earlier attempts', async () => {
  const { grace } = await world(cancelled)
  const smartCallbackConfig = JSON.stringify({ enabled: true, maxAttempts: 3, gaps: [{ days: 0, hours: 4 }] })
  const file = people(0, 1, 2, 3, 4)
  await grace.post('/gateway/launches', launch(file, { smartCallbackConfig }), { key: 'first' })
  await grace.get('/v1/api/batch-calls/batch_1/status')
  await begin(grace, 'never_called', 'recipients')
  await expect.poll(async () => (await exportsOf(grace))[0]).toMatchObject({ state: 'done', rows: 2 })
  const { json } = await grace.post('/gateway/launches/recipients', csvForm({}, file))
  expect((json as unknown as { contacted: Contacted }).contacted.rows).toEqual([2, 3, 4, 5, 6])
})
