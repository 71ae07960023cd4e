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
