import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ask } from './asking.ts'
import { Budget } from './budget.ts'
import { quiet } from './log.ts'
import { ServiceState } from './service-state.ts'
import { type Read, Snapshots } from './snapshots.ts'
import { type Attention, attentionOf, Watcher } from './watcher.ts'

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
  const budget = new Budget({ perMinute: 60, burst: 0 })
  const asked: { path: string; at: number }[] = []
  const ask: Ask = async ({ path }, lane) => {
    budget.finish(budget.take(lane, who, Date.now()), Date.now())
    asked.push({ path, at: Date.now() })
    const body = Buffer.from(JSON.stringify({ roomName: path }))
    return { kind: 'answer', status: statusOf(path), headers: {}, body, sentAt: Date.now() }
  }
  const state = new ServiceState()
  const snapshots = new Snapshots({ ask, state, clock })
  const watcher = new Watcher({ snapshots, budget, state, clock, log: quiet() })
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
  return { asked, poll, watcher, snapshots }
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

  test('R13 costs the same for fifty people as for one', async () => {
    const one = open()
    await one.poll(room('a'), 'focus', 60)
    one.watcher.close()
    const fifty = open()
    await fifty.poll(room('a'), 'focus', 60, 50)
    expect(fifty.asked.length).toBe(one.asked.length)
    fifty.watcher.close()
  })

  test('R26 in a tab that is hidden for half an hour causes no request but the first', async () => {
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
