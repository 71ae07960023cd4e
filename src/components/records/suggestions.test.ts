import { expect, it } from 'vitest'
import { suggestionsFrom, suggestionsOf } from './suggestions.ts'

const noun = ['agent', 'agents'] as const

it('offers the values of records first, the commonest before the others, and says which are only suggestions', () => {
  expect(suggestionsOf(['beta', 'alpha', 'beta', ' ', ''], ['gamma', 'Alpha'], noun)).toEqual([
    { value: 'beta', note: 'used by 2 agents' },
    { value: 'alpha', note: 'used by 1 agent' },
    { value: 'gamma', note: 'suggestion' },
  ])
})

it('names a value as a record does, or else as the suggestion does', () => {
  const used = [
    { value: 'v1', name: '' },
    { value: 'v1', name: 'Ours' },
    { value: 'v2', name: '' },
  ]
  const suggested = [
    { value: 'v1', name: 'Theirs' },
    { value: 'v2', name: 'Second' },
    { value: 'v3', name: 'Third' },
  ]
  expect(suggestionsFrom(used, suggested, noun).map(({ note }) => note)).toEqual([
    'Ours · used by 2 agents',
    'Second · used by 1 agent',
    'Third · suggestion',
  ])
})
