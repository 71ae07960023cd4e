import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neverPolled, nextTurn, type PollGroup, type Watched } from './polling-order.ts'

const secondMs = 1_000

/** Simulates some minutes of polling. @returns the age of each read in seconds, every 100 ms after the first minute */
function simulatePolling(reads: Pick<Watched, 'key' | 'group' | 'isUrgent'>[], ratePerSecond: number, minutes = 4) {
  const readAt = new Map(reads.map(({ key }) => [key, -Infinity]))
  const last: Record<PollGroup, number> = { ...neverPolled }
  const ages = new Map<string, number[]>(reads.map(({ key }) => [key, []]))
  const readTimes: number[] = []
  for (let now = 0; now < minutes * 60 * secondMs; now += 100) {
    const watched = reads.map(
      (read): Watched => ({ ...read, viewers: 1, hasChanged: false, readAt: readAt.get(read.key) ?? 0 }),
    )
    const turn = nextTurn({ reads: watched, rate: ratePerSecond, lastPolledAt: last }, now)
    if (turn && turn.at <= now) {
      readAt.set(turn.key, now)
      last[turn.group] = now
      readTimes.push(now)
    }
    if (now > 60 * secondMs) for (const [key, at] of readAt) ages.get(key)?.push((now - at) / secondMs)
  }
  return { ages, reads: readTimes }
}

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
const readsOf = (count: number, group: PollGroup) =>
  Array.from({ length: count }, (_, index) => ({ key: `${group}${index}`, group }))

describe('the polling order', () => {
  test('keeps up to three reads in focus at most 5 s old (p95), whatever else is watched', () => {
    const { ages } = simulatePolling([...readsOf(3, 'focus'), ...readsOf(30, 'visible')], 0.8)
    for (const { key } of readsOf(3, 'focus')) expect(quantile(ages.get(key) ?? [], 0.95)).toBeLessThanOrEqual(5)
  })

  test('polls live reads almost as often beside many stored ones, and still polls the stored ones', () => {
    const worstQuantile = (ages: Map<string, number[]>) =>
      Math.max(...[...ages.values()].map((one) => quantile(one, 0.95)))
    const liveAges = (reads: ReturnType<typeof readsOf>) => {
      const { ages } = simulatePolling(reads, 0.8, 20)
      return new Map([...ages].filter(([key]) => key.startsWith('visible')))
    }
    const alone = worstQuantile(liveAges(readsOf(10, 'visible')))
    const withStored = worstQuantile(liveAges([...readsOf(10, 'visible'), ...readsOf(71, 'stored')]))
    expect(withStored).toBeLessThanOrEqual(alone * 1.2)
    const { ages } = simulatePolling([...readsOf(10, 'visible'), ...readsOf(4, 'stored')], 0.8, 20)
    for (const { key } of readsOf(4, 'stored')) expect(quantile(ages.get(key) ?? [], 0.95)).toBeLessThanOrEqual(75)
  })

  test('divides the rate evenly outside focus: K reads at r a second are at most K/r old', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 25 }), fc.double({ min: 0.2, max: 0.8, noNaN: true }), (count, rate) => {
        const { ages } = simulatePolling(readsOf(count, 'visible'), rate, 6)
        const all = [...ages.values()].flat().filter(Number.isFinite)
        const maxAge = Math.max(2, count / rate)
        expect(quantile(all, 0.5)).toBeLessThanOrEqual(1.2 * (maxAge / 2) + 0.2)
        expect(quantile(all, 0.95)).toBeLessThanOrEqual(1.25 * maxAge + 0.2)
      }),
      { numRuns: 20 },
    )
  })

  test('spends no more than its rate, however much is watched', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        (focus, visible, slow) => {
          const { reads } = simulatePolling(
            [...readsOf(focus, 'focus'), ...readsOf(visible, 'visible'), ...readsOf(slow, 'slow')],
            0.8,
          )
          const afterFirstMinute = reads.filter((at) => at > 60 * secondMs)
          expect(afterFirstMinute.length / (3 * 60)).toBeLessThanOrEqual(0.8 + 0.05)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('polls a single read in focus every one and a half seconds', () => {
    const { ages } = simulatePolling(readsOf(1, 'focus'), 0.8)
    expect(quantile(ages.get('focus0') ?? [], 1 - 1e-9)).toBeLessThanOrEqual(1.6)
  })

  test('polls a running batch without viewers occasionally', () => {
    const { ages, reads } = simulatePolling(readsOf(1, 'slow'), 0.8, 10)
    expect(quantile(ages.get('slow0') ?? [], 1 - 1e-9)).toBeLessThanOrEqual(60)
    expect(reads.length).toBeLessThan(20)
  })

  test('polls urgent reads before others, which still have their turns', () => {
    const rate = 0.8
    const urgent = readsOf(3, 'visible').map((read) => ({ ...read, key: `urgent ${read.key}`, isUrgent: true }))
    const { ages } = simulatePolling([...urgent, ...readsOf(17, 'visible')], rate, 20)
    const roundSeconds = 20 / rate
    for (const { key } of urgent) expect(Math.max(...(ages.get(key) ?? []))).toBeLessThanOrEqual(0.75 * roundSeconds)
    for (const { key } of readsOf(17, 'visible'))
      expect(Math.max(...(ages.get(key) ?? []))).toBeLessThanOrEqual(1.25 * roundSeconds)
    const allUrgent = readsOf(20, 'visible').map((read) => ({ ...read, isUrgent: true }))
    for (const values of simulatePolling(allUrgent, rate, 20).ages.values())
      expect(Math.max(...values)).toBeLessThanOrEqual(1.05 * roundSeconds)
  })

  test('reads a conversation in focus less often beside many live calls, so that ten calls are at most 15 s old', () => {
    const reads = [...readsOf(10, 'visible'), ...readsOf(1, 'open'), ...readsOf(71, 'stored')]
    const { ages } = simulatePolling(reads, 0.8, 20)
    for (const { key } of readsOf(10, 'visible')) expect(Math.max(...(ages.get(key) ?? []))).toBeLessThanOrEqual(15)
    expect(Math.max(...(ages.get('open0') ?? []))).toBeLessThanOrEqual(20.2)
    // A few live calls leave enough for the conversation.
    const few = simulatePolling([...readsOf(4, 'visible'), ...readsOf(1, 'open')], 0.8).ages
    expect(quantile(few.get('open0') ?? [], 0.95)).toBeLessThanOrEqual(5)
  })

  test('polls nothing if nothing is watched', () => {
    expect(nextTurn({ reads: [], rate: 1, lastPolledAt: neverPolled }, 0)).toBeNull()
  })

  test('leaves the lowest lane what live data can spare, but reads at once what an event has changed', () => {
    const at = (watched: Partial<Watched>, yielded: number) => {
      const read: Watched = { key: 'a', group: 'focus', viewers: 1, hasChanged: false, readAt: 0, ...watched }
      const lastPolledAt = { ...neverPolled, [read.group]: 0 }
      return nextTurn({ reads: [read], rate: 0.8, yielded, lastPolledAt }, 0)?.at
    }
    expect(at({}, 0)).toBe(1_500)
    expect(at({}, 0.6)).toBe(4_400)
    expect(at({ isOfCalls: true }, 0.6)).toBeCloseTo(1_946, -1)
    expect(at({ hasChanged: true }, 0.6)).toBe(1_500)
    expect(at({ group: 'visible' }, 0)).toBe(2_000)
    expect(at({ group: 'visible' }, 0.6)).toBe(4_000)
    expect(at({ group: 'visible', isOfCalls: true }, 0.6)).toBe(2_000)
  })
})
