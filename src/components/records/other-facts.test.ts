import { expect, it } from 'vitest'
import { otherFacts } from './other-facts.tsx'

it('names fields that the interface does not define as the others are named', () => {
  const fields = {
    delay: 20,
    maxCallDuration: 60,
    time_zone: 'UTC',
    callbackURL: 'https://a.example',
    id: 'a',
    isOn: false,
  }
  const terms = otherFacts(fields, ['id']).map(({ term }) => term)
  expect(terms).toEqual(['Delay', 'Max call duration', 'Time zone', 'Callback URL', 'Is on'])
})

it('leaves out fields in which nothing is', () =>
  expect(otherFacts({ none: undefined, empty: null, text: '', list: [], settings: {} })).toEqual([]))
