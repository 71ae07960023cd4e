import { expect, test } from 'vitest'
import type { KnownBatch } from '#contract/index.ts'
import { batchForm, startGatewayWithService } from '../testing/testing.ts'
import { noticesOf } from './counts.ts'

test('a hidden tab learns of an unknown outcome without a request to the service', {
  tags: ['R26'],
}, async () => {
  const { service, grace } = await startGatewayWithService(({ method }) => (method === 'POST' ? 'lost' : undefined))
  await grace.get('/gateway/counts')
  await grace.post('/gateway/launches', batchForm(), { key: 'k1' })
  const before = service.received.length
  for (let at = 0; at < 3; at += 1)
    expect((await grace.get('/gateway/counts')).json).toEqual({
      live: 0,
      drafts: 0,
      unknown: 1,
      approvals: 0,
      prepared: 0,
      batches: [],
    })
  expect(service.received).toHaveLength(before)
})

test('a batch has a notice when it ended, failed or was stopped, and when too many of its calls fail', () => {
  const batch = (
    progress: Partial<KnownBatch['progress']>,
    failures?: KnownBatch['failures'],
    stopped?: object,
    harm?: KnownBatch['harm'],
  ) =>
    noticesOf({
      stopped: stopped ?? null,
      harm,
      batchId: 'b',
      name: 'R',
      failures,
      progress: { status: 'processing', isComplete: false, completed: 0, failed: 0, ...progress },
    } as KnownBatch)
  const state = (...args: Parameters<typeof batch>) => batch(...args)[0]?.state
  const all = { read: 4, technical: 4 }
  expect(state({ completed: 7, failed: 3 }, all)).toBeUndefined()
  expect(state({ completed: 6, failed: 4 }, all)).toBe('failing')
  expect(state({ failed: 9 }, all)).toBeUndefined()
  expect(state({ status: 'completed', isComplete: true })).toBe('ended')
  expect(state({ status: 'failed', isComplete: true })).toBe('failed')
  expect(state({ status: 'cancelled', failed: 14 }, all, {})).toBe('stopped')
  expect(state({ failed: 14 }, all, {})).toBe('failing')
  const harm = { counted: 12, wrongPerson: 3, askedNotToBeCalled: 0, hungUp: 0, certain: 0 }
  expect(state({ completed: 12 }, undefined, undefined, harm)).toBe('harmful')
  expect(state({ completed: 12, status: 'cancelled' }, undefined, undefined, harm)).toBeUndefined()
})

test.each([
  ['nobody answered', 'Nobody answered.', 43, []],
  ['four in ten could not be connected', 'The call could not be connected.', 43, ['failing']],
  ['fewer than three in ten could not be connected', 'The call could not be connected.', 29, []],
])('the alarm counts technical failures only: %s', async (_, error, failed, notices) => {
  const counts = { waiting: 900, active: 0, completed: 100 - failed, failed, cancelled: 0, total: 1_000 }
  const calls = Array.from({ length: failed }, (_, at) => ({
    jobId: `call_${at}`,
    status: 'failed',
    phone_number: `+1907555${1000 + at}`,
    error,
    metadata: {},
  }))
  const { grace } = await startGatewayWithService(({ method, path }) => {
    if (method === 'POST') return { body: { batchId: 'batch_1', totalCalls: 1, status: 'queued', message: 'ok' } }
    if (path.includes('/calls?'))
      return { body: { calls, pagination: { page: 1, limit: 100, total: failed }, summary: counts } }
    return path.includes('/batch-calls/batch_1')
      ? { body: { id: 'batch_1', status: 'processing', isComplete: false, ...counts } }
      : undefined
  })
  await grace.post('/gateway/launches', batchForm(), { key: 'k1' })
  await grace.get('/v1/api/batch-calls/batch_1/calls?page=1&limit=100&status=failed')
  await grace.get('/v1/api/batch-calls/batch_1/status')
  const readFailed = async () => {
    const { batches } = (await grace.get('/gateway/batches')).json as unknown as { batches: KnownBatch[] }
    return batches[0]?.progress?.failed
  }
  await expect.poll(readFailed).toBe(failed)
  const states = async () => {
    const { batches } = (await grace.get('/gateway/counts')).json as unknown as { batches: { state: string }[] }
    return batches.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(notices)
})
