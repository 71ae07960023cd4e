import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { runs } from '#tools/runs.ts'
import { textRows } from './rows.ts'

it('text is cut as a parser cuts it, whole or cell by cell, or left to the parser', { tags: ['soak'] }, () => {
  const delimiter = ';'
  const some = fc.string({ unit: fc.constantFrom('a', ' ', ',', delimiter, '\n', 'é', '"'), maxLength: 12 })
  const written = fc
    .array(fc.array(some, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    .map((rows) => Papa.unparse(rows, { delimiter, newline: '\n' }))
  let left = 0
  const property = fc.property(fc.oneof(written, some), (text) => {
    if (text === '') return
    const rows = textRows(text, delimiter)
    if (rows === null) {
      left++
      return
    }
    const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
    expect(errors.filter(({ type }) => type === 'Quotes')).toEqual([])
    expect([...rows]).toEqual(data)
    expect(rows.length).toBe(data.length)
    for (const [place, cells] of data.entries()) {
      // One more than it has.
      for (let column = 0; column <= cells.length; column++)
        expect(rows.cellAt(place, column)).toBe(cells[column] ?? '')
    }
  })
  const { counterexample, numRuns } = fc.check(property, runs(1_000))
  expect(counterexample).toBeNull()
  // What a program wrote is never left to the parser.
  expect(left).toBeLessThan(numRuns / 2)
  fc.assert(
    fc.property(written, (text) => text === '' || textRows(text, delimiter) !== null),
    runs(300),
  )
})
