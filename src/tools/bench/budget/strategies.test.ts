import { expect, it } from 'vitest'
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
