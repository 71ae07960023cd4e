import { expect, test } from 'vitest'
import { newBatchRow } from '../../../registry/batches.ts'
import { openStoreBefore } from '../../../testing/store.ts'
import { launchesOfBatches } from './18-launches-of-batches.ts'

test('assigns batches of an earlier version to the launch whose remaining people they called', async () => {
  const store = await openStoreBefore('2026-12-18')
  const startEffect = { endpoint: 'batchStart', target: null, body: '', operator_id: 'grace', operator: 'Grace', at: 0 }
  const batches: [string, string, Record<string, string> | null][] = [
    ['first', 'Renewals', { recipients: 'aa' }],
    ['others', 'Renewals, the others', { recipients: 'aa' }],
    ['continued', 'Renewals, continued', { recipients: 'bb', originId: 'others', originCalls: 'never_called' }],
    ['again', 'Renewals, again', { recipients: 'cc', originId: 'first', originCalls: 'failed' }],
    ['same people', 'Renewals', { recipients: 'aa' }],
    ['like the others', 'Other, the others', { recipients: 'dd' }],
    ['opened', 'opened', null],
  ]
  for (const [i, [batchId, name, ids]] of batches.entries()) {
    const effectId = ids && `start of ${batchId}`
    if (effectId)
      await store
        .insertInto('effects')
        .values({ ...startEffect, id: effectId, key: effectId, ids: JSON.stringify(ids) })
        .execute()
    const { launch_id: _, ...row } = newBatchRow({ batchId, name, agentId: null, startedAt: i, effectId }, 0)
    await store
      .insertInto('known_batches')
      // Without the column that this migration adds.
      .values(row as typeof row & { launch_id: string })
      .execute()
  }
  await launchesOfBatches.up(store)
  const rows = await store.selectFrom('known_batches').select(['batch_id', 'launch_id']).execute()
  expect(Object.fromEntries(rows.map(({ batch_id, launch_id }) => [batch_id, launch_id]))).toEqual({
    first: 'start of first',
    others: 'start of first',
    continued: 'start of first',
    again: 'start of again',
    'same people': 'start of same people',
    'like the others': 'start of like the others',
    opened: 'opened',
  })
})
