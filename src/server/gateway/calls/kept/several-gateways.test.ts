/** What several gateways on one database keep of a call that each of them read now and then. */
import { expect, test } from 'vitest'
import { answerSnapshot, refusalSnapshot } from '../../cache/cached-reads.ts'
import type { Read } from '../../cache/read.ts'
import { connectChannels } from '../../testing/channels.ts'
import { startKeptCalls } from '../../testing/kept-calls.ts'
import { callFact, openTestStore } from '../../testing/store.ts'
import { createTestClock } from '../../testing/testing.ts'
import { activeCallListRead, roomRead } from '../call-reads.ts'
import type { CallSighting } from '../call-sightings.ts'

type Gateway = ReturnType<typeof startKeptCalls>

const call = { id: 'c1', roomName: 'a1-r1', customerPhone: '+14155550134', aiAgentName: 'Finn', participants: [] }
const lines = ['Hello, this is Finn.', 'I moved away.', 'I see.', 'Goodbye.'].map((content) => ({
  role: 'agent',
  content,
}))

async function startGateways() {
  const [store, clock, [channel, otherChannel]] = [await openTestStore(), createTestClock(), connectChannels()]
  const observe = (read: Read, body: object | null) => {
    clock.advance(1_000)
    const readAt = clock.steady()
    const refusal = { status: 404, code: 'not_found', message: '', by: 'service' } as never
    const snapshot = body
      ? answerSnapshot(read, Buffer.from(JSON.stringify(body)), readAt)
      : refusalSnapshot(refusal, readAt)
    return (gateway: Gateway, isOurs: boolean) => gateway.liveCalls.observe(read, { ...snapshot }, isOurs)
  }
  return {
    store,
    clock,
    first: startKeptCalls(store, clock, channel),
    second: startKeptCalls(store, clock, otherChannel),
    /** A reading of the call with its first lines. Each gateway gets it when the test says so. */
    readCall: (count: number) => observe(roomRead('a1-r1', 'w'), { ...call, transcript: lines.slice(0, count) }),
    readList: () => observe(activeCallListRead('w'), { data: [call], count: 1 }),
    /** A reading that does not find the call. Two of them, apart in time, tell that it has ended. */
    miss: () => {
      clock.advance(5_000)
      return observe(roomRead('a1-r1', 'w'), null)
    },
  }
}

const shownLines = async ({ keptCalls }: Gateway) => (await keptCalls.show('w', 'a1-r1'))?.call.transcript.length

test('the lines that one gateway has read stay, also if another with fewer lines finds the call in the list before it ends', async () => {
  const { first, second, readCall, readList } = await startGateways()
  readCall(2)(first, true)
  const reading = readCall(4)
  reading(second, true)
  const list = readList()
  list(first, true)
  // On a busy machine, the first gateway gets the second one's reading late.
  reading(first, false)
  list(second, false)
  first.liveCalls.onCallEnded('a1-r1')
  expect([await shownLines(first), await shownLines(second)]).toEqual([4, 4])
})

test('a gateway that notices the end stores what another has read last, even if that one is gone', async () => {
  const { first, second, readCall, miss } = await startGateways()
  readCall(2)(first, true)
  const reading = readCall(4)
  reading(second, true)
  reading(first, false)
  miss()(first, true)
  miss()(first, true)
  expect(await shownLines(first)).toBe(4)
})

test('what another gateway has read before the end is stored if this one gets it after the end', async () => {
  const { first, readCall, miss } = await startGateways()
  readCall(2)(first, true)
  const reading = readCall(4)
  for (const missed of [miss(), miss()]) missed(first, true)
  await first.keptCalls.write()
  reading(first, false)
  expect(await shownLines(first)).toBe(4)
  expect((await first.keptCalls.show('w', 'a1-r1'))?.endedAt).not.toBeNull()
})

test('the service’s own transcript of a call that ended stays, also if another gateway stores only then what it has read', async () => {
  const { store, clock, first, second, readCall } = await startGateways()
  readCall(2)(first, true)
  readCall(3)(second, true)
  await first.keptCalls.write()
  clock.advance(1_000)
  const result = {
    source: 'batch',
    state: 'completed',
    batchId: 'b1',
    duration: 30,
    transcript: lines,
    startedAt: null,
  }
  await first.keptResults.add(
    store,
    result as unknown as CallSighting,
    callFact({ id: 'c1', at: clock.now(), room_name: 'a1-r1' }),
  )
  second.liveCalls.onCallEnded('a1-r1')
  expect(await shownLines(second)).toBe(4)
})

test('a gateway with fewer lines does not take back those that another has stored', async () => {
  const { first, second, readCall, readList } = await startGateways()
  readCall(2)(first, true)
  readCall(4)(second, true)
  await second.keptCalls.write()
  readList()(first, true)
  first.liveCalls.onCallEnded('a1-r1')
  expect([await shownLines(second), await shownLines(first)]).toEqual([4, 4])
})
