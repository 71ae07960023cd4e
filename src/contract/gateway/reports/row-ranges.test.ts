import fc from 'fast-check'
import { expect, it } from 'vitest'
import { launchLimits } from '../../shared/limits.ts'
import { mostOfRowRanges, rowRanges, rowsInRanges } from './row-ranges.ts'

it('row numbers are read as they were written', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1 }), (some) => {
      const rows = some.toSorted((one, other) => one - other)
      expect(rowsInRanges(rowRanges(rows))).toEqual(rows)
    }),
  )
})

it('neighbours are one range', () => {
  expect(rowRanges([2, 3, 4, 5, 7, 9, 10])).toBe('2-5,7,9-10')
})

it('the longest text of the largest start, every other row of a file, is not too long', () => {
  const rows = Array.from({ length: launchLimits.rows }, (_, at) => 3 + 2 * at)
  const text = rowRanges(rows)
  expect(text.length).toBeLessThanOrEqual(mostOfRowRanges)
  expect(rowsInRanges(text)).toHaveLength(launchLimits.rows)
})

it.each(['', ',', '2,', '3-', '-3', '2,2', '5-4', '4,3', '0', '02', '1-9999999', '12345678', '2 - 3', '1e3'])(
  'is none: %s',
  (text) => expect(rowsInRanges(text)).toBeNull(),
)
