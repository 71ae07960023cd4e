/** Calls that ended: what was seen of them stays readable for the retention time. */
import { describe, expect, it, test } from 'vitest'
import type { KeptCall } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock, type Script, startGatewayWithService } from '../testing/testing.ts'
import { addSeenTimes } from './kept-calls.ts'

const room = '/v2/api/active-calls/a1-r1'
const keptPath = '/gateway/kept-calls/a1-r1'
const call = { id: 'c1', roomName: 'a1-r1', customerPhone: '+14155550134', aiAgentName: 'Finn', participants: [] }
const hello = { role: 'agent', content: 'Hello, this is Finn.' }
const answer = { role: 'customer', content: 'I moved away.' }
const dayMs = 24 * 3_600_000

async function startWithCall() {
  let transcript: object[] | null = [hello]
  const script: Script = ({ path }) =>
    path === room && transcript ? { body: { ...call, sentiment: 'neutral', transcript } } : undefined
  const store = await openTestStore()
  const clock = createTestClock()
  const started = await startGatewayWithService(script, { store, clock })
  const { grace } = started
  return {
    ...started,
    store,
    clock,
    /** What the service answers from now on; null: the call has ended. */
    say: (lines: object[] | null) => (transcript = lines),
    read: async () => {
      clock.advance(5_000)
      return grace.get(room, { headers: { 'cache-control': 'no-cache' } })
    },
    readKept: async () => ((await grace.get(keptPath)).json as unknown as { kept: KeptCall | null }).kept,
  }
}

test('a call that ended stays readable, with the time at which each line was first seen, and costs no request', async () => {
  const { read, say, readKept, service, clock } = await startWithCall()
  expect(await readKept()).toBeNull()
  await read()
  say([hello, answer])
  await read()
  const answeredAt = clock.now()
  say(null)
  expect((await read()).status).toBe(404)
  const requestsBefore = service.received.length
  const kept = await readKept()
  expect(kept).toMatchObject({
    call: { roomName: 'a1-r1', customerPhone: '+14155550134', transcript: [hello, answer] },
    linesSeenAt: [null, answeredAt],
    readAt: answeredAt,
    endedAt: clock.now(),
    keptUntil: answeredAt + 30 * dayMs,
  })
  expect(service.received).toHaveLength(requestsBefore)
})

test('a call that another gateway has read later is not overwritten', async () => {
  const { read, say, readKept, store } = await startWithCall()
  say([hello, answer])
  await read()
  const kept = await readKept()
  await store
    .updateTable('kept_calls')
    .set({ read_at: (kept?.readAt ?? 0) + 60_000 })
    .execute()
  say([hello])
  await read()
  expect((await readKept())?.call.transcript).toEqual([hello, answer])
})

test('calls are deleted when their retention time is over, at once when it is shortened, and not kept if it is zero', {
  tags: ['no-call-is-kept-without-retention'],
}, async () => {
  const { grace, read, say, readKept, clock } = await startWithCall()
  const setDays = (days: number) => grace.request('PUT', '/gateway/call-retention', { body: { days } })
  await read()
  expect(await readKept()).not.toBeNull()
  clock.advance(2 * dayMs)
  await grace.signInAsDemo()
  expect((await setDays(3)).json).toEqual({ days: 3 })
  expect(await readKept()).not.toBeNull()
  await setDays(1)
  expect(await readKept()).toBeNull()
  await setDays(0)
  say([hello, answer])
  await read()
  expect(await readKept()).toBeNull()
  expect((await setDays(400)).status).toBe(400)
})

describe('the times of lines', () => {
  const line = (content: string) => ({ role: 'agent', content }) as never

  it('are unknown for what was there at the first reading', () => {
    expect(addSeenTimes(undefined, [line('a'), line('b')], 7).map(({ seenAt }) => seenAt)).toEqual([null, null])
  })

  it('stay when the service corrects a line', () => {
    const first = addSeenTimes([], [line('I woul')], 7)
    expect(addSeenTimes(first, [line('I would like that'), line('Fine')], 9)).toEqual([
      { line: line('I would like that'), seenAt: 7 },
      { line: line('Fine'), seenAt: 9 },
    ])
  })
})
