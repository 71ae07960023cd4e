/**
 * Tests the request budget that several gateways share, on a real PostgreSQL. Time passes by moving the rows back and the gateways'
 * clocks forward. Longer than 500 lines, since all tests need the same gateways and schedules.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Lane, lanes } from '#contract/index.ts'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { openGatewayStore, type Pace } from '../cluster/open-gateway-store.ts'
import { createSilentLog } from '../shared/log.ts'
import { type Postgres, quickPace, startPostgres, startStallingProxy } from '../testing/postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { afterTest } from '../testing/testing.ts'
import { createBudget, type Rate, type SentRequest } from './budget.ts'
import { createRequestService } from './budgeted-request.ts'
import { createUpstream } from './http-client.ts'
import { createRequestQueue } from './request-queue.ts'
import { createServiceHealth } from './service-health.ts'
import { openSharedSlots } from './shared-slots.ts'
import { standbyLane } from './slot-rows.ts'

const requester = { operator: 'Grace', page: 'calls' }
const minuteMs = 60_000
/** A slot is free again after this time if the end of its request was never recorded. */
const slotLeaseMs = 94_000

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

/** Starts gateways on one database, with one clock. @param proxyOf returns the database's address for the last gateway */
async function startCluster(rate: Rate, count = 3, proxyOf = async (url: string) => url, pace: Pace = {}) {
  const url = await createStoreDatabase(postgres)
  const lastUrl = await proxyOf(url)
  const urlOf = (index: number) => (index === count - 1 ? lastUrl : url)
  const pendingWrites: Promise<void>[] = []
  let clockOffsetMs = 0
  const clock = { now: () => Date.now() + clockOffsetMs, steady: () => performance.now() + clockOffsetMs }
  const stores = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      openGatewayStore({ url: urlOf(index), schema: 'switchboard' }, true, { ...quickPace, ...pace }),
    ),
  )
  for (const { cluster } of stores) await cluster.start()
  const openGateway = async (gatewayStore: (typeof stores)[number]) => {
    const budget = createBudget(rate)
    const sharedSlots = await openSharedSlots({ ...gatewayStore, budget, clock, log: createSilentLog() })
    const trackWrite = (write: Promise<void>) => {
      pendingWrites.push(write)
      return write
    }
    const slots: typeof sharedSlots = {
      ...sharedSlots,
      finish: (...all) => trackWrite(sharedSlots.finish(...all)),
      pause: (...all) => trackWrite(sharedSlots.pause(...all)),
    }
    return { ...gatewayStore, budget, places: slots, requestQueue: createRequestQueue(budget, clock.steady, slots) }
  }
  const gateways = await Promise.all(stores.map(openGateway))
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
    /** Ends a gateway without closing its membership and starts another in its place. */
    restart: async (index: number) => {
      await gateways[index]?.places.close()
      gateways[index] = await openGateway(stores[index] ?? (null as never))
    },
    /** Resolves when everything is written to the database. */
    waitForWrites: () => Promise.all(pendingWrites),
    /** Lets time pass, or only moves the database's clock. */
    passTime: async (ms: number, onlyDatabase = false) => {
      await Promise.all(pendingWrites)
      await sql`update request_places set free_at = free_at - ${ms}::bigint, sent_at = sent_at - ${ms}::bigint,
        ended_at = ended_at - ${ms}::bigint`.execute(store)
      await sql`update request_budget set level_at = level_at - ${ms}::bigint, paused_until = paused_until - ${ms}::bigint`.execute(
        store,
      )
      if (!onlyDatabase) clockOffsetMs += ms
    },
  }
}

interface Step {
  waitMs: number
  /** Requests at the same moment, each at one of the gateways; times as in budget.test.ts. */
  requests: { gateway: number; lane: Lane; travelMs: number; returnMs: number; fate: 'answered' | 'never' | 'killed' }[]
  pause: boolean
}

