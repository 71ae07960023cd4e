/** Calls that ended: what was seen of them stays readable for the retention time. */
import { describe, expect, it, test } from 'vitest'
import { ActiveCallSummary, type Found, type KeptCall, type ListedCall } from '#contract/index.ts'
import { createSilentLog } from '../../shared/log.ts'
import { callFact, openTestStore } from '../../testing/store.ts'
import { afterTest, createTestClock, type Script, startGatewayWithService } from '../../testing/testing.ts'
import type { EndedKeptCall } from './kept-call-rows.ts'
import { createKeptCalls } from './kept-calls.ts'
import { addSeenTimes } from './kept-lines.ts'

const room = '/v2/api/active-calls/a1-r1'
const keptPath = '/gateway/kept-calls/a1-r1'
const call = { id: 'c1', roomName: 'a1-r1', customerPhone: '+14155550134', aiAgentName: 'Finn', participants: [] }
const hello = { role: 'agent', content: 'Hello, this is Finn.' }
const answer = { role: 'customer', content: 'I moved away.' }
const dayMs = 24 * 3_600_000

async function startWithCall() {
  let transcript: object[] | null = [hello]
  let sentiment = 'neutral'
  const script: Script = ({ path }) =>
    path === room && transcript ? { body: { ...call, sentiment, transcript } } : undefined
  const store = await openTestStore()
  const clock = createTestClock()
  const started = await startGatewayWithService(script, { store, clock })
  const { grace } = started
  return {
    ...started,
    store,
    clock,
    /** What the service answers from now on; null: the call has ended. */
    say: (lines: object[] | null, mood = 'neutral') => {
      transcript = lines
      sentiment = mood
    },
    read: async () => {
      clock.advance(5_000)
      return grace.get(room, { headers: { 'cache-control': 'no-cache' } })
    },
    readKept: async () => ((await grace.get(keptPath)).json as unknown as { kept: KeptCall | null }).kept,
    readSeen: async () => (await grace.get(keptPath)).json.seen,
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
  const endedAt = clock.now()
  expect((await read()).status).toBe(404)
  const requestsBefore = service.received.length
  const kept = await readKept()
  expect(kept).toMatchObject({
    call: { roomName: 'a1-r1', customerPhone: '+14155550134', transcript: [hello, answer] },
    linesSeenAt: [null, answeredAt],
    readAt: answeredAt,
    endedAt,
    keptUntil: answeredAt + 30 * dayMs,
  })
  expect(service.received).toHaveLength(requestsBefore)
})

test('what was read last of a call is stored as soon as it has ended, for other gateways', async () => {
  const { read, say, store } = await startWithCall()
  await read()
  say([hello, answer])
  await read()
  say(null)
  await read()
  await read()
  const stored = () => store.selectFrom('kept_calls').select(['line_count', 'ended_at']).executeTakeFirst()
  // Shorter than the time between two writes.
  await expect.poll(stored, { timeout: 1_500 }).toEqual({ line_count: 2, ended_at: expect.any(Number) as number })
})

test('a call that was seen some time after it began has the time of its start, which the first reading tells by its duration', async () => {
  const clock = createTestClock()
  const script: Script = ({ path }) =>
    path === room ? { body: { ...call, duration: 90, transcript: [hello] } } : undefined
  const { grace } = await startGatewayWithService(script, { clock })
  await grace.get(room)
  const { kept } = (await grace.get(keptPath)).json as unknown as { kept: KeptCall }
  expect(kept).toMatchObject({ firstSeenAt: clock.now() - 90_000, readAt: clock.now() })
})

test('calls that end together share one write, which tells them together', async () => {
  const clock = createTestClock()
  const told: (readonly EndedKeptCall[])[] = []
  const keptCalls = createKeptCalls({
    store: await openTestStore(),
    recordAction: (_, action) => action(),
    workspaces: [],
    onEnded: (calls) => told.push(calls),
    onFound: () => {},
    clock,
    log: createSilentLog(),
  })
  afterTest(() => keptCalls.close())
  const roomNames = ['a1-r1', 'a1-r2', 'a1-r3']
  for (const roomName of roomNames) {
    const summary = ActiveCallSummary.parse({ ...call, roomName })
    const reading = { workspace: 'w', batchId: null, call: summary, transcript: [hello], readAt: clock.steady() }
    keptCalls.addReading({ ...reading, isOurs: true })
  }
  for (const roomName of roomNames) keptCalls.addEnd('w', roomName, clock.steady())
  const write = keptCalls.write()
  expect(keptCalls.write()).toBe(write)
  await write
  expect(told.map((calls) => calls.map(({ roomName }) => roomName))).toEqual([roomNames])
})

