/** The rows of a batch are numbered as in the file that a person chose, although only a part of it was sent. */
import { describe, expect, test } from 'vitest'
import type { Approval, ApprovalDetails, BatchExport, BatchRowList } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import {
  batchForm,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'

const numbers = (count: number, from = 100) =>
  Array.from({ length: count }, (_, at) => `+1907555${String(from + at).padStart(4, '0')}`)
const csvFile = (count: number) => `phone_number\n${numbers(count).join('\n')}\n`

/** A service that starts every batch, and ends each when the test says so. Its calls are those of the file it was sent. */
function service(): { script: Script; ended: Set<string> } {
  const sent = new Map<string, string[]>()
  const ended = new Set<string>()
  const script: Script = ({ method, path, body }) => {
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      const batchId = `batch_${sent.size + 1}`
      const called = body.match(/\+1907555\d{4}/g) ?? []
      sent.set(batchId, called)
      return { body: { batchId, totalCalls: called.length, status: 'queued', message: 'ok' } }
    }
    const [, batchId = '', what] = /^\/v1\/api\/batch-calls\/(\w+)\/(calls|status)/.exec(path) ?? []
    const called = sent.get(batchId) ?? []
    const total = called.length
    if (what === 'status')
      return ended.has(batchId)
        ? { body: { status: 'completed', isComplete: true, total, completed: total } }
        : { body: { status: 'processing', isComplete: false, total, waiting: total } }
    if (what !== 'calls') return undefined
    const calls = called.map((phone_number, at) => ({
      jobId: `job_${at}`,
      status: 'waiting',
      phone_number,
      metadata: {},
    }))
    return {
      body: { calls, pagination: { page: 1, limit: 100, total, totalPages: 1, hasNext: false, hasPrev: false } },
    }
  }
  return { script, ended }
}

async function openWorld(more: Parameters<typeof startGatewayWithService>[1] = {}) {
  const { script, ended } = service()
  const world = await startGatewayWithService(script, more)
  const { grace, gateway } = world
  const freshly = { headers: { 'cache-control': 'no-cache' } }
  const launch = (rows: string, count: number, key = 'k1', fields: Record<string, string> = {}) =>
    grace.post('/gateway/launches', batchForm(csvFile(count), { fileRows: rows, ...fields }), { key })
  /** The row numbers of the batch's page, with the last digits of the number that is called. */
  const shownRows = async (batchId: string) => {
    await grace.get(`/v1/api/batch-calls/${batchId}/calls?page=1&limit=100`, freshly)
    const found = (await grace.post(`/gateway/batches/${batchId}/rows`, {})).json as unknown as BatchRowList
    return found.rows.map(({ row, call }) => `${row}: ${call.phone_number.slice(-3)}`)
  }
  const exportedRows = async (batchId: string) => {
    const path = `/gateway/batches/${batchId}/exports`
    const { id } = (await grace.post(path, { status: 'all', form: 'report' })).json as unknown as BatchExport
    const state = async () => ((await grace.get(path)).json as unknown as { exports: BatchExport[] }).exports[0]?.state
    await expect.poll(state).toBe('done')
    const [header = '', ...lines] = (await grace.get(`${path}/${id}/file`)).text.trim().split('\n')
    const place = header.split(',').indexOf('call_row')
    return lines.map((line) => line.split(',')[place])
  }
  const end = async (batchId: string) => {
    ended.add(batchId)
    await grace.get(`/v1/api/batch-calls/${batchId}/status`, freshly)
    await gateway.startDue()
  }
  return { ...world, launch, shownRows, exportedRows, end }
}

