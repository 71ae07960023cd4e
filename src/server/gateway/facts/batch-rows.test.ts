/** The rows of a batch that were seen: sorted by every column, filtered, and searched by name, without a request. */
import { describe, expect, it, test, vi } from 'vitest'
import { BatchCall, type BatchRowList, headers } from '#contract/index.ts'
import { createSilentLog } from '../shared/log.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock, type Script, setOutcomeShare, startGatewayWithService } from '../testing/testing.ts'
import { createBatchRows } from './batch-rows.ts'

const start = Date.parse('2026-11-23T14:30:00Z')
const row = (position: number, name: string, more: object = {}) => ({
  jobId: `j${position}`,
  phone_number: `+1212555010${position}`,
  callId: `c${position}`,
  startTime: start + position * 60_000,
  status: 'completed',
  duration: 10 * position,
  metadata: { first_name: name, plan: `Plan ${position}` },
  ...more,
})
const rows = [
  row(1, 'Željko'),
  row(2, 'Ada', { status: 'failed', error: 'No answer', duration: 0 }),
  row(3, 'Björn', { status: 'failed', error: 'Busy', duration: 0 }),
  row(4, 'Mia', { status: 'waiting', error: 'no_answer', duration: 0 }),
  row(5, '', { status: 'cancelled', callId: null, startTime: null, duration: null }),
]
const progress = { completed: 1, failed: 2, waiting: 1, active: 0, cancelled: 1, total: 5 }

async function openBatch() {
  let calls: object[] = rows
  const script: Script = ({ path }) => {
    const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1)
    const pagination = { page, limit: 3, total: calls.length, totalPages: 2, hasNext: page === 1, hasPrev: page > 1 }
    if (path.startsWith('/v1/api/batch-calls/b1/calls'))
      return { body: { calls: calls.slice((page - 1) * 3, page * 3), pagination, summary: progress } }
    if (path === '/v1/api/batch-calls/b1')
      return { body: { id: 'b1', agentId: 'a1', progress, status: 'completed', isComplete: true, totalCalls: 5 } }
    return undefined
  }
  const store = await openTestStore()
  const clock = createTestClock(start + 3_600_000)
  const started = await startGatewayWithService(script, { store, clock })
  const { grace, service } = started
  await setOutcomeShare(grace, 0)
  await grace.post('/gateway/batches', { batchId: 'b1' })
  return {
    ...started,
    store,
    clock,
    setRows: (next: object[]) => {
      calls = next
    },
    readPage: (page: number, query = '') =>
      grace.get(`/v1/api/batch-calls/b1/calls?page=${page}&limit=3${query}`, {
        headers: { 'cache-control': 'no-cache' },
      }),
    find: async (search: object = {}) => {
      const sent = service.received.length
      const answer = await grace.post('/gateway/batches/b1/rows', search)
      expect(answer.status).toBe(200)
      expect(service.received).toHaveLength(sent)
      return answer.json as unknown as BatchRowList
    },
  }
}
const names = ({ rows: found }: BatchRowList) => found.map(({ call }) => call.jobId).join(' ')

async function openWholeBatch() {
  const batch = await openBatch()
  await batch.readPage(1)
  await batch.readPage(2)
  return batch
}