const arbitrarySteps = (allowedLanes: readonly Lane[], longestWait: number) =>
  fc.array(
    fc.record({
      waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: longestWait })),
      requests: fc.array(
        fc.record({
          gateway: fc.integer({ min: 0, max: 2 }),
          lane: fc.constantFrom(...allowedLanes),
          travelMs: fc.integer({ min: 0, max: 15_000 }),
          returnMs: fc.integer({ min: 0, max: 15_000 }),
          fate: fc.constantFrom('answered', 'answered', 'answered', 'answered', 'answered', 'never', 'killed' as const),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      pause: fc.integer({ min: 0, max: 60 }).map((n) => n === 0),
    }),
    { minLength: 100, maxLength: 140 },
  )

/** Sends a schedule's requests. @returns when the service counted each one, and the lanes that sent during a pause */
async function countRequests(
  { clock, gateways, restart, passTime: pass, waitForWrites: written }: Awaited<ReturnType<typeof startCluster>>,
  schedule: Step[],
) {
  const counted: number[] = []
  const lanesInPause: Lane[] = []
  let pausedUntil = 0
  let underWay: { sent: SentRequest; endsAt: number; gateway: number; wasNeverSent: boolean }[] = []
  for (const { waitMs: wait, requests, pause } of schedule) {
    await pass(wait)
    for (const request of underWay.filter(({ endsAt: ends }) => ends <= clock.steady()))
      gateways[request.gateway]?.requestQueue.done(request.sent, request.wasNeverSent ? 'never' : undefined)
    underWay = underWay.filter(({ endsAt: ends }) => ends > clock.steady())
    if (pause) {
      gateways[0]?.requestQueue.pause(5_000, true)
      await written()
      pausedUntil = clock.steady() + 5_000
    }
    const killed = new Set<number>()
    await Promise.all(
      requests.map(async ({ gateway, lane, travelMs: travel, returnMs: back, fate }) => {
        const sent = await gateways[gateway]?.requestQueue.take(lane, requester, 0)
        if (!sent) return
        const now = clock.steady()
        if (now < pausedUntil) lanesInPause.push(lane)
        if (fate !== 'never') counted.push(now + travel)
        if (fate === 'killed') killed.add(gateway)
        else underWay.push({ sent, endsAt: now + travel + back, gateway, wasNeverSent: fate === 'never' })
      }),
    )
    for (const gateway of killed) {
      underWay = underWay.filter((one) => one.gateway !== gateway)
      await restart(gateway)
    }
  }
  for (const one of underWay) gateways[one.gateway]?.requestQueue.done(one.sent)
  return { counted: counted.toSorted((a, b) => a - b), lanesInPause }
}

const maxInWindow = (times: number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at <= from + minuteMs).length))

function bucketAccepts(times: number[], { perMinute, burst }: Rate): boolean {
  let level = burst
  let last = times[0] ?? 0
  return times.every((at) => {
    level = Math.min(burst, level + ((at - last) * perMinute) / minuteMs)
    last = at
    level -= 1
    return level >= -1e-9
  })
}

/** Requests slots in a lane, at one gateway after the other. @returns how many were granted */
async function takeSlots(
  { gateways }: Awaited<ReturnType<typeof startCluster>>,
  lane: Lane,
  maxCount: number,
): Promise<number> {
  for (const { places } of gateways) await places.sync()
  let granted = 0
  for (let n = 0; n < maxCount; n += 1) {
    const sent = await gateways[n % gateways.length]?.requestQueue.take(lane, requester, 0)
    if (sent) granted += 1
  }
  return granted
}

/** Expects exactly this many slots for cancels, once the gateways have released their standby slots. */
async function expectFreeSlots(all: Awaited<ReturnType<typeof startCluster>>, count: number): Promise<void> {
  let granted = 0
  await expect.poll(async () => (granted += await takeSlots(all, 'cancel', count + 5))).toBe(count)
  expect(await takeSlots(all, 'cancel', 3)).toBe(0)
}

/** Uses all slots for reading, once the gateways have released their idle standby slots. */
async function saturate(all: Awaited<ReturnType<typeof startCluster>>): Promise<void> {
  const selectStandbySlots = () =>
    all.store.selectFrom('request_places').where('lane', '=', standbyLane).select('place').execute()
  await expect.poll(async () => (await takeSlots(all, 'watching', 70), (await selectStandbySlots()).length)).toBe(3)
  await expect.poll(() => takeSlots(all, 'watching', 70)).toBe(0)
  for (const { places, cluster } of all.gateways) {
    await expect.poll(() => cluster.members().length).toBe(3)
    await places.sync()
  }
}

