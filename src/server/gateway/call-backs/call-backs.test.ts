/** The list of people who asked for another call: who is on it, who calls them, and when they leave it. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallBack } from '#contract/index.ts'
import { callFact, insertRows, openTestStore } from '../testing/store.ts'
import { createTestClock, type openBrowser, type Script, startGatewayWithService } from '../testing/testing.ts'
import { createCallBacks } from './call-backs.ts'

type Browser = ReturnType<typeof openBrowser>

const hourMs = 3_600_000
const later = "I'm driving. Could you call me back tomorrow?"
const human = 'Can I talk to a real person?'
const fine = 'Yes, that works.'

interface Said {
  line: string
  to?: number
  /** Instead of a number of its own. */
  phone?: string
  hoursAgo?: number
}

/** A service with one batch: what was said in each call, to whom, and how many hours ago. */
async function openWorld(said: readonly Said[] = [{ line: later }], workspaces = 'ws_main=Main') {
  const clock = createTestClock()
  const rowOf = ({ line, to, phone, hoursAgo = 2 }: Said, at: number) => {
    const callId = `call${String(at).padStart(6, '0')}`
    const startTime = clock.now() - hoursAgo * hourMs
    const transcript = [
      { role: 'agent', content: 'Do you have a minute?' },
      { role: 'customer', content: line },
    ]
    return {
      jobId: `j${at}`,
      status: 'completed',
      roomName: `agent1-${callId}`,
      startTime,
      endTime: startTime + 60_000,
      duration: 60,
      phone_number: phone ?? `+1907555${1_000 + (to ?? at)}`,
      metadata: { first_name: `Ava ${to ?? at}` },
      result: { callId, transcript, outcome: '', metadata: {} },
    }
  }
  const rows = said.map(rowOf)
  const script: Script = ({ path }) => {
    const row = rows.find(({ jobId }) => path === `/v1/api/batch-calls/b1/calls/${jobId}`)
    if (row) return { body: row }
    const progress = { completed: rows.length, failed: 0, waiting: 0, active: 0, cancelled: 0, total: rows.length }
    const pagination = { page: 1, limit: 20, total: rows.length, totalPages: 1, hasNext: false, hasPrev: false }
    const calls = rows.map((row) => ({ ...row, result: undefined }))
    if (path.startsWith('/v1/api/batch-calls/b1/calls')) return { body: { calls, pagination, summary: progress } }
    if (path.startsWith('/v1/api/batch-calls/b1'))
      return { body: { id: 'b1', name: 'Spring', agentId: 'agent1', progress, status: 'completed', isComplete: true } }
    return undefined
  }
  const store = await openTestStore()
  const world = await startGatewayWithService(script, {
    clock,
    store,
    environment: { SERVICE_WORKSPACE_ID: workspaces },
    seed: [{ batchId: 'b1', name: 'Spring', agentId: 'agent1' }],
  })
  const { grace, browser } = world
  await grace.request('PUT', '/gateway/outcome-share', { body: { percent: 0 } })
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  const priya = await browser().signInAsDemo('ready-reviewer')
  await grace.get('/v1/api/batch-calls/b1/calls?page=1&limit=20')
  for (const { jobId } of rows) await grace.get(`/v1/api/batch-calls/b1/calls/${jobId}`)
  /** The batch calls once more. */
  async function call(next: Said): Promise<void> {
    const row = rowOf(next, rows.length)
    rows.push(row)
    await grace.get(`/v1/api/batch-calls/b1/calls/${row.jobId}`)
  }
  return { ...world, clock, store, tomas, priya, call }
}

const list = async (person: Browser, state = 'open') =>
  ((await person.get(`/gateway/call-backs?state=${state}`)).json as unknown as { calls: CallBack[] }).calls
const change = (person: Browser, { roomName, work }: CallBack, state: string, note = '') =>
  person.request('PUT', `/gateway/call-backs/${roomName}`, { body: { state, note, seenAt: work?.at ?? null } })
const first = async (person: Browser, state?: string) => (await list(person, state))[0] as CallBack

