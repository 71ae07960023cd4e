/**
 * Tests the request budget that several gateways share, on a real PostgreSQL. Time passes by moving the rows back and the gateways'
 * clocks forward. Longer than 300 lines, since all tests need the same gateways and schedules.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Lane, lanes } from '#contract/index.ts'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { createSilentLog } from '../shared/log.ts'
import { type Postgres, startPostgres, startStallingProxy } from '../testing/postgres.ts'
import { afterwards } from '../testing/testing.ts'
import { createBudget, type Rate, type SentRequest } from './budget.ts'
import { createRequestService } from './budgeted-request.ts'
import { createUpstream } from './http-client.ts'
import { createRequestQueue } from './request-queue.ts'
import { createServiceHealth } from './service-health.ts'
import { openSharedSlots } from './shared-slots.ts'
import { standbyLane } from './slot-rows.ts'

const requester = { operator: 'Grace', page: 'calls' }
const minute = 60_000
/** Lost slots are free again after this, ms. */
const lease = 94_000

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

/** Starts gateways on one database, with one clock. @param proxyOf returns the database's address for the last gateway */
async function cluster(rate: Rate, count = 3, proxyOf = async (url: string) => url) {
  const url = await postgres.database()
  const last = await proxyOf(url)
  const urlOf = (at: number) => (at === count - 1 ? last : url)
  const writing: Promise<void>[] = []
  let shift = 0
  const clock = { now: () => Date.now() + shift, steady: () => performance.now() + shift }
  const stores = await Promise.all(
    Array.from({ length: count }, (_, at) => openGatewayStore({ url: urlOf(at), schema: 'switchboard' })),
  )
  for (const { cluster } of stores) await cluster.start()
  const open = async (own: (typeof stores)[number]) => {
    const budget = createBudget(rate)
    const shared = await openSharedSlots({ ...own, budget, clock, log: createSilentLog() })
    const noted = (done: Promise<void>) => {
      writing.push(done)
      return done
    }
    const places: typeof shared = {
      ...shared,
      finish: (...all) => noted(shared.finish(...all)),
      pause: (...all) => noted(shared.pause(...all)),
    }
    return { ...own, budget, places, requestQueue: createRequestQueue(budget, clock.steady, places) }
  }
  const gateways = await Promise.all(stores.map(open))
  const close = async () => {
    for (const { places, cluster, store, release } of gateways) {
      await places.close()
      await cluster.close().catch(() => {})
      await store.destroy()
      await release()
    }
  }
  const { store } = gateways[0] ?? { store: null as never }
  return {
    clock,
    store,
    close,
    gateways,
    /** Ends a gateway without a goodbye and starts another in its place. */
    restart: async (index: number) => {
      await gateways[index]?.places.close()
      gateways[index] = await open(stores[index] ?? (null as never))
    },
    /** Resolves when everything is written to the database. */
    written: () => Promise.all(writing),
    /** Lets time pass, or only moves the database's clock. */
    pass: async (ms: number, onlyDatabase = false) => {
      await Promise.all(writing)
      await sql`update request_places set free_at = free_at - ${ms}::bigint, sent_at = sent_at - ${ms}::bigint,
        ended_at = ended_at - ${ms}::bigint`.execute(store)
      await sql`update request_budget set level_at = level_at - ${ms}::bigint, paused_until = paused_until - ${ms}::bigint`.execute(
        store,
      )
      if (!onlyDatabase) shift += ms
    },
  }
}

interface Step {
  wait: number
  /** Requests at the same moment, each at one of the gateways. */
  requests: { gateway: number; lane: Lane; travel: number; back: number; fate: 'answered' | 'never' | 'killed' }[]
  pause: boolean
}

const steps = (which: readonly Lane[], longestWait: number) =>
  fc.array(
    fc.record({
      wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: longestWait })),
      requests: fc.array(
        fc.record({
          gateway: fc.integer({ min: 0, max: 2 }),
          lane: fc.constantFrom(...which),
          travel: fc.integer({ min: 0, max: 15_000 }),
          back: fc.integer({ min: 0, max: 15_000 }),
          fate: fc.constantFrom('answered', 'answered', 'answered', 'answered', 'answered', 'never', 'killed' as const),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      pause: fc.integer({ min: 0, max: 60 }).map((n) => n === 0),
    }),
    { minLength: 100, maxLength: 140 },
  )

