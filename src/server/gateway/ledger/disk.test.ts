import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openStore } from '../store/store.ts'
import { correspondence, decide, latest, reviewWorld } from '../testing/review.ts'
import { holdNextRecord, openTestStore } from '../testing/store.ts'
import { call, launch, people, placed, type Script, startsBatches, world } from '../testing/testing.ts'
import { hookWrites } from '../testing/writes.ts'

const cancelled = { batchId: 'b1', status: 'cancelled', message: '', details: {} }
const service: Script = ({ method, path }) => {
  if (method === 'DELETE') return { body: cancelled }
  if (method === 'POST') return { body: placed }
  return path.startsWith('/v1/api/conversations/') ? { body: { _id: 'c1' } } : undefined
}

/** A store whose disk fills up after a given number of writes, and can be emptied again. */
async function fillingStore() {
  let left = Number.POSITIVE_INFINITY
  const store = hookWrites(await openStore({ file: ':memory:' }), () => {
    left -= 1
    if (left < 0) throw new Error('database or disk is full')
  })
  const fullAfter = (writes: number) => {
    left = writes
  }
  return { store, fullAfter, left: () => left }
}

const letters = correspondence(1)
const changed: Script = (received) =>
  letters.script(received) ??
  startsBatches(received) ??
  (received.method === 'PATCH' ? { body: { id: 'a1', name: 'New' } } : service(received))

type Grace = Awaited<ReturnType<typeof world>>['grace']
const commands = {
  'a call': (grace: Grace) => grace.post('/gateway/calls', call, { key: 'k' }),
  'an agent': (grace: Grace) => grace.ask('PATCH', '/api/v1/agents/a1', { body: { name: 'New' }, key: 'k' }),
  'a batch': (grace: Grace) => grace.post('/gateway/launches', launch(people), { key: 'k' }),
  'a cancel': (grace: Grace) => grace.ask('DELETE', '/v1/api/batch-calls/b1', { key: 'k' }),
}

describe('if the disk fills up at any write', () => {
  test.each(Object.entries(commands))(
    'a command for %s is sent once and recorded, or not sent; a cancel is always sent',
    { tags: ['R22', 'R23'] },
    async (what, send) => {
      for (let full = 0, reached = true; reached; full += 1) {
        const { store, fullAfter, left } = await fillingStore()
        const { service: at, grace, gateway } = await world(changed, { store })
        fullAfter(full)
        const first = await send(grace)
        reached = left() < 0
        const sent = () => at.received.filter(({ method }) => method !== 'GET').length
        const always = what === 'a cancel'
        const refused = !always && first.status === 503
        expect({ full, status: first.status, code: first.json.error?.code, sent: sent() }).toEqual(
          refused
            ? { full, status: 503, code: 'not_recorded', sent: 0 }
            : { full, status: 200, code: undefined, sent: 1 },
        )
        const numbers = await store.selectFrom('placed_calls').select('number').execute()
        expect({ full, numbers: numbers.length }).toEqual({ full, numbers: what === 'a call' ? sent() : 0 })
        fullAfter(Number.POSITIVE_INFINITY)
        // Without a restart. If only the outcome is not recorded yet, the command itself is.
        const again = await send(grace)
        const known = !refused && again.json.error?.code === 'already_done'
        expect({ full, answered: known || again.status === 200, once: always || sent() === 1 }).toEqual({
          full,
          answered: true,
          once: true,
        })
        await gateway.finish()
        expect({ full, effects: (await grace.get('/gateway/effects')).json.effects }).not.toMatchObject({ effects: [] })
      }
    },
  )
})

async function effectStates(person: Grace): Promise<string[]> {
  const { effects } = (await person.get('/gateway/effects')).json as unknown as { effects: { state: string }[] }
  return effects.map(({ state }) => state)
}

