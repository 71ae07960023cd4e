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
      drafts: 0,
      unknown: 1,
      approvals: 0,
      prepared: 0,
      batches: [],
    })
  expect(service.received).toHaveLength(before)
})

test('a batch has a notice when it ended, failed or was stopped, and when too many of its calls fail', () => {
  const batch = (progress: Partial<KnownBatch['progress']>, stopped: object | null = null) =>
    noticesOf({
      stopped,
      batchId: 'b',
      name: 'R',
      progress: { status: 'processing', isComplete: false, completed: 0, failed: 0, ...progress },
    } as KnownBatch)
  const state = (progress: Parameters<typeof batch>[0]) => batch(progress)[0]?.state
  expect(state({ completed: 7, failed: 3 })).toBeUndefined()
  expect(state({ completed: 6, failed: 4 })).toBe('failing')
  expect(state({ failed: 9 })).toBeUndefined()
  expect(state({ status: 'completed', isComplete: true })).toBe('ended')
  expect(state({ status: 'failed', isComplete: true })).toBe('failed')
  expect(batch({ status: 'cancelled', failed: 14 }, {})[0]?.state).toBe('stopped')
  expect(batch({ failed: 14 }, {})[0]?.state).toBe('failing')
})