/** Plays a schedule. @returns when the service counted each request, and the lanes that sent during a pause */
async function play(
  { clock, gateways, restart, pass, written }: Awaited<ReturnType<typeof cluster>>,
  schedule: Step[],
) {
  const counted: number[] = []
  const paused: Lane[] = []
  let pausedUntil = 0
  let underWay: { sent: SentRequest; ends: number; gateway: number; never: boolean }[] = []
  for (const { wait, requests, pause } of schedule) {
    await pass(wait)
    for (const one of underWay.filter(({ ends }) => ends <= clock.steady()))
      gateways[one.gateway]?.requestQueue.done(one.sent, one.never ? 'never' : undefined)
    underWay = underWay.filter(({ ends }) => ends > clock.steady())
    if (pause) {
      gateways[0]?.requestQueue.pause(5_000, true)
      await written()
      pausedUntil = clock.steady() + 5_000
    }
    const killed = new Set<number>()
    await Promise.all(
      requests.map(async ({ gateway, lane, travel, back, fate }) => {
        const sent = await gateways[gateway]?.requestQueue.take(lane, requester, 0)
        if (!sent) return
        const now = clock.steady()
        if (now < pausedUntil) paused.push(lane)
        if (fate !== 'never') counted.push(now + travel)
        if (fate === 'killed') killed.add(gateway)
        else underWay.push({ sent, ends: now + travel + back, gateway, never: fate === 'never' })
      }),
    )
    for (const gateway of killed) {
      underWay = underWay.filter((one) => one.gateway !== gateway)
      await restart(gateway)
    }
  }
  for (const one of underWay) gateways[one.gateway]?.requestQueue.done(one.sent)
  return { counted: counted.toSorted((a, b) => a - b), paused }
}

const maxInWindow = (times: number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at <= from + minute).length))

function bucketAccepts(times: number[], { perMinute, burst }: Rate): boolean {
  let level = burst
  let last = times[0] ?? 0
  return times.every((at) => {
    level = Math.min(burst, level + ((at - last) * perMinute) / minute)
    last = at
    level -= 1
    return level >= -1e-9
  })
}

/** Takes slots in a lane, at one gateway after the other. @returns how many it got */
async function places({ gateways }: Awaited<ReturnType<typeof cluster>>, lane: Lane, most: number): Promise<number> {
  for (const { places } of gateways) await places.sync()
  let found = 0
  for (let n = 0; n < most; n += 1) {
    const sent = await gateways[n % gateways.length]?.requestQueue.take(lane, requester, 0)
    if (sent) found += 1
  }
  return found
}

/** Expects that cancels get this many slots and no more, once the gateways have released their standby slots. */
async function findAll(all: Awaited<ReturnType<typeof cluster>>, count: number): Promise<void> {
  let found = 0
  await expect.poll(async () => (found += await places(all, 'cancel', count + 5)), { timeout: 10_000 }).toBe(count)
  expect(await places(all, 'cancel', 3)).toBe(0)
}

/** Uses all slots for reading, once the gateways have released their idle standby slots. */
async function saturate(all: Awaited<ReturnType<typeof cluster>>): Promise<void> {
  const kept = () => all.store.selectFrom('request_places').where('lane', '=', standbyLane).select('place').execute()
  await expect.poll(async () => (await places(all, 'watching', 70), (await kept()).length), { timeout: 10_000 }).toBe(3)
  await expect.poll(() => places(all, 'watching', 70), { timeout: 10_000 }).toBe(0)
  for (const { places, cluster } of all.gateways) {
    await expect.poll(() => cluster.members().length, { timeout: 20_000 }).toBe(3)
    await places.sync()
  }
}

/** How many cancels the database counts. */
async function cancelsIn({ store }: Awaited<ReturnType<typeof cluster>>): Promise<number> {
  const rows = await store.selectFrom('request_places').where('lane', '=', 'cancel').select('place').execute()
  return rows.length
}