describe('the row numbers of a batch', () => {
  test('are those of the file, where titles come before its rows and rows were left out', async () => {
    const { grace, launch, shownRows, exportedRows, service: asked } = await openWorld()
    expect((await launch('4-5,9', 3)).status).toBe(200)
    expect(asked.requestsTo('POST', '/v1/api/batch-calls')[0]?.body).not.toContain('fileRows')
    expect(await shownRows('batch_1')).toEqual(['4: 100', '5: 101', '9: 102'])
    const byId = await grace.post('/gateway/batches/batch_1/rows', { jobIds: ['job_2'] })
    expect((byId.json as unknown as BatchRowList).rows.map(({ row }) => row)).toEqual([9])
    const searched = await grace.post('/gateway/batches/batch_1/rows', { text: '0101' })
    expect((searched.json as unknown as BatchRowList).rows.map(({ row }) => row)).toEqual([5])
    expect(await exportedRows('batch_1')).toEqual(['4', '5', '9'])
  })

  test('are those of the file in each part, and in what waits for a word after the first ten', async () => {
    const { grace, launch, shownRows, exportedRows, end } = await openWorld({ partRows: 2 })
    await launch('3-10,12-13,20,22-23', 13, 'k1', { first: '10' })
    expect((await shownRows('batch_1')).slice(-2)).toEqual(['12: 108', '13: 109'])
    const [waiting] = await readPreparedBatches(grace)
    await grace.post(`${preparedBatchPath(waiting)}/start`, {}, { key: 'k2' })
    expect(await shownRows('batch_2')).toEqual(['20: 110', '22: 111'])
    await end('batch_2')
    await expect.poll(() => shownRows('batch_3')).toEqual(['23: 112'])
    expect(await exportedRows('batch_3')).toEqual(['23'])
  })

  test('are those of the file in a request for approval, and in the batch that it becomes', async () => {
    const { grace, browser, shownRows } = await openWorld()
    const tomas = await browser().signInAsDemo('ready-campaign-manager')
    await grace.request('PUT', '/gateway/calling-rules', { body: { approval: { above: 2 } } })
    const form = batchForm(csvFile(3), { fileRows: '7,9,11' })
    const { approvalId, recipients } = (await tomas.post('/gateway/approvals', form, { key: 'k1' }))
      .json as unknown as Approval
    const details = (await grace.get(`/gateway/approvals/${approvalId}`)).json as unknown as ApprovalDetails
    expect(details.first.map(({ row }) => row)).toEqual([7, 9, 11])
    await grace.post(`/gateway/approvals/${approvalId}/start`, { recipients }, { key: 'k2' })
    expect(await shownRows('batch_1')).toEqual(['7: 100', '9: 101', '11: 102'])
  })

  test('are the places of what was sent, where the file is not known', async () => {
    const { grace, shownRows, exportedRows } = await openWorld()
    await grace.post('/gateway/launches', batchForm(csvFile(2)), { key: 'k1' })
    expect(await shownRows('batch_1')).toEqual(['1: 100', '2: 101'])
    expect(await exportedRows('batch_1')).toEqual(['1', '2'])
  })

  test.each([
    ['fewer than its rows', '4-5'],
    ['more than its rows', '4-7'],
    ['more than any file has', '4-999999'],
    ['in no order', '5,4,6'],
    ['given twice', '4,4,5'],
    ['a range that ends before it begins', '9-4'],
    ['no numbers', 'three'],
    ['of the first row 0', '0-2'],
  ])(
    'are refused, and nothing is sent, if they are %s',
    { tags: ['row-numbers-are-of-this-file'] },
    async (_, rows) => {
      const { launch, service: asked } = await openWorld()
      expect(await launch(rows, 3)).toMatchObject({ status: 400, json: { error: { sent: 'no' } } })
      expect(asked.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(0)
    },
  )

  test('are no part of what identifies a start: a repeat without them gets the same answer', async () => {
    const { grace, launch, service: asked } = await openWorld()
    const first = await launch('4-6', 3)
    const repeat = await grace.post('/gateway/launches', batchForm(csvFile(3)), { key: 'k1' })
    expect(repeat.text).toBe(first.text)
    expect(asked.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(1)
  })

  test('of a start that the service refuses are not kept', async () => {
    const refusing: Script = ({ method }) => (method === 'POST' ? { status: 400, body: { error: 'No' } } : undefined)
    const store = await openTestStore()
    const { grace } = await startGatewayWithService(refusing, { store })
    await grace.post('/gateway/launches', batchForm(csvFile(2), { fileRows: '4-5' }), { key: 'k1' })
    expect(await store.selectFrom('started_file_rows').selectAll().execute()).toEqual([])
  })
})