describe('the list of those who asked for another call', () => {
  test('has each person with number, agent, batch and the line it rests on, the longest wait first', async () => {
    const { grace, service } = await openWorld([
      { line: later, hoursAgo: 2 },
      { line: human, hoursAgo: 5 },
      { line: fine },
    ])
    const asked = service.received.length
    const calls = await list(grace)
    expect(calls).toMatchObject([
      { customerName: 'Ava 1', phone: '+19075551001', outcome: 'asked_for_person', line: human, batchName: 'Spring' },
      { customerName: 'Ava 0', phone: '+19075551000', outcome: 'call_back', source: 'transcript', line: later },
    ])
    expect(calls.map(({ work }) => work)).toEqual([null, null])
    expect(service.received).toHaveLength(asked)
  })

  test('leaves a person out once a later call has reached them, and once somebody says that it was otherwise', async () => {
    const { grace } = await openWorld([
      { line: later, to: 0, hoursAgo: 9 },
      { line: fine, to: 0, hoursAgo: 3 },
      { line: later, to: 1, hoursAgo: 9 },
      { line: human, to: 1, hoursAgo: 3 },
    ])
    const calls = await list(grace)
    expect(calls).toMatchObject([{ customerName: 'Ava 1', outcome: 'asked_for_person' }])
    await grace.request('PUT', `/gateway/call-outcomes/${calls[0]?.roomName}`, { body: { outcome: 'said_no' } })
    expect(await list(grace)).toEqual([])
  })

  test('is worked off: taken by one person, given back, done with a note', {
    tags: ['call-back-is-taken-once'],
  }, async () => {
    const { grace, tomas, clock } = await openWorld()
    const open = await first(tomas)
    const answers = await Promise.all([change(tomas, open, 'taken'), change(grace, open, 'taken')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const [winner, loser] = answers[0]?.status === 200 ? [tomas, grace] : [grace, tomas]
    const refused = answers.find(({ status }) => status === 409)?.json.error
    const taken = await first(loser)
    expect(refused).toMatchObject({
      code: 'changed_meanwhile',
      message: `${taken.work?.operator} has taken this call-back. Nothing was changed.`,
    })
    // The same request again, and one from what was seen before.
    expect((await change(winner, open, 'taken')).status).toBe(200)
    expect((await change(loser, open, 'done')).status).toBe(409)
    expect((await change(winner, taken, 'open')).json).toEqual({ work: null })
    expect((await change(winner, taken, 'open')).json).toEqual({ work: null })
    clock.advance(1_000)
    await change(loser, await first(loser), 'taken')
    const done = await change(loser, await first(loser), 'done', ' Booked for Friday. ')
    expect(done.json).toMatchObject({ work: { state: 'done', note: 'Booked for Friday.' } })
    expect(await list(winner)).toEqual([])
    expect(await first(winner, 'done')).toMatchObject({ line: later, work: { note: 'Booked for Friday.' } })
    await change(winner, await first(winner, 'done'), 'open')
    expect(await list(winner)).toHaveLength(1)
  })

  test('is changed only by those who saw what counts', { tags: ['call-back-is-taken-once'] }, async () => {
    const { grace, tomas } = await openWorld()
    const open = await first(tomas)
    await change(tomas, open, 'taken')
    const taken = await first(grace)
    await change(tomas, taken, 'open')
    const message = 'This call-back was given back meanwhile. Nothing was changed.'
    for (const seenAt of [taken.work?.at, 253_402_300_799_999]) {
      const body = { state: 'taken', note: '', seenAt }
      const answer = await grace.request('PUT', `/gateway/call-backs/${open.roomName}`, { body })
      expect(answer).toMatchObject({ status: 409, json: { error: { code: 'changed_meanwhile', message } } })
    }
    expect(await first(grace)).toMatchObject({ work: null })
  })

  test('keeps what somebody has taken when the person is called again, and lets nobody else call them', async () => {
    const { grace, tomas, call, clock } = await openWorld([{ line: later, to: 0 }])
    await change(tomas, await first(tomas), 'taken')
    await call({ line: human, to: 0, hoursAgo: 1 })
    expect(await list(grace)).toMatchObject([{ outcome: 'call_back', work: { operator: 'Tomás Rivera' } }])
    expect(
      (await change(grace, { ...(await first(grace)), roomName: 'agent1-call000001', work: null }, 'taken')).status,
    ).toBe(404)
    // Given back, only the later call asks for another one.
    const taken = await first(tomas)
    await change(tomas, taken, 'open')
    expect(await list(grace)).toMatchObject([{ outcome: 'asked_for_person', work: null }])
    // Whoever is done has called the person after both calls; nobody else has to. A later call asks anew.
    await change(tomas, await first(tomas), 'taken')
    await call({ line: later, to: 0, hoursAgo: 0.5 })
    clock.advance(1_000)
    expect((await change(tomas, await first(tomas), 'done', 'Moved to Friday.')).status).toBe(200)
    expect(await list(grace)).toEqual([])
    expect(await list(grace, 'done')).toMatchObject([{ outcome: 'asked_for_person' }])
    clock.advance(hourMs)
    await call({ line: later, to: 0, hoursAgo: 0.5 })
    expect(await list(grace)).toMatchObject([{ outcome: 'call_back', work: null }])
  })

  test('keeps what somebody has taken when a later call has reached the person', async () => {
    const { grace, tomas, call } = await openWorld([{ line: later, to: 0 }])
    await change(tomas, await first(tomas), 'taken')
    await call({ line: fine, to: 0, hoursAgo: 1 })
    const taken = await first(tomas)
    expect(taken).toMatchObject({ work: { state: 'taken' } })
    await change(tomas, taken, 'open')
    expect(await list(grace)).toEqual([])
  })

  test('leaves out who must not be called, also if somebody has taken them', async () => {
    const { grace, tomas, clock } = await openWorld([{ line: later }, { line: human, hoursAgo: 1 }])
    const calls = await list(tomas)
    await change(tomas, calls[0] as CallBack, 'taken')
    for (const { phone } of calls) await grace.post('/gateway/do-not-call', { number: phone, reason: 'Asked' })
    expect(await list(tomas)).toEqual([])
    expect((await change(grace, calls[1] as CallBack, 'taken')).status).toBe(404)
    const { entries } = (await grace.get('/gateway/do-not-call')).json as unknown as { entries: { entryId: string }[] }
    await grace.request('DELETE', `/gateway/do-not-call/${entries[0]?.entryId}`)
    expect(await list(tomas)).toMatchObject([{ customerName: 'Ava 1', work: null }])
    // An entry that has ended, and a person who was called before it was made.
    await change(tomas, await first(tomas), 'done')
    const until = new Date(clock.now() + hourMs).toISOString()
    await grace.post('/gateway/do-not-call', { number: calls[1]?.phone, reason: 'On holiday', until })
    expect(await list(tomas, 'done')).toHaveLength(1)
    await change(tomas, await first(tomas, 'done'), 'open')
    expect(await list(tomas)).toEqual([])
    clock.advance(2 * hourMs)
    expect(await list(tomas)).toHaveLength(1)
  })

  test('leaves out who must not be called, however their number is spelled', async () => {
    const phones = ['001 (907) 555-1200', '+5491123456789', '+541123456780']
    const { grace } = await openWorld(phones.map((phone) => ({ line: later, phone })))
    expect(await list(grace)).toHaveLength(3)
    for (const number of ['+19075551200', '+541123456789', '+5491123456780'])
      await grace.post('/gateway/do-not-call', { number, reason: 'Asked' })
    expect(await list(grace)).toEqual([])
  })

  test('leaves out who must not be called by their number, whatever is stored of the person', async () => {
    const { grace, store } = await openWorld(
      ['+19075551200', '+5491123456789', '+19075551202'].map((phone) => ({ line: later, phone })),
    )
    expect(await list(grace)).toHaveLength(3)
    await store.updateTable('call_facts').set({ person: null }).execute()
    await store.updateTable('call_facts').set({ person: 'of another spelling' }).where('job_id', '=', 'j0').execute()
    for (const number of ['+19075551200', '+541123456789'])
      await grace.post('/gateway/do-not-call', { number, reason: 'Asked' })
    expect(await list(grace)).toMatchObject([{ phone: '+19075551202' }])
  })

  test.each([
    { asked: 1_200, total: 800, slices: [500, 500, 200] },
    { asked: 2_000, total: null, slices: [500, 500, 500] },
  ])('of $asked people of whom 400 must not be called counts $total', async ({ asked, total, slices }) => {
    const [store, clock] = [await openTestStore(), createTestClock()]
    const at = clock.now() - hourMs
    const idOf = (index: number) => `c${String(index).padStart(4, '0')}`
    const fields = Array.from({ length: asked }, (_, index) => ({ id: idOf(index), person: idOf(index), at }))
    const facts = fields.map((one) => callFact({ ...one, room_name: one.id, outcome: 'call_back' }))
    await insertRows(store, 'call_facts', facts)
    const looked: number[] = []
    const { list, close } = createCallBacks({
      store,
      recordAction: (_, perform) => perform(),
      registry: { nameOf: () => null },
      contacts: { hash: (numbers) => Promise.resolve([...numbers]) },
      doNotCall: {
        find: (_, { hashes }) => {
          looked.push(hashes.length)
          const indexes = hashes.flatMap((hash, index) => (hash < idOf(400) ? [index] : []))
          return Promise.resolve({ indexes, by: [], version: 1 })
        },
      },
      retention: () => Promise.resolve({ days: 30 }),
      retentionDays: () => Promise.resolve(30),
      workspaces: [],
      clock,
    })
    onTestFinished(close)
    const { calls, pagination } = await list('ws_main', { state: 'open', page: 2, limit: 20 })
    expect(pagination).toMatchObject({ total, hasNext: true })
    expect(calls.map(({ roomName }) => roomName)).toEqual(Array.from({ length: 20 }, (_, row) => idOf(420 + row)))
    expect(looked).toEqual(slices)
  })

  test('is that of the workspace of the batch, if it is known', async () => {
    const { grace, tomas, store } = await openWorld(undefined, 'ws_main=Main,ws_other=Other')
    const elsewhere = { headers: { 'x-workspace-id': 'ws_other' } }
    const there = async () => ((await grace.get('/gateway/call-backs', elsewhere)).json as { calls?: unknown }).calls
    expect(await there()).toHaveLength(1)
    await store.updateTable('known_batches').set({ workspace: 'ws_main' }).execute()
    expect(await there()).toEqual([])
    expect(await list(tomas)).toHaveLength(1)
    const { roomName } = await first(tomas)
    const body = { state: 'taken', note: '', seenAt: null }
    expect((await grace.request('PUT', `/gateway/call-backs/${roomName}`, { ...elsewhere, body })).status).toBe(404)
  })

  test('is read by all and changed by those who call, if it was asked for, and the audit has it without a word', {
    tags: ['call-back-is-asked-for'],
  }, async () => {
    const { grace, tomas, priya } = await openWorld()
    const open = await first(priya)
    expect((await priya.request('PUT', `/gateway/call-backs/${open.roomName}`, { body: 'x' })).status).toBe(403)
    expect((await change(tomas, { ...open, roomName: 'agent1-call999999' }, 'taken')).status).toBe(404)
    expect((await change(tomas, open, 'done', 'x'.repeat(501))).status).toBe(400)
    await change(tomas, open, 'done', 'Moved to Bergen.')
    const { text } = await grace.get('/gateway/history?endpoint=callBackChange')
    expect(text).toContain(open.roomName)
    expect(text).not.toContain('Bergen')
  })

  test('is forgotten with the calls that are kept', async () => {
    const { grace, tomas, clock } = await openWorld()
    await change(tomas, await first(tomas), 'done')
    clock.advance(3 * 24 * hourMs)
    await grace.signInAsDemo()
    await grace.request('PUT', '/gateway/call-retention', { body: { days: 2 } })
    expect(await list(grace, 'done')).toEqual([])
    await grace.request('PUT', '/gateway/call-retention', { body: { days: 20 } })
    expect(await list(grace, 'done')).toEqual([])
    expect(await first(grace)).toMatchObject({ outcome: 'call_back', line: '', work: null })
  })

  test('is forgotten with the calls of its own workspace, however long another one keeps its calls', async () => {
    const { grace, tomas, clock, store } = await openWorld(undefined, 'ws_main=Main,ws_other=Other')
    await store.updateTable('known_batches').set({ workspace: 'ws_main' }).execute()
    await change(tomas, await first(tomas), 'done', 'Moved to Bergen.')
    clock.advance(3 * 24 * hourMs)
    await grace.signInAsDemo()
    const stored = () => store.selectFrom('call_backs').select('note').execute()
    const keep = (workspace: string, days: number) =>
      grace.request('PUT', '/gateway/call-retention', { body: { days }, headers: { 'x-workspace-id': workspace } })
    await keep('ws_other', 2)
    expect(await stored()).toEqual([{ note: 'Moved to Bergen.' }])
    await keep('ws_other', 20)
    await keep('ws_main', 2)
    expect(await stored()).toEqual([])
  })
})