/** Two gateways, the second of which has just lost its database. */
async function cutOff(rate: Rate) {
  let proxy: Awaited<ReturnType<typeof startStallingProxy>> | undefined
  const all = await cluster(rate, 2, async (url) => {
    proxy = await startStallingProxy(url)
    return proxy.url
  })
  if (!proxy) throw new Error('no proxy')
  afterwards(proxy.close)
  afterwards(all.close)
  for (const { cluster, places } of all.gateways) {
    await expect.poll(() => cluster.members().length, { timeout: 20_000 }).toBe(2)
    await places.sync()
  }
  for (const { places } of all.gateways) await places.sync()
  proxy.stall()
  await expect.poll(() => all.gateways[1]?.cluster.isMember(), { timeout: 10_000 }).toBe(false)
  return { all, proxy }
}

/** Does not shrink a failing schedule, which would exceed the test's timeout. */
const once = (count: number) => ({ ...propertyTestParameters(count), endOnFailure: true })

describe('the budget of several gateways', { tags: ['soak', 'R10'], timeout: 120_000 }, () => {
  test('never exceeds the plan in any 60 s at the service, whichever gateway is killed, and loses no slot', {
    tags: ['place-is-claimed', 'place-is-free-for-all-gateways'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 40 }), steps(lanes, 4_000), async (perMinute, schedule) => {
        const all = await cluster({ perMinute, burst: 0 })
        try {
          const { counted, paused } = await play(all, schedule)
          expect(maxInWindow(counted)).toBeLessThanOrEqual(perMinute)
          expect(paused.every((lane) => lane === 'cancel')).toBe(true)
          await all.pass(lease)
          await findAll(all, perMinute)
        } finally {
          await all.close()
        }
      }),
      once(1),
    )
  })

  test("with a burst never exceeds the service's bucket, and loses no token", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        steps(lanes, 4_000),
        async (perMinute, burst, schedule) => {
          const all = await cluster({ perMinute, burst })
          try {
            const { counted, paused } = await play(all, schedule)
            expect(bucketAccepts(counted, { perMinute, burst })).toBe(true)
            expect(paused.every((lane) => lane === 'cancel')).toBe(true)
            await all.pass(lease)
            for (const { places } of all.gateways) await places.sync()
            await all.pass(Math.ceil((burst + 1) * (minute / perMinute)))
            let found = 0
            await expect
              .poll(async () => (found += await places(all, 'cancel', burst + 5)), { timeout: 5_000 })
              .toBeGreaterThanOrEqual(burst)
          } finally {
            await all.close()
          }
        },
      ),
      once(1),
    )
  })

  test('at saturation sends the first two cancels at any gateway, one more from the standby slot of each, and seven commands', async () => {
    const all = await cluster({ perMinute: 60, burst: 0 })
    afterwards(all.close)
    await saturate(all)
    expect(await places(all, 'commands', 20)).toBe(7)
    const cancels = async (gateway: number) => {
      for (let found = 0; ; found += 1)
        if (!(await all.gateways[gateway]?.requestQueue.take('cancel', requester, 0))) return found
    }
    expect(await cancels(0)).toBe(3)
    expect(await cancels(1)).toBe(1)
    expect(await cancels(2)).toBe(1)
  })

  test('counts the requests of a version without shared slots, and follows a changed plan', async () => {
    const own = await openGatewayStore({ url: await postgres.database(), schema: 'switchboard' })
    afterwards(async () => {
      await own.cluster.close()
      await own.store.destroy()
      await own.release()
    })
    const earlier = { at: own.clock.now(), lane: 'reads', page: 'calls', operator: 'Grace' }
    await own.store.insertInto('sends').values([earlier, earlier, earlier]).execute()
    const found = async (perMinute: number) => {
      const budget = createBudget({ perMinute, burst: 0 })
      const places = await openSharedSlots({ ...own, budget, log: createSilentLog() })
      const requestQueue = createRequestQueue(budget, own.clock.steady, places)
      let count = 0
      while (await requestQueue.take('cancel', requester, 0)) count += 1
      await places.close()
      return count
    }
    expect(await found(5)).toBe(2)
    expect(await found(8)).toBe(3)
    expect(await found(4)).toBe(0)
  })

  test("frees no slot early when the database's clock is set forward, and loses none when it is set back", async () => {
    const all = await cluster({ perMinute: 10, burst: 0 })
    afterwards(all.close)
    await findAll(all, 10)
    for (const { places } of all.gateways) await places.sync()
    await all.pass(3_600_000, true)
    expect(await places(all, 'cancel', 3)).toBe(0)
    await all.pass(-7_200_000, true)
    expect(await places(all, 'cancel', 3)).toBe(0)
    for (const { budget } of all.gateways)
      for (const sent of budget.sentLastMinute(all.clock.steady())) budget.finish(sent, sent.startedAt)
    await all.pass(lease)
    await findAll(all, 10)
  })

  test('shows every gateway what all have used, pauses all, and refuses a gateway that another has ended', async () => {
    const all = await cluster({ perMinute: 60, burst: 0 })
    afterwards(all.close)
    const [first, second, third] = all.gateways
    const person = 'p1'
    const sent = await first?.requestQueue.take('reads', { ...requester, person }, 0)
    const used = () => third?.budget.sentLastMinute(all.clock.steady())
    await expect.poll(used, { timeout: 3_000 }).toMatchObject([{ lane: 'reads', ...requester, person, endedAt: null }])
    if (sent) first?.requestQueue.done(Object.assign(sent, { refused: true }))
    await expect.poll(used, { timeout: 3_000 }).toMatchObject([{ refused: true, endedAt: expect.any(Number) }])
    const lost = await first?.requestQueue.take('reads', requester, 0)
    await expect.poll(() => used()?.length, { timeout: 3_000 }).toBe(2)
    if (lost) first?.requestQueue.done(lost, 'never')
    await expect.poll(() => used()?.length, { timeout: 3_000 }).toBe(1)

    first?.requestQueue.pause(30_000, true)
    await expect.poll(() => second?.budget.pausedUntil, { timeout: 3_000 }).toBeGreaterThan(0)
    expect(second?.budget.lastRefusal).toBeGreaterThan(0)
    expect(await second?.requestQueue.take('commands', requester, 0)).toBe(null)
    expect(await second?.requestQueue.take('cancel', requester, 0)).not.toBe(null)

    await all.pass(31_000)
    const number = second?.cluster.number ?? 0
    await all.store.updateTable('gateways').set({ ended_at: 1 }).where('number', '=', number).execute()
    expect(
      await second?.places.claim({ ...requester, lane: 'commands', startedAt: all.clock.steady(), endedAt: null }),
    ).toBe(false)
    expect(
      await third?.places.claim({ ...requester, lane: 'commands', startedAt: all.clock.steady(), endedAt: null }),
    ).toBe(true)
  })

  test('without the database sends only cancels from standby slots, counts them later, and delays no command once the database is back', {
    tags: ['R23', 'back-database-opens-all-lanes'],
  }, async () => {
    const all = await cluster({ perMinute: 60, burst: 0 })
    afterwards(all.close)
    expect(await places(all, 'cancel', 2)).toBe(2)
    await saturate(all)
    await postgres.stop()
    for (const { requestQueue } of all.gateways) {
      for (const lane of ['commands', 'reads', 'watching'] as const)
        expect(await requestQueue.take(lane, requester, 0)).toBe(null)
      expect(requestQueue.nextAt('reads', requester)).toMatchObject({ by: 'database' })
    }
    const cancelled = all.gateways.map(async ({ requestQueue }) => {
      const sent = [await requestQueue.take('cancel', requester, 0), await requestQueue.take('cancel', requester, 0)]
      expect(requestQueue.nextAt('cancel', requester)).toMatchObject({
        by: 'database',
        at: expect.closeTo(all.clock.steady() + minute, -4),
      })
      return sent.flatMap((one) => (one ? { requestQueue, sent: one } : []))
    })
    const [first, second, ...others] = (await Promise.all(cancelled)).flat()
    expect(others).toHaveLength(1)
    first?.requestQueue.done(first.sent)
    second?.requestQueue.done(second.sent, 'never')
    // Sends a command at the moment when the first gateway can record again, after attempts without the database.
    const [back] = all.gateways
    const takeCommand = () => back?.requestQueue.take('commands', requester, 0)
    const trying = setInterval(() => void takeCommand(), 100)
    const command = new Promise((resolve) => {
      back?.cluster.onResync(() => {
        clearInterval(trying)
        resolve(takeCommand())
      })
    })
    await postgres.start()
    expect(await command).not.toBe(null)
    await expect.poll(() => cancelsIn(all).catch(() => 0), { timeout: 20_000 }).toBe(4)
    for (const { cluster } of all.gateways) await expect.poll(() => cluster.isMember(), { timeout: 10_000 }).toBe(true)
    // Six are left of the commands' reserve, and the slot of the cancel that was never sent.
    let taken = 0
    await expect.poll(async () => (taken += await places(all, 'cancel', 9)), { timeout: 5_000 }).toBe(7)
    expect(await places(all, 'cancel', 3)).toBe(0)
  })

  test('keeps a gateway that is cut off within the plan, whatever the others send, and lets it cancel', {
    tags: ['R23', 'kept-place-is-free'],
  }, async () => {
    const { all, proxy } = await cutOff({ perMinute: 60, burst: 0 })
    const [others, alone] = all.gateways
    /** How many cancels one gateway sends now, one after the other. */
    const sent = async ({ requestQueue }: NonNullable<typeof others>) => {
      let count = 0
      for (; count < 70; count += 1) {
        const one = await requestQueue.take('cancel', requester, 0)
        if (!one) break
        requestQueue.done(one)
      }
      return count
    }
    if (!others || !alone) throw new Error('no gateway')
    // Six idle standby slots, and one of the reserve.
    expect(await sent(alone)).toBe(7)
    expect(await sent(others)).toBe(53)
    await all.pass(30_000)
    expect(await sent(alone)).toBe(0)
    await all.pass(31_000)
    expect(await sent(alone)).toBe(7)
    expect(await sent(others)).toBe(53)
    // It holds idle standby slots for five minutes, and the one of the reserve for an hour.
    await all.pass(300_000)
    expect(await sent(alone)).toBe(1)
    await all.pass(lease)
    expect(await sent(alone)).toBe(1)
    await others.places.sync()
    expect(await sent(others)).toBe(59)
    proxy.recover()
    await expect.poll(() => cancelsIn(all), { timeout: 15_000 }).toBe(60)
    expect(await sent(alone)).toBe(0)
    expect(await sent(others)).toBe(0)
  })

  test('with a burst keeps tokens for a gateway that is cut off', async () => {
    const rate = { perMinute: 60, burst: 20 }
    const { all, proxy } = await cutOff(rate)
    const [others, alone] = all.gateways
    const takeAll = async (gateway: typeof others) => {
      let count = 0
      for (; count < 30; count += 1) {
        const one = await gateway?.requestQueue.take('cancel', requester, 0)
        if (!one) break
        gateway?.requestQueue.done(one)
      }
      return count
    }
    expect(await takeAll(alone)).toBe(1)
    expect(await takeAll(others)).toBeGreaterThan(rate.burst / 2)
    expect(await cancelsIn(all)).toBeLessThan(rate.burst)
    // Without the database it is unknown when its token is available again.
    await all.pass(lease)
    expect(await takeAll(alone)).toBe(0)
    proxy.recover()
    await expect.poll(() => cancelsIn(all), { timeout: 15_000 }).toBeGreaterThan(0)
  })

  test('of a plan too small for standby slots sends no cancel while cut off', async () => {
    const { all } = await cutOff({ perMinute: 2, burst: 0 })
    const [, alone] = all.gateways
    if (!alone) throw new Error('no gateway')
    const upstream = createUpstream({ url: new URL('http://127.0.0.1:1'), apiKey: 'k' })
    afterwards(upstream.close)
    const requestService = createRequestService({
      ...alone,
      upstream,
      serviceHealth: createServiceHealth(),
      clock: all.clock,
      random: Math.random,
    })
    const cancel = { kind: 'command', method: 'DELETE', path: '/v1/api/batch-calls/b1', workspace: null } as const
    await expect(requestService(cancel, 'cancel', requester, 90_000)).rejects.toThrow(
      "Switchboard's database is not responding, and this gateway has no requests left for cancelling without it. Nothing was sent.",
    )
  })
})