describe('the rows that were seen', () => {
  it.each([
    ['row', 'j1 j2 j3 j4 j5', 'j5 j4 j3 j2 j1'],
    ['number', 'j1 j2 j3 j4 j5', 'j5 j4 j3 j2 j1'],
    ['name', 'j2 j3 j4 j1 j5', 'j1 j4 j3 j2 j5'],
    ['state', 'j1 j2 j3 j4 j5', 'j5 j4 j2 j3 j1'],
    ['outcome', 'j1 j2 j4 j3 j5', 'j3 j2 j4 j1 j5'],
    ['attempts', 'j1 j2 j3 j4 j5', 'j1 j2 j3 j4 j5'],
    ['started', 'j1 j2 j3 j4 j5', 'j4 j3 j2 j1 j5'],
    ['duration', 'j2 j3 j4 j1 j5', 'j1 j2 j3 j4 j5'],
  ] as const)('are sorted by %s in both directions, what is missing last', async (sort, ascending, descending) => {
    const { find } = await openWholeBatch()
    expect(names(await find({ sort }))).toBe(ascending)
    expect(names(await find({ sort, order: 'descending' }))).toBe(descending)
  })

  it('are found by a part of a name in any spelling, or of a number, by state, outcome and reason', async () => {
    const { find, grace } = await openWholeBatch()
    expect(names(await find({ text: 'zelj' }))).toBe('j1')
    expect(names(await find({ text: 'BJORN' }))).toBe('j3')
    expect(names(await find({ text: '555 0104' }))).toBe('j4')
    expect(names(await find({ text: '(212) 555-0103' }))).toBe('j3')
    expect(names(await find({ text: '011 1 212 555 0104' }))).toBe('j4')
    expect(names(await find({ text: '5' }))).toBe('j1 j2 j3 j4 j5')
    expect(names(await find({ text: 'nobody' }))).toBe('')
    expect(names(await find({ state: 'failed' }))).toBe('j2 j3')
    expect(names(await find({ outcome: 'no_answer' }))).toBe('j2 j4')
    const results = (await grace.get('/gateway/batches/b1/results')).json as unknown as { reasons: { key: string }[] }
    expect(names(await find({ reason: results.reasons[0]?.key }))).toBe('j3')
  })

  it('are found by their IDs, with their outcomes, but not by none', async () => {
    const { find, grace } = await openWholeBatch()
    const found = await find({ jobIds: ['j4', 'j2'] })
    expect(found.rows.map(({ call, outcome, attempts }) => [call.jobId, outcome, attempts])).toEqual([
      ['j2', 'no_answer', 1],
      ['j4', 'no_answer', 1],
    ])
    expect((await grace.post('/gateway/batches/b1/rows', { jobIds: [] })).status).toBe(400)
  })

  it('are compared again only after one of them has changed', async () => {
    const { find, readPage, setRows, store } = await openWholeBatch()
    await find({ text: 'zelj' })
    const select = vi.spyOn(store, 'selectFrom')
    await find({ text: 'ada' })
    const tables = select.mock.calls.map(([table]) => table)
    expect(tables).not.toContain('call_facts')
    expect(tables.filter((table) => (table as unknown) === 'batch_rows')).toHaveLength(1)
    setRows([row(1, 'Zora'), ...rows.slice(1)])
    await readPage(1)
    expect(names(await find({ text: 'zora' }))).toBe('j1')
  })

  it('have their variables, their place, their outcome and the number of their calls', async () => {
    const { find, readPage, setRows } = await openWholeBatch()
    setRows([{ ...row(1, 'Željko'), callId: 'c9', startTime: start + 7_200_000 }, ...rows.slice(1)])
    await readPage(1)
    const list = await find({ text: 'zelj' })
    expect(list).toMatchObject({ seen: 5, total: 5, pagination: { total: 1, totalPages: 1 } })
    expect(list.rows[0]).toMatchObject({
      row: 1,
      name: 'Željko',
      outcome: 'answered',
      attempts: 2,
      call: { phone_number: '+12125550101', metadata: { plan: 'Plan 1' }, callId: 'c9' },
    })
  })
})

test('name the room of their last call, by which a person corrects its outcome', async () => {
  const { find, readPage, setRows, grace } = await openWholeBatch()
  const later = { startTime: start + 7_200_000 }
  setRows([row(1, 'Ada', { ...later, callId: 'abcdefghij' }), row(2, 'Bea', { ...later, callId: 'another form' })])
  await readPage(1)
  const found = async () =>
    (await find({ jobIds: ['j1', 'j2'] })).rows.map((one) => [
      one.lastCall?.roomName,
      one.outcome,
      one.lastCall?.source,
    ])
  expect(await found()).toEqual([
    ['a1-abcdefghij', 'answered', 'state'],
    [null, 'answered', 'state'],
  ])
  await grace.request('PUT', '/gateway/call-outcomes/a1-abcdefghij', { body: { outcome: 'do_not_call' } })
  expect((await found())[0]).toEqual(['a1-abcdefghij', 'do_not_call', 'person'])
})

