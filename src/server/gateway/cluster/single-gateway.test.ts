import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '#server/database/faults.ts'
import { hasNoOwner, insertEffect } from '../ledger/history.ts'
import { openEmbeddedTestStore } from '../testing/store.ts'
import { hookWrites } from '../testing/writes.ts'
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
