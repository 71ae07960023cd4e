/** Tests the poller. Longer than 500 lines, since all tests open it in the same way. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '#contract/index.ts'
import { createSilentLog } from '../shared/log.ts'
import { createBudget } from '../upstream/budget.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import type { Exchange } from '../upstream/http-client.ts'
import { createServiceHealth } from '../upstream/service-health.ts'
import { createSnapshots, type ReadSharing, type Snapshot } from './cached-reads.ts'
import { createChangeLog } from './change-log.ts'
import { createPoller } from './poller.ts'
import { type Read } from './read.ts'
import type { SharedViews } from './shared-views.ts'
import { type Attention, attentionOf } from './views.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const readOfRoom = (name: string): Read => ({
  name: 'activeCallShow',
  params: { roomName: name },
  query: {},
  workspace: 'ws1',
})
const requester = { operator: 'Sam', page: 'calls' }

/** Creates a poller and a service that answers at once. @param statusOf null: the connection breaks */
function openPoller(
  statusOf: (path: string) => number | null = () => 200,
  sharedViews: SharedViews | null = null,
  sharing: ReadSharing | null = null,
) {
  const clock = { now: () => Date.now(), steady: () => Date.now() }
  const budget = createBudget({ perMinute: 60, burst: 0 })
  const requests: { path: string; at: number }[] = []
  const requestService: RequestService = async ({ path }, lane, by) => {
    budget.finish(budget.take(lane, by, Date.now()), Date.now())
    requests.push({ path, at: Date.now() })
    const status = statusOf(path)
    if (status === null) return { kind: 'failure', wasOpened: true, reason: 'reset', sentAt: Date.now() }
    const summary = { waiting: path.includes('/running/') ? 1 : 0, active: 0, completed: 3, failed: 0, total: 4 }
    const list = path.endsWith('/calls') ? { calls: [], summary } : {}
    const page = { currentPage: 1, totalPages: 1, total: 0, limit: 100 }
    const id = path.split('/').at(-1)
    const record = {
      roomName: id,
      ...(path.includes('/conversations/') && { _id: id }),
      waiting: 1,
      ...list,
      agents: [],
      flows: [],
      pagination: page,
    }
    const body = Buffer.from(JSON.stringify(record))
    return { kind: 'answer', status, headers: {}, body, sentAt: Date.now() }
  }
  const serviceHealth = createServiceHealth()
  const changeLog = createChangeLog()
  const snapshots = createSnapshots({ requestService, serviceHealth, clock, changeLog, sharing })
  const poller = createPoller({
    snapshots,
    budget,
    serviceHealth,
    clock,
    changeLog,
    log: createSilentLog(),
    sharedViews,
  })
  /** Views and gets a read every second, as a page does. */
  async function viewEverySecond(read: Read, attention: Attention, seconds: number, people = 1) {
    for (let second = 0; second < seconds; second += 1) {
      for (let person = 0; person < people; person += 1) {
        poller.markViewed(read, attention, `person${person}`)
        await snapshots.get(read, requester, attention === 'background')
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  return { requests, viewEverySecond, poller, snapshots, serviceHealth, changeLog, budget }
}

test('reads the calls of a batch again until all have ended', async () => {
  const { requests, viewEverySecond, poller } = openPoller()
  const listOf = (batchId: string): Read => ({ name: 'batchCallList', params: { batchId }, query: {}, workspace: null })
  await viewEverySecond(listOf('running'), 'focus', 20)
  expect(requests.length).toBeGreaterThan(5)
  await vi.advanceTimersByTimeAsync(120_000)
  requests.length = 0
  await viewEverySecond(listOf('ended'), 'focus', 20)
  expect(requests).toHaveLength(1)
  poller.close()
})

describe('polling a live call', () => {
  test('keeps it fresh while somebody views it, and stops soon after', async () => {
    const { requests, viewEverySecond, poller } = openPoller()
    await viewEverySecond(readOfRoom('a'), 'focus', 60)
    expect(requests.length).toBeGreaterThan(30)
    const gaps = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(4_000)
    const countBefore = requests.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests.length - countBefore).toBeLessThanOrEqual(4)
    poller.close()
  })

  test('leaves the plan to the others if its own connections break', { tags: ['R48', 'lost-read-waits'] }, async () => {
    const { requests, poller, snapshots, serviceHealth } = openPoller((path) => {
      const isBroken = path.endsWith('/broken')
      const exchange: Exchange = isBroken
        ? { kind: 'failure', wasOpened: true, reason: 'reset' }
        : { kind: 'answer', status: 200, headers: {}, body: Buffer.from('') }
      const now = () => Date.now()
      serviceHealth.recordExchange({ kind: 'read', endpoint: 'activeCallShow', path }, exchange, { now, steady: now })
      return isBroken ? null : 200
    })
    for (let second = 0; second < 60; second += 1) {
      for (const read of [readOfRoom('broken'), readOfRoom('a')]) {
        poller.markViewed(read, 'focus', 'sam')
        await snapshots.get(read, requester).catch(() => {})
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const countOf = (room: string) => requests.filter(({ path }) => path.endsWith(`/${room}`)).length
    expect(countOf('broken')).toBeLessThanOrEqual(12)
    expect(countOf('a')).toBeGreaterThanOrEqual(30)
    poller.close()
  })

  test('keeps it fresh beside many others and while commands exceed their reserve', async () => {
    const { requests, poller, budget } = openPoller()
    const startedAt = Date.now()
    for (let second = 0; second < 240; second += 1) {
      if (second % 2 === 0) budget.finish(budget.take('commands', requester, Date.now()), Date.now())
      for (let index = 0; index < 20; index += 1)
        poller.markViewed(readOfRoom(`r${index}`), index === 0 ? 'focus' : 'visible', 'sam')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const focusReads = requests.filter(({ path, at }) => path.endsWith('/r0') && at > startedAt + 60_000)
    const gaps = focusReads.slice(1).map(({ at }, index) => at - (focusReads[index]?.at ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000)
    poller.close()
  })

  test('delays no answer for a newer one that nobody reads, and none to a person who has the call open already', {
    tags: ['overdue-focus-waits'],
  }, async () => {
    const { poller, snapshots } = openPoller()
    const rooms = Array.from({ length: 48 }, (_, index) => readOfRoom(`r${index}`))
    /** Gets the call as the gateway does for a page. @returns for how long the answer was delayed, ms */
    const view = async (read: Read, person: string) => {
      const { snapshot } = await snapshots.get(read, requester)
      const startedAt = Date.now()
      const { hasOpenedLive } = poller.markViewed(read, 'focus', person)
      const answer = hasOpenedLive ? snapshots.waitForNewer(read, snapshot) : Promise.resolve(snapshot)
      return answer.then(() => Date.now() - startedAt)
    }
    const viewAll = async (person: string) => {
      const delays = Promise.all(rooms.map((read) => view(read, person)))
      await vi.advanceTimersByTimeAsync(1_000)
      return delays
    }
    await viewAll('sam')
    for (let second = 0; second < 60; second += 1) expect(Math.max(...(await viewAll('sam')))).toBe(0)
    const ages = rooms.map((read) => snapshots.ageOf(snapshots.peek(read) as Snapshot))
    expect(ages.filter((age) => age >= 5_000).length).toBeGreaterThan(20)
    expect(Math.max(...(await viewAll('priya')))).toBeLessThanOrEqual(50)
    poller.close()
  })

  test('costs the same for fifty people as for one', { tags: ['R13'] }, async () => {
    const onePerson = openPoller()
    await onePerson.viewEverySecond(readOfRoom('a'), 'focus', 60)
    onePerson.poller.close()
    const fiftyPeople = openPoller()
    await fiftyPeople.viewEverySecond(readOfRoom('a'), 'focus', 60, 50)
    expect(fiftyPeople.requests.length).toBe(onePerson.requests.length)
    fiftyPeople.poller.close()
  })

  test('sends only the first request for a tab that is hidden for half an hour', { tags: ['R26'] }, async () => {
    const { requests, viewEverySecond, poller } = openPoller()
    await viewEverySecond(readOfRoom('a'), 'background', 1_800)
    expect(requests).toHaveLength(1)
    await viewEverySecond(readOfRoom('a'), 'focus', 3)
    expect(requests.length).toBeGreaterThan(1)
    poller.close()
  })

  test('reads a call that has ended at most three times a minute', async () => {
    const { requests, viewEverySecond, poller } = openPoller(() => 404)
    await viewEverySecond(readOfRoom('a'), 'focus', 60)
    expect(requests.length).toBeLessThanOrEqual(3)
    poller.close()
  })

  test('reads twenty calls on the wall equally often', async () => {
    const { requests, poller } = openPoller()
    const rooms = Array.from({ length: 20 }, (_, index) => readOfRoom(`r${index}`))
    for (let second = 0; second < 300; second += 1) {
      for (const room of rooms) poller.markViewed(room, 'visible', 'sam')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const counts = rooms.map(({ params }) => requests.filter(({ path }) => path.endsWith(`/${params.roomName}`)).length)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    expect(poller.load()).toMatchObject({ watched: 20, interval: 25 })
    expect(poller.forecast()).toMatchObject({
      inFocus: 0,
      focusEvery: null,
      others: 20,
      othersEvery: 25,
      perMinute: 48,
    })
    // One more call in focus takes requests from the others.
    const { withAnother } = poller.forecast()
    expect(withAnother).toMatchObject({ inFocus: 1, focusEvery: 4.4, others: 20, perMinute: 48 })
    expect(withAnother.othersEvery).toBeCloseTo(20 / (48 / 60 - 1 / 4.4), 5)
    poller.close()
  })
})

describe('a read that everybody views', () => {
  test('is the freshest, even if each person also views another read', async () => {
    const { requests, poller } = openPoller()
    for (let second = 0; second < 300; second += 1) {
      for (let person = 0; person < 15; person += 1) {
        poller.markViewed(readOfRoom('zz-common'), 'focus', `person${person}`)
        poller.markViewed(readOfRoom(`own${person}`), 'focus', `person${person}`)
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const reads = requests.filter(({ path }) => path.endsWith('zz-common'))
    expect(reads.length).toBeGreaterThanOrEqual(300 / 5)
    poller.close()
  })
})

test('one person watches at most the hundred reads that they viewed last; reads that others view stay watched', {
  tags: ['R50', 'watching-is-bounded'],
}, () => {
  const { poller } = openPoller()
  poller.markViewed(readOfRoom('first'), 'visible', 'ada')
  for (let index = 0; index < 20_000; index += 1) poller.markViewed(readOfRoom(`r${index}`), 'focus', 'sam')
  expect(poller.load().watched).toBe(101)
  poller.markViewed(readOfRoom('r0'), 'visible', 'ada')
  poller.markViewed(readOfRoom('more'), 'visible', 'sam')
  expect(poller.load().watched).toBe(102)
  poller.close()
})

describe('a running batch', () => {
  test('is read occasionally without viewers', async () => {
    const { requests, poller } = openPoller()
    poller.setBackgroundReads(() => [{ name: 'batchProgress', params: { batchId: 'b1' }, query: {}, workspace: null }])
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(requests.length).toBeGreaterThanOrEqual(10)
    expect(requests.length).toBeLessThanOrEqual(20)
    poller.close()
  })
})

test.each([
  ['u=1', 'focus'],
  ['u=3', 'visible'],
  ['i, u=5', 'background'],
  [undefined, 'visible'],
  ['nonsense', 'visible'],
] as const)('the priority %s means %s', (priority, attention) => {
  expect(attentionOf(priority)).toBe(attention)
})

describe('a batch with events', () => {
  const batch: Read = { name: 'batchProgress', params: { batchId: 'b1' }, query: {}, workspace: null }

  test('is read after an event and rarely in between; without events it is polled as usual', async () => {
    const { requests, viewEverySecond, changeLog } = openPoller()
    await viewEverySecond(batch, 'visible', 20)
    expect(requests.length).toBeGreaterThan(8)
    changeLog.record('call.started', { batchId: 'b1' }, Date.now())
    await viewEverySecond(batch, 'visible', 3)
    const countBefore = requests.length
    await viewEverySecond(batch, 'visible', 40)
    expect(requests.length - countBefore).toBeLessThanOrEqual(1)
    const eventAt = Date.now()
    changeLog.record('call.completed', { batchId: 'b1' }, eventAt)
    await viewEverySecond(batch, 'visible', 2)
    expect(requests.at(-1)?.at).toBeGreaterThanOrEqual(eventAt)
    // After minutes without events, delivery may have stopped.
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    const requestsBefore = requests.length
    await viewEverySecond(batch, 'visible', 20)
    expect(requests.length - requestsBefore).toBeGreaterThan(5)
  })

  test('is polled as often in focus as one without events, since events may be lost', async () => {
    const { requests, viewEverySecond, changeLog } = openPoller()
    await viewEverySecond(batch, 'focus', 5)
    changeLog.record('call.started', { batchId: 'b1' }, Date.now())
    const startedAt = Date.now()
    await viewEverySecond(batch, 'focus', 40)
    const times = [startedAt, ...requests.map(({ at }) => at).filter((at) => at >= startedAt), Date.now()]
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeLessThanOrEqual(5_000)
  })

  test('is polled as usual after events of another batch, and so is a live call', async () => {
    const { requests, viewEverySecond, changeLog } = openPoller()
    changeLog.record('call.started', { batchId: 'b2', roomName: 'a' }, Date.now())
    await viewEverySecond(readOfRoom('a'), 'focus', 20)
    expect(requests.length).toBeGreaterThan(10)
    const countBefore = requests.length
    await viewEverySecond(batch, 'focus', 20)
    expect(requests.length - countBefore).toBeGreaterThan(10)
  })
})

describe('a call among many', () => {
  test('is read before older ones after an event about it', async () => {
    const { requests, poller, snapshots, changeLog } = openPoller()
    const rooms = Array.from({ length: 20 }, (_, index) => readOfRoom(`r${String(index).padStart(2, '0')}`))
    const viewForOneSecond = async () => {
      for (const room of rooms) {
        poller.markViewed(room, 'visible', 'Sam')
        if (!snapshots.peek(room)) await snapshots.get(room, requester)
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
    for (let second = 0; second < 90; second += 1) await viewForOneSecond()
    const lastPath = requests.at(-1)?.path ?? ''
    const readsOfLastPath = () => requests.filter(({ path }) => path === lastPath)
    const [count, at] = [readsOfLastPath().length, Date.now()]
    for (let second = 0; second < 4; second += 1) await viewForOneSecond()
    changeLog.record('call.completed', { roomName: lastPath.split('/').at(-1) ?? '' }, Date.now())
    for (let second = 0; second < 6; second += 1) await viewForOneSecond()
    expect(readsOfLastPath().length).toBeGreaterThan(count)
    expect((readsOfLastPath().at(-1)?.at ?? 0) - at).toBeLessThan(12_000)
  })
})

test('a call in focus that got no slot is read a second later', { tags: ['focus-is-tried-again'] }, async () => {
  let count = 0
  const { requests, viewEverySecond } = openPoller(() => {
    count += 1
    if (count === 5) throw new Refusal({ status: 429, code: 'over_budget', by: 'gateway', message: '' })
    return 200
  })
  await Promise.all([
    viewEverySecond(readOfRoom('a'), 'focus', 15),
    viewEverySecond(readOfRoom('b'), 'focus', 15),
    viewEverySecond(readOfRoom('c'), 'focus', 15),
  ])
  const refusedRequest = requests[4]
  const retry = requests.slice(5).find(({ path }) => path === refusedRequest?.path)
  expect((retry?.at ?? Infinity) - (refusedRequest?.at ?? 0)).toBeLessThanOrEqual(2_000)
})

test('a call on the wall that got no slot is read next, and not a round later', async () => {
  let count = 0
  const { requests, poller } = openPoller(() => {
    count += 1
    if (count === 45) throw new Refusal({ status: 429, code: 'over_budget', by: 'gateway', message: '' })
    return 200
  })
  const rooms = Array.from({ length: 20 }, (_, index) => readOfRoom(`r${index}`))
  for (let second = 0; second < 90; second += 1) {
    for (const room of rooms) poller.markViewed(room, 'visible', 'sam')
    await vi.advanceTimersByTimeAsync(1_000)
  }
  const refusedRequest = requests[44]
  const retry = requests.slice(45).find(({ path }) => path === refusedRequest?.path)
  expect((retry?.at ?? Infinity) - (refusedRequest?.at ?? 0)).toBeLessThanOrEqual(3_000)
  poller.close()
})

test('an urgent call on the wall is read more often than the others', async () => {
  const { requests, poller } = openPoller()
  poller.setUrgentReads(({ params }) => params.roomName === 'r7')
  const rooms = Array.from({ length: 20 }, (_, index) => readOfRoom(`r${index}`))
  for (let second = 0; second < 600; second += 1) {
    for (const room of rooms) poller.markViewed(room, 'visible', 'sam')
    await vi.advanceTimersByTimeAsync(1_000)
  }
  const countOf = (name: string) => requests.filter(({ path }) => path.endsWith(`/${name}`)).length
  expect(countOf('r7')).toBeGreaterThanOrEqual(1.6 * countOf('r8'))
  poller.close()
})

describe('a call in focus beside twenty others', () => {
  test('stays fresh when operators suddenly send many reads', { tags: ['focus-has-free-slots'] }, async () => {
    const { requests, poller, budget } = openPoller()
    const visible = Array.from({ length: 20 }, (_, index) => readOfRoom(`visible${index}`))
    for (let second = 0; second < 150; second += 1) {
      poller.markViewed(readOfRoom('a'), 'focus', 'Sam')
      for (const read of visible) poller.markViewed(read, 'visible', 'Kim')
      // Pages are opened in bursts.
      const pages = second % 40 === 20 ? 6 : 0
      for (let page = 0; page < pages; page += 1)
        if (budget.nextAt('reads', Date.now()) <= Date.now())
          budget.finish(budget.take('reads', requester, Date.now()), Date.now())
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const times = requests.filter(({ path }) => path.endsWith('/a')).map(({ at }) => at)
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000)
  })
})

describe('a gateway while another one polls', () => {
  test('reads a call in focus only once it is overdue, and nothing else', {
    tags: ['overdue-focus-is-read-here'],
  }, async () => {
    const { requests, viewEverySecond } = openPoller(() => 200, {
      isPoller: () => false,
      publish: () => {},
      others: () => [],
      onChange: () => {},
    })
    // A page's first view reads what has no snapshot yet. The polling gateway sends nothing.
    await Promise.all([viewEverySecond(readOfRoom('a'), 'focus', 20), viewEverySecond(readOfRoom('b'), 'visible', 20)])
    const timesOf = (name: string) => requests.filter(({ path }) => path.endsWith(name)).map(({ at }) => at)
    expect(timesOf('b')).toHaveLength(1)
    const gaps = timesOf('a')
      .slice(1)
      .map((at, index) => at - (timesOf('a')[index] ?? 0))
    expect(gaps.length).toBeGreaterThanOrEqual(2)
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(5_000)
      expect(gap).toBeLessThanOrEqual(6_000)
    }
  })
})

describe('what somebody looked at', () => {
  const minuteMs = 60_000
  const agents: Read = { name: 'agentList', params: {}, query: { limit: '100' }, workspace: null }
  const flows: Read = { name: 'flowList', params: {}, query: { limit: '100' }, workspace: null }
  const conversation = (id: number): Read => ({
    name: 'conversationShow',
    params: { conversationId: `c${id}` },
    query: {},
    workspace: 'ws1',
  })
  async function lookAt(reads: readonly Read[], ...options: Parameters<typeof openPoller>) {
    const opened = openPoller(...options)
    opened.poller.setBackgroundReads(() => [])
    for (const read of reads) {
      await opened.snapshots.refresh(read, 'reads', requester, 0)
      opened.poller.markViewed(read, 'visible', 'sam')
    }
    // Until then it counts as viewed.
    await vi.advanceTimersByTimeAsync(7_000)
    opened.requests.length = 0
    /** The most of these requests in any minute. */
    const most = () =>
      Math.max(
        0,
        ...opened.requests.map(
          ({ at }) => opened.requests.filter((one) => one.at >= at && one.at < at + minuteMs).length,
        ),
      )
    const ageOf = (read: Read) => opened.snapshots.ageOf(opened.snapshots.peek(read) as Snapshot)
    return { ...opened, most, ageOf }
  }

  test('stays under a minute old for half an hour, and is then read no more', {
    tags: ['kept-for-half-an-hour'],
  }, async () => {
    const { poller, requests, ageOf } = await lookAt([agents, flows, conversation(1)])
    for (let second = 0; second < 30 * 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      for (const read of [agents, flows, conversation(1)]) expect(ageOf(read)).toBeLessThan(minuteMs)
    }
    expect(requests.length).toBeGreaterThan(90)
    requests.length = 0
    await vi.advanceTimersByTimeAsync(60 * minuteMs)
    expect(requests).toEqual([])
    poller.close()
  })

  test('takes at most a tenth of the plan, lists first', { tags: ['kept-reads-have-a-tenth'] }, async () => {
    const many = Array.from({ length: 20 }, (_, id) => conversation(id))
    const { poller, most, ageOf } = await lookAt([agents, flows, ...many])
    for (let second = 0; second < 25 * 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      for (const read of [agents, flows]) expect(ageOf(read)).toBeLessThan(minuteMs)
    }
    expect(most()).toBeGreaterThan(3)
    expect(most()).toBeLessThanOrEqual(6)
    poller.close()
  })

  test('is read one after another, also if other gateways are asked first or the connection breaks', async () => {
    let isClaimSlow = false
    let isBroken = false
    const sharing: ReadSharing = {
      isShared: () => true,
      async claim() {
        if (isClaimSlow) await new Promise((resolve) => setTimeout(resolve, 3_000))
        return { isOurs: true, readAt: -Infinity }
      },
      release: () => {},
      find: () => Promise.resolve(undefined),
      claimTry: () => Promise.resolve(true),
      endTry: () => {},
      publishInvalidation: () => {},
      publishCommandAnswer: () => {},
      listen: () => {},
    }
    const reads = [agents, flows, conversation(1), conversation(2)]
    const { poller, requests, budget } = await lookAt(reads, () => (isBroken ? null : 200), null, sharing)
    /** After a pause, all of them are due. @returns the time from each request to the next, ms */
    const readAfterPause = async () => {
      budget.pause(Date.now() + 2 * minuteMs, null)
      await vi.advanceTimersByTimeAsync(2 * minuteMs)
      requests.length = 0
      await vi.advanceTimersByTimeAsync(minuteMs)
      expect(requests).not.toEqual([])
      return requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))
    }
    isClaimSlow = true
    expect(Math.min(...(await readAfterPause()))).toBeGreaterThanOrEqual(10_000)
    isClaimSlow = false
    isBroken = true
    expect(Math.min(...(await readAfterPause()))).toBeGreaterThanOrEqual(10_000)
    poller.close()
  })

  test('is kept whatever else was looked at that has ended or is viewed now', async () => {
    const ids = [1, 2, 3, 4, 5, 6]
    const batchRead = (name: 'batchCallList' | 'batchProgress', batchId: string): Read => ({
      name,
      params: { batchId },
      query: {},
      workspace: null,
    })
    const ended = ids.map((id) => batchRead('batchCallList', `ended${id}`))
    const beside = await lookAt([...ended, conversation(1)])
    for (let second = 0; second < 3 * 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      expect(beside.ageOf(conversation(1))).toBeLessThan(minuteMs)
    }
    beside.poller.close()
    // Batches with events are read rarely while they are viewed.
    const viewed = ids.map((id) => batchRead('batchProgress', `batch${id}`))
    const { poller, changeLog, ageOf } = await lookAt([conversation(1)])
    for (const { params } of viewed) changeLog.record('call.started', params, Date.now())
    for (let second = 0; second < 3 * 60; second += 1) {
      for (const read of viewed) poller.markViewed(read, 'visible', 'sam')
      await vi.advanceTimersByTimeAsync(1_000)
      expect(ageOf(conversation(1))).toBeLessThan(minuteMs)
    }
    poller.close()
  })

  test('takes nothing that people need, and nothing in a pause', {
    tags: ['kept-reads-use-what-is-left'],
  }, async () => {
    const { poller, requests, budget } = await lookAt([agents, flows])
    for (let second = 0; second < 5 * 60; second += 1) {
      // From then on, people use the whole plan.
      if (second === 60) requests.length = 0
      if (budget.freeReadSlots(Date.now()) > 0) budget.finish(budget.take('reads', requester, Date.now()), Date.now())
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(5 * minuteMs)
    expect(requests.length).toBeGreaterThan(5)
    requests.length = 0
    budget.pause(Date.now() + 10 * minuteMs, null)
    await vi.advanceTimersByTimeAsync(9 * minuteMs)
    expect(requests).toEqual([])
    poller.close()
  })

  test('stays kept for half an hour after the last visible look, while the hidden tab goes on asking', async () => {
    const { poller, requests, viewEverySecond } = openPoller()
    poller.setBackgroundReads(() => [])
    await viewEverySecond(conversation(1), 'visible', 60)
    requests.length = 0
    await viewEverySecond(conversation(1), 'background', 30 * 60)
    expect(requests.length).toBeGreaterThan(30)
    requests.length = 0
    await viewEverySecond(conversation(1), 'background', 30 * 60)
    expect(requests).toEqual([])
    poller.close()
  })

  test('by a hidden tab is not read again', { tags: ['R26'] }, async () => {
    const { poller, requests, snapshots } = openPoller()
    poller.setBackgroundReads(() => [])
    await snapshots.refresh(agents, 'reads', requester, 0)
    poller.markViewed(agents, 'background', 'sam')
    requests.length = 0
    await vi.advanceTimersByTimeAsync(30 * minuteMs)
    expect(requests).toEqual([])
    poller.close()
  })
})
