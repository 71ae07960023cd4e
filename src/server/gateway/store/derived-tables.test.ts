import { expect, test } from 'vitest'
import { appendHistory, insertEffect } from '../ledger/history.ts'
import { newBatchRow } from '../registry/batches.ts'
import { search } from '../registry/search.ts'
import { openTestStore } from '../testing/store.ts'
import type { Store } from './store.ts'

const historyRow = { at: 5, operator: null }
const start = {
  endpoint: 'batchStart',
  ids: '{"agentId":"nora"}',
  target: null,
  body: '',
  operator_id: 'grace',
  operator: 'Grace',
}

/** Records a start that is done, a start whose outcome is unknown, two batches of one launch, and a conversation. */
async function recordSample(store: Store): Promise<void> {
  await insertEffect(store, { ...start, id: 'e1', key: 'k1', at: 1 }, { state: 'sending', gateway: 1 })
  await appendHistory(store, 'e1', { ...historyRow, state: 'done' })
  await insertEffect(store, { ...start, id: 'e2', key: 'k2', at: 2 }, { state: 'sending', gateway: 1 })
  await appendHistory(store, 'e2', { ...historyRow, state: 'unknown' })
  for (const [batchId, startedAt] of [
    ['b1', 10],
    ['b2', 20],
  ] as const)
    await store
      .insertInto('known_batches')
      .values(newBatchRow({ batchId, name: `Renewals ${batchId}`, agentId: 'nora', startedAt, launchId: 'b1' }, 0))
      .execute()
  const conversation = { kind: 'conversation', id: 'c1', title: 'Peter Chen', note: '', words: 'peter chen c1', at: 1 }
  await store
    .insertInto('seen')
    .values({ ...conversation, digits: '14155550134' })
    .execute()
}

test('records endpoint, operator and state of each step for the audit', async () => {
  const store = await openTestStore()
  await recordSample(store)
  await appendHistory(store, 'e2', { ...historyRow, at: 6, operator: 'Priya', state: 'settled' })
  const steps = store.selectFrom('history_endpoints').select(['endpoint', 'operator', 'state']).orderBy('seq')
  expect(await steps.execute()).toEqual(
    [
      { operator: 'Grace', state: 'sending' },
      { operator: null, state: 'done' },
      { operator: 'Grace', state: 'sending' },
      { operator: null, state: 'unknown' },
      { operator: 'Priya', state: 'settled' },
    ].map((step) => ({ endpoint: 'batchStart', ...step })),
  )
})

test('triggers update the derived tables with every change', async () => {
  const store = await openTestStore()
  await recordSample(store)
  await appendHistory(store, 'e2', { ...historyRow, state: 'settled' })
  await store.updateTable('known_batches').set({ started_at: 30 }).where('batch_id', '=', 'b1').execute()
  await store.updateTable('seen').set({ words: 'bjorn akesson c1', digits: '4670' }).where('id', '=', 'c1').execute()
  const launches = await store.selectFrom('known_batches').select('launch_at').execute()
  const things = await store.selectFrom('effect_things').selectAll().orderBy('effect_id').execute()
  expect(launches).toEqual([{ launch_at: 30 }, { launch_at: 30 }])
  expect(things).toEqual(['e1', 'e2'].map((effect_id) => ({ thing: 'nora', effect_id })))
  const findIds = async (text: string) => (await search(store, text)).map(({ id }) => id)
  expect([await findIds('5550134'), await findIds('renewals b2')]).toEqual([[], ['b2']])
  expect([await findIds('akesson'), await findIds('4670'), await findIds('chen')]).toEqual([['c1'], ['c1'], []])
})

test('search finds common words among the latest entries, and rare ones in all', async () => {
  const store = await openTestStore()
  const seenRow = (at: number, words: string) => ({
    kind: 'conversation',
    id: `c${at}`,
    title: words,
    note: '',
    digits: `4915${String(at).padStart(8, '0')}`,
    words,
    at,
  })
  const rows = [
    seenRow(0, 'quentin "zzz" o'),
    ...Array.from({ length: 11_999 }, (_, i) => seenRow(i + 1, `maria ${i}`)),
  ]
  for (let from = 0; from < rows.length; from += 1_000)
    await store
      .insertInto('seen')
      .values(rows.slice(from, from + 1_000))
      .execute()
  const findIds = async (text: string) => (await search(store, text)).map(({ id }) => id)
  expect((await findIds('maria'))[0]).toBe('c11999')
  expect(await findIds('maria')).toHaveLength(30)
  for (const text of ['quentin', 'uent', 'quentin o', '"zzz"', '"quentin', '+49 15 0000 0000'])
    expect([text, await findIds(text)]).toEqual([text, ['c0']])
  expect(await findIds('nobody')).toEqual([])
})