/** Counts the cancels in the database's rows. */
async function countCancels({ store }: Awaited<ReturnType<typeof startCluster>>): Promise<number> {
  const rows = await store.selectFrom('request_places').where('lane', '=', 'cancel').select('place').execute()
  return rows.length
}

/** Two gateways, the second of which has just lost its database. */
async function startWithOneCutOff(rate: Rate, pace?: Pace) {
  let proxy: Awaited<ReturnType<typeof startStallingProxy>> | undefined
  const all = await startCluster(
    rate,
    2,
    async (url) => {
      proxy = await startStallingProxy(url)
      return proxy.url
    },
    pace,
  )
  if (!proxy) throw new Error('no proxy')
  afterTest(proxy.close)
  afterTest(all.close)
  for (const { cluster, places } of all.gateways) {
    await expect.poll(() => cluster.members().length).toBe(2)
    await places.sync()
  }
  for (const { places } of all.gateways) await places.sync()
  proxy.stall()
  await expect.poll(() => all.gateways[1]?.cluster.isMember()).toBe(false)
  return { all, proxy }
}

/** Sends cancels at one gateway, one after the other, until it has no slot. @returns how many it sent */
async function countSendableCancels(
  gateway: Awaited<ReturnType<typeof startCluster>>['gateways'][number] | undefined,
): Promise<number> {
  let count = 0
  for (; count < 70; count += 1) {
    const cancel = await gateway?.requestQueue.take('cancel', requester, 0)
    if (!cancel) break
    gateway?.requestQueue.done(cancel)
  }
  return count
}

/** Does not shrink a failing schedule, which would exceed the test's timeout. */
const runsWithoutShrinking = (count: number) => ({ ...propertyTestParameters(count), endOnFailure: true })

