import { describe, expect, it } from 'vitest'
import { quantile } from '../../measure.ts'
import { simulate } from './simulation.ts'
import { strategies } from './strategies.ts'

it('the benchmark shows calls with the gateway’s modules, within the plan', async () => {
  const { requestCount, refusedCount, agesInFocusSeconds, refusedCommandCount } = await simulate(strategies.gateway, {
    operators: 2,
    calls: 3,
  })
  expect({ refused: refusedCount, commandsRefused: refusedCommandCount }).toEqual({ refused: 0, commandsRefused: 0 })
  expect(requestCount).toBeGreaterThan(300)
  expect(quantile(agesInFocusSeconds, 0.95)).toBeLessThanOrEqual(5)
})

it('ten calls on the wall are at most 15 s old (p95) while one reviewer decides five messages a minute', async () => {
  const scenario = { operators: 1, calls: 10, isWallOnly: true, reviewedConversations: 10 }
  const { refusedCount, agesOutOfFocusSeconds } = await simulate(strategies.gateway, scenario)
  expect(refusedCount).toBe(0)
  expect(agesOutOfFocusSeconds.length).toBeGreaterThan(3_000)
  // With the page's own poll of a second.
  expect(quantile(agesOutOfFocusSeconds, 0.95)).toBeLessThanOrEqual(15)
  expect(Math.max(...agesOutOfFocusSeconds)).toBeLessThanOrEqual(18)
})

it('ten calls on the wall are at most 10 s old (p95) while two reviewers decide ten messages a minute each, if the service lists its calls', async () => {
  const scenario = { operators: 1, calls: 10, isWallOnly: true, canListCalls: true, decisionsPerMinute: 20 }
  const { refusedCount, agesOutOfFocusSeconds, requestCount } = await simulate(strategies.gateway, scenario)
  expect(refusedCount).toBe(0)
  // Each of 200 decisions takes two requests.
  expect(requestCount).toBeGreaterThan(400)
  expect(agesOutOfFocusSeconds.length).toBeGreaterThan(3_000)
  expect(quantile(agesOutOfFocusSeconds, 0.95)).toBeLessThanOrEqual(10)
})

describe('what came of calls, with 60 requests a minute', { tags: ['R54'] }, () => {
  const endingCallsPerMinute = 20

  it('is known minutes after they ended if nobody looks, with half of the plan at most', async () => {
    const nobody = { operators: 0, calls: 0, endingCallsPerMinute }
    const { outcomeDelaysSeconds, maxOutcomesPerMinute, refusedCount } = await simulate(strategies.gateway, nobody)
    expect(refusedCount).toBe(0)
    expect(maxOutcomesPerMinute).toBeLessThanOrEqual(30)
    expect(outcomeDelaysSeconds.length).toBeGreaterThanOrEqual(170)
    expect(quantile(outcomeDelaysSeconds, 0.99)).toBeLessThanOrEqual(30)
  })

  it.each([
    { operators: 1, calls: 10, isWallOnly: true, reviewedConversations: 10, openedPerMinute: 2 },
    { operators: 2, calls: 3, openedPerMinute: 6 },
  ])('makes nothing older that people look at (%o)', { tags: ['watched-reads-come-first'] }, async (watched) => {
    const without = await simulate(strategies.gateway, watched)
    const beside = await simulate(strategies.gateway, { ...watched, endingCallsPerMinute })
    expect(beside.refusedCount).toBe(0)
    expect(quantile(beside.agesSeconds, 0.95)).toBeLessThanOrEqual(quantile(without.agesSeconds, 0.95) * 1.05)
    expect(beside.openDelaysSeconds).toHaveLength(without.openDelaysSeconds.length)
    expect(quantile(beside.openDelaysSeconds, 0.95)).toBeLessThanOrEqual(
      quantile(without.openDelaysSeconds, 0.95) + 0.02,
    )
  })

  it.each([
    [1, 6],
    [2, 3],
  ])('is known although people follow %i calls, which stay as young as promised', async (calls, endingCalls) => {
    const followed = { operators: calls, calls, openedPerMinute: 2, endingCallsPerMinute: endingCalls }
    const { agesInFocusSeconds, outcomeDelaysSeconds, refusedCount } = await simulate(strategies.gateway, followed)
    expect(refusedCount).toBe(0)
    expect(quantile(agesInFocusSeconds, 0.95)).toBeLessThanOrEqual(5)
    expect(quantile(outcomeDelaysSeconds, 0.99)).toBeLessThanOrEqual(120)
  })

  it.each([false, true])(
    'is known for twenty batches minutes after a reviewer and a wall are gone (list of calls: %s)',
    async (canListCalls) => {
      const leaveAtMs = 5 * 60_000
      const wall = {
        operators: 1,
        calls: 10,
        isWallOnly: true,
        reviewedConversations: 10,
        openedPerMinute: 2,
        canListCalls,
      }
      const batches = { endingCallsPerMinute, batches: 20, leaveAtMs }
      const without = await simulate(strategies.gateway, { ...wall, leaveAtMs })
      const beside = await simulate(strategies.gateway, { ...wall, ...batches })
      expect(beside.refusedCount).toBe(0)
      expect(beside.maxOutcomesPerMinute).toBeLessThanOrEqual(30)
      expect(quantile(beside.agesSeconds, 0.95)).toBeLessThanOrEqual(quantile(without.agesSeconds, 0.95) * 1.05)
      expect(beside.minOutcomesAfterLeaving).toBeGreaterThanOrEqual(25)
      // All, some minutes after the last one.
      expect(beside.outcomeDelaysSeconds.length).toBeGreaterThanOrEqual(170)
      expect(beside.outcomeDelaysSeconds.filter((seconds) => !Number.isFinite(seconds))).toEqual([])
    },
  )

  it('lets people wait no longer for what they open', async () => {
    const reads = { operators: 0, calls: 0, openedPerMinute: 12 }
    const beside = await simulate(strategies.gateway, { ...reads, endingCallsPerMinute: 60 })
    expect(beside.openDelaysSeconds.length).toBeGreaterThan(100)
    expect(quantile(beside.openDelaysSeconds, 0.95)).toBeLessThanOrEqual(0.02)
    expect(beside.maxOutcomesPerMinute).toBeGreaterThanOrEqual(25)
  })
})
