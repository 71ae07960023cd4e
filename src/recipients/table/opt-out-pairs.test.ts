/**
 * Columns in many languages, half of them about contact, written by somebody who did not know the rules. `refused` are the cells of people
 * who must not be called.
 */
import { expect, it } from 'vitest'
import pairs from '../testing/opt-out-pairs.json' with { type: 'json' }
import { answersOf, findOptOuts } from './opt-outs.ts'

interface Pair {
  language: string
  header: string
  cells: string[]
  contact: boolean
  refused?: number[]
}

function read({ header, cells, refused = [] }: Pair) {
  const rows = cells.map((cell, row) => [`+1415555${1000 + row}`, cell])
  const column = findOptOuts(['phone_number', header], rows).find(({ at }) => at === 1)
  const answer = column ? answersOf(column) : () => 'call'
  return {
    isFound: column !== undefined,
    called: refused.filter((row) => answer(cells[row] ?? '') === 'call'),
  }
}
const results = (pairs as Pair[]).map((pair) => ({ ...pair, ...read(pair) }))
const about = results.filter(({ contact }) => contact)
const notAbout = results.filter(({ contact }) => !contact)

it('at least 95 % of the columns about contact are recognized or asked about', () => {
  expect(about.length).toBe(100)
  expect(about.filter(({ isFound }) => isFound).length / about.length).toBeGreaterThanOrEqual(0.95)
})

it('at most 3 % of the other columns are', () => {
  expect(notAbout.length).toBe(100)
  expect(notAbout.filter(({ isFound }) => isFound).length / notAbout.length).toBeLessThanOrEqual(0.03)
})

it('nobody whose cell refuses in a column that was found is called', () => {
  const called = about.filter(({ isFound, called }) => isFound && called.length > 0)
  expect(called.map(({ header }) => header)).toEqual([])
})
