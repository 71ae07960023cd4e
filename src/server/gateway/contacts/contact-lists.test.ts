/** A list of many people is written before the transaction that records its source. Until then, nobody on it counts as called. */
import { expect, test } from 'vitest'
import type { Store } from '../store/store.ts'
import { holdTransactionOf, openTestStore } from '../testing/store.ts'
import { batchForm, csvForm, startGatewayWithService } from '../testing/testing.ts'
import { rowsPerSlice } from './slices.ts'

/** More than one statement writes. */
const manyPeople = rowsPerSlice + 100
const csv = (count: number, from = 0) =>
  `phone_number\n${Array.from({ length: count }, (_, at) => `+1907555${String(1_000 + from + at)}`).join('\n')}\n`
let started = 0
const script = ({ method }: { method: string }) => {
  if (method !== 'POST') return undefined
  started += 1
  return { body: { batchId: `batch_${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
}

const countContacts = async (store: Store) => (await store.selectFrom('contacts').select('number').execute()).length
const countLists = async (store: Store) => (await store.selectFrom('contact_lists').select('id').execute()).length

/** Starts a batch of many people, and stops directly before the transaction that records it. */
async function holdStart() {
  const store = await openTestStore()
  const testWorld = await startGatewayWithService(script, { store })
  const { grace, browser } = testWorld
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  await grace.get('/gateway/batches')
  const send = () => grace.post('/gateway/launches', batchForm(csv(manyPeople)), { key: 'held' })
  const held = holdTransactionOf(store, send)
  await held.reached
  const findCalled = async () =>
    (
      (await tomas.post('/gateway/launches/recipients', csvForm({}, csv(manyPeople)))).json.contacted as {
        people: number
      }
    ).people
  const countStarts = () => testWorld.service.requestsTo('POST', '/v1/api/batch-calls').length
  return { ...held, store, tomas, findCalled, countStarts }
}

test('many people are written before their start is recorded, and count as called once it is', {
  tags: ['R02'],
}, async () => {
  const { answer, release, store, findCalled, tomas } = await holdStart()
  expect([await countContacts(store), await countLists(store)]).toEqual([manyPeople, 1])
  expect(await findCalled()).toBe(0)
  release()
  expect((await answer).status).toBe(200)
  expect([await countContacts(store), await countLists(store)]).toEqual([manyPeople, 0])
  expect(await findCalled()).toBe(manyPeople)
  const again = await tomas.post('/gateway/launches', batchForm(csv(3), { agentId: 'agent2' }), { key: 'again' })
  expect(again.json.error.code).toBe('called_before')
})

test('a start of many people that another start preceded is refused, and its list is deleted', {
  tags: ['R02', 'called-people-are-named-in-the-record'],
}, async () => {
  const { answer, release, store, tomas, countStarts } = await holdStart()
  const other = await tomas.post('/gateway/launches', batchForm(csv(3), { agentId: 'agent2' }), { key: 'other' })
  expect(other.status).toBe(200)
  release()
  const refused = await answer
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'called_before' } } })
  expect(refused.json.error.message).toContain(`3 of these ${manyPeople} people`)
  expect(countStarts()).toBe(1)
  await expect.poll(async () => [await countContacts(store), await countLists(store)]).toEqual([3, 0])
})

test('a list whose gateway ended before it recorded the start is deleted, and cannot be recorded any more', {
  tags: ['R02', 'deleted-list-has-no-source'],
}, async () => {
  const { answer, release, store, countStarts } = await holdStart()
  // As after a crash: the next gateway takes over.
  const next = await startGatewayWithService(script, { store })
  await expect.poll(async () => [await countContacts(store), await countLists(store)]).toEqual([0, 0])
  const check = await next.grace.post('/gateway/launches/recipients', csvForm({}, csv(manyPeople)))
  expect(check.json).toMatchObject({ contacted: { people: 0 } })
  release()
  expect(await answer).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
  expect(countStarts()).toBe(0)
  expect(await countContacts(store)).toBe(0)
})
