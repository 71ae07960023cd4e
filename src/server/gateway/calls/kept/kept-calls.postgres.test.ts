/** What two gateways write of one call at the same moment on PostgreSQL. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ActiveCallSummary } from '#contract/index.ts'
import { openStore, type Store } from '../../store/store.ts'
import { startKeptCalls } from '../../testing/kept-calls.ts'
import { postgres } from '../../testing/shared-postgres.ts'
import { callFact, createStoreDatabase } from '../../testing/store.ts'
import { afterTest, createTestClock } from '../../testing/testing.ts'
import { emptySighting } from '../call-sightings.ts'
import { emptySummary } from '../tracked-call.ts'
import { changeCalls } from './kept-call-rows.ts'

const lines = ['Hello, this is Finn.', 'I moved away.', 'I see.', 'Goodbye.'].map((content) => ({
  role: 'agent' as const,
  content,
}))

/** Holds each transaction that has read or written a kept call, before it goes on. */
function holdAfter(store: Store, step: 'read' | 'write') {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const steps = new WeakSet<object>()
  const held = store.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const isWrite = node.kind === 'InsertQueryNode' || node.kind === 'UpdateQueryNode'
      const isRead = node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"kept_calls"')
      if (step === 'write' ? isWrite : isRead) steps.add(queryId)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      if (steps.has(queryId)) {
        reached.resolve()
        await released.promise
      }
      return result
    },
  })
  return { held, reached: reached.promise, release: released.resolve }
}

/** @param step after which step the second gateway is held */
async function startGateways(step: 'read' | 'write' = 'write') {
  const url = await createStoreDatabase(postgres)
  const open = async () => {
    const store = await openStore({ url, schema: 'switchboard' })
    afterTest(() => store.destroy())
    return store
  }
  const [store, otherStore, clock] = [await open(), await open(), createTestClock()]
  const { held, reached, release } = holdAfter(otherStore, step)
  const [first, second] = [startKeptCalls(store, clock), startKeptCalls(held, clock)]
  const call: ActiveCallSummary = emptySummary('a1-r1', '+14155550134', 'Finn')
  /** @param count the lines in it; undefined: the list, which has none */
  const read = ({ keptCalls }: typeof first, count?: number) => {
    clock.advance(1_000)
    const transcript = count === undefined ? undefined : lines.slice(0, count)
    keptCalls.addReading({ workspace: 'w', batchId: null, call, transcript, readAt: clock.steady(), isOurs: true })
  }
  /** Lets one gateway write while the other has written and not committed yet. */
  const writeMeanwhile = async (write: () => Promise<unknown>) => {
    const others = second.keptCalls.write()
    await reached
    let isDone = false
    const ours = write().finally(() => {
      isDone = true
    })
    const waits = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => isDone || (await waits.execute(store)).rows.length > 0).toBe(true)
    release()
    await Promise.all([others, ours])
  }
  return { store, clock, first, second, read, writeMeanwhile }
}

test('of two gateways that write a call for the first time, neither takes back the lines of the other', async () => {
  const { first, second, read, writeMeanwhile } = await startGateways()
  read(first, 2)
  read(second, 4)
  read(first)
  await writeMeanwhile(() => first.keptCalls.write())
  expect((await first.keptCalls.show('w', 'a1-r1'))?.call.transcript).toEqual(lines)
})

test('what the service tells of a call that ended is added to what another gateway writes meanwhile', async () => {
  const { store, clock, first, second, read, writeMeanwhile } = await startGateways()
  read(first, 1)
  await first.keptCalls.write()
  read(second, 4)
  const result = { ...emptySighting('batch', clock.now()), state: 'completed', batchId: 'b1', duration: 31 }
  const fact = callFact({ id: 'c1', at: clock.now() - 32_000, room_name: 'a1-r1' })
  await writeMeanwhile(() => changeCalls(store, (store) => first.keptResults.add(store, result, fact)))
  expect(await store.selectFrom('kept_calls').selectAll().executeTakeFirst()).toMatchObject({
    duration: 31,
    batch_id: 'b1',
    line_count: 4,
    words: expect.stringContaining('goodbye') as string,
  })
})

test('the end of a call that another gateway learns of while a reading is stored is not taken back', async () => {
  const { store, clock, first, second, read, writeMeanwhile } = await startGateways('read')
  read(first, 2)
  await first.keptCalls.write()
  read(second, 4)
  // It has not read the call itself.
  const { keptCalls } = startKeptCalls(store, clock)
  await writeMeanwhile(() => {
    keptCalls.addEnd('w', 'a1-r1', clock.steady())
    return keptCalls.write()
  })
  expect(await store.selectFrom('kept_calls').selectAll().executeTakeFirst()).toMatchObject({
    ended_at: clock.now(),
    line_count: 4,
  })
})
