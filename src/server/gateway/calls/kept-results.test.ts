/** Kept calls learn how they ended from answers that somebody reads anyway. */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ListedCall } from '#contract/index.ts'
import { createSilentLog } from '../shared/log.ts'
import { callFact, openTestStore } from '../testing/store.ts'
import { type Script, startGatewayWithService } from '../testing/testing.ts'

const batchCall = {
  jobId: 'j1',
  phone_number: '+14155550134',
  status: 'completed',
  duration: 61.4,
  result: {
    callId: 'c1',
    transcript: [{ role: 'customer', content: 'I moved away.' }],
    outcome: 'voicemail',
    metadata: {},
  },
}
const pastCall = {
  callId: 'c2',
  roomName: 'a1-r2',
  agentId: 'a1',
  batchId: null,
  toNumber: '+14155550135',
  status: 'failed',
  outcome: 'busy',
  duration: 0,
  startedAt: new Date(Date.now() - 60_000).toISOString(),
  endedAt: new Date(Date.now() - 40_000).toISOString(),
}
const pagination = { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false }
const progress = { status: 'processing', waiting: 1, active: 0, completed: 2, failed: 0, cancelled: 0, total: 3 }
let recentCalls: object[] = []
/** The row of a batch to which the call in the history belongs. */
let pastBatch = {}
const script: Script = ({ path }) => {
  if (path === '/v1/api/batch-calls/b1/status') return { body: { ...progress, recent_calls: recentCalls } }
  if (path.startsWith('/v1/api/batch-calls/b1/calls/')) return { body: batchCall }
  if (path.startsWith('/v1/api/batch-calls/b1/calls'))
    return {
      body: {
        calls: [{ ...batchCall, callId: 'c2', metadata: { first_name: 'Ada', last_name: 'Moreno' } }],
        pagination,
        summary: {},
      },
    }
  if (path.startsWith('/v2/api/call-history')) return { body: { calls: [{ ...pastCall, ...pastBatch }], pagination } }
  if (path === '/api/v1/agents/a1') return { body: { id: 'a1', name: 'Finn' } }
  return undefined
}

async function startWithCalls(
  rooms: { room_name: string; batch_id: string | null; phone: string; agent?: string }[],
  options: Parameters<typeof startGatewayWithService>[1] = {},
) {
  const store = await openTestStore()
  const started = await startGatewayWithService(script, { store, ...options })
  const seenAt = Date.now()
  const common = { call: '{}', lines: '[]', customer: '', agent: 'Finn', sentiment: '', words: 'finn' }
  const times = { first_seen_at: seenAt, read_at: seenAt, ended_at: seenAt }
  const addRoom = (room: (typeof rooms)[number]) =>
    store
      .insertInto('kept_calls')
      .values({ workspace: 'ws_main', duration: null, line_count: 0, ...common, ...times, ...room })
      .execute()
  for (const room of rooms) await addRoom(room)
  const list = async (query = '') => (await started.grace.get(`/gateway/kept-calls${query}`)).json.calls as ListedCall[]
  return {
    ...started,
    store,
    list,
    addRoom,
    /** The calls that the progress of the batch names. */
    setRecent: (calls: object[]) => {
      recentCalls = calls
    },
  }
}

test('the result of a batch’s call gives a kept call its outcome and its transcript, which the search then finds', async () => {
  const { grace, list } = await startWithCalls([{ room_name: 'a1-r1', batch_id: 'b1', phone: '+14155550134' }])
  await grace.get('/v1/api/batch-calls/b1/calls/j1')
  await expect.poll(() => list('?outcome=mailbox')).toMatchObject([{ result: 'mailbox', duration: 61, lineCount: 1 }])
  expect((await grace.get('/gateway/kept-calls/a1-r1')).json.kept).toMatchObject({ call: { duration: 61 } })
  const answer = await grace.post('/gateway/kept-calls/search', { text: 'moved' })
  const found = answer.json.calls as ListedCall[]
  expect(found.map(({ roomName }) => roomName)).toEqual(['a1-r1'])
})

