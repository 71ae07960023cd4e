/** The audit as a file is read a little at a time, and has every action. */
import { expect, test } from 'vitest'
import { openRegistry } from '../registry/registry.ts'
import { countRows, insertRows, openTestStore } from '../testing/store.ts'
import { createTestClock } from '../testing/testing.ts'
import { createAudit } from './audit.ts'

test('no statement of an export reads more than a hundred rows', async () => {
  const store = await openTestStore()
  const clock = createTestClock()
  const at = clock.now()
  const ids = Array.from({ length: 250 }, (_, index) => `e${index}`)
  const operator = { operator_id: 'o', operator: 'Grace' }
  await insertRows(
    store,
    'effects',
    ids.map((id) => ({ id, endpoint: 'batchStart', ids: '{}', target: null, key: id, body: '', at, ...operator })),
  )
  await insertRows(
    store,
    'history',
    ids.map((effect_id) => ({ effect_id, state: 'done', at, operator: 'Grace', happened: null, reason: null })),
  )
  const counted = countRows(store)
  const audit = createAudit({
    store: counted.store,
    registry: await openRegistry(store, clock),
    namesOf: (name) => Promise.resolve([name]),
  })
  let text = ''
  for await (const part of audit.export({})) text += Buffer.from(part).toString()
  expect(text.trim().split('\n')).toHaveLength(ids.length + 1)
  expect(counted.most()).toBe(100)
})
