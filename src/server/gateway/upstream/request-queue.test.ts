import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Lane } from '#contract/index.ts'
import { connectChannels } from '../testing/channels.ts'
import { shareActiveOperators } from './active-operators.ts'
import { createBudget } from './budget.ts'
import { createOwnSlots } from './request-log.ts'
import { createRequestQueue } from './request-queue.ts'

const requester = { operator: 'Grace', page: 'calls' }
const wait = 90_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open(record: () => Promise<void> = () => Promise.resolve()) {
  const budget = createBudget({ perMinute: 60, burst: 0 })
  const requestQueue = createRequestQueue(budget, () => Date.now(), createOwnSlots(record))
  const sentLanes: Lane[] = []
  const ask = (lane: Lane, waitMs = wait) =>
    requestQueue.take(lane, requester, waitMs).then((sent) => {
      if (sent) {
        sentLanes.push(lane)
        requestQueue.done(sent)
      }
      return sent !== null
    })
  return { budget, requestQueue, sentLanes, ask }
}

describe('shares of the reads', { tags: ['R50'] }, () => {
  const person = (id: string) => ({ ...requester, person: id })
  function crowd(people: readonly string[]) {
    const { budget, requestQueue } = open()
    for (const id of people) requestQueue.markActive(id)
    const had: Record<string, number> = {}
    const read = async (id: string, waitMs: number, refused = false) => {
      const sent = await requestQueue.take('reads', person(id), waitMs)
      if (!sent) return false
      had[id] = (had[id] ?? 0) + 1
      sent.refused = refused
      requestQueue.done(sent)
      return true
    }
    return { budget, requestQueue, had, read }
  }

  test('a single operator gets all reads', async () => {
    const { had, read } = crowd(['sam'])
    await Promise.all(Array.from({ length: 60 }, () => read('sam', 0)))
    expect(had).toEqual({ sam: 48 })
  })

  test('one of two operators gets half, and the other half stays free', {
    tags: ['everybody-has-a-share-of-reads'],
  }, async () => {
    const { had, read } = crowd(['sam', 'ada'])
    await Promise.all(Array.from({ length: 200 }, () => read('sam', 8_000)))
    await Promise.all(Array.from({ length: 24 }, () => read('ada', 0)))
    expect(had).toEqual({ sam: 24, ada: 24 })
  })

  test('reads that the service refuses count twice', async () => {
    const { had, read } = crowd(['sam', 'ada'])
    for (let at = 0; at < 40; at += 1) await read('sam', 0, true)
    for (let at = 0; at < 20; at += 1) expect(await read('ada', 0)).toBe(true)
    // The first half of the budget has no shares.
    expect(had.sam).toBeLessThanOrEqual(24)
    await vi.advanceTimersByTimeAsync(61_000)
    for (let at = 0; at < 24; at += 1) await read('ada', 0)
    for (let at = 0; at < 40; at += 1) await read('sam', 0, true)
    expect(had).toMatchObject({ ada: 44, sam: 24 + 12 })
  })

  test('each of four waiting operators gets a quarter, however many requests each has', async () => {
    const people = ['ada', 'bo', 'cy', 'di']
    const { budget, requestQueue, had, read } = crowd(people)
    for (let at = 0; at < 60; at += 1) budget.finish(budget.take('cancel', requester, Date.now()), Date.now())
    const waiting = people.flatMap((id, index) => Array.from({ length: 12 + 10 * index }, () => read(id, 70_000)))
    await vi.advanceTimersByTimeAsync(65_000)
    expect(had).toEqual({ ada: 12, bo: 12, cy: 12, di: 12 })
    requestQueue.close()
    await Promise.all(waiting)
  })

  test('operators at another gateway count too', async () => {
    const [here, there] = connectChannels()
    const { requestQueue, had, read } = crowd([])
    const clock = { now: () => Date.now(), steady: () => Date.now() }
    const active = shareActiveOperators({ cluster: here, markActive: requestQueue.markActive, clock })
    const elsewhere = shareActiveOperators({ cluster: there, markActive: () => {}, clock })
    const received: number[] = []
    here.subscribe('activeOperators', ({ people }) => void received.push(people.length))
    for (let at = 0; at < 250; at += 1) elsewhere(`ada${at}`)
    elsewhere('ada1')
    active('sam')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(received).toEqual([100, 100, 50])
    await Promise.all(Array.from({ length: 60 }, () => read('sam', 0)))
    expect(had).toEqual({ sam: 24 })
    await vi.advanceTimersByTimeAsync(31_000)
    elsewhere('ada1')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(received).toHaveLength(4)
  })
})

describe('when the budget is used up', () => {
  test('a cancel goes before a read that waited longer', async () => {
    const { sentLanes, ask } = open()
    await Promise.all(Array.from({ length: 60 }, () => ask('cancel')))
    sentLanes.length = 0
    const reading = ask('reads')
    const cancelling = ask('cancel')
    await vi.advanceTimersByTimeAsync(61_000)
    await Promise.all([reading, cancelling])
    expect(sentLanes).toEqual(['cancel', 'reads'])
  })

  test('a read waits for its slot, and fails at once if none can become free in time', {
    tags: ['budget-has-room'],
  }, async () => {
    const { budget, requestQueue, ask } = open()
    await Promise.all(Array.from({ length: 48 }, () => ask('reads')))
    expect(await ask('reads', 8_000)).toBe(false)
    const patient = ask('reads', 61_000)
    await vi.advanceTimersByTimeAsync(60_100)
    expect(await patient).toBe(true)
    expect(budget.sentLastMinute(Date.now()).length).toBe(1)
    requestQueue.close()
  })

  test('a command and a poll never wait', async () => {
    const { ask } = open()
    await Promise.all(Array.from({ length: 58 }, () => ask('commands', 0)))
    expect(await ask('commands', 0)).toBe(false)
    expect(await ask('watching', 0)).toBe(false)
    expect(await ask('cancel', 0)).toBe(true)
  })

  test('every slot is recorded before it is granted', async () => {
    const steps: string[] = []
    const { ask } = open(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      steps.push('recorded')
    })
    const given = ask('reads').then(() => steps.push('given'))
    await vi.advanceTimersByTimeAsync(20)
    await given
    expect(steps).toEqual(['recorded', 'given'])
  })

  test('waiting requests end when the queue closes', async () => {
    const { requestQueue, ask } = open()
    await Promise.all(Array.from({ length: 48 }, () => ask('reads')))
    const waiting = ask('reads')
    requestQueue.close()
    expect(await waiting).toBe(false)
  })
})
