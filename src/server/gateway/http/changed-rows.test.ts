import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChangedRows, withChangedRows } from '#contract/index.ts'
import { createChangedRows } from './changed-rows.ts'

interface Answer {
  rows: { id: string; text: string }[]
  count: number
}

const arbitraryAnswer = fc.record<Answer>({
  rows: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      text: fc.constantFrom('short', 'a longer text', '"quoted" €'),
    }),
    { selector: ({ id }) => id },
  ),
  count: fc.nat(3),
})
const parse = (bytes: Buffer) => JSON.parse(bytes.toString('utf8')) as object

describe('changed rows of a long list', () => {
  test('produce the same answer as the whole list', () => {
    fc.assert(
      fc.property(arbitraryAnswer, arbitraryAnswer, (before, after) => {
        const changes = createChangedRows({ list: 'rows', key: 'id' })
        const [first, second] = [changes.encode(before), changes.encode(after)]
        expect(parse(second.body)).toEqual(after)
        const between = changes.between(first.etag, second.etag, Infinity)
        const merged = between ? withChangedRows(parse(first.body), parse(between) as ChangedRows) : after
        expect(merged).toEqual(after)
        // Only an answer whose rows changed their order is sent whole.
        expect(between !== null || before.rows.length * after.rows.length > 1).toBe(true)
      }),
    )
  })

  test('leave unchanged rows as they are', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }]
    const merged = withChangedRows({ rows: [a, b] }, { list: 'rows', rest: {}, gone: [1], rows: [[0, { id: 'c' }]] })
    expect(merged).toEqual({ rows: [{ id: 'c' }, { id: 'a' }] })
    expect((merged as { rows: object[] }).rows[1]).toBe(a)
  })

  test('are not sent if rows have the same key, the version is too old, or the whole answer is shorter', () => {
    const changes = createChangedRows({ list: 'rows', key: 'id' })
    const withDuplicateKey = changes.encode({ rows: [{ id: 'a' }, { id: 'a', more: 1 }] })
    expect(parse(withDuplicateKey.body)).toEqual({ rows: [{ id: 'a' }, { id: 'a', more: 1 }] })
    const oneRow = changes.encode({ rows: [{ id: 'a' }] })
    expect(changes.between(withDuplicateKey.etag, oneRow.etag, Infinity)).toBeNull()
    expect(changes.between('"unknown"', oneRow.etag, Infinity)).toBeNull()
    const otherRow = changes.encode({ rows: [{ id: 'b' }] })
    expect(changes.between(oneRow.etag, otherRow.etag, otherRow.body.length)).toBeNull()
  })
})