test('a call that was seen some time after it began has the time of its start once the service tells it', async () => {
  const { grace, list } = await startWithCalls([{ room_name: 'a1-r2', batch_id: null, phone: '+14155550135' }])
  await grace.get('/v2/api/call-history')
  await expect.poll(() => list()).toMatchObject([{ result: 'busy', firstSeenAt: Date.parse(pastCall.startedAt) }])
})

test('of somebody who was called twice in a batch, it is not guessed which call had the result', async () => {
  const { grace, list } = await startWithCalls([
    { room_name: 'a1-r1', batch_id: 'b1', phone: '+14155550134' },
    { room_name: 'a1-r3', batch_id: 'b1', phone: '+14155550134' },
    { room_name: 'a1-r2', batch_id: null, phone: '+14155550135' },
  ])
  await grace.get('/v1/api/batch-calls/b1/calls/j1')
  await grace.get('/v2/api/call-history')
  await expect.poll(() => list('?outcome=busy')).toMatchObject([{ roomName: 'a1-r2', result: 'busy' }])
  expect(await list('?outcome=mailbox')).toEqual([])
})

test('what was seen of one call while it went on and in the list of its batch is one result', async () => {
  const { grace, store, list } = await startWithCalls([{ room_name: 'a1-r1', batch_id: 'b1', phone: '+14155550134' }])
  const watched = { job_id: null, call_id: null, room_name: 'a1-r1', state: '', outcome: 'unknown' } as const
  const fact = callFact({ id: 'watched', at: Date.now() - 60_000, ...watched })
  await store.insertInto('call_facts').values(fact).execute()
  await grace.get('/v1/api/batch-calls/b1/calls/j1')
  await expect.poll(() => list('?outcome=mailbox')).toMatchObject([{ result: 'mailbox' }])
  const facts = await store.selectFrom('call_facts').select(['room_name', 'call_id', 'job_id']).execute()
  expect(facts).toEqual([{ room_name: 'a1-r1', call_id: 'c1', job_id: 'j1' }])
})

test('of somebody who was called again later, the progress tells of the call at its time', async () => {
  const { grace, store, list, setRecent } = await startWithCalls([
    { room_name: 'a1-r1', batch_id: 'b1', phone: '+14155550134' },
    { room_name: 'a1-r3', batch_id: 'b1', phone: '+14155550136' },
  ])
  const hourMs = 3_600_000
  const recent = (phone_number: string, completedAt: number) => ({
    jobId: phone_number,
    status: 'completed',
    phone_number,
    completedAt,
    duration: 90,
  })
  const again = recent('+14155550134', Date.now() + 4 * hourMs)
  setRecent([again, recent('+14155550136', Date.now() + 90_000)])
  await grace.get('/v1/api/batch-calls/b1/status')
  await expect.poll(() => list('?outcome=answered')).toMatchObject([{ roomName: 'a1-r3', duration: 90 }])
  const [first] = await store.selectFrom('kept_calls').selectAll().where('room_name', '=', 'a1-r1').execute()
  if (first) {
    const later = { first_seen_at: again.completedAt - 90_000, ended_at: again.completedAt }
    await store
      .insertInto('kept_calls')
      .values({ ...first, ...later, room_name: 'a1-r4' })
      .execute()
  }
  setRecent([{ ...again, duration: 91 }])
  await grace.get('/v1/api/batch-calls/b1/status', { headers: { 'cache-control': 'no-cache' } })
  await expect.poll(async () => (await list('?outcome=answered')).map(({ roomName }) => roomName)).toContain('a1-r4')
  expect(await list('?outcome=answered')).toHaveLength(2)
})

test('a call that only the history knows can be opened, and tells how it ended', async () => {
  const { grace, list } = await startWithCalls([])
  await grace.get('/v2/api/call-history')
  await expect
    .poll(() => list('?outcome=busy'))
    .toMatchObject([{ roomName: 'a1-r2', phone: '+14155550135', result: 'busy', lineCount: 0 }])
  const { kept } = (await grace.get('/gateway/kept-calls/a1-r2')).json
  expect(kept).toMatchObject({ endedAt: Date.parse(pastCall.endedAt), call: { customerPhone: '+14155550135' } })
})

