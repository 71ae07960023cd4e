import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Lane, lanes } from '#contract/index.ts'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { type Budget, createBudget, type Rate, type SentRequest } from './budget.ts'

const requester = { operator: 'Grace', page: 'calls' }
const minuteMs = 60_000

interface Step {
  /** From the previous step. */
  waitMs: number
  lane: Lane
  /** From sending until the service counts the request, and from there until the answer arrives. */
  travelMs: number
  returnMs: number
  pause: boolean
}

const arbitrarySteps = (maxWaitMs: number) =>
  fc.array(
    fc.record({
      waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: maxWaitMs })),
      lane: fc.constantFrom(...lanes),
      travelMs: fc.integer({ min: 0, max: 15_000 }),
      returnMs: fc.integer({ min: 0, max: 15_000 }),
      pause: fc.boolean(),
    }),
    { minLength: 50, maxLength: 400 },
  )

/** Sends a schedule's requests if the budget allows them. @returns when the service counted each request */
function countRequests(budget: Budget, schedule: Step[], start = 1_000_000): { at: number; lane: Lane }[] {
  const counted: { at: number; lane: Lane }[] = []
  let underWay: { sent: SentRequest; endsAt: number }[] = []
  let now = start
  for (const { waitMs: wait, lane, travelMs: travel, returnMs: back } of schedule) {
    now += wait
    for (const request of underWay.toSorted((a, b) => a.endsAt - b.endsAt))
      if (request.endsAt <= now) budget.finish(request.sent, request.endsAt)
    underWay = underWay.filter(({ endsAt: ends }) => ends > now)
    if (!budget.allows(lane, now)) continue
    underWay.push({ sent: budget.take(lane, requester, now), endsAt: now + travel + back })
    counted.push({ at: now + travel, lane })
  }
  return counted.toSorted((a, b) => a.at - b.at)
}

const maxInWindow = (times: number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + minuteMs).length))

/** Whether the service's token bucket (specification 8.2) accepts requests at these times. */
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

const arbitraryRate = fc.record({ perMinute: fc.integer({ min: 1, max: 80 }) })

describe('the lowest lane', { tags: ['soak', 'R54'] }, () => {
  test('takes at most its share of the plan in any 60 s, however long requests travel', {
    tags: ['lowest-lane-has-its-share'],
  }, () => {
    fc.assert(
      fc.property(
        arbitraryRate,
        fc.constantFrom(0, 30),
        fc.constantFrom(0.1, 0.25, 0.5, 0.9),
        arbitrarySteps(2_000),
        ({ perMinute }, burst, share, schedule) => {
          const budget = createBudget({ perMinute, burst })
          budget.setOutcomeShare(share)
          const most = Math.floor(perMinute * Math.min(0.5, share))
          const ofLane = countRequests(budget, schedule).filter(({ lane }) => lane === 'outcomes')
          expect(maxInWindow(ofLane.map(({ at }) => at))).toBeLessThanOrEqual(most)
        },
      ),
      propertyTestParameters(200),
    )
  })

  test('leaves a tenth of the plan for what people open next', { tags: ['people-find-free-slots'] }, () => {
    const budget = createBudget({ perMinute: 60, burst: 0 })
    for (let reads = 0; reads < 30; reads += 1) budget.finish(budget.take('reads', requester, 0), 0)
    while (budget.allows('outcomes', 0)) budget.finish(budget.take('outcomes', requester, 0), 0)
    expect(budget.freeReadSlots(0)).toBe(6)
    expect(budget.sentLastMinute(0)).toHaveLength(42)
  })
})

