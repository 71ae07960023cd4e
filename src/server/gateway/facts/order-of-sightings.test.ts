/** What is known of calls does not depend on the order in which their sources were read. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CallSighting, emptySighting } from '../calls/call-sightings.ts'
import { createSilentLog } from '../shared/log.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock } from '../testing/testing.ts'
import { createCallFacts } from './call-facts.ts'

const start = Date.parse('2026-11-23T14:30:00Z')
const again = start + 30 * 60_000
const agentId = 'a'.repeat(24)
const called = { number: '+12125550134' }
const ofRow = { batchId: 'b1', jobId: 'j1', ...called }
const [one, other] = ['aaaaaaaaaa', 'bbbbbbbbbb'].map((callId) => ({ callId, roomName: `${agentId}-${callId}` }))
const transcript = [
  { role: 'agent', content: 'Do you want to renew?' },
  { role: 'customer', content: 'Yes, please.' },
] as unknown as CallSighting['transcript']

const seen = (source: CallSighting['source'], at: number, reported: Partial<CallSighting>): CallSighting => ({
  ...emptySighting(source, at),
  ...reported,
})
const noAnswer = { state: 'failed', reason: 'no_answer', startedAt: start, endedAt: start + 25_000, duration: 0 }
/** The history has a word for what the batch says in a sentence. */
const nobodyAnswered = { ...noAnswer, reason: 'Nobody answered.' }
const talk = { state: 'completed', startedAt: again, endedAt: again + 61_000, duration: 61 }
/** What tells of two calls to one row: nobody answers the first. Not every source has every name and time. */
const sightings: readonly CallSighting[] = [
  seen('event', start + 26_000, { ...one, ...called, agentId, state: 'failed', endedAt: start + 26_000 }),
  seen('history', start + 90_000, { ...one, ...ofRow, agentId, workspace: 'ws', ...noAnswer }),
  seen('batch', start + 60_000, { callId: one?.callId ?? null, ...ofRow, ...nobodyAnswered, state: 'waiting' }),
  seen('batch', start + 61_000, { ...ofRow, ...nobodyAnswered, state: 'waiting', startedAt: null }),
  seen('event', again + 62_000, { ...other, ...called, agentId, ...talk, startedAt: null, endedAt: again + 62_000 }),
  seen('kept', again + 63_000, {
    ...called,
    roomName: other?.roomName ?? null,
    batchId: 'b1',
    workspace: 'ws',
    endedAt: again + 63_000,
    duration: 58,
    sentiment: 'positive',
    transcript,
  }),
  seen('history', again + 90_000, { ...other, ...ofRow, agentId, workspace: 'ws', ...talk }),
  seen('batch', again + 98_000, { ...ofRow, ...talk, startedAt: null }),
  seen('batch', again + 99_000, {
    ...ofRow,
    ...other,
    ...talk,
    startedAt: null,
    endedAt: again + 65_000,
    duration: 59,
  }),
  seen('batch', again + 100_000, { callId: other?.callId ?? null, ...ofRow, ...talk, transcript }),
]

test('two calls to a row are the same two, whatever tells of them first', async () => {
  const store = await openTestStore()
  async function factsAfter(reported: readonly CallSighting[]) {
    await store.deleteFrom('call_facts').execute()
    const facts = createCallFacts({
      store,
      personOf: (number) => `hash of ${number.length}`,
      isAgent: (id) => id === agentId,
      findVersionsInUse: () => Promise.resolve({ agentVersion: null, flowId: null, flowVersion: null }),
      clock: createTestClock(again + 200_000),
      log: createSilentLog(),
    })
    for (const sighting of reported) {
      facts.add([sighting])
      await facts.settled()
    }
    await facts.close()
    const rows = await store.selectFrom('call_facts').selectAll().orderBy('at').execute()
    return rows.map((row) => ({ ...row, id: '' }))
  }
  expect(await factsAfter(sightings)).toMatchObject([
    {
      call_id: one?.callId,
      attempt: 1,
      outcome: 'no_answer',
      reason: 'Nobody answered.',
      state: 'waiting',
      at: start,
      duration: 0,
    },
    { call_id: other?.callId, attempt: 2, outcome: 'agreed', state: 'completed', at: again, duration: 61 },
  ])
  const orders = fc
    .subarray([...sightings], { minLength: 1 })
    .chain((reported) => fc.tuple(fc.constant(reported), fc.shuffledSubarray(reported, { minLength: reported.length })))
  await fc.assert(
    fc.asyncProperty(orders, async ([reported, shuffled]) => {
      // A later answer about a row comes later.
      const answers = reported.filter(({ source }) => source === 'batch').values()
      const order = shuffled.map((one) => (one.source === 'batch' ? (answers.next().value ?? one) : one))
      expect(await factsAfter(order)).toEqual(await factsAfter(reported))
    }),
    { numRuns: Number(process.env.RUNS ?? 150) },
  )
}, 60_000)