test('a call that was kept before the name of its agent was known has it afterwards, in order and in the search', async () => {
  const { grace, list } = await startWithCalls([])
  await grace.get('/v2/api/call-history')
  await expect.poll(() => list()).toMatchObject([{ roomName: 'a1-r2', agentName: 'a1' }])
  await grace.get('/api/v1/agents/a1')
  await expect.poll(() => list()).toMatchObject([{ agentName: 'Finn' }])
  expect(await list('?agent=Finn&order=agent')).toHaveLength(1)
  const found = await grace.post('/gateway/kept-calls/search', { text: 'finn' })
  expect(found.json.calls).toHaveLength(1)
  expect((await grace.get('/gateway/kept-calls/a1-r2')).json.kept).toMatchObject({ call: { aiAgentName: 'Finn' } })
})

test('a call whose stored row has only the ID of its agent shows the name that is known', async () => {
  const { grace, list, addRoom } = await startWithCalls([])
  await grace.get('/api/v1/agents/a1')
  await addRoom({ room_name: 'a1-r3', batch_id: null, phone: '+14155550135', agent: 'a1' })
  expect(await list()).toMatchObject([{ roomName: 'a1-r3', agentName: 'Finn' }])
  expect((await grace.get('/gateway/kept-calls/a1-r3')).json.kept).toMatchObject({ call: { aiAgentName: 'Finn' } })
  const found = await grace.post('/gateway/kept-calls/search', { text: '4155550135' })
  expect(found.json.calls).toMatchObject([{ agentName: 'Finn' }])
})

test('a call gets the name of its agent from a later answer, if it could not be stored at first', async () => {
  const log = createSilentLog()
  const failures = vi.spyOn(log, 'error')
  const { grace, store, list } = await startWithCalls([], { log })
  await grace.get('/v2/api/call-history')
  await expect.poll(() => list()).toMatchObject([{ roomName: 'a1-r2', agentName: 'a1' }])
  await store.schema.alterTable('kept_calls').renameTo('lost').execute()
  await grace.get('/api/v1/agents/a1')
  await expect
    .poll(() => failures.mock.calls.map(([, text]) => text))
    .toContain('could not change what is stored of a call')
  await store.schema.alterTable('lost').renameTo('kept_calls').execute()
  await grace.get('/api/v1/agents/a1', { headers: { 'cache-control': 'no-cache' } })
  await expect.poll(() => list()).toMatchObject([{ agentName: 'Finn' }])
})

test('a call that was kept before its row of the batch was read gets the customer’s name, which the search finds', async () => {
  const { grace, list } = await startWithCalls([])
  pastBatch = { batchId: 'b1', jobId: 'j1', toNumber: batchCall.phone_number }
  onTestFinished(() => {
    pastBatch = {}
  })
  await grace.get('/v2/api/call-history')
  await expect.poll(() => list()).toMatchObject([{ roomName: 'a1-r2', customerName: '' }])
  await grace.get('/v1/api/batch-calls/b1/calls')
  await expect.poll(() => list()).toMatchObject([{ roomName: 'a1-r2', customerName: 'Ada Moreno' }])
  const found = await grace.post('/gateway/kept-calls/search', { text: 'moreno' })
  expect(found.json.calls).toHaveLength(1)
  const { kept } = (await grace.get('/gateway/kept-calls/a1-r2')).json
  expect(kept).toMatchObject({ call: { customerName: 'Ada Moreno' } })
})

test('a call that was never read itself gets its agent with its outcome', async () => {
  const { grace, list } = await startWithCalls([
    { room_name: 'a1-r2', batch_id: null, phone: '+14155550135', agent: '' },
  ])
  await grace.get('/api/v1/agents/a1')
  await grace.get('/v2/api/call-history')
  await expect.poll(() => list('?agent=Finn')).toMatchObject([{ roomName: 'a1-r2', agentName: 'Finn' }])
  expect((await grace.get('/gateway/kept-calls/a1-r2')).json.kept).toMatchObject({ call: { aiAgentName: 'Finn' } })
  const answer = await grace.post('/gateway/kept-calls/search', { text: 'finn' })
  expect(answer.json.calls).toHaveLength(1)
})
