/** Whole numbers in queries. PostgreSQL answers a fraction with an error, so the contract refuses it. */
import { expect, test } from 'vitest'
import { contract } from './index.ts'

// The page of a saved view is a page of the dashboard.
const numbers = ['since', 'from', 'to', 'before', 'page', 'limit']
const cases = Object.entries(contract).flatMap(([name, endpoint]) => {
  const query = 'query' in endpoint ? endpoint.query : undefined
  const shape =
    query && 'shape' in query ? (query.shape as Record<string, { safeParse: (value: unknown) => object }>) : {}
  return numbers.flatMap((field) =>
    shape[field] && name !== 'savedViewList' ? [{ name, field, schema: shape[field] }] : [],
  )
})

test('are found in the contract', () => {
  expect(new Set(cases.map(({ field }) => field))).toEqual(new Set(numbers))
})

test.each(cases)('$field of $name is digits and nothing else', ({ schema }) => {
  expect(schema.safeParse('12')).toMatchObject({ success: true, data: 12 })
  expect(schema.safeParse(12)).toMatchObject({ success: true, data: 12 })
  for (const value of ['1.5', '1e3', '0x10', '', ' ', '-1', 'Infinity', '99999999999999999999'])
    expect(schema.safeParse(value)).toMatchObject({ success: false })
})

test.each(cases.filter(({ field }) => field === 'from' || field === 'to'))(
  '$field of $name is a time that a calendar can show',
  ({ schema }) => {
    expect(schema.safeParse('253402300799999')).toMatchObject({ success: true })
    expect(schema.safeParse('253402300800000')).toMatchObject({ success: false })
  },
)