test('the sentiment is kept over the whole call, each change with the line before it, also if the gateway restarts', async () => {
  const { read, say, readKept, store, clock } = await startWithCall()
  await read()
  const firstAt = clock.now()
  say([hello, answer, { role: 'agent', content: 'I see.' }], 'negative')
  await read()
  const secondAt = clock.now()
  const moods = [
    { at: firstAt, sentiment: 'neutral', words: hello.content },
    { at: secondAt, sentiment: 'negative', words: answer.content },
  ]
  expect((await readKept())?.moods).toEqual(moods)

  const transcript = [hello, answer, { role: 'customer', content: 'Thank you.' }]
  const next = await startGatewayWithService(
    ({ path }) => (path === room ? { body: { ...call, sentiment: 'Positive', transcript } } : undefined),
    { store, clock },
  )
  clock.advance(5_000)
  await next.grace.get(room)
  const { kept } = (await next.grace.get(keptPath)).json as unknown as { kept: KeptCall }
  expect(kept.moods).toEqual([...moods, { at: clock.now(), sentiment: 'Positive', words: 'Thank you.' }])
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

test('a call is found by its number, its name and what was said, in lists and in the search, until it is deleted', async () => {
  const { grace, read, say, clock } = await startWithCall()
  const find = async (text: string) =>
    ((await grace.post('/gateway/kept-calls/search', { text })).json.calls as ListedCall[]).map(
      ({ roomName }) => roomName,
    )
  say([hello, answer])
  await read()
  say(null)
  await read()
  for (const text of ['moved away', 'AWAY', 'finn', '(415) 555-0134', '134'])
    expect([text, await find(text)]).toEqual([text, ['a1-r1']])
  expect(await find('moved far')).toEqual([])
  const { found } = (await grace.post('/gateway/search', { text: 'moved' })).json as unknown as { found: Found[] }
  expect(found).toEqual([
    { kind: 'call', id: 'a1-r1', title: '+14155550134', note: '“I moved away.”' },
    { kind: 'person', id: expect.any(String), title: '+14155550134', note: 'Timeline' },
  ])
  // A line that the service corrected is not found any more.
  say([hello, { ...answer, content: 'I stayed.' }])
  await read()
  expect([await find('moved'), await find('stayed')]).toEqual([[], ['a1-r1']])
  await grace.request('PUT', '/gateway/call-retention', { body: { days: 1 } })
  clock.advance(2 * dayMs)
  await grace.signInAsDemo()
  await grace.request('PUT', '/gateway/call-retention', { body: { days: 1 } })
  expect(await find('stayed')).toEqual([])
})

test('the list is filtered and ordered, page by page, and has only calls of its workspace', async () => {
  const { grace, store, clock } = await startWithCall()
  const names = ['Zoe', '', 'anna', 'Bea']
  const rows = names.map((customer, index) => ({
    workspace: 'ws_main',
    room_name: `r${index}`,
    batch_id: null,
    call: '{}',
    lines: '[]',
    customer,
    phone: `+1415555010${index}`,
    agent: index % 2 === 0 ? 'Finn' : 'Ada',
    sentiment: 'neutral',
    duration: [10, null, 30, 20][index] ?? null,
    line_count: index,
    words: '',
    first_seen_at: clock.now() + index,
    read_at: clock.now() + index,
    ended_at: index === 0 ? null : clock.now(),
  }))
  await store
    .insertInto('kept_calls')
    .values([...rows, ...rows.slice(0, 1).map((row) => ({ ...row, workspace: 'ws_other', room_name: 'elsewhere' }))])
    .execute()
  const failed = callFact({ id: 'c3', at: clock.now(), room_name: 'r3', state: 'failed', outcome: 'busy' })
  await store.insertInto('call_facts').values(failed).execute()
  const list = async (query: string) => {
    const { calls, pagination } = (await grace.get(`/gateway/kept-calls?${query}`)).json as unknown as {
      calls: ListedCall[]
      pagination: { total: number }
    }
    return [...calls.map(({ roomName }) => roomName), pagination.total]
  }
  expect(await list('')).toEqual(['r3', 'r2', 'r1', 'r0', 4])
  expect(await list('order=oldest&limit=2&page=2')).toEqual(['r2', 'r3', 4])
  expect(await list('order=name')).toEqual(['r2', 'r3', 'r0', 'r1', 4])
  expect(await list('order=agent')).toEqual(['r1', 'r3', 'r0', 'r2', 4])
  expect(await list('order=longest')).toEqual(['r2', 'r3', 'r0', 'r1', 4])
  expect(await list('agent=Finn')).toEqual(['r2', 'r0', 2])
  expect(await list('outcome=busy')).toEqual(['r3', 1])
  expect(await list('outcome=unknown&order=oldest')).toEqual(['r0', 'r1', 'r2', 3])
  // Of none of these it is known to be in progress.
  expect(await list('state=in_progress')).toEqual([0])
  expect(await list('state=ended&order=oldest')).toEqual(['r0', 'r1', 'r2', 'r3', 4])
  expect(await list('state=with_transcript&agent=Ada')).toEqual(['r3', 'r1', 2])
})

test('the calls of an agent are found by its ID, whatever their name says, and each says whose it is if that is known', async () => {
  const { grace, store, clock } = await startWithCall()
  const keptCall = (room_name: string, agent: string, batch_id: string | null = null, age = 0) => ({
    workspace: 'ws_main',
    room_name,
    batch_id,
    call: '{}',
    lines: '[]',
    customer: '',
    phone: '',
    agent,
    sentiment: 'neutral',
    duration: null,
    line_count: 0,
    words: '',
    first_seen_at: clock.now() - age,
    read_at: clock.now(),
    ended_at: null,
  })
  for (const id of ['finn1', 'finn2']) {
    const agent = { kind: 'agent', id, title: 'Finn', note: '', digits: '', words: 'finn', at: clock.now() }
    await store.insertInto('seen').values(agent).execute()
  }
  const batch = {
    batch_id: 'batch_1',
    launch_id: 'batch_1',
    name: 'Renewals',
    words: '',
    agent_id: 'finn1',
    seen_at: 0,
    complete: 0,
  }
  await store.insertInto('known_batches').values(batch).execute()
  await store
    .insertInto('kept_calls')
    .values([
      keptCall('finn1-aaaaaaaaaa', 'Former name'),
      keptCall('finn2-bbbbbbbbbb', 'Finn'),
      keptCall('room-of-the-batch', '', 'batch_1'),
      keptCall('another-room', 'Finn'),
      keptCall('finn1-old', 'Finn', null, 2 * dayMs),
    ])
    .execute()
  const { calls } = (
    await grace.get(`/gateway/kept-calls?agent=Finn&agentId=finn1&since=${clock.now() - dayMs}&order=oldest`)
  ).json as unknown as { calls: ListedCall[] }
  expect(Object.fromEntries(calls.map(({ roomName, agentId }) => [roomName, agentId]))).toEqual({
    'finn1-aaaaaaaaaa': 'finn1',
    'finn2-bbbbbbbbbb': 'finn2',
    'room-of-the-batch': 'finn1',
    'another-room': null,
  })
})

test('of a call that is not kept any more, its page still has the customer and the agent', async () => {
  const { read, say, readKept, readSeen, grace } = await startWithCall()
  expect(await readSeen()).toBeNull()
  await read()
  expect(await readKept()).not.toBeNull()
  expect(await readSeen()).toBeNull()
  say(null)
  await read()
  await grace.request('PUT', '/gateway/call-retention', { body: { days: 0 } })
  expect(await readKept()).toBeNull()
  expect(await readSeen()).toEqual({ customerName: '', phone: '+14155550134', agentName: 'Finn' })
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
