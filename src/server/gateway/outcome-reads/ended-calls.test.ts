/** What is asked before the records of a batch, if several workspaces are used: the history tells to which of them it belongs. */
import { expect, test } from 'vitest'
import type { Read } from '../cache/read.ts'
import { callFact, insertRows, knownBatch, openTestStore } from '../testing/store.ts'
import { createTestClock } from '../testing/testing.ts'
import { createEndedCalls } from './ended-calls.ts'

async function start(learn: (read: Read) => Promise<void> = () => Promise.resolve(), isHistoryKnown = false) {
  const [store, clock] = [await openTestStore(), createTestClock()]
  const at = clock.now() - 3_600_000
  await insertRows(store, 'known_batches', [{ ...knownBatch({ batch_id: 'b1', started_at: at }), seen_at: at }])
  await insertRows(store, 'call_facts', [callFact({ id: 'j1', at }), callFact({ id: 'j2', at })])
  const endedCalls = createEndedCalls({
    store,
    workspaces: [{ id: 'ws1' }, { id: 'ws2' }],
    capabilities: { mayHave: () => true, isKnown: () => isHistoryKnown },
    retentionDays: () => Promise.resolve(30),
    learn,
    cluster: { publish: () => {}, subscribe: () => {} },
    clock,
  })
  // Its end was announced, so that it is read before others.
  endedCalls.onCallEnded({ batchId: 'b1', jobId: 'j1' })
  /** Reads everything. @param history what the history answers; null: the batch is not in it @returns what was read */
  async function readAll(history: typeof nothing | null = nothing): Promise<string[]> {
    const asked: string[] = []
    for (let read = await endedCalls.work.next(); read; read = await endedCalls.work.next()) {
      asked.push(`${read.name} ${read.workspace ?? read.params.jobId}`)
      await endedCalls.work.onAnswer(read, read.name === 'callHistory' ? history : null)
    }
    return asked
  }
  return { ...endedCalls, store, clock, readAll }
}
const nothing = {
  calls: [],
  pagination: { page: 1, limit: 1, total: 0, totalPages: 1, hasNext: false, hasPrev: false },
}

test('asks again before any record is read, if the history could not answer', { tags: ['R13'] }, async () => {
  const { work, clock } = await start()
  const first = await work.next()
  expect(first).toMatchObject({ name: 'callHistory', workspace: 'ws1' })
  work.onFailure(first as Read)
  expect(await work.next()).toBeNull()
  clock.advance(60_000)
  const asked: string[] = []
  for (let read = await work.next(); read; read = await work.next()) {
    asked.push(`${read.name} ${read.workspace}`)
    await work.onAnswer(read, read.name === 'callHistory' ? nothing : null)
  }
  expect(asked).toEqual(['callHistory ws2', 'callHistory ws1', 'batchCallShow null', 'batchCallShow null'])
})

test('asks each workspace again, however often that of another failed', { tags: ['R13'] }, async () => {
  const { work, clock } = await start()
  const asked: string[] = []
  for (let round = 0; round < 6; round += 1) {
    const read = (await work.next()) as Read
    asked.push(`${read.name} ${read.workspace}`)
    work.onFailure(read)
    clock.advance(60_000)
  }
  const [first, second] = ['callHistory ws1', 'callHistory ws2']
  expect(asked).toEqual([first, second, first, second, first, second])
  expect(await work.next()).toMatchObject({ name: 'batchCallShow' })
})

test('asks again for an answer that could not be stored', { tags: ['R13'] }, async () => {
  let isAway = true
  const { work } = await start(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()))
  const asked: (string | null)[] = []
  for (let read = await work.next(); read?.name === 'callHistory'; read = await work.next()) {
    asked.push(read.workspace)
    await work.onAnswer(read, nothing).catch(() => {})
    isAway = false
  }
  expect(asked).toEqual(['ws1', 'ws2', 'ws1'])
})

test('asks only once for a history that the service does not have', async () => {
  const { work } = await start()
  await work.onAnswer((await work.next()) as Read, null)
  expect(await work.next()).toMatchObject({ name: 'batchCallShow' })
})

test('two ended batches that are in no history end the question only if the service is not known to have one', {
  tags: ['R13'],
}, async () => {
  const noAnswer = () => Promise.resolve()
  for (const isHistoryKnown of [true, false]) {
    const { store, readAll, onCallEnded } = await start(noAnswer, isHistoryKnown)
    await insertRows(store, 'known_batches', [knownBatch({ batch_id: 'b2', started_at: 0 })])
    await readAll(null)
    onCallEnded({ batchId: 'b2', jobId: 'j3' })
    await readAll(null)
    onCallEnded({ batchId: 'b3', jobId: 'j4' })
    const asked = isHistoryKnown ? ['callHistory ws1', 'callHistory ws2'] : []
    expect(await readAll()).toEqual([...asked, 'batchCallShow j4'])
  }
})

test('reads a call whose end was announced, if nothing else of its batch was left to read', async () => {
  const { readAll, onCallEnded } = await start()
  await readAll()
  onCallEnded({ batchId: 'b1', jobId: 'j3' })
  expect(await readAll()).toEqual(['batchCallShow j3'])
})

test('reads a call whose end was announced, of a batch that nobody has seen', { tags: ['R13'] }, async () => {
  const { readAll, onCallEnded } = await start()
  await readAll()
  onCallEnded({ batchId: 'b2', jobId: 'j3' })
  expect(await readAll()).toEqual(['callHistory ws1', 'callHistory ws2', 'batchCallShow j3'])
})
