import { expect, test } from 'vitest'
import type { Refusal } from '#contract/index.ts'
import { DatabaseUnavailable } from '#server/database/faults.ts'
import { createContactLists } from '../contacts/contact-lists.ts'
import { rowsPerSlice } from '../contacts/slices.ts'
import { createActionRecorder } from '../ledger/admin-actions.ts'
import { hasNoOwner, insertEffect } from '../ledger/history.ts'
import { createWriteQueue } from '../ledger/write-queue.ts'
import { createReadiness } from '../operations/readiness.ts'
import { clock } from '../shared/clock.ts'
import { createSilentLog } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import { openEmbeddedTestStore } from '../testing/store.ts'
import { createTestClock } from '../testing/testing.ts'
import { hookWrites } from '../testing/writes.ts'
import { createServiceHealth } from '../upstream/service-health.ts'
import { createSingleGateway } from './single-gateway.ts'

const effect = {
  id: 'e1',
  endpoint: 'callSend',
  ids: '{}',
  target: null,
  key: 'k',
  body: '',
  operator_id: 'o',
  operator: 'Grace',
  at: 0,
}

/** Starts a gateway on a full disk after another one. The disk is free again when it resolves. */
async function startOnFullDisk() {
  let isFull = false
  const store = hookWrites(await openEmbeddedTestStore(), () => {
    if (isFull) throw new DatabaseUnavailable()
  })
  await createSingleGateway(store, Date.now)
  isFull = true
  const gateway = await createSingleGateway(store, Date.now)
  isFull = false
  return { store, gateway }
}

const selectGateways = async (store: Store) =>
  (await store.selectFrom('gateways').select('number').execute()).map(({ number }) => number)

test('a gateway that started on a full disk keeps its commands while it runs, and the next one takes them over', {
  tags: ['R20', 'R22'],
}, async () => {
  const { store, gateway } = await startOnFullDisk()
  for (const id of ['e1', 'e2'])
    await store.transaction().execute(async (store) => {
      await gateway.assertMember(store)
      await insertEffect(store, { ...effect, id, key: id }, { state: 'sending', gateway: gateway.number })
    })
  const selectOpen = (numbers: readonly number[]) =>
    store.selectFrom('open_effects').select('effect_id').where(hasNoOwner(numbers)).execute()
  expect(await selectOpen([])).toEqual([])

  const next = await createSingleGateway(store, Date.now)
  expect(next.number).not.toBe(gateway.number)
  const taken: number[] = []
  next.onTakeOver(async (numbers) => void taken.push(...numbers))
  await next.start()
  expect(taken).toContain(gateway.number)
  expect(await selectOpen(taken)).toHaveLength(2)
})

test('a gateway that started on a full disk is recorded with the first action of an administrator', {
  tags: ['R20'],
}, async () => {
  const { store, gateway } = await startOnFullDisk()
  const writeQueue = createWriteQueue(createSilentLog())
  const recordAction = createActionRecorder({ store, cluster: gateway, writeQueue, clock })
  const operator = { id: 'o', name: 'Grace', roles: ['admin' as const] }
  const numbers = await recordAction({ endpoint: 'backupMake', ids: {}, operator }, () => selectGateways(store))
  expect(numbers).toContain(gateway.number)
})

test('a gateway that started on a full disk is recorded with the first long list of people', {
  tags: ['R20'],
}, async () => {
  const { store, gateway } = await startOnFullDisk()
  const lists = createContactLists({ store, cluster: gateway, log: createSilentLog() })
  const hashes = Array.from({ length: rowsPerSlice + 1 }, (_, index) => `h${index}`)
  expect(await lists.writeBefore([{ hashes }], () => selectGateways(store))).toContain(gateway.number)
})

test('a gateway that started on a full disk is not ready before it is recorded', async () => {
  const { store, gateway } = await startOnFullDisk()
  const time = createTestClock()
  const state = createServiceHealth()
  const probe = () => Promise.resolve()
  const stopping = new AbortController().signal
  const readiness = createReadiness({ store, cluster: gateway, state, probe, stopping, clock: time })
  const faults = () => readiness.check().catch((error: unknown) => (error as Refusal).data.fields)
  expect(await faults()).toHaveProperty('database')
  await gateway.assertMember(store)
  time.advance(1_000)
  expect(await faults()).not.toHaveProperty('database')
})
