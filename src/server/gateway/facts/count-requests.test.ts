/** Who caused how many requests to the service, counted when they are sent. */
import { describe, expect, it } from 'vitest'
import type { Budget, RequestCounts } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock, type Script, startGatewayWithService } from '../testing/testing.ts'

const hourMs = 3_600_000
/** 20 minutes past 14 in UTC. */
const now = Date.parse('2026-11-23T14:20:30Z')

const script: Script = ({ path }) => {
  const id = /^\/api\/v1\/agents\/(\w+)$/.exec(path)?.[1]
  return id ? { body: { id, name: 'Finn' } } : undefined
}

async function start() {
  const store = await openTestStore()
  const clock = createTestClock(now)
  const started = await startGatewayWithService(script, { store, clock })
  const read = async (who: typeof started.grace, query: Record<string, string | number>) => {
    const received = started.service.received.length
    const parameters = { from: now - 48 * hourMs, to: now + 48 * hourMs, ...query }
    const search = new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, `${value}`]),
    )
    const answer = await who.get(`/gateway/reports/requests?${search.toString()}`)
    expect(started.service.received).toHaveLength(received)
    return { status: answer.status, counts: answer.json as unknown as RequestCounts }
  }
  /** Requests by group, all purposes together, without those of the gateway itself. */
  const readsIn = ({ groups }: RequestCounts) =>
    groups
      .flatMap(({ key, lanes: { reads } }) => (reads ? [[key, reads]] : []))
      .toSorted((a, b) => `${a[0]}`.localeCompare(`${b[0]}`))
  const open = (who: typeof started.grace, id: string) =>
    who.request('GET', `/api/v1/agents/${id}`, {
      headers: { 'cache-control': 'no-cache', referer: 'http://127.0.0.1:4400/agents/x' },
    })
  // What the gateway itself asked at its start.
  await read(started.grace, { by: 'hour' })
  await store.deleteFrom('request_counts').execute()
  return { ...started, store, clock, read, readsIn, open }
}

describe('requests to the service', () => {
  it('are counted by minute, hour, day and page', async () => {
    const { grace, clock, read, readsIn, open } = await start()
    await open(grace, 'a1')
    clock.advance(90_000)
    await open(grace, 'a2')
    await open(grace, 'a3')
    const minute = Date.parse('2026-11-23T14:20:00Z')
    expect(readsIn((await read(grace, { by: 'minute' })).counts)).toEqual([
      [`${minute}`, 1],
      [`${minute + 120_000}`, 2],
    ])
    expect(readsIn((await read(grace, { by: 'hour' })).counts)).toEqual([[`${Date.parse('2026-11-23T14:00:00Z')}`, 3]])
    expect(readsIn((await read(grace, { by: 'day', zone: 'America/New_York' })).counts)).toEqual([
      [`${Date.parse('2026-11-23T05:00:00Z')}`, 3],
    ])
    expect(readsIn((await read(grace, { by: 'page' })).counts)).toEqual([['agents', 3]])
    expect((await read(grace, { by: 'page', to: now - hourMs })).counts.groups).toEqual([])
  })

  it('are counted by the day where clocks are half an hour off', async () => {
    const { grace, clock, read, readsIn, open } = await start()
    await open(grace, 'a1')
    // 19:30 to 20:30 in India. Five hours later, the hour begins on this day and ends on the next.
    clock.advance(4 * hourMs)
    await open(await grace.signInAsDemo(), 'a2')
    const from = Date.parse('2026-11-22T18:00:00Z')
    expect(readsIn((await read(grace, { by: 'day', zone: 'Asia/Kolkata', from })).counts)).toEqual([
      [`${Date.parse('2026-11-22T18:30:00Z')}`, 1],
      [`${Date.parse('2026-11-23T18:30:00Z')}`, 1],
    ])
  })

  it('have the names of others for administrators only', {
    tags: ['names-of-requesters-are-for-administrators'],
  }, async () => {
    const { browser, grace, read, open } = await start()
    const sam = await browser().signInAsDemo('ready-support')
    await open(grace, 'a1')
    await open(sam, 'a2')
    await open(sam, 'a3')
    const named = async (who: typeof grace) =>
      (await read(who, { by: 'operator' })).counts.groups
        .flatMap(({ key, name, lanes: { reads } }) => (reads ? [[key, name, reads]] : []))
        .toSorted((a, b) => `${a[0]}`.localeCompare(`${b[0]}`))
    expect(await named(grace)).toEqual([
      ['ready-admin', 'Grace Okafor', 1],
      ['ready-support', 'Sam Whitfield', 2],
    ])
    expect(await named(sam)).toEqual([
      ['colleagues', null, 1],
      ['ready-support', 'Sam Whitfield', 2],
    ])
  })

  it('of the last minute have them for administrators only too', {
    tags: ['names-in-the-budget-are-for-administrators'],
  }, async () => {
    const { browser, grace, open } = await start()
    const sam = await browser().signInAsDemo('ready-support')
    await open(grace, 'a1')
    await open(sam, 'a2')
    await open(sam, 'a3')
    const named = async (who: typeof grace) => {
      const { byOperator } = (await who.get('/gateway/budget')).json as unknown as Budget
      return byOperator.map(({ name, used }) => [name, used])
    }
    expect(await named(grace)).toEqual([
      ['Sam Whitfield', 2],
      ['Grace Okafor', 1],
    ])
    expect(await named(sam)).toEqual([
      ['Sam Whitfield', 2],
      [null, 1],
    ])
    const priya = await browser().signInAsDemo('ready-reviewer')
    expect(await named(priya)).toEqual([[null, 3]])
  })

  it('are stored by hour, and by minute only for a day', async () => {
    const { browser, grace, store, clock, read, open } = await start()
    await open(grace, 'a1')
    await read(grace, { by: 'hour' })
    clock.advance(26 * hourMs)
    const later = await browser().signInAsDemo()
    await open(later, 'a1')
    await read(later, { by: 'hour' })
    const rows = await store.selectFrom('request_counts').select(['span', 'at']).where('page', '=', 'agents').execute()
    const minutes = rows.filter(({ span }) => span === 'minute')
    expect(minutes.map(({ at }) => at > now + 25 * hourMs)).toEqual([true])
    expect(rows.filter(({ span }) => span === 'hour')).toHaveLength(2)
  })

  it('of an unknown time zone or an endless period are refused', {
    tags: ['counted-period-is-limited'],
  }, async () => {
    const { grace, read } = await start()
    expect((await read(grace, { by: 'day', zone: 'Mars/Base' })).status).toBe(400)
    expect((await read(grace, { by: 'hour', from: 0, to: 1_900_000_000_000 })).status).toBe(400)
  })
})
