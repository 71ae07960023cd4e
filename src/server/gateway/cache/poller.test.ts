/** The poller. Longer than 300 lines, since all tests need the same poller and service. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '#contract/index.ts'
import { createSilentLog } from '../shared/log.ts'
import { createBudget } from '../upstream/budget.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import { createServiceHealth } from '../upstream/service-health.ts'
import { createSnapshots } from './cached-reads.ts'
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

const room = (name: string): Read => ({
  name: 'activeCallShow',
  params: { roomName: name },
  query: {},
  workspace: 'ws1',
})
const requester = { operator: 'Sam', page: 'calls' }

/** Creates a poller and a service that answers at once. */
function open(statusOf: (path: string) => number = () => 200, shared: SharedViews | null = null) {
  const clock = { now: () => Date.now(), steady: () => Date.now() }
  const budget = createBudget({ perMinute: 60, burst: 0 })
  const asked: { path: string; at: number }[] = []
  const requestService: RequestService = async ({ path }, lane) => {
    budget.finish(budget.take(lane, requester, Date.now()), Date.now())
    asked.push({ path, at: Date.now() })
    const body = Buffer.from(JSON.stringify({ roomName: path.split('/').at(-1), waiting: 1 }))
    return { kind: 'answer', status: statusOf(path), headers: {}, body, sentAt: Date.now() }
  }
  const state = createServiceHealth()
  const changeLog = createChangeLog()
  const snapshots = createSnapshots({ requestService, state, clock, changeLog })
  const poller = createPoller({ snapshots, budget, state, clock, changeLog, log: createSilentLog(), shared })
  /** Polls every second, as a page does. */
  async function poll(read: Read, attention: Attention, seconds: number, people = 1) {
    for (let second = 0; second < seconds; second += 1) {
      for (let person = 0; person < people; person += 1) {
        poller.markViewed(read, attention, `person${person}`)
        await snapshots.get(read, requester, attention === 'background')
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  return { asked, poll, poller, snapshots, changeLog, budget }
}

describe('polling a live call', () => {
  test('keeps it fresh while somebody views it, and stops soon after', async () => {
    const { asked, poll, poller } = open()
    await poll(room('a'), 'focus', 60)
    expect(asked.length).toBeGreaterThan(30)
    const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(4_000)
    const before = asked.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length - before).toBeLessThanOrEqual(4)
    poller.close()
  })

  test('keeps it fresh beside many others and while commands exceed their reserve', async () => {
    const { asked, poller, budget } = open()
    const began = Date.now()
    for (let second = 0; second < 240; second += 1) {
      if (second % 2 === 0) budget.finish(budget.take('commands', requester, Date.now()), Date.now())
      for (let at = 0; at < 20; at += 1) poller.markViewed(room(`r${at}`), at === 0 ? 'focus' : 'visible', 'sam')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const readings = asked.filter(({ path, at }) => path.endsWith('/r0') && at > began + 60_000)
    const gaps = readings.slice(1).map(({ at }, index) => at - (readings[index]?.at ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000)
    poller.close()
  })

  test('costs the same for fifty people as for one', { tags: ['R13'] }, async () => {
    const one = open()
    await one.poll(room('a'), 'focus', 60)
    one.poller.close()
    const fifty = open()
    await fifty.poll(room('a'), 'focus', 60, 50)
    expect(fifty.asked.length).toBe(one.asked.length)
    fifty.poller.close()
  })

  test('sends only the first request for a tab that is hidden for half an hour', { tags: ['R26'] }, async () => {
    const { asked, poll, poller } = open()
    await poll(room('a'), 'background', 1_800)
    expect(asked).toHaveLength(1)
    await poll(room('a'), 'focus', 3)
    expect(asked.length).toBeGreaterThan(1)
    poller.close()
  })

  test('hardly reads a call that has ended', async () => {
    const { asked, poll, poller } = open(() => 404)
    await poll(room('a'), 'focus', 60)
    expect(asked.length).toBeLessThanOrEqual(3)
    poller.close()
  })

  test('reads twenty calls on the wall equally often', async () => {
    const { asked, poller } = open()
    const rooms = Array.from({ length: 20 }, (_, index) => room(`r${index}`))
    for (let second = 0; second < 300; second += 1) {
      for (const one of rooms) poller.markViewed(one, 'visible', 'sam')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const counts = rooms.map(({ params }) => asked.filter(({ path }) => path.endsWith(`/${params.roomName}`)).length)
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
  test('is the freshest, even if each of them also views something else', async () => {
    const { asked, poller } = open()
    for (let second = 0; second < 300; second += 1) {
      for (let person = 0; person < 15; person += 1) {
        poller.markViewed(room('zz-common'), 'focus', `person${person}`)
        poller.markViewed(room(`own${person}`), 'focus', `person${person}`)
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const reads = asked.filter(({ path }) => path.endsWith('zz-common'))
    expect(reads.length).toBeGreaterThanOrEqual(300 / 5)
    poller.close()
  })
})

test('one person watches at most the hundred reads they viewed last; reads that others view stay watched', {
  tags: ['R50', 'watching-is-bounded'],
}, () => {
  const { poller } = open()
  poller.markViewed(room('first'), 'visible', 'ada')
  for (let at = 0; at < 20_000; at += 1) poller.markViewed(room(`r${at}`), 'focus', 'sam')
  expect(poller.load().watched).toBe(101)
  poller.markViewed(room('r0'), 'visible', 'ada')
  poller.markViewed(room('more'), 'visible', 'sam')
  expect(poller.load().watched).toBe(102)
  poller.close()
})

describe('a running batch', () => {
  test('is read occasionally without viewers', async () => {
    const { asked, poller } = open()
    poller.setBackgroundReads(() => [{ name: 'batchProgress', params: { batchId: 'b1' }, query: {}, workspace: null }])
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(asked.length).toBeGreaterThanOrEqual(10)
    expect(asked.length).toBeLessThanOrEqual(20)
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
    const { asked, poll, changeLog } = open()
    await poll(batch, 'visible', 20)
    expect(asked.length).toBeGreaterThan(8)
    changeLog.record('call.started', { batchId: 'b1' }, Date.now())
    await poll(batch, 'visible', 3)
    const before = asked.length
    await poll(batch, 'visible', 40)
    expect(asked.length - before).toBeLessThanOrEqual(1)
    const happened = Date.now()
    changeLog.record('call.completed', { batchId: 'b1' }, happened)
    await poll(batch, 'visible', 2)
    expect(asked.at(-1)?.at).toBeGreaterThanOrEqual(happened)
    // After minutes without events, delivery may have stopped.
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    const later = asked.length
    await poll(batch, 'visible', 20)
    expect(asked.length - later).toBeGreaterThan(5)
  })

  test('is polled as often in focus as one without events, since events may be lost', async () => {
    const { asked, poll, changeLog } = open()
    await poll(batch, 'focus', 5)
    changeLog.record('call.started', { batchId: 'b1' }, Date.now())
    const from = Date.now()
    await poll(batch, 'focus', 40)
    const times = [from, ...asked.map(({ at }) => at).filter((at) => at >= from), Date.now()]
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeLessThanOrEqual(5_000)
  })

  test('is polled as usual after events of another batch, and so is a live call', async () => {
    const { asked, poll, changeLog } = open()
    changeLog.record('call.started', { batchId: 'b2', roomName: 'a' }, Date.now())
    await poll(room('a'), 'focus', 20)
    expect(asked.length).toBeGreaterThan(10)
    const before = asked.length
    await poll(batch, 'focus', 20)
    expect(asked.length - before).toBeGreaterThan(10)
  })
})

describe('a call among many', () => {
  test('is read before older ones after an event about it', async () => {
    const { asked, poller, snapshots, changeLog } = open()
    const rooms = Array.from({ length: 20 }, (_, index) => room(`r${String(index).padStart(2, '0')}`))
    const second = async () => {
      for (const one of rooms) {
        poller.markViewed(one, 'visible', 'Sam')
        if (!snapshots.peek(one)) await snapshots.get(one, requester)
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
    for (let i = 0; i < 90; i += 1) await second()
    const last = asked.at(-1)?.path ?? ''
    const ofLast = () => asked.filter(({ path }) => path === last)
    const [count, at] = [ofLast().length, Date.now()]
    for (let i = 0; i < 4; i += 1) await second()
    changeLog.record('call.completed', { roomName: last.split('/').at(-1) ?? '' }, Date.now())
    for (let i = 0; i < 6; i += 1) await second()
    expect(ofLast().length).toBeGreaterThan(count)
    expect((ofLast().at(-1)?.at ?? 0) - at).toBeLessThan(12_000)
  })
})

test('a call in focus that got no slot is read a second later', { tags: ['focus-is-tried-again'] }, async () => {
  let count = 0
  const { asked, poll } = open(() => {
    count += 1
    if (count === 5) throw new Refusal({ status: 429, code: 'over_budget', by: 'gateway', message: '' })
    return 200
  })
  await Promise.all([poll(room('a'), 'focus', 15), poll(room('b'), 'focus', 15), poll(room('c'), 'focus', 15)])
  const refused = asked[4]
  const again = asked.slice(5).find(({ path }) => path === refused?.path)
  expect((again?.at ?? Infinity) - (refused?.at ?? 0)).toBeLessThanOrEqual(2_000)
})

describe('a call in focus beside twenty others', () => {
  test('stays fresh when operators suddenly read much', { tags: ['focus-has-free-slots'] }, async () => {
    const { asked, poller, budget } = open()
    const visible = Array.from({ length: 20 }, (_, at) => room(`visible${at}`))
    for (let second = 0; second < 150; second += 1) {
      poller.markViewed(room('a'), 'focus', 'Sam')
      for (const read of visible) poller.markViewed(read, 'visible', 'Kim')
      // Pages are opened in bursts.
      const pages = second % 40 === 20 ? 6 : 0
      for (let page = 0; page < pages; page += 1)
        if (budget.nextAt('reads', Date.now()) <= Date.now())
          budget.finish(budget.take('reads', requester, Date.now()), Date.now())
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const times = asked.filter(({ path }) => path.endsWith('/a')).map(({ at }) => at)
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000)
  })
})

describe('a gateway while another one polls', () => {
  test('reads a call in focus only once it is overdue, and nothing else', {
    tags: ['overdue-focus-is-read-here'],
  }, async () => {
    const { asked, poll } = open(() => 200, {
      isPoller: () => false,
      publish: () => {},
      others: () => [],
      onChange: () => {},
    })
    // The first poll of a page reads what has no snapshot yet. The polling gateway is silent.
    await Promise.all([poll(room('a'), 'focus', 20), poll(room('b'), 'visible', 20)])
    const timesOf = (name: string) => asked.filter(({ path }) => path.endsWith(name)).map(({ at }) => at)
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
