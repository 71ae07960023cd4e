/** A batch from its start to its end or cancellation. */
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  type ActiveCall,
  type BatchCall,
  type BatchCallList,
  type BatchCancelled,
  type PastCall,
  sumOf,
} from '#contract/index.ts'
import { minutesInMs, progressOf, startTestBatch, type TestService, testNumber } from '../testing/test-service.ts'

type CallList = z.output<typeof BatchCallList>
type Cancelled = z.output<typeof BatchCancelled>
type ErrorBody = { error: { code: string; message: string } }

const listCalls = async ({ request }: TestService, batchId: string, query = '') =>
  (await request<CallList>('GET', `/v1/api/batch-calls/${batchId}/calls${query}`)).body

describe('a running batch', () => {
  it('dials every row once and ends; the counts add up', { tags: ['S4.4-6', 'I4-15', 'I4-16', 'I6-1'] }, async () => {
    const { service, batchId } = await startTestBatch(40)
    await service.advance(minutesInMs(30))
    const finalProgress = await progressOf(service, batchId)
    expect(finalProgress).toMatchObject({ status: 'completed', isComplete: true, waiting: 0, active: 0, total: 40 })
    expect(sumOf(finalProgress.completed, finalProgress.failed)).toBe(40)
    expect(finalProgress.completedTime).toBe(finalProgress.lastCompletedTime)
    expect(finalProgress.averageCallDuration).toBeGreaterThan(10)
    expect(finalProgress.recent_calls).toHaveLength(10)
    const { body } = await service.request<{ calls: PastCall[] }>(
      'GET',
      `/v2/api/call-history?batchId=${batchId}&limit=100`,
    )
    expect(body.calls).toHaveLength(40)
    expect(new Set(body.calls.map(({ toNumber }) => toNumber)).size).toBe(40)
  })

  it('lists the room of each active call, and the result of each ended one', {
    tags: ['S4.4-8', 'S2.4-2', 'I4-2', 'I4-18', 'I4-19'],
  }, async () => {
    const { service, batchId } = await startTestBatch(['+12025550100', '+12025550101', '+12025550102'])
    await service.advance(15_000)
    const { calls: liveCalls, summary } = await listCalls(service, batchId)
    expect(liveCalls.map(({ status }) => status)).toEqual(['active', 'failed', 'active'])
    expect(summary).toEqual({ waiting: 0, active: 2, completed: 0, failed: 1, cancelled: 0, total: 3 })
    const activeCall = await service.request<ActiveCall>('GET', `/v2/api/active-calls/${liveCalls[0]?.roomName}`)
    expect(activeCall.body).toMatchObject({ customerPhone: '+12025550100', customerName: 'Guest0' })
    const liveTranscript = activeCall.body.transcript

    await service.advance(minutesInMs(5))
    const completedCall = await service.request<BatchCall>(
      'GET',
      `/v1/api/batch-calls/${batchId}/calls/${liveCalls[0]?.jobId}`,
    )
    expect(completedCall.body).toMatchObject({
      status: 'completed',
      phone_number: '+12025550100',
      metadata: { first_name: 'Guest0' },
      result: { callId: liveCalls[0]?.callId, outcome: 'completed', metadata: { first_name: 'Guest0' } },
    })
    expect(completedCall.body).not.toHaveProperty('roomName')
    const transcript = completedCall.body.result?.transcript ?? []
    expect(transcript.slice(0, liveTranscript.length - 1)).toEqual(liveTranscript.slice(0, -1))
    const busyCall = await service.request<BatchCall>(
      'GET',
      `/v1/api/batch-calls/${batchId}/calls/${liveCalls[1]?.jobId}`,
    )
    expect(busyCall.body).toMatchObject({
      status: 'failed',
      error: 'The line was busy.',
      result: { outcome: 'busy', transcript: [] },
    })
  })

  it('lists its calls by state and by a part of the number, page by page', {
    tags: ['S4.4-7', 'S4.4-11', 'I4-17'],
  }, async () => {
    const { service, batchId } = await startTestBatch(30)
    expect((await listCalls(service, batchId, '?status=waiting')).pagination.total).toBe(22)
    expect((await listCalls(service, batchId, '?status=active&limit=3')).calls).toHaveLength(3)
    expect((await listCalls(service, batchId, `?search=${testNumber(7).slice(-7)}`)).calls).toMatchObject([
      { phone_number: testNumber(7) },
    ])
    expect((await service.request('GET', `/v1/api/batch-calls/${batchId}/calls?status=sleeping`)).status).toBe(400)
  })

  it('answers 404 for an unknown batch, and in a special form for an unknown call', { tags: ['I4-19'] }, async () => {
    const { service, batchId } = await startTestBatch(1)
    expect((await service.request('GET', '/v1/api/batch-calls/batch_1')).status).toBe(404)
    expect((await service.request('GET', '/v1/api/batch-calls/batch_1/status')).status).toBe(404)
    const unknownCall = await service.request('GET', `/v1/api/batch-calls/${batchId}/calls/call_1`)
    expect([unknownCall.status, unknownCall.body]).toEqual([
      404,
      { status: 'not_found', error: { code: 'not_found', message: 'The call call_1 does not exist in this batch.' } },
    ])
  })

  it('leaves lines for single calls, and shares the rest fairly with a second batch', async () => {
    const { service, agentId, batchId } = await startTestBatch(200)
    const secondBatchId = (await service.startBatch(agentId, 100)).body.batchId
    await service.advance(minutesInMs(4))
    const [firstProgress, secondProgress] = [
      await progressOf(service, batchId),
      await progressOf(service, secondBatchId),
    ]
    expect(sumOf(firstProgress.active, secondProgress.active)).toBe(8)
    expect(Math.abs(Number(firstProgress.active) - Number(secondProgress.active))).toBeLessThanOrEqual(2)
    const singleCall = await service.request('POST', '/api/v1/calls/call', {
      body: { agentId, toNumber: testNumber(999) },
    })
    expect(singleCall.status).toBe(200)
  })

  it('dials one at a time on the developer plan, two batches in turn', {
    tags: ['S8.1-2', 'I4-23', 'I6-23'],
  }, async () => {
    const { service, agentId, batchId } = await startTestBatch(20, {}, { plan: 'developer' })
    const secondBatchId = (await service.startBatch(agentId, 20)).body.batchId
    await service.advance(minutesInMs(10))
    const [firstProgress, secondProgress] = [
      await progressOf(service, batchId),
      await progressOf(service, secondBatchId),
    ]
    expect(sumOf(firstProgress.active, secondProgress.active)).toBe(1)
    expect(sumOf(secondProgress.completed, secondProgress.failed)).toBeGreaterThan(1)
  })

  it('fails the remaining rows if its agent was deleted', async () => {
    const { service, agentId, batchId } = await startTestBatch(12)
    await service.request('DELETE', `/api/v1/agents/${agentId}`)
    await service.advance(minutesInMs(10))
    const finalProgress = await progressOf(service, batchId)
    expect(finalProgress).toMatchObject({ isComplete: true, waiting: 0, active: 0 })
    const { calls: failed } = await listCalls(service, batchId, '?status=failed&limit=100')
    expect(failed.filter(({ error }) => error?.startsWith('The agent does not exist'))).toHaveLength(4)
  })

  it('has failed if no call could be placed', async () => {
    const { service, agentId, batchId } = await startTestBatch(3, { scheduledAt: '2026-11-20T10:30:00Z' })
    await service.request('DELETE', `/api/v1/agents/${agentId}`)
    await service.advance(minutesInMs(31))
    expect(await progressOf(service, batchId)).toMatchObject({
      status: 'failed',
      isComplete: true,
      failed: 3,
      total: 3,
    })
  })

  it('does not call back a customer whose call a person ended', async () => {
    const smartCallbackConfig = JSON.stringify({ enabled: true, maxAttempts: 3, gaps: [{ days: 0, hours: 1 }] })
    const { service, batchId } = await startTestBatch(['+12025550102'], { smartCallbackConfig })
    const [call] = (await listCalls(service, batchId)).calls
    expect((await service.request('POST', `/v2/api/active-calls/${call?.roomName}/end-call`)).status).toBe(200)
    expect(await progressOf(service, batchId)).toMatchObject({ status: 'completed', failed: 1, waiting: 0 })
  })

  it('places due callbacks before calls to new rows', async () => {
    const smartCallbackConfig = JSON.stringify({ enabled: true, maxAttempts: 2, gaps: [{ days: 0, hours: 0 }] })
    const rows = ['+12025550101', ...Array.from({ length: 5 }, (_, i) => testNumber(i))]
    const { service } = await startTestBatch(rows, { smartCallbackConfig }, { plan: 'developer' })
    await service.advance(8_000)
    const { body } = await service.request<{ calls: PastCall[] }>('GET', '/v2/api/call-history')
    expect(body.calls.map(({ toNumber }) => toNumber).slice(-2)).toEqual(['+12025550101', '+12025550101'])
  })

  it('calls back customers who did not answer, with the configured attempts and gaps', { tags: ['I4-5'] }, async () => {
    const smartCallbackConfig = JSON.stringify({
      enabled: true,
      maxAttempts: 3,
      gaps: [
        { days: 0, hours: 1 },
        { days: 1, hours: 0 },
      ],
    })
    const { service, batchId } = await startTestBatch(['+12025550102', '+12025550100'], { smartCallbackConfig })
    const countDials = async () =>
      (await service.request<{ calls: PastCall[] }>('GET', '/v2/api/call-history?search=0102')).body.calls.length
    await service.advance(minutesInMs(50))
    expect([await countDials(), (await progressOf(service, batchId)).waiting]).toEqual([1, 1])
    await service.advance(minutesInMs(20))
    expect(await countDials()).toBe(2)
    await service.advance(minutesInMs(25 * 60))
    expect(await countDials()).toBe(3)
    await service.advance(minutesInMs(100 * 60))
    expect(await countDials()).toBe(3)
    expect(await progressOf(service, batchId)).toMatchObject({ status: 'completed', completed: 1, failed: 1, total: 2 })
  })
})

