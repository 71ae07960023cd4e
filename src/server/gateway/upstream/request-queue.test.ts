import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Lane } from '#contract/index.ts'
import { connectChannels } from '../testing/channels.ts'
import { shareActiveOperators } from './active-operators.ts'
import { createBudget } from './budget.ts'
import { createOwnSlots } from './request-log.ts'
import { createRequestQueue } from './request-queue.ts'

const requester = { operator: 'Grace', page: 'calls' }
const defaultWaitMs = 90_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function openQueue(record: () => Promise<void> = () => Promise.resolve()) {
  const budget = createBudget({ perMinute: 60, burst: 0 })
  const requestQueue = createRequestQueue(budget, () => Date.now(), createOwnSlots(record))
  const sentLanes: Lane[] = []
  const takeSlot = (lane: Lane, waitMs = defaultWaitMs) =>
    requestQueue.take(lane, requester, waitMs).then((sent) => {
      if (sent) {
        sentLanes.push(lane)
        requestQueue.done(sent)
      }
      return sent !== null
    })
  return { budget, requestQueue, sentLanes, ask: takeSlot }
}

describe('shares of the reads', { tags: ['R50'] }, () => {
  const requesterOf = (id: string) => ({ ...requester, person: id })
  function openQueueFor(people: readonly string[]) {
    const { budget, requestQueue } = openQueue()
    for (const id of people) requestQueue.markActive(id)
    const readsById: Record<string, number> = {}
    const read = async (id: string, waitMs: number, isTargetUnknown = false) => {
      const sent = await requestQueue.take('reads', requesterOf(id), waitMs)
      if (!sent) return false
      readsById[id] = (readsById[id] ?? 0) + 1
      sent.isTargetUnknown = isTargetUnknown
      requestQueue.done(sent)
      return true
    }
    return { budget, requestQueue, had: readsById, read }
  }

  test('a single operator gets all reads', async () => {
    const { had, read } = openQueueFor(['sam'])
    await Promise.all(Array.from({ length: 60 }, () => read('sam', 0)))
    expect(had).toEqual({ sam: 48 })
  })

  test('one of two operators gets half, and the other half stays free', {
    tags: ['everybody-has-a-share-of-reads'],
  }, async () => {
    const { had, read } = openQueueFor(['sam', 'ada'])
    await Promise.all(Array.from({ length: 200 }, () => read('sam', 8_000)))
    await Promise.all(Array.from({ length: 24 }, () => read('ada', 0)))
    expect(had).toEqual({ sam: 24, ada: 24 })
  })

  test('reads that the service refuses count twice', async () => {
    const { had, read } = openQueueFor(['sam', 'ada'])
    for (let count = 0; count < 40; count += 1) await read('sam', 0, true)
    for (let count = 0; count < 20; count += 1) expect(await read('ada', 0)).toBe(true)
    // The first half of the budget has no shares.
    expect(had.sam).toBeLessThanOrEqual(24)
    await vi.advanceTimersByTimeAsync(61_000)
    for (let count = 0; count < 24; count += 1) await read('ada', 0)
    for (let count = 0; count < 40; count += 1) await read('sam', 0, true)
    expect(had).toMatchObject({ ada: 44, sam: 24 + 12 })
  })

  test('each of four waiting operators gets a quarter, however many requests each has', async () => {
    const people = ['ada', 'bo', 'cy', 'di']
    const { budget, requestQueue, had, read } = openQueueFor(people)
    for (let count = 0; count < 60; count += 1) budget.finish(budget.take('cancel', requester, Date.now()), Date.now())
    const reads = people.flatMap((id, index) => Array.from({ length: 12 + 10 * index }, () => read(id, 70_000)))
    await vi.advanceTimersByTimeAsync(65_000)
    expect(had).toEqual({ ada: 12, bo: 12, cy: 12, di: 12 })
    requestQueue.close()
    await Promise.all(reads)
  })

  test('operators at another gateway count too', async () => {
    const [ownChannel, otherChannel] = connectChannels()
    const { requestQueue, had, read } = openQueueFor([])
    const clock = { now: () => Date.now(), steady: () => Date.now() }
    const markActiveHere = shareActiveOperators({ cluster: ownChannel, markActive: requestQueue.markActive, clock })
    const markActiveElsewhere = shareActiveOperators({ cluster: otherChannel, markActive: () => {}, clock })
    const messageSizes: number[] = []
    ownChannel.subscribe('activeOperators', ({ people }) => void messageSizes.push(people.length))
    for (let index = 0; index < 250; index += 1) markActiveElsewhere(`ada${index}`)
    markActiveElsewhere('ada1')
    markActiveHere('sam')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(messageSizes).toEqual([100, 100, 50])
    await Promise.all(Array.from({ length: 60 }, () => read('sam', 0)))
    expect(had).toEqual({ sam: 24 })
    await vi.advanceTimersByTimeAsync(31_000)
    markActiveElsewhere('ada1')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(messageSizes).toHaveLength(4)
  })
})

