import { expect, test } from 'vitest'
import { appendHistory, insertEffect } from '../../../ledger/history.ts'
import { newBatchRow } from '../../../registry/batches.ts'
import { search } from '../../../registry/search.ts'
import { openStoreBefore, openTestStore } from '../../../testing/store.ts'
import type { Store } from '../../store.ts'
import { indexes } from './26-indexes.ts'
import { auditFilters } from './27-audit-filters.ts'

const step = { at: 5, operator: null }
const start = {
  endpoint: 'batchStart',
  ids: '{"agentId":"nora"}',
  target: null,
  body: '',
  operator_id: 'grace',
  operator: 'Grace',
}

/** Records a start that is done, one that is unknown, two batches of one launch, and a person. */
async function record(store: Store): Promise<void> {
  await insertEffect(store, { ...start, id: 'e1', key: 'k1', at: 1 }, { state: 'sending', gateway: 1 })
  await appendHistory(store, 'e1', { ...step, state: 'done' })
  await insertEffect(store, { ...start, id: 'e2', key: 'k2', at: 2 }, { state: 'sending', gateway: 1 })
  await appendHistory(store, 'e2', { ...step, state: 'unknown' })
  for (const [batchId, startedAt] of [
    ['b1', 10],
    ['b2', 20],
  ] as const)
    await store
      .insertInto('known_batches')
      .values(newBatchRow({ batchId, name: `Renewals ${batchId}`, agentId: 'nora', startedAt, launchId: 'b1' }, 0))
      .execute()
  const person = { kind: 'conversation', id: 'c1', title: 'Peter Chen', note: '', words: 'peter chen c1', at: 1 }
  await store
    .insertInto('seen')
    .values({ ...person, digits: '14155550134' })
    .execute()
}

async function learned(store: Store) {
  const found = async (text: string) => (await search(store, text)).map(({ id }) => id)
  return {
    endpoints: await store.selectFrom('history_endpoints').select(['endpoint', 'seq']).orderBy('seq').execute(),
    things: await store.selectFrom('effect_things').selectAll().orderBy('effect_id').execute(),
    launches: await store.selectFrom('known_batches').select('launch_at').execute(),
    found: [await found('chen'), await found('5550134'), await found('renewals b2')],
  }
}

test('finds rows recorded before the migration like new ones', async () => {
  const [old, current] = [await openStoreBefore('2026-12-26'), await openTestStore()]
  await record(old)
  await indexes.up(old)
  await record(current)
  const known = await learned(current)
  expect(await learned(old)).toEqual(known)
  expect(known).toEqual({
    endpoints: [1, 2, 3, 4].map((seq) => ({ endpoint: 'batchStart', seq })),
    things: ['e1', 'e2'].map((effect_id) => ({ thing: 'nora', effect_id })),
    launches: [{ launch_at: 20 }, { launch_at: 20 }],
    found: [['c1'], ['c1'], ['b2']],
  })
})

test('records operator and state of each step for the audit, also of steps before the migration', async () => {
  const [old, current] = [await openStoreBefore('2026-12-27'), await openTestStore()]
  await record(old)
  await auditFilters.up(old)
  await record(current)
  for (const store of [old, current]) {
    await appendHistory(store, 'e2', { ...step, at: 6, operator: 'Priya', state: 'settled' })
    const steps = store.selectFrom('history_endpoints').select(['operator', 'state']).orderBy('seq')
    expect(await steps.execute()).toEqual([
      { operator: 'Grace', state: 'sending' },
      { operator: null, state: 'done' },
      { operator: 'Grace', state: 'sending' },
      { operator: null, state: 'unknown' },
      { operator: 'Priya', state: 'settled' },
    ])
  }
})

test('triggers update the derived tables with every change', async () => {
  const store = await openTestStore()
  await record(store)
  await appendHistory(store, 'e2', { ...step, state: 'settled' })
  await store.updateTable('known_batches').set({ started_at: 30 }).where('batch_id', '=', 'b1').execute()
  await store.updateTable('seen').set({ words: 'bjorn akesson c1', digits: '4670' }).where('id', '=', 'c1').execute()
  const { endpoints, launches } = await learned(store)
  expect([endpoints.length, launches]).toEqual([5, [{ launch_at: 30 }, { launch_at: 30 }]])
  const found = async (text: string) => (await search(store, text)).map(({ id }) => id)
  expect([await found('akesson'), await found('4670'), await found('chen')]).toEqual([['c1'], ['c1'], []])
})

test('search finds common words among the latest entries, and rare ones in all', async () => {
  const store = await openTestStore()
  const seen = (at: number, words: string) => ({
    kind: 'conversation',
    id: `c${at}`,
    title: words,
    note: '',
    digits: `4915${String(at).padStart(8, '0')}`,
    words,
    at,
  })
  const rows = [seen(0, 'quentin "zz" o'), ...Array.from({ length: 11_999 }, (_, at) => seen(at + 1, `maria ${at}`))]
  for (let from = 0; from < rows.length; from += 1_000)
    await store
      .insertInto('seen')
      .values(rows.slice(from, from + 1_000))
      .execute()
  const found = async (text: string) => (await search(store, text)).map(({ id }) => id)
  expect((await found('maria'))[0]).toBe('c11999')
  expect(await found('maria')).toHaveLength(30)
  for (const text of ['quentin', 'uent', 'quentin o', '"zz"', '+49 15 0000 0000'])
    expect([text, await found(text)]).toEqual([text, ['c0']])
  expect(await found('nobody')).toEqual([])
})
