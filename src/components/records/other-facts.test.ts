import { expect, it } from 'vitest'
import { otherFacts } from './other-facts.tsx'

it('names fields that the interface does not define as the others are named', () => {
  const terms = otherFacts({ delay: 20, maxCallDuration: 60, time_zone: 'UTC', id: 'a', none: undefined }, ['id'])
  expect(terms.map(({ term }) => term)).toEqual(['Delay', 'Max call duration', 'Time zone'])
})