describe('when the disk is full', () => {
  test('a call is refused, reads continue, and the gateway recovers by itself', {
    tags: ['R22', 'recorded-before-it-is-sent'],
  }, async () => {
    const store = await openStore({ file: ':memory:' })
    const { service: at, grace } = await world(service, { store })
    await sql`pragma query_only = on`.execute(store)
    const refused = await grace.post('/gateway/calls', call, { key: 'k1' })
    expect(refused).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
    expect(at.asked('POST', '/')).toHaveLength(0)
    const invited = await grace.post('/gateway/operators', { roles: ['support'] })
    expect(invited).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
    expect((await grace.get('/v1/api/conversations/c1')).json).toMatchObject({ _id: 'c1' })
    const ready = await grace.get('/readyz')
    expect(ready).toMatchObject({ status: 503, json: { error: { fields: { database: 'Nothing can be recorded.' } } } })
    await sql`pragma query_only = off`.execute(store)
    expect((await grace.post('/gateway/calls', call, { key: 'k1' })).json).toMatchObject({ callId: 'c1' })
  })

  test('a batch can still be cancelled', { tags: ['R23', 'cancel-goes-in-any-case'] }, async () => {
    const store = await openStore({ file: ':memory:' })
    const { service: at, grace } = await world(service, { store })
    await sql`pragma query_only = on`.execute(store)
    const answer = await grace.ask('DELETE', '/v1/api/batch-calls/b1', { key: 'k1' })
    expect(answer).toMatchObject({ status: 200, json: { status: 'cancelled' } })
    expect(at.asked('DELETE', '/v1/api/batch-calls/b1')).toHaveLength(1)
    await sql`pragma query_only = off`.execute(store)
  })

  test('a command that was already sent is still answered, and its outcome is recorded later', async () => {
    const store = await openStore({ file: ':memory:' })
    let finish = () => {}
    const after = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { service: at, grace } = await world(
      ({ method }) => (method === 'POST' ? { body: placed, after } : undefined),
      {
        store,
      },
    )
    const placing = grace.post('/gateway/calls', call, { key: 'k1' })
    await expect.poll(() => at.asked('POST', '/').length).toBe(1)
    await sql`pragma query_only = on`.execute(store)
    finish()
    expect((await placing).json).toMatchObject({ callId: 'c1' })
    await sql`pragma query_only = off`.execute(store)
    // The next outcome also writes the one before.
    await grace.post('/gateway/calls', { ...call, toNumber: '+14155550135' }, { key: 'k2' })
    const { effects } = (await grace.get('/gateway/effects')).json
    expect(effects).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  test('a new decision is refused, and a held one stays held and shows why', { tags: ['R22'] }, async () => {
    const store = await openStore({ file: ':memory:' })
    const { priya, actions } = await reviewWorld(2, { store })
    const held = await decide(priya, { holdSeconds: 30 })
    await sql`pragma query_only = on`.execute(store)
    const refused = await decide(priya, { id: '2' })
    expect(refused).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
    await priya.post(`/gateway/decisions/${String(held.json.effectId)}/send`)
    await expect
      .poll(async () => (await latest(priya))?.delayed)
      .toMatch(/could not be recorded, so it has not been sent yet/)
    expect(await latest(priya)).toMatchObject({ state: 'held' })
    expect(actions()).toEqual([])
    const undone = await priya.post(`/gateway/decisions/${String(held.json.effectId)}/undo`)
    expect(undone).toMatchObject({ status: 503, json: { error: { code: 'undo_not_recorded', sent: 'unknown' } } })
    await sql`pragma query_only = off`.execute(store)
  })

  test('an undone decision is not sent, although its sending was recorded and the undo was not', {
    tags: ['R22', 'undone-stays-undone'],
  }, async () => {
    const store = await openStore({ file: ':memory:' })
    const { priya, actions } = await reviewWorld(1, { store })
    const held = await decide(priya, { holdSeconds: 30 })
    const id = String(held.json.effectId)
    const { reached, release } = holdNextRecord(store)
    await priya.post(`/gateway/decisions/${id}/send`)
    await reached
    await sql`pragma query_only = on`.execute(store)
    expect(await priya.post(`/gateway/decisions/${id}/undo`)).toMatchObject({
      status: 503,
      json: { error: { code: 'undo_not_recorded', sent: 'unknown' } },
    })
    expect(await latest(priya)).toMatchObject({ state: 'held', delayed: expect.stringContaining('may still be sent') })
    await sql`pragma query_only = off`.execute(store)
    release()
    await expect.poll(async () => (await effectStates(priya))[0]).toBe('withdrawn')
    expect(actions()).toEqual([])
  })

  test('no row of the history can be changed or deleted', {
    tags: ['R45', 'history-only-grows'],
  }, async () => {
    const store = await openTestStore()
    const { grace } = await world(service, { store })
    await grace.post('/gateway/calls', call, { key: 'k1' })
    for (const table of ['effects', 'history'] as const) {
      await expect(store.deleteFrom(table).execute()).rejects.toThrow('only grows')
      await expect(store.updateTable(table).set({ at: 0 }).execute()).rejects.toThrow('only grows')
    }
    const rows = JSON.stringify(await store.selectFrom('effects').selectAll().execute())
    expect(rows).not.toContain('4155550134')
  })
})