describe('the budget of several gateways', { tags: ['soak', 'R10'], timeout: 120_000 }, () => {
  test('never exceeds the plan in any 60 s at the service, whichever gateway is killed, and loses no slot', {
    tags: ['place-is-claimed', 'place-is-free-for-all-gateways'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 40 }), arbitrarySteps(lanes, 4_000), async (perMinute, schedule) => {
        const all = await startCluster({ perMinute, burst: 0 })
        try {
          const { counted, lanesInPause } = await countRequests(all, schedule)
          expect(maxInWindow(counted)).toBeLessThanOrEqual(perMinute)
          expect(lanesInPause.every((lane) => lane === 'cancel')).toBe(true)
          await all.passTime(slotLeaseMs)
          await expectFreeSlots(all, perMinute)
        } finally {
          await all.close()
        }
      }),
      runsWithoutShrinking(1),
    )
  })

  test("never exceeds the service's bucket and loses no token if the plan has a burst", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        arbitrarySteps(lanes, 4_000),
        async (perMinute, burst, schedule) => {
          const all = await startCluster({ perMinute, burst })
          try {
            const { counted, lanesInPause } = await countRequests(all, schedule)
            expect(bucketAccepts(counted, { perMinute, burst })).toBe(true)
            expect(lanesInPause.every((lane) => lane === 'cancel')).toBe(true)
            await all.passTime(slotLeaseMs)
            for (const { places } of all.gateways) await places.sync()
            await all.passTime(Math.ceil((burst + 1) * (minuteMs / perMinute)))
            let found = 0
            await expect
              .poll(async () => (found += await takeSlots(all, 'cancel', burst + 5)))
              .toBeGreaterThanOrEqual(burst)
          } finally {
            await all.close()
          }
        },
      ),
      runsWithoutShrinking(1),
    )
  })

  test('at saturation sends the first two cancels at any gateway, one more from the standby slot of each, and seven commands', async () => {
    const all = await startCluster({ perMinute: 60, burst: 0 })
    afterTest(all.close)
    await saturate(all)
    expect(await takeSlots(all, 'commands', 20)).toBe(7)
    const takeCancels = async (gateway: number) => {
      for (let found = 0; ; found += 1)
        if (!(await all.gateways[gateway]?.requestQueue.take('cancel', requester, 0))) return found
    }
    expect(await takeCancels(0)).toBe(3)
    expect(await takeCancels(1)).toBe(1)
    expect(await takeCancels(2)).toBe(1)
  })

  test('takes slots for several requests together or not at all, at whichever gateway', async () => {
    const all = await startCluster({ perMinute: 60, burst: 0 })
    afterTest(all.close)
    await saturate(all)
    const takePair = async (index: number) =>
      all.gateways[index % 3]?.requestQueue.takeTogether('commands', requester, 2)
    const takenAtOnce = await Promise.all(Array.from({ length: 12 }, (_, index) => takePair(index)))
    let pairs = takenAtOnce.filter(Boolean).length
    await all.waitForWrites()
    for (const { places } of all.gateways) await places.sync()
    await all.passTime(2_000)
    // Each gateway learns of the slots that are left when the database tells it.
    await expect
      .poll(async () => {
        for (const index of all.gateways.keys()) while (await takePair(index)) pairs += 1
        return pairs
      })
      .toBe(3)
    // A gateway that was refused a slot asks for none for a moment.
    let single = 0
    await expect.poll(async () => (single += await takeSlots(all, 'commands', 6))).toBe(1)
    await expect(takeSlots(all, 'commands', 6)).resolves.toBe(0)
  })

  test('counts the requests of a version without shared slots, and follows a changed plan', async () => {
    const gatewayStore = await openGatewayStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
    afterTest(async () => {
      await gatewayStore.cluster.close()
      await gatewayStore.store.destroy()
      await gatewayStore.release()
    })
    const earlierRequest = { at: gatewayStore.clock.now(), lane: 'reads', page: 'calls', operator: 'Grace' }
    await gatewayStore.store.insertInto('sends').values([earlierRequest, earlierRequest, earlierRequest]).execute()
    const countFreeSlots = async (perMinute: number) => {
      const budget = createBudget({ perMinute, burst: 0 })
      const places = await openSharedSlots({ ...gatewayStore, budget, log: createSilentLog() })
      const requestQueue = createRequestQueue(budget, gatewayStore.clock.steady, places)
      let count = 0
      while (await requestQueue.take('cancel', requester, 0)) count += 1
      await places.close()
      return count
    }
    expect(await countFreeSlots(5)).toBe(2)
    expect(await countFreeSlots(8)).toBe(3)
    expect(await countFreeSlots(4)).toBe(0)
  })

  test("frees no slot early when the database's clock is set forward, and loses none when it is set back", async () => {
    const all = await startCluster({ perMinute: 10, burst: 0 })
    afterTest(all.close)
    await expectFreeSlots(all, 10)
    for (const { places } of all.gateways) await places.sync()
    await all.passTime(3_600_000, true)
    expect(await takeSlots(all, 'cancel', 3)).toBe(0)
    await all.passTime(-7_200_000, true)
    expect(await takeSlots(all, 'cancel', 3)).toBe(0)
    for (const { budget } of all.gateways)
      for (const sent of budget.sentLastMinute(all.clock.steady())) budget.finish(sent, sent.startedAt)
    await all.passTime(slotLeaseMs)
    await expectFreeSlots(all, 10)
  })

  test('shows every gateway what all have used, pauses all, and refuses a gateway that another has ended', async () => {
    // With its next beat, a gateway that was ended comes back under a new number.
    const all = await startCluster({ perMinute: 60, burst: 0 }, 3, undefined, { beatMs: 5_000 })
    afterTest(all.close)
    const [first, second, third] = all.gateways
    const person = 'p1'
    const sent = await first?.requestQueue.take('reads', { ...requester, person }, 0)
    const requestsAtThird = () => third?.budget.sentLastMinute(all.clock.steady())
    await expect.poll(requestsAtThird).toMatchObject([{ lane: 'reads', ...requester, person, endedAt: null }])
    if (sent) first?.requestQueue.done(Object.assign(sent, { isTargetUnknown: true }))
    await expect.poll(requestsAtThird).toMatchObject([{ isTargetUnknown: true, endedAt: expect.any(Number) }])
    const neverSent = await first?.requestQueue.take('reads', requester, 0)
    await expect.poll(() => requestsAtThird()?.length).toBe(2)
    if (neverSent) first?.requestQueue.done(neverSent, 'never')
    await expect.poll(() => requestsAtThird()?.length).toBe(1)

    first?.requestQueue.pause(30_000, true)
    await expect.poll(() => second?.budget.pausedUntil).toBeGreaterThan(0)
    expect(second?.budget.lastRefusedAt).toBeGreaterThan(0)
    expect(await second?.requestQueue.take('commands', requester, 0)).toBe(null)
    expect(await second?.requestQueue.take('cancel', requester, 0)).not.toBe(null)

    await all.passTime(31_000)
    const number = second?.cluster.number ?? 0
    await all.store.updateTable('gateways').set({ ended_at: 1 }).where('number', '=', number).execute()
    expect(
      await second?.places.claim({ ...requester, lane: 'commands', startedAt: all.clock.steady(), endedAt: null }),
    ).toBe(false)
    expect(
      await third?.places.claim({ ...requester, lane: 'commands', startedAt: all.clock.steady(), endedAt: null }),
    ).toBe(true)
  })

  test('sends only cancels from standby slots while the database is down, counts them later, and delays no command once it is back', {
    tags: ['R23', 'back-database-opens-all-lanes'],
  }, async () => {
    const all = await startCluster({ perMinute: 60, burst: 0 })
    afterTest(all.close)
    expect(await takeSlots(all, 'cancel', 2)).toBe(2)
    await saturate(all)
    await postgres.stop()
    for (const { requestQueue } of all.gateways) {
      for (const lane of ['commands', 'reads', 'watching'] as const)
        expect(await requestQueue.take(lane, requester, 0)).toBe(null)
      expect(requestQueue.nextAt('reads', requester)).toMatchObject({ limitedBy: 'database' })
    }
    const cancels = all.gateways.map(async ({ requestQueue }) => {
      const sent = [await requestQueue.take('cancel', requester, 0), await requestQueue.take('cancel', requester, 0)]
      expect(requestQueue.nextAt('cancel', requester)).toMatchObject({
        limitedBy: 'database',
        at: expect.closeTo(all.clock.steady() + minuteMs, -4),
      })
      return sent.flatMap((one) => (one ? { requestQueue, sent: one } : []))
    })
    const [first, second, ...others] = (await Promise.all(cancels)).flat()
    expect(others).toHaveLength(1)
    first?.requestQueue.done(first.sent)
    second?.requestQueue.done(second.sent, 'never')
    // Sends a command at the moment when the first gateway can record again, after attempts without the database.
    const [firstGateway] = all.gateways
    const takeCommand = () => firstGateway?.requestQueue.take('commands', requester, 0)
    const timer = setInterval(() => void takeCommand(), 100)
    const command = new Promise((resolve) => {
      firstGateway?.cluster.onResync(() => {
        clearInterval(timer)
        resolve(takeCommand())
      })
    })
    await postgres.start()
    expect(await command).not.toBe(null)
    await expect.poll(() => countCancels(all).catch(() => 0)).toBe(4)
    for (const { cluster } of all.gateways) await expect.poll(() => cluster.isMember()).toBe(true)
    // Free slots: six of the commands' reserve, and that of the cancel that was never sent.
    let taken = 0
    await expect.poll(async () => (taken += await takeSlots(all, 'cancel', 9))).toBe(7)
    expect(await takeSlots(all, 'cancel', 3)).toBe(0)
  })

  test('keeps a gateway that is cut off within the plan, whatever the others send, and lets it cancel', {
    tags: ['R23', 'kept-place-is-free'],
  }, async () => {
    const { all, proxy } = await startWithOneCutOff({ perMinute: 60, burst: 0 })
    const [connected, cutOff] = all.gateways
    if (!connected || !cutOff) throw new Error('no gateway')
    /** A slot that a synchronisation is just looking at, or has just found free, is free a moment later. A cancel would wait for it. */
    const expectSendableCancels = async (count: number) => {
      let sent = 0
      const sendMore = async () => {
        await connected.places.sync()
        return (sent += await countSendableCancels(connected))
      }
      await expect.poll(sendMore).toBeGreaterThanOrEqual(count)
      expect(await sendMore()).toBe(count)
    }
    // Six idle standby slots, and one from the reserve.
    expect(await countSendableCancels(cutOff)).toBe(7)
    await expectSendableCancels(53)
    // The gateway tries to record the cancels every five seconds. No statement reaches the database, so the slots stay usable.
    await cutOff.places.sync()
    await all.passTime(30_000)
    expect(await countSendableCancels(cutOff)).toBe(0)
    await all.passTime(31_000)
    expect(await countSendableCancels(cutOff)).toBe(7)
    await expectSendableCancels(53)
    // The gateway holds idle standby slots for five minutes, and the one from the reserve for an hour.
    await all.passTime(300_000)
    expect(await countSendableCancels(cutOff)).toBe(1)
    await all.passTime(slotLeaseMs)
    expect(await countSendableCancels(cutOff)).toBe(1)
    await expectSendableCancels(59)
    proxy.recover()
    await expect.poll(() => countCancels(all)).toBe(60)
    expect(await countSendableCancels(cutOff)).toBe(0)
    expect(await countSendableCancels(connected)).toBe(0)
  })

  /** Counts the standby slots of a gateway, once another one has taken over from it. */
  const countStandbySlotsOf = async ({ store }: Awaited<ReturnType<typeof startCluster>>, gateway: number) => {
    const takenOver = await store.selectFrom('gateways').select('taken_over_by').where('number', '=', gateway).execute()
    if (!takenOver[0]?.taken_over_by) return 'not taken over'
    const rows = await store
      .selectFrom('request_places')
      .select('place')
      .where('lane', '=', standbyLane)
      .where('gateway', '=', gateway)
      .execute()
    return rows.length
  }

  test('frees the standby slots of a gateway that was killed as soon as another one takes over from it', async () => {
    const all = await startCluster({ perMinute: 60, burst: 0 }, 2, undefined, { maxSilenceMs: 2_000 })
    afterTest(all.close)
    const [, killed] = all.gateways
    if (!killed) throw new Error('no gateway')
    for (const { cluster, places } of all.gateways) {
      await expect.poll(() => cluster.members().length).toBe(2)
      await places.sync()
    }
    await killed.release()
    await expect.poll(() => countStandbySlotsOf(all, killed.cluster.number)).toBe(0)
  })

  test('keeps the standby slots of a gateway that is cut off when another one takes over from it', async () => {
    const { all } = await startWithOneCutOff({ perMinute: 60, burst: 0 }, { maxSilenceMs: 3_000 })
    const [, cutOff] = all.gateways
    if (!cutOff) throw new Error('no gateway')
    await expect.poll(() => countStandbySlotsOf(all, cutOff.cluster.number)).toBe(7)
    expect(await countSendableCancels(cutOff)).toBe(7)
  })

  test('keeps tokens for a gateway that is cut off if the plan has a burst', async () => {
    const rate = { perMinute: 60, burst: 20 }
    const { all, proxy } = await startWithOneCutOff(rate)
    const [connected, cutOff] = all.gateways
    expect(await countSendableCancels(cutOff)).toBe(1)
    expect(await countSendableCancels(connected)).toBeGreaterThan(rate.burst / 2)
    expect(await countCancels(all)).toBeLessThan(rate.burst)
    // Without the database it is unknown when its token is available again.
    await all.passTime(slotLeaseMs)
    expect(await countSendableCancels(cutOff)).toBe(0)
    proxy.recover()
    await expect.poll(() => countCancels(all)).toBeGreaterThan(0)
  })

  test('sends no cancel while cut off if the plan is too small for standby slots', async () => {
    const { all } = await startWithOneCutOff({ perMinute: 2, burst: 0 })
    const [, cutOff] = all.gateways
    if (!cutOff) throw new Error('no gateway')
    const upstream = createUpstream({ url: new URL('http://127.0.0.1:1'), apiKey: 'k' })
    afterTest(upstream.close)
    const requestService = createRequestService({
      ...cutOff,
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
