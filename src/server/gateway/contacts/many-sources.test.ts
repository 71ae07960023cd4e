/** A team that started thousands of batches in a week: its starts are read a few at a time, and all of them count. */
import { expect, test } from 'vitest'
import { createSingleGateway } from '../cluster/single-gateway.ts'
import { createWriteQueue } from '../ledger/write-queue.ts'
import { openRegistry } from '../registry/registry.ts'
import { createSilentLog } from '../shared/log.ts'
import { countRows, insertRows, openTestStore } from '../testing/store.ts'
import { createTestClock } from '../testing/testing.ts'
import { createContacts } from './contacts.ts'

const started = 450

test('earlier starts are read a few at a time, and every one is found', async () => {
  const store = await openTestStore()
  const clock = createTestClock()
  const log = createSilentLog()
  const ids = Array.from({ length: started }, (_, index) => `e${index}`)
  const at = clock.now()
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
  const counted = countRows(store, 'effect_id')
  const contacts = createContacts({
    store: counted.store,
    cluster: await createSingleGateway(store, clock.now),
    key: 'k',
    registry: await openRegistry(store, clock),
    writeQueue: createWriteQueue(log),
    clock,
    log,
  })
  const [hash = ''] = await contacts.hash(['+14155550134'])
  for (const id of ids) await contacts.add(store, id, 'batch', { hashes: [hash] })
  const { sources, people } = await contacts.lookUp([hash])
  expect([sources.length, people.get(0)?.length]).toEqual([started, started])
  expect(counted.most()).toBe(200)
})
