import { expect, it } from 'vitest'
import { quantile } from '../../measure.ts'
import { play } from './simulation.ts'
import { ways } from './strategies.ts'

it('the benchmark shows calls with the gateway’s modules, within the plan', async () => {
  const { asked, refused, agesInFocus, commandsRefused } = await play(ways.gateway, { operators: 2, calls: 3 })
  expect({ refused, commandsRefused }).toEqual({ refused: 0, commandsRefused: 0 })
  expect(asked).toBeGreaterThan(300)
  expect(quantile(agesInFocus, 0.95)).toBeLessThanOrEqual(5)
})
