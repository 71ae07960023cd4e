import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { postDecision, readLatestDecision, scriptDrafts, startGatewayWithDrafts } from '../testing/review.ts'
import { holdNextTransaction, openEmbeddedTestStore, openTestStore } from '../testing/store.ts'
import {
  acceptBatches,
  batchForm,
  callRequest,
  placedCallAnswer,
  recipientsCsv,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'
import { hookWrites } from '../testing/writes.ts'

const cancelAnswer = { batchId: 'b1', status: 'cancelled', message: '', details: {} }
const acceptingService: Script = ({ method, path }) => {
  if (method === 'DELETE') return { body: cancelAnswer }
  if (method === 'POST') return { body: placedCallAnswer }
  return path.startsWith('/v1/api/conversations/') ? { body: { _id: 'c1' } } : undefined
}

/** A store whose disk is full after a given number of writes, until `setFullAfter` is called again. */
async function openFillingStore() {
  let writesLeft = Number.POSITIVE_INFINITY
  const store = hookWrites(await openEmbeddedTestStore(), () => {
    writesLeft -= 1
    if (writesLeft < 0) throw new Error('database or disk is full')
  })
  const setFullAfter = (writes: number) => {
    writesLeft = writes
  }
  return { store, setFullAfter, writesLeft: () => writesLeft }
}

const conversations = scriptDrafts(1)
const commandService: Script = (received) =>
  conversations.script(received) ??
  acceptBatches(received) ??
  (received.method === 'PATCH' ? { body: { id: 'a1', name: 'New' } } : acceptingService(received))

type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']
const commands = {
  'a call': (grace: Person) => grace.post('/gateway/calls', callRequest, { key: 'k' }),
  'an agent': (grace: Person) => grace.request('PATCH', '/api/v1/agents/a1', { body: { name: 'New' }, key: 'k' }),
  'a batch': (grace: Person) => grace.post('/gateway/launches', batchForm(recipientsCsv), { key: 'k' }),
  'a cancel': (grace: Person) => grace.request('DELETE', '/v1/api/batch-calls/b1', { key: 'k' }),
}

describe('if the disk fills up at any write', () => {
  test.each(Object.entries(commands))(
    'a command for %s is sent once and recorded, or not sent; a cancel is always sent',
    { tags: ['R22', 'R23'] },
    async (name, send) => {
      for (let writesBefore = 0, isReached = true; isReached; writesBefore += 1) {
        const { store, setFullAfter, writesLeft } = await openFillingStore()
        const { service, grace, gateway } = await startGatewayWithService(commandService, { store })
        setFullAfter(writesBefore)
        const first = await send(grace)
        isReached = writesLeft() < 0
        const countSent = () => service.received.filter(({ method }) => method !== 'GET').length
        const isAlwaysSent = name === 'a cancel'
        const isRefused = !isAlwaysSent && first.status === 503
        expect({ writesBefore, status: first.status, code: first.json.error?.code, sent: countSent() }).toEqual(
          isRefused
            ? { writesBefore, status: 503, code: 'not_recorded', sent: 0 }
            : { writesBefore, status: 200, code: undefined, sent: 1 },
        )
        const numbers = await store.selectFrom('placed_calls').select('number').execute()
        expect({ writesBefore, numbers: numbers.length }).toEqual({
          writesBefore,
          numbers: name === 'a call' ? countSent() : 0,
        })
        setFullAfter(Number.POSITIVE_INFINITY)
        // The repeat needs no restart. If only the outcome is not recorded yet, the command itself is recorded.
        const repeat = await send(grace)
        const isRecorded = !isRefused && repeat.json.error?.code === 'already_done'
        expect({
          writesBefore,
          isAnswered: isRecorded || repeat.status === 200,
          isSentOnce: isAlwaysSent || countSent() === 1,
        }).toEqual({
          writesBefore,
          isAnswered: true,
          isSentOnce: true,
        })
        await gateway.finish()
        expect({ writesBefore, effects: (await grace.get('/gateway/effects')).json.effects }).not.toMatchObject({
          effects: [],
        })
      }
    },
  )
})

async function effectStates(person: Person): Promise<string[]> {
  const { effects } = (await person.get('/gateway/effects')).json as unknown as { effects: { state: string }[] }
  return effects.map(({ state }) => state)
}

describe('when the disk is full', () => {
  test('a call is refused, reads continue, and the gateway recovers automatically', {
    tags: ['R22', 'recorded-before-it-is-sent'],
  }, async () => {
    const store = await openEmbeddedTestStore()
    const { service, grace } = await startGatewayWithService(acceptingService, { store })
    await sql`pragma query_only = on`.execute(store)
    const refused = await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    expect(refused).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
    expect(service.requestsTo('POST', '/')).toHaveLength(0)
    const invitation = await grace.post('/gateway/operators', { roles: ['support'] })
    expect(invitation).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
    expect((await grace.get('/v1/api/conversations/c1')).json).toMatchObject({ _id: 'c1' })
    const readiness = await grace.get('/readyz')
    expect(readiness).toMatchObject({
      status: 503,
      json: { error: { fields: { database: 'Nothing can be recorded.' } } },
    })
    await sql`pragma query_only = off`.execute(store)
    expect((await grace.post('/gateway/calls', callRequest, { key: 'k1' })).json).toMatchObject({ callId: 'c1' })
  })

  test('a batch can still be cancelled', { tags: ['R23', 'cancel-goes-in-any-case'] }, async () => {
    const store = await openEmbeddedTestStore()
    const { service, grace } = await startGatewayWithService(acceptingService, { store })
    await sql`pragma query_only = on`.execute(store)
    const answer = await grace.request('DELETE', '/v1/api/batch-calls/b1', { key: 'k1' })
    expect(answer).toMatchObject({ status: 200, json: { status: 'cancelled' } })
    expect(service.requestsTo('DELETE', '/v1/api/batch-calls/b1')).toHaveLength(1)
    await sql`pragma query_only = off`.execute(store)
  })

  test('a command that was already sent is still answered, and its outcome is recorded later', async () => {
    const store = await openEmbeddedTestStore()
    let sendAnswer = () => {}
    const answerSent = new Promise<void>((resolve) => {
      sendAnswer = resolve
    })
    const { service, grace } = await startGatewayWithService(
      ({ method }) => (method === 'POST' ? { body: placedCallAnswer, after: answerSent } : undefined),
      {
        store,
      },
    )
    const pendingCall = grace.post('/gateway/calls', callRequest, { key: 'k1' })
    await expect.poll(() => service.requestsTo('POST', '/').length).toBe(1)
    await sql`pragma query_only = on`.execute(store)
    sendAnswer()
    expect((await pendingCall).json).toMatchObject({ callId: 'c1' })
    await sql`pragma query_only = off`.execute(store)
    // Recording the next outcome also records the pending outcome.
    await grace.post('/gateway/calls', { ...callRequest, toNumber: '+14155550135' }, { key: 'k2' })
    const { effects } = (await grace.get('/gateway/effects')).json
    expect(effects).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  test('a new decision is refused, and a held decision stays held and shows why', { tags: ['R22'] }, async () => {
    const store = await openEmbeddedTestStore()
    const { priya, actions } = await startGatewayWithDrafts(2, { store })
    const heldDecision = await postDecision(priya, { holdSeconds: 30 })
    await sql`pragma query_only = on`.execute(store)
    const refused = await postDecision(priya, { id: '2' })
    expect(refused).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
    await priya.post(`/gateway/decisions/${String(heldDecision.json.effectId)}/send`)
    await expect
      .poll(async () => (await readLatestDecision(priya))?.delayed)
      .toMatch(/could not be recorded, so it has not been sent yet/)
    expect(await readLatestDecision(priya)).toMatchObject({ state: 'held' })
    expect(actions()).toEqual([])
    const undo = await priya.post(`/gateway/decisions/${String(heldDecision.json.effectId)}/undo`)
    expect(undo).toMatchObject({ status: 503, json: { error: { code: 'undo_not_recorded', sent: 'unknown' } } })
    await sql`pragma query_only = off`.execute(store)
  })

  test('an undone decision is not sent, although its sending was recorded and the undo was not', {
    tags: ['R22', 'undone-stays-undone'],
  }, async () => {
    const store = await openEmbeddedTestStore()
    const { priya, actions } = await startGatewayWithDrafts(1, { store })
    const heldDecision = await postDecision(priya, { holdSeconds: 30 })
    const id = String(heldDecision.json.effectId)
    const { reached, release } = holdNextTransaction(store)
    await priya.post(`/gateway/decisions/${id}/send`)
    await reached
    await sql`pragma query_only = on`.execute(store)
    expect(await priya.post(`/gateway/decisions/${id}/undo`)).toMatchObject({
      status: 503,
      json: { error: { code: 'undo_not_recorded', sent: 'unknown' } },
    })
    expect(await readLatestDecision(priya)).toMatchObject({
      state: 'held',
      delayed: expect.stringContaining('may still be sent'),
    })
    await sql`pragma query_only = off`.execute(store)
    release()
    await expect.poll(async () => (await effectStates(priya))[0]).toBe('withdrawn')
    expect(actions()).toEqual([])
  })

  test('no row of the history can be changed or deleted', {
    tags: ['R45', 'history-only-grows'],
  }, async () => {
    const store = await openTestStore()
    const { grace } = await startGatewayWithService(acceptingService, { store })
    await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    for (const table of ['effects', 'history'] as const) {
      await expect(store.deleteFrom(table).execute()).rejects.toThrow('only grows')
      await expect(store.updateTable(table).set({ at: 0 }).execute()).rejects.toThrow('only grows')
    }
    const rows = JSON.stringify(await store.selectFrom('effects').selectAll().execute())
    expect(rows).not.toContain('4155550134')
  })
})
