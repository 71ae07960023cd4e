import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChangedRows, withChangedRows } from '#contract/index.ts'
import { createChangedRows } from './changed-rows.ts'

interface Answer {
  rows: { id: string; text: string }[]
  count: number
}

const answers = fc.record<Answer>({
  rows: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      text: fc.constantFrom('short', 'a longer text', '"quoted" €'),
    }),
    { selector: ({ id }) => id },
  ),
  count: fc.nat(3),
})
const parsed = (bytes: Buffer) => JSON.parse(bytes.toString('utf8')) as object

describe('changed rows of a long list', () => {
  test('produce the same answer as the whole list', () => {
    fc.assert(
      fc.property(answers, answers, (before, after) => {
        const changes = createChangedRows({ list: 'rows', key: 'id' })
        const [first, second] = [changes.bytesOf(before), changes.bytesOf(after)]
        expect(parsed(second.body)).toEqual(after)
        const between = changes.between(first.etag, second.etag, Infinity)
        const now = between ? withChangedRows(parsed(first.body), parsed(between) as ChangedRows) : after
        expect(now).toEqual(after)
        // Only an answer whose rows changed places is sent whole.
        expect(between !== null || before.rows.length * after.rows.length > 1).toBe(true)
      }),
    )
  })

  test('leave unchanged rows as they are', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }]
    const now = withChangedRows({ rows: [a, b] }, { list: 'rows', rest: {}, gone: [1], rows: [[0, { id: 'c' }]] })
    expect(now).toEqual({ rows: [{ id: 'c' }, { id: 'a' }] })
    expect((now as { rows: object[] }).rows[1]).toBe(a)
  })

  test('are not sent if rows have the same key, the version is too old, or the whole answer is shorter', () => {
    const changes = createChangedRows({ list: 'rows', key: 'id' })
    const twice = changes.bytesOf({ rows: [{ id: 'a' }, { id: 'a', more: 1 }] })
    expect(parsed(twice.body)).toEqual({ rows: [{ id: 'a' }, { id: 'a', more: 1 }] })
    const one = changes.bytesOf({ rows: [{ id: 'a' }] })
    expect(changes.between(twice.etag, one.etag, Infinity)).toBeNull()
    expect(changes.between('"unknown"', one.etag, Infinity)).toBeNull()
    const other = changes.bytesOf({ rows: [{ id: 'b' }] })
    expect(changes.between(one.etag, other.etag, other.body.length)).toBeNull()
  })
})