test('says how many rows were seen, and does not take a place in a selection for one among all', async () => {
  const { find, readPage } = await openBatch()
  await readPage(1, '&status=failed')
  expect(await find()).toMatchObject({ seen: 3, total: 5, rows: [{ row: null }, { row: null }, { row: null }] })
  await readPage(1)
  await readPage(1, '&status=failed')
  expect((await find()).rows.map((found) => found.row)).toEqual([1, 2, 3])
})

test('says when the rows that had not ended were read, also if they have not changed since', async () => {
  const { find, readPage, setRows, clock } = await openWholeBatch()
  const first = clock.now()
  expect(await find({ sort: 'name' })).toMatchObject({ readAt: first })
  clock.advance(180_000)
  // The fourth row, which waits, is on the second page.
  await readPage(1)
  expect(await find({ sort: 'name' })).toMatchObject({ readAt: first })
  await readPage(2)
  expect(await find({ state: 'completed' })).toMatchObject({ readAt: first + 180_000 })
  setRows(rows.map((one, index) => (index === 3 ? row(4, 'Mia') : one)))
  await readPage(2)
  expect(await find({ sort: 'name' })).toMatchObject({ readAt: null })
})

test('rows are deleted at once when no workspace keeps calls that long any more', async () => {
  const { find, grace } = await openWholeBatch()
  const keepNone = (workspace: string) =>
    grace.request('PUT', '/gateway/call-retention', { body: { days: 0 }, headers: { [headers.workspace]: workspace } })
  expect((await keepNone('ws_main')).status).toBe(200)
  expect(await find()).toMatchObject({ seen: 5 })
  expect((await keepNone('ws_other')).status).toBe(200)
  expect(await find()).toMatchObject({ seen: 0, rows: [] })
})

describe('rows', () => {
  const dayMs = 24 * 3_600_000
  async function openRows(days: number) {
    const store = await openTestStore()
    const clock = createTestClock(start)
    const kept = createBatchRows({ store, retentionDays: () => Promise.resolve(days), clock, log: createSilentLog() })
    const see = (...calls: object[]) => {
      kept.add({ batchId: 'b1', calls: calls.map((call) => BatchCall.parse(call)), firstPosition: 1 }, clock.now())
      return kept.settled()
    }
    await see(row(1, 'Ada'))
    const stored = () => store.selectFrom('batch_rows').select(['job_id', 'name']).execute()
    const count = async () => (await stored()).length
    const keepDays = (next: number) => {
      days = next
    }
    return { kept, clock, see, stored, count, keepDays }
  }

  it('are deleted when calls of the same age are', async () => {
    const { kept, clock, count } = await openRows(30)
    clock.advance(29 * dayMs)
    await kept.deleteOld()
    expect(await count()).toBe(1)
    clock.advance(dayMs)
    await kept.deleteOld()
    expect(await count()).toBe(0)
  })

  it('are kept again when they are seen again after they were deleted, or after calls are kept again', async () => {
    const { kept, clock, see, count, keepDays } = await openRows(30)
    clock.advance(30 * dayMs)
    await kept.deleteOld()
    await see(row(1, 'Ada'))
    expect(await count()).toBe(1)
    keepDays(0)
    await kept.deleteOld()
    await see(row(1, 'Ada'))
    expect(await count()).toBe(0)
    keepDays(30)
    await see(row(1, 'Ada'))
    expect(await count()).toBe(1)
  })

  it('are kept once if a page has one twice, as it is there last', async () => {
    const { see, stored } = await openRows(30)
    await see(row(2, 'Mia'), row(3, 'Björn'), row(2, 'Zora'))
    expect((await stored()).map(({ job_id, name }) => `${job_id} ${name}`).toSorted()).toEqual([
      'j1 Ada',
      'j2 Zora',
      'j3 Björn',
    ])
  })

  it('are not stored if no workspace keeps calls', { tags: ['no-row-is-kept-without-retention'] }, async () => {
    expect(await (await openRows(0)).count()).toBe(0)
  })
})
