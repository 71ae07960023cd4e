import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { readTable } from '../read.ts'
import { type CheckedTable, createChecker } from './check.ts'
import { type Operation, repairsOf, rowsTouched } from './repairs.ts'

const columns = ['phone_number', 'name', 'Mobile', 'Opt-out']
const cell = fc.constantFrom(
  '',
  '+14155550134',
  '+1 415 555 0134',
  '+14155550135',
  '4155550136',
  '+4407700900123',
  '14155550137.0',
  'Ann',
  ' Bob ',
  'RenÃ©e',
  '#N/A',
  'yes',
  'maybe',
  'DNC',
)
const lines = fc.array(fc.array(cell, { maxLength: 5 }), { minLength: 1, maxLength: 10 })
const edit = fc.record({ row: fc.integer({ min: 1, max: 12 }), column: fc.constantFrom(...columns, ''), value: cell })
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('edit' as const), cells: fc.array(edit, { maxLength: 4 }) }), weight: 5 },
  fc.record({
    kind: fc.constant('leaveOut' as const),
    rows: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
    out: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('match' as const),
    column: fc.constantFrom(...columns),
    as: fc.constantFrom('phone_number', 'first_name', 'note', null),
  }),
  fc.constantFrom<Operation>(
    { kind: 'rule', rule: 'country', country: 'US' },
    { kind: 'rule', rule: 'country', country: null },
    { kind: 'rule', rule: 'accept', reason: 'trunk_zero', on: true },
    { kind: 'rule', rule: 'accept', reason: 'decimal', on: false },
    { kind: 'rule', rule: 'keep', keep: 'last' },
    { kind: 'rule', rule: 'pad', on: true },
    { kind: 'rule', rule: 'tidy', remark: 'spaces', on: true },
    { kind: 'rule', rule: 'tidy', remark: 'garbled', on: true },
    { kind: 'rule', rule: 'ordinary', column: 'Opt-out', on: true },
    { kind: 'rule', rule: 'ordinary', column: 'Opt-out', on: false },
    { kind: 'rule', rule: 'accept', reason: 'unclear_opt_out', on: true },
  ),
)
/** Undo some operations, then add others. */
const moves = fc.array(fc.tuple(fc.nat(3), fc.array(operation, { maxLength: 2 })), { maxLength: 8 })

const tableOf = (records: string[][]) => {
  const text = `${columns.join()}\n${records.map((cells) => cells.join()).join('\n')}\n`
  const read = readTable(new TextEncoder().encode(text), { delimiter: ',', headerRow: 1 })
  if (!read.ok) throw new Error(read.refusal.message)
  return read.table
}
const content = (sheet: CheckedTable, rows: number) => ({
  counts: sheet.counts,
  verdicts: sheet.verdicts,
  remarks: [...sheet.remarks],
  recipients: sheet.called.map(sheet.recipientAt),
  rows: Array.from({ length: rows }, (_, at) => [sheet.cellsAt(at), sheet.overflowAt(at), sheet.problemsAt(at)]),
})

describe('operations on a file', () => {
  it('have the same result step by step as all at once, and every row is in one count', { tags: ['soak'] }, () => {
    const same = fc.property(lines, moves, (records, moves) => {
      const table = tableOf(records)
      const stepwise = createChecker(table, false)
      let operations: Operation[] = []
      let sheet = stepwise(repairsOf(operations), null)
      for (const [back, add] of moves) {
        const keep = Math.max(0, operations.length - back)
        const touched = rowsTouched([...operations.slice(keep), ...add])
        operations = [...operations.slice(0, keep), ...add]
        sheet = stepwise(repairsOf(operations), touched)
        const fresh = createChecker(table, false)(repairsOf(operations), null)
        const { read, ...others } = sheet.counts
        if (!isDeepStrictEqual(content(sheet, read), content(fresh, read))) return false
        if (read !== table.rows.length || read !== Object.values(others).reduce((all, count) => all + count))
          return false
      }
      return true
    })
    expect(fc.check(same, propertyTestParameters(500))).toMatchObject({ counterexample: null })
  })

  it('never change a row as read', () => {
    const table = tableOf([['4155550136', 'Ann', ''], ['+14155550134']])
    const before = structuredClone([...table.rows])
    createChecker(table, false)(
      repairsOf([
        { kind: 'edit', cells: [{ row: 2, column: 'name', value: 'Bob' }] },
        { kind: 'rule', rule: 'pad', on: true },
      ]),
      null,
    )
    expect([...table.rows]).toEqual(before)
  })

  it('touch the rows that they name, and possibly all rows with a rule', () => {
    expect(rowsTouched([{ kind: 'leaveOut', rows: [3], out: true }])).toEqual(new Set([3]))
    expect(rowsTouched([{ kind: 'rule', rule: 'pad', on: true }])).toBeNull()
  })
})

describe('rows with the same number', () => {
  it('are one call, the first or last row as chosen; leaving it out calls the other', () => {
    const table = tableOf([
      ['+14155550134', 'Ann', '', ''],
      ['+1 415 555 0134', 'Anna', '', ''],
    ])
    const called = (...operations: Operation[]) => {
      const sheet = createChecker(table, false)(
        repairsOf([{ kind: 'match', column: 'phone_number', as: 'phone_number' }, ...operations]),
        null,
      )
      return [sheet.called, [0, 1].map((at) => sheet.problemAt(at)?.message)]
    }
    const twice = (row: number, value: string, other: number) =>
      `Row ${row}, column phone_number: \`${value}\` is the same number as in row ${other}.`
    expect(called()).toEqual([[0], [undefined, twice(3, '+1 415 555 0134', 2)]])
    expect(called({ kind: 'rule', rule: 'keep', keep: 'last' })).toEqual([
      [1],
      [twice(2, '+14155550134', 3), undefined],
    ])
    expect(called({ kind: 'leaveOut', rows: [2], out: true })).toEqual([[1], [undefined, undefined]])
  })
})
