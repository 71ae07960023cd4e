/** A batch, from the file to its start. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Batch, type CsvCheck, type CsvPreview, plans } from '#contract/index.ts'
import {
  csvFile,
  minutesInMs,
  openTestService,
  progressOf,
  startTestBatch,
  testNumber,
} from '../testing/test-service.ts'

type ErrorBody = { error: { code: string; message: string } }

const csvFileOf = (text: string) => new Blob([text], { type: 'text/csv' })
describe('a campaign manager with a file', () => {
  it('gets a template that is itself valid', { tags: ['S4.4-1', 'I4-6'] }, async () => {
    const { request } = await openTestService()
    const template = await request<string>('GET', '/v1/api/batch-calls/template')
    expect(template.headers.get('content-type')).toContain('text/csv')
    expect(template.headers.get('content-disposition')).toMatch(/^attachment/)
    const [header, ...rows] = template.body.trim().split('\r\n')
    expect(header).toBe('phone_number,first_name,last_name,email,custom_field_1,custom_field_2')
    expect(rows).toHaveLength(2)
    const { body } = await request<CsvCheck>('POST', '/v1/api/batch-calls/validate', {
      form: { file: csvFileOf(template.body) },
    })
    expect(body).toMatchObject({ valid: true, totalRows: 2, validRows: 2, errors: [] })
  })

  it('gets every problem with its row, and counts that do not overlap', {
    tags: ['S4.4-2', 'S4.4-10', 'I4-7', 'I4-9'],
  }, async () => {
    const { request } = await openTestService()
    const text = 'phone_number,first_name\n+14155550134,A\n4155550135,B\n+14155550134,C\n,D\n\n+14155550136,E\n'
    const { status, body } = await request<CsvCheck>('POST', '/v1/api/batch-calls/validate', {
      form: { file: csvFileOf(text) },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      valid: false,
      totalRows: 5,
      validRows: 2,
      invalidRows: 2,
      duplicateRows: 1,
      columns: ['phone_number', 'first_name'],
      truncated: false,
    })
    expect(body.errors.map(({ row, code }) => `${row} ${code}`)).toEqual([
      '3 invalid_number',
      '4 duplicate_number',
      '5 missing_number',
    ])
  })

  it('gets at most 1,000 problems, or one for a file that cannot be read', { tags: ['I4-8'] }, async () => {
    const { request } = await openTestService()
    const check = async (text: string) =>
      (await request<CsvCheck>('POST', '/v1/api/batch-calls/validate', { form: { file: csvFileOf(text) } })).body
    const manyErrors = await check(`phone_number\n${'bad\n'.repeat(1_200)}`)
    expect([manyErrors.errors.length, manyErrors.truncated, manyErrors.invalidRows]).toEqual([1_000, true, 1_200])
    expect((await check('phone_number\n"open')).errors).toMatchObject([{ code: 'unreadable_file' }])
    expect((await check('number\n+14155550134')).errors).toMatchObject([{ code: 'missing_column' }])
  })

  it('gets a preview of the first rows', { tags: ['S4.4-3', 'S4.4-10', 'I4-12'] }, async () => {
    const { request } = await openTestService()
    const form = () => ({ form: { file: csvFile(Array.from({ length: 30 }, (_, i) => testNumber(i))) } })
    const preview = await request<CsvPreview>('POST', '/v1/api/batch-calls/preview', form())
    expect(preview.body).toMatchObject({
      columns: ['phone_number', 'first_name'],
      totalRows: 30,
      delimiter: ',',
      encoding: 'utf-8',
    })
    expect(preview.body.rows).toHaveLength(10)
    expect(preview.body.rows?.[1]).toEqual({ phone_number: testNumber(1), first_name: 'Guest1' })
    const longerPreview = await request<CsvPreview>('POST', '/v1/api/batch-calls/preview?limit=25', form())
    expect(longerPreview.body.rows).toHaveLength(25)
    expect((await request('POST', '/v1/api/batch-calls/preview?limit=101', form())).status).toBe(400)
  })
})

describe('starting a batch', () => {
  it('answers with its ID and dials as many calls as the plan allows for batches', {
    tags: ['S4.4-4', 'S4.4-5', 'S2.4-1', 'I4-13', 'I4-14', 'I6-5'],
  }, async () => {
    const { service, agentId, batchId, body } = await startTestBatch(30)
    expect(body).toEqual({ batchId, totalCalls: 30, status: 'queued', message: '30 calls queued.' })
    expect(batchId).toMatch(/^batch_\d+$/)
    const { body: batch } = await service.request<Batch>('GET', `/v1/api/batch-calls/${batchId}`)
    expect(batch).toMatchObject({
      id: batchId,
      agentId,
      status: 'processing',
      isComplete: false,
      totalCalls: 30,
      progress: { waiting: 22, active: 8, completed: 0, failed: 0, cancelled: 0, total: 30, completedTime: null },
      timestamp: service.clock.now(),
    })
  })

  it('is refused with a file that is not valid, an agent that does not exist or cannot call, and bad options', {
    tags: ['I4-5', 'I4-10'],
  }, async () => {
    const service = await openTestService()
    const { agentId, flowId } = await service.createCallingAgent()
    const startError = async (numbers: readonly string[], agent: string, fields: Record<string, string> = {}) => {
      const { status, body } = (await service.startBatch(agent, numbers, fields)) as unknown as {
        status: number
        body: ErrorBody
      }
      return [status, body.error.code, body.error.message]
    }
    expect(await startError(['+14155550134', '12'], agentId)).toEqual([
      400,
      'invalid_request',
      expect.stringMatching(/^Row 3, column phone_number: .*No call was placed\.$/),
    ])
    expect((await startError(['+14155550134'], 'nobody')).slice(0, 2)).toEqual([404, 'not_found'])
    expect(await startError(['+14155550134'], agentId, { scheduledAt: 'tomorrow' })).toEqual([
      400,
      'invalid_request',
      'scheduledAt has the wrong format.',
    ])
    // It is ten o'clock.
    expect(await startError(['+14155550134'], agentId, { scheduledAt: '2026-11-20T10:59:59.999+01:00' })).toEqual([
      400,
      'invalid_request',
      'scheduledAt has passed: it was 2026-11-20T09:59:59.999Z. No call was placed.',
    ])
    expect(await startError(['+14155550134'], agentId, { smartCallbackConfig: '{' })).toEqual([
      400,
      'invalid_request',
      'smartCallbackConfig is not JSON. No call was placed.',
    ])
    expect(
      (
        await startError(['+14155550134'], agentId, {
          smartCallbackConfig: '{"enabled":true,"maxAttempts":99,"gaps":[]}',
        })
      )[2],
    ).toMatch(/maxAttempts must be at most 10/)
    await service.request('PATCH', `/api/v1/flows/${flowId}`, { body: { isActive: false } })
    expect(await startError(['+14155550134'], agentId)).toEqual([
      400,
      'invalid_request',
      'The agent has no active flow for outbound calls. No call was placed.',
    ])
    expect(await service.database.selectFrom('batch').selectAll().execute()).toEqual([])
  })

  it('accepts 50,000 rows and serves other requests meanwhile', { tags: ['I4-4'] }, async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
    const start = service.startBatch(agentId, 50_000)
    let servedCount = 0
    const hasStarted = start.then(() => true)
    // Stay within the plan's rate limit.
    while (
      !(await Promise.race([hasStarted, yieldToEventLoop(false)])) &&
      servedCount < plans.enterprise.tiers['data-read'].burst
    ) {
      expect((await service.request('GET', '/v2/api/call-history')).status).toBe(200)
      servedCount++
    }
    expect((await start).body.totalCalls).toBe(50_000)
    expect(servedCount).toBeGreaterThan(10)
    expect((await progressOf(service, (await start).body.batchId)).total).toBe(50_000)
  })

  it('with a start time waits until then', { tags: ['I4-5', 'I4-15'] }, async () => {
    const { service, batchId } = await startTestBatch(3, { scheduledAt: '2026-11-20T10:30:00Z' })
    await service.advance(minutesInMs(29))
    expect(await progressOf(service, batchId)).toMatchObject({ status: 'scheduled', waiting: 3, startTime: null })
    await service.advance(minutesInMs(1) + 1_000)
    expect(await progressOf(service, batchId)).toMatchObject({ active: 3, startTime: Date.UTC(2026, 10, 20, 10, 30) })
  })
})