describe('the budget', { tags: ['soak', 'R10'] }, () => {
  test('never exceeds the plan in any 60 s at the service, however long requests travel', () => {
    fc.assert(
      fc.property(arbitraryRate, arbitrarySteps(4_000), ({ perMinute }, schedule) => {
        const counted = countRequests(createBudget({ perMinute, burst: 0 }), schedule)
        expect(maxInWindow(counted.map(({ at }) => at))).toBeLessThanOrEqual(perMinute)
      }),
      propertyTestParameters(200),
    )
  })

  test("never exceeds the service's token bucket if the plan has a burst", () => {
    fc.assert(
      fc.property(
        arbitraryRate,
        fc.integer({ min: 1, max: 120 }),
        arbitrarySteps(3_000),
        ({ perMinute }, burst, schedule) => {
          const counted = countRequests(createBudget({ perMinute, burst }), schedule)
          expect(
            bucketAccepts(
              counted.map(({ at }) => at),
              { perMinute, burst },
            ),
          ).toBe(true)
        },
      ),
      propertyTestParameters(200),
    )
  })

  test('uses the whole plan if there are enough requests', () => {
    const schedule = Array.from(
      { length: 4_000 },
      (): Step => ({ waitMs: 100, lane: 'cancel', travelMs: 0, returnMs: 0, pause: false }),
    )
    const times = countRequests(createBudget({ perMinute: 60, burst: 0 }), schedule).map(({ at }) => at)
    expect(times.length).toBeGreaterThan(6 * 60)
  })

  test('sends the first two cancels at once when all other lanes are saturated', () => {
    fc.assert(
      fc.property(arbitrarySteps(2_000), (schedule) => {
        const budget = createBudget({ perMinute: 60, burst: 0 })
        const otherLanes = schedule.map(
          (step): Step => ({ ...step, lane: step.lane === 'cancel' ? 'reads' : step.lane }),
        )
        countRequests(budget, otherLanes)
        const now = 1_000_000 + otherLanes.reduce((sum, { waitMs: wait }) => sum + wait, 0)
        for (let cancels = 0; cancels < 2; cancels += 1) {
          expect(budget.allows('cancel', now)).toBe(true)
          budget.take('cancel', requester, now)
        }
      }),
      propertyTestParameters(100),
    )
  })

  test('reserves ten requests a minute for commands, which may also use the slots of watching', () => {
    const budget = createBudget({ perMinute: 60, burst: 0 })
    while (budget.allows('reads', 0)) budget.finish(budget.take('reads', requester, 0), 0)
    expect(budget.sentLastMinute(0)).toHaveLength(48)
    let commands = 0
    while (budget.allows('commands', 0)) {
      budget.finish(budget.take('commands', requester, 0), 0)
      commands += 1
    }
    expect(commands).toBe(10)
    const fresh = createBudget({ perMinute: 60, burst: 0 })
    while (fresh.allows('commands', 0)) fresh.take('commands', requester, 0)
    expect(fresh.sentLastMinute(0)).toHaveLength(58)
  })

  test.each([
    { perMinute: 60, burst: 0 },
    { perMinute: 30, burst: 0 },
    { perMinute: 60, burst: 30 },
  ])(
    'sends commands by the moment that it says, even if reads take every slot that they may ($perMinute, $burst)',
    (rate) => {
      const budget = createBudget(rate)
      const stepMs = 50
      const sendAll = (lane: Lane, now: number) => {
        while (budget.allows(lane, now)) budget.finish(budget.take(lane, requester, now), now)
      }
      for (const lane of ['commands', 'reads'] as const) sendAll(lane, 0)
      const latest = Array.from({ length: 25 }, (_, index) => budget.commandsAt(index + 1, stepMs))
      const sentAt: number[] = []
      for (let now = stepMs; sentAt.length < latest.length && now < 10 * minuteMs; now += stepMs) {
        sendAll('reads', now)
        sendAll('watching', now)
        if (!budget.allows('commands', now)) continue
        budget.finish(budget.take('commands', requester, now), now)
        sentAt.push(now)
      }
      expect(sentAt).toHaveLength(latest.length)
      for (const [index, at] of sentAt.entries())
        expect(at - (latest[index] ?? 0)).toBeLessThanOrEqual((index + 1) * stepMs)
    },
  )

  test('subtracts standby slots for cancels from the rate of watching', () => {
    const budget = createBudget({ perMinute: 60, burst: 0 })
    expect(budget.readsPerMinute).toBe(48)
    budget.setStandbySlots({ others: 9, own: 5, ofReserve: 3 })
    expect(budget.readsPerMinute).toBe(37)
    let sent = 0
    while (budget.allows('watching', 0))
      sent += Number(budget.take('watching', { operator: 'a', page: 'b' }, 0) !== null)
    expect(sent).toBe(budget.readsPerMinute)
  })

  test('predicts to the millisecond when a lane may send next', () => {
    fc.assert(
      fc.property(
        arbitrarySteps(3_000),
        fc.constantFrom(...lanes),
        fc.constantFrom(0, 30),
        fc.constantFrom(1, 2, 3),
        (schedule, lane, burst, count) => {
          const budget = createBudget({ perMinute: 20, burst })
          const instantSteps = schedule.map((step) => ({ ...step, travelMs: 0, returnMs: 0 }))
          countRequests(budget, instantSteps)
          const now = 1_000_000 + instantSteps.reduce((sum, { waitMs }) => sum + waitMs, 0)
          for (const sent of budget.sentLastMinute(now)) budget.finish(sent, now)
          const next = budget.nextAt(lane, now, count)
          expect(budget.allows(lane, now, count)).toBe(next === now)
          expect(budget.allows(lane, next, count)).toBe(true)
        },
      ),
      propertyTestParameters(200),
    )
  })

  test('pauses every lane except cancel for as long as the service asks', () => {
    const budget = createBudget({ perMinute: 60, burst: 0 })
    budget.pause(30_000, 0)
    expect(lanes.filter((lane) => budget.allows(lane, 29_999))).toEqual(['cancel'])
    expect(lanes.filter((lane) => budget.allows(lane, 30_000))).toEqual([...lanes])
    expect(budget.nextAt('reads', 0)).toBe(30_000)
  })

  test('counts the requests of an earlier process after a restart', () => {
    const budget = createBudget({ perMinute: 60, burst: 0 })
    for (let n = 0; n < 48; n += 1) budget.addSent({ ...requester, lane: 'reads', startedAt: 0, endedAt: 500 })
    expect(budget.allows('reads', 60_000)).toBe(false)
    expect(budget.allows('reads', 60_600)).toBe(true)
  })

  test('frees the slot of a request that never reached the service', () => {
    const budget = createBudget({ perMinute: 5, burst: 0 })
    const sent = budget.take('reads', requester, 0)
    expect(budget.freeSlots(0)).toBe(4)
    budget.refund(sent)
    expect(budget.freeSlots(0)).toBe(5)
  })
})
