/** What was learned of a call after its end, and what a gateway that has read it earlier adds to that. */
import { expect, test } from 'vitest'
import { answerSnapshot } from '../../cache/cached-reads.ts'
import { startKeptCalls } from '../../testing/kept-calls.ts'
import { callFact, openTestStore } from '../../testing/store.ts'
import { createTestClock } from '../../testing/testing.ts'
import { activeCallListRead, roomRead } from '../call-reads.ts'
import type { CallSighting } from '../call-sightings.ts'

const call = { id: 'c1', roomName: 'a1-r1', customerPhone: '+14155550134', aiAgentName: 'Finn', participants: [] }
const lines = ['Hello, this is Finn.', 'I moved away.', 'I see.', 'Do not call me again.'].map((content) => ({
  role: 'agent',
  content,
}))
const [room, list] = [roomRead('a1-r1', 'w'), activeCallListRead('w')]

async function start() {
  const [store, clock] = [await openTestStore(), createTestClock()]
  const answer = (read: typeof room, body: object) => {
    clock.advance(1_000)
    return answerSnapshot(read, Buffer.from(JSON.stringify(body)), clock.steady())
  }
  const [first, second] = [startKeptCalls(store, clock), startKeptCalls(store, clock)]
  /** The first gateway reads the service's own record of the call. */
  const record = async () => {
    const result = { source: 'batch', state: 'completed', batchId: 'b1', duration: 31, transcript: lines }
    const fact = callFact({ id: 'c1', at: clock.now() - 32_000, room_name: 'a1-r1' })
    await first.keptResults.add(store, { ...result, startedAt: null } as unknown as CallSighting, fact)
  }
  return {
    record,
    store,
    clock,
    first,
    second,
    readCall: (count: number, said: readonly object[] = lines) =>
      answer(room, { ...call, duration: 5, transcript: said.slice(0, count) }),
    readList: (calls: object[] = []) => answer(list, { data: calls, count: calls.length }),
    row: () => store.selectFrom('kept_calls').selectAll().executeTakeFirst(),
    /** The first gateway notices the end, and then reads the record. */
    end: async () => {
      clock.advance(30_000)
      first.liveCalls.onCallEnded('a1-r1')
      await first.keptCalls.write()
      await record()
      await store.updateTable('kept_calls').set({ customer: 'Ada' }).execute()
    },
  }
}

test('a reading of before a restart does not change a call that has ended since', async () => {
  const { clock, first, second, readCall, readList, end, row } = await start()
  const reading = readCall(2)
  first.liveCalls.observe(room, { ...reading }, true)
  await end()
  const before = await row()
  clock.advance(3_600_000)
  second.liveCalls.observe(room, { ...reading, stale: true }, false)
  second.liveCalls.observe(list, readList(), true)
  clock.advance(10_000)
  second.liveCalls.observe(list, readList(), true)
  await second.keptCalls.write()
  expect(await row()).toEqual(before)
  expect(second.told).toEqual([])
})

test('a reading of before a restart does not bring back a call whose retention time is over', async () => {
  const { clock, second, readCall, row } = await start()
  const reading = readCall(2)
  clock.advance(31 * 24 * 3_600_000)
  second.liveCalls.observe(room, { ...reading, stale: true }, false)
  second.liveCalls.onCallEnded('a1-r1')
  await second.keptCalls.write()
  expect(await row()).toBeUndefined()
})

test('a gateway that notices the end later does not change what another has learned since', async () => {
  const { clock, first, second, readCall, end, row } = await start()
  const reading = readCall(2)
  first.liveCalls.observe(room, { ...reading }, true)
  second.liveCalls.observe(room, { ...reading }, false)
  await end()
  const before = await row()
  clock.advance(3_000)
  second.liveCalls.onCallEnded('a1-r1')
  await second.keptCalls.write()
  expect(await row()).toEqual(before)
  expect(second.told).toEqual([])
})

test('lines that are stored after the end are told, with the end that is known', async () => {
  const { clock, first, second, readCall, row } = await start()
  first.liveCalls.observe(room, readCall(2), true)
  second.liveCalls.observe(room, readCall(4), true)
  first.liveCalls.onCallEnded('a1-r1')
  await first.keptCalls.write()
  const endedAt = (await row())?.ended_at
  clock.advance(3_000)
  second.liveCalls.onCallEnded('a1-r1')
  await second.keptCalls.write()
  await second.keptCalls.write()
  expect(first.told).toMatchObject([{ transcript: lines.slice(0, 2), endedAt }])
  expect(second.told).toMatchObject([{ transcript: lines, endedAt }])
  expect(await row()).toMatchObject({ line_count: 4, ended_at: endedAt })
})

test('lines are stored also if another gateway has found the call in the list since', async () => {
  const { first, second, readCall, readList, row } = await start()
  const reading = readCall(4)
  const later = readList([{ ...call, duration: 9 }])
  second.liveCalls.observe(list, later, true)
  await second.keptCalls.write()
  first.liveCalls.observe(room, reading, true)
  await first.keptCalls.write()
  expect(await row()).toMatchObject({
    line_count: 4,
    duration: 9,
    words: expect.stringContaining('moved away') as string,
  })
})

test('a text that another gateway has read corrected before the end is told, although it has no more lines', async () => {
  const { clock, first, second, readCall, row } = await start()
  const corrected = [...lines.slice(0, 1), { role: 'agent', content: 'I moved. Do not call me again.' }]
  first.liveCalls.observe(room, readCall(2), true)
  second.liveCalls.observe(room, readCall(2, corrected), true)
  first.liveCalls.onCallEnded('a1-r1')
  await first.keptCalls.write()
  clock.advance(3_000)
  second.liveCalls.onCallEnded('a1-r1')
  await second.keptCalls.write()
  expect(second.told).toMatchObject([{ transcript: corrected, endedAt: (await row())?.ended_at }])
})

test('the service’s own text of a call replaces the one that was read before its end, and its lines keep their times', async () => {
  const { clock, first, readCall, record } = await start()
  first.liveCalls.observe(room, readCall(3), true)
  first.liveCalls.observe(room, readCall(4, [...lines.slice(0, 3), { role: 'agent', content: 'Do not call' }]), true)
  const seenAt = clock.now()
  first.liveCalls.onCallEnded('a1-r1')
  await first.keptCalls.write()
  await record()
  const kept = await first.keptCalls.show('w', 'a1-r1')
  expect(kept).toMatchObject({ call: { transcript: lines }, linesSeenAt: [null, null, null, seenAt] })
})

test('a reading of before the end that is stored later does not take back the name and the duration that are known', async () => {
  const { store, clock, first, second, readCall, record, row } = await start()
  first.liveCalls.observe(room, readCall(2), true)
  await first.keptCalls.write()
  await store.updateTable('kept_calls').set({ customer: 'Ada' }).execute()
  second.liveCalls.observe(room, readCall(3), true)
  clock.advance(1_000)
  await record()
  await second.keptCalls.write()
  expect(await row()).toMatchObject({ customer: 'Ada', duration: 31, line_count: 4 })
})
