import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openStore } from './database.ts'
import { call, placed, type Script, world } from './testing.ts'
import { decide, latest, reviewWorld } from './testing-review.ts'

const cancelled = { batchId: 'b1', status: 'cancelled', message: '', details: {} }
const service: Script = ({ method, path }) => {
  if (method === 'DELETE') return { body: cancelled }
  if (method === 'POST') return { body: placed }
  return path.startsWith('/v1/api/conversations/') ? { body: { _id: 'c1' } } : undefined
}

describe('when the disk takes nothing more', () => {
  test('R22 a call is not placed and says so, reading goes on, and it recovers by itself', async () => {
    const store = await openStore({ file: ':memory:' })
    const { service: at, grace } = await world(service, { store })
    await sql`pragma query_only = on`.execute(store)
    const refused = await grace.post('/gateway/calls', call, { key: 'k1' })
    expect(refused).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
    expect(at.asked('POST', '/')).toHaveLength(0)
    expect((await grace.get('/v1/api/conversations/c1')).json).toMatchObject({ _id: 'c1' })
    await sql`pragma query_only = off`.execute(store)
    expect((await grace.post('/gateway/calls', call, { key: 'k1' })).json).toMatchObject({ callId: 'c1' })
  })

  test('R23 a batch can still be cancelled', async () => {
    const store = await openStore({ file: ':memory:' })
    const { service: at, grace } = await world(service, { store })
    await sql`pragma query_only = on`.execute(store)
    const answer = await grace.ask('DELETE', '/v1/api/batch-calls/b1', { key: 'k1' })
    expect(answer).toMatchObject({ status: 200, json: { status: 'cancelled' } })
    expect(at.asked('DELETE', '/v1/api/batch-calls/b1')).toHaveLength(1)
    await sql`pragma query_only = off`.execute(store)
  })

  test('between sending and writing the answer is true, and the record follows', async () => {
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
    // The next ending takes the one before along.
    await grace.post('/gateway/calls', { ...call, toNumber: '+14155550135' }, { key: 'k2' })
    const { effects } = (await grace.get('/gateway/effects')).json
    expect(effects).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  test('R22 a decision is not taken, and one that is held stays held and says why', async () => {
    const store = await openStore({ file: ':memory:' })
    const { priya, actions } = await reviewWorld(2, { store })
    const held = await decide(priya, { holdSeconds: 30 })
    await sql`pragma query_only = on`.execute(store)
    const refused = await decide(priya, { id: '2' })
    expect(refused).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
    await priya.post(`/gateway/decisions/${String(held.json.effectId)}/send`)
    await expect
      .poll(async () => (await latest(priya))?.delayed)
      .toMatch(/could not be recorded, so it was not sent yet/)
    expect(await latest(priya)).toMatchObject({ state: 'held' })
    expect(actions()).toEqual([])
    const undone = await priya.post(`/gateway/decisions/${String(held.json.effectId)}/undo`)
    expect(undone.json).toMatchObject({ state: 'withdrawn' })
    await sql`pragma query_only = off`.execute(store)
  })

  test('R45 no row of the history can be changed or deleted, whoever tries', async () => {
    const store = await openStore({ file: ':memory:' })
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
