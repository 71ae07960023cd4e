import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDuplicateFinder } from './duplicates.ts'

it('finds the first row with the same number, also among similar numbers', () => {
  // Numbers that differ only above their lower 32 bits are the most likely to collide.
  const number = fc.tuple(fc.nat(3), fc.nat(200)).map(([high, low]) => 1e6 + high * 2 ** 32 + low)
  const property = fc.property(fc.array(number, { minLength: 1, maxLength: 600 }), (numbers) => {
    const firstSeenAt = createDuplicateFinder(Float64Array.from(numbers))
    const first = new Map<number, number>()
    return numbers.every((number, at) => {
      if (!first.has(number)) first.set(number, at)
      return firstSeenAt(at) === first.get(number)
    })
  })
  expect(fc.check(property, { numRuns: 100, seed: 7 })).toMatchObject({ counterexample: null })
})