describe('when the budget is used up', () => {
  test('a cancel is granted before a read that has waited longer', async () => {
    const { sentLanes, ask } = openQueue()
    await Promise.all(Array.from({ length: 60 }, () => ask('cancel')))
    sentLanes.length = 0
    const read = ask('reads')
    const cancel = ask('cancel')
    await vi.advanceTimersByTimeAsync(61_000)
    await Promise.all([read, cancel])
    expect(sentLanes).toEqual(['cancel', 'reads'])
  })

  test('a read waits for its slot, and fails at once if none can become free in time', {
    tags: ['budget-has-room'],
  }, async () => {
    const { budget, requestQueue, ask } = openQueue()
    await Promise.all(Array.from({ length: 48 }, () => ask('reads')))
    expect(await ask('reads', 8_000)).toBe(false)
    const waitingRead = ask('reads', 61_000)
    await vi.advanceTimersByTimeAsync(60_100)
    expect(await waitingRead).toBe(true)
    expect(budget.sentLastMinute(Date.now()).length).toBe(1)
    requestQueue.close()
  })

  test('a command and a poll never wait', async () => {
    const { ask } = openQueue()
    await Promise.all(Array.from({ length: 58 }, () => ask('commands', 0)))
    expect(await ask('commands', 0)).toBe(false)
    expect(await ask('watching', 0)).toBe(false)
    expect(await ask('cancel', 0)).toBe(true)
  })

  test('the results of calls are not read while a person waits', { tags: ['R54'] }, async () => {
    const { budget, requestQueue, ask } = openQueue()
    requestQueue.markActive('sam')
    requestQueue.markActive('ada')
    const readAsSam = (waitMs: number) => requestQueue.take('reads', { ...requester, person: 'sam' }, waitMs)
    for (let reads = 0; reads < 24; reads += 1) {
      const sent = await readAsSam(0)
      if (sent) requestQueue.done(sent)
    }
    expect(await ask('outcomes', 0)).toBe(true)
    const waiting = readAsSam(defaultWaitMs)
    expect(budget.allows('outcomes', Date.now())).toBe(true)
    const refused = ask('outcomes', 0)
    await vi.advanceTimersByTimeAsync(1)
    expect(await refused).toBe(false)
    requestQueue.close()
    await waiting
  })

  test('every slot is recorded before it is granted', async () => {
    const events: string[] = []
    const { ask } = openQueue(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      events.push('recorded')
    })
    const granted = ask('reads').then(() => events.push('granted'))
    await vi.advanceTimersByTimeAsync(20)
    await granted
    expect(events).toEqual(['recorded', 'granted'])
  })

  test('waiting requests end when the queue closes', async () => {
    const { requestQueue, ask } = openQueue()
    await Promise.all(Array.from({ length: 48 }, () => ask('reads')))
    const waitingRead = ask('reads')
    requestQueue.close()
    expect(await waitingRead).toBe(false)
  })
})