describe('cancelling', () => {
  const cancel = ({ request }: TestService, batchId: string) =>
    request<Cancelled>('DELETE', `/v1/api/batch-calls/${batchId}`)

  it('drops waiting rows at once and lets calls in progress finish', {
    tags: ['S4.4-9', 'S3-4', 'I4-15', 'I4-20'],
  }, async () => {
    const { service, batchId } = await startTestBatch(30)
    const { status, body } = await cancel(service, batchId)
    expect(status).toBe(200)
    expect(body).toEqual({
      batchId,
      status: 'cancelled',
      message: 'The batch was cancelled. 8 calls in progress will finish.',
      details: { completedCalls: 0, failedCalls: 0, cancelledCalls: 22, totalCalls: 30 },
    })
    expect(await progressOf(service, batchId)).toMatchObject({
      status: 'cancelled',
      isComplete: false,
      active: 8,
      cancelled: 22,
    })
    await service.advance(minutesInMs(10))
    const finalProgress = await progressOf(service, batchId)
    expect(finalProgress).toMatchObject({ status: 'cancelled', isComplete: true, active: 0, cancelled: 22, total: 30 })
    expect(sumOf(finalProgress.completed, finalProgress.failed)).toBe(8)
    const { body: history } = await service.request<{ calls: PastCall[] }>(
      'GET',
      `/v2/api/call-history?batchId=${batchId}`,
    )
    expect(history.calls).toHaveLength(8)
  })

  it('answers the same the second time; a complete batch cannot be cancelled', { tags: ['I4-21'] }, async () => {
    const { service, agentId, batchId } = await startTestBatch(9)
    const firstCancel = await cancel(service, batchId)
    expect((await cancel(service, batchId)).body).toEqual(firstCancel.body)
    const finishedBatchId = (await service.startBatch(agentId, 1)).body.batchId
    await service.advance(minutesInMs(10))
    const lateCancel = await cancel(service, finishedBatchId)
    expect([lateCancel.status, (lateCancel.body as unknown as ErrorBody).error.code]).toEqual([400, 'invalid_state'])
    expect((await cancel(service, 'batch_1')).status).toBe(404)
  })

  it('prevents a scheduled batch from dialling', { tags: ['S3-4'] }, async () => {
    const { service, batchId } = await startTestBatch(5, { scheduledAt: '2026-11-20T10:30:00Z' })
    expect((await cancel(service, batchId)).body.details.cancelledCalls).toBe(5)
    await service.advance(minutesInMs(60))
    expect(await progressOf(service, batchId)).toMatchObject({ status: 'cancelled', cancelled: 5, isComplete: true })
    expect((await service.request<{ calls: unknown[] }>('GET', '/v2/api/call-history')).body.calls).toEqual([])
  })
})
