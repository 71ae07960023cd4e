import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { quiet } from '../shared/log.ts'
import { createBudget } from '../upstream/budget.ts'
import type { Ask } from '../upstream/budgeted-request.ts'
import { createServiceState } from '../upstream/service-health.ts'
import { createSnapshots } from './cached-reads.ts'
import { createNews } from './changes-by-events.ts'
import { type Read } from './read.ts'
import { type Attention, attentionOf, createWatcher } from './watched-reads.ts'

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
const who = { operator: 'Sam', page: 'calls' }

/** A service that answers at once, and a watcher before it. */
function open(statusOf: (path: string) => number = () => 200) {
  const clock = { now: () => Date.now(), steady: () => Date.now() }
  const budget = createBudget({ perMinute: 60, burst: 0 })
  const asked: { path: string; at: number }[] = []
  const ask: Ask = async ({ path }, lane) => {
    budget.finish(budget.take(lane, who, Date.now()), Date.now())
    asked.push({ path, at: Date.now() })
    const body = Buffer.from(JSON.stringify({ roomName: path.split('/').at(-1), waiting: 1 }))
    return { kind: 'answer', status: statusOf(path), headers: {}, body, sentAt: Date.now() }
  }
  const state = createServiceState()
  const news = createNews()
  const snapshots = createSnapshots({ ask, state, clock, news })
  const watcher = createWatcher({ snapshots, budget, state, clock, news, log: quiet() })
  /** Somebody's page asks every second. */
  async function poll(read: Read, attention: Attention, seconds: number, people = 1) {
    for (let second = 0; second < seconds; second += 1) {
      for (let person = 0; person < people; person += 1) {
        watcher.look(read, attention, `person${person}`)
        await snapshots.get(read, who, attention === 'background')
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  return { asked, poll, watcher, snapshots, news }
}

describe('a live call', () => {
  test('is kept fresh while somebody looks, and not a moment longer than they look', async () => {
    const { asked, poll, watcher } = open()
    await poll(room('a'), 'focus', 60)
    expect(asked.length).toBeGreaterThan(30)
    const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(4_000)
    const before = asked.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length - before).toBeLessThanOrEqual(4)
    watcher.close()
  })

  test('costs the same for fifty people as for one', { tags: ['R13'] }, async () => {
    const one = open()
    await one.poll(room('a'), 'focus', 60)
    one.watcher.close()
    const fifty = open()
    await fifty.poll(room('a'), 'focus', 60, 50)
    expect(fifty.asked.length).toBe(one.asked.length)
    fifty.watcher.close()
  })

  test('in a tab that is hidden for half an hour causes no request but the first', { tags: ['R26'] }, async () => {
    const { asked, poll, watcher } = open()
    await poll(room('a'), 'background', 1_800)
    expect(asked).toHaveLength(1)
    await poll(room('a'), 'focus', 3)
    expect(asked.length).toBeGreaterThan(1)
    watcher.close()
  })

  test('that has ended is asked for now and then at most', async () => {
    const { asked, poll, watcher } = open(() => 404)
    await poll(room('a'), 'focus', 60)
    expect(asked.length).toBeLessThanOrEqual(3)
    watcher.close()
  })

  test('among twenty on the wall is read as often as each other', async () => {
    const { asked, watcher } = open()
    const rooms = Array.from({ length: 20 }, (_, index) => room(`r${index}`))
    for (let second = 0; second < 300; second += 1) {
      for (const one of rooms) watcher.look(one, 'visible', 'sam')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const counts = rooms.map(({ params }) => asked.filter(({ path }) => path.endsWith(`/${params.roomName}`)).length)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    expect(watcher.load()).toMatchObject({ watched: 20, interval: 25 })
    expect(watcher.forecast()).toMatchObject({
      inFocus: 0,
      focusEvery: null,
      others: 20,
      othersEvery: 25,
      perMinute: 48,
    })
    // Another call in front of somebody takes from these.
    const { withAnother } = watcher.forecast()
    expect(withAnother).toMatchObject({ inFocus: 1, focusEvery: 4.4, others: 20, perMinute: 48 })
    expect(withAnother.othersEvery).toBeCloseTo(20 / (48 / 60 - 1 / 4.4), 5)
    watcher.close()
  })
})

describe('what everybody looks at', () => {
  test('is the freshest, though each of them also looks at something of their own', async () => {
    const { asked, watcher } = open()
    for (let second = 0; second < 300; second += 1) {
      for (let person = 0; person < 15; person += 1) {
        watcher.look(room('zz-common'), 'focus', `person${person}`)
        watcher.look(room(`own${person}`), 'focus', `person${person}`)
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const reads = asked.filter(({ path }) => path.endsWith('zz-common'))
    expect(reads.length).toBeGreaterThanOrEqual(300 / 5)
    watcher.close()
  })
})

test('one person watches at most a hundred things: those they looked at last, and what others look at', {
  tags: ['R50', 'watching-is-bounded'],
}, () => {
  const { watcher } = open()
  watcher.look(room('first'), 'visible', 'ada')
  for (let at = 0; at < 20_000; at += 1) watcher.look(room(`r${at}`), 'focus', 'sam')
  expect(watcher.load().watched).toBe(101)
  watcher.look(room('r0'), 'visible', 'ada')
  watcher.look(room('more'), 'visible', 'sam')
  expect(watcher.load().watched).toBe(102)
  watcher.close()
})

describe('a running batch', () => {
  test('is read now and then though nobody looks', async () => {
    const { asked, watcher } = open()
    watcher.always(() => [{ name: 'batchProgress', params: { batchId: 'b1' }, query: {}, workspace: null }])
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(asked.length).toBeGreaterThanOrEqual(10)
    expect(asked.length).toBeLessThanOrEqual(20)
    watcher.close()
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

describe('a batch whose events arrive', () => {
  const batch: Read = { name: 'batchProgress', params: { batchId: 'b1' }, query: {}, workspace: null }

  test('is read when something happened, and hardly ever in between; one without events as ever', async () => {
    const { asked, poll, news } = open()
    await poll(batch, 'visible', 20)
    expect(asked.length).toBeGreaterThan(8)
    news.hear('call.started', { batchId: 'b1' }, Date.now())
    await poll(batch, 'visible', 3)
    const before = asked.length
    await poll(batch, 'visible', 40)
    expect(asked.length - before).toBeLessThanOrEqual(1)
    const happened = Date.now()
    news.hear('call.completed', { batchId: 'b1' }, happened)
    await poll(batch, 'visible', 2)
    expect(asked.at(-1)?.at).toBeGreaterThanOrEqual(happened)
    // Silence for minutes: perhaps nobody delivers any more.
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    const later = asked.length
    await poll(batch, 'visible', 20)
    expect(asked.length - later).toBeGreaterThan(5)
  })

  test('grows no older in focus than what has no events: no event is a promise that nothing happened', async () => {
    const { asked, poll, news } = open()
    await poll(batch, 'focus', 5)
    news.hear('call.started', { batchId: 'b1' }, Date.now())
    const from = Date.now()
    await poll(batch, 'focus', 40)
    const times = [from, ...asked.map(({ at }) => at).filter((at) => at >= from), Date.now()]
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeLessThanOrEqual(5_000)
  })

  test('of another batch change nothing for this one, nor for a call, whose words no event tells', async () => {
    const { asked, poll, news } = open()
    news.hear('call.started', { batchId: 'b2', roomName: 'a' }, Date.now())
    await poll(room('a'), 'focus', 20)
    expect(asked.length).toBeGreaterThan(10)
    const before = asked.length
    await poll(batch, 'focus', 20)
    expect(asked.length - before).toBeGreaterThan(10)
  })
})

describe('a call among many', () => {
  test('of which an event tells is read before those that were read longer ago', async () => {
    const { asked, watcher, snapshots, news } = open()
    const rooms = Array.from({ length: 20 }, (_, index) => room(`r${String(index).padStart(2, '0')}`))
    const second = async () => {
      for (const one of rooms) {
        watcher.look(one, 'visible', 'Sam')
        if (!snapshots.peek(one)) await snapshots.get(one, who)
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
    for (let i = 0; i < 90; i += 1) await second()
    const last = asked.at(-1)?.path ?? ''
    const ofLast = () => asked.filter(({ path }) => path === last)
    const [count, at] = [ofLast().length, Date.now()]
    for (let i = 0; i < 4; i += 1) await second()
    news.hear('call.completed', { roomName: last.split('/').at(-1) ?? '' }, Date.now())
    for (let i = 0; i < 6; i += 1) await second()
    expect(ofLast().length).toBeGreaterThan(count)
    expect((ofLast().at(-1)?.at ?? 0) - at).toBeLessThan(12_000)
  })
})
