import { expect, it } from 'vitest'
import type { Table } from '../table/parse.ts'
import { createChecker } from './check.ts'
import { type Operation, repairsOf } from './repairs.ts'

const table: Table = {
  delimiter: ',',
  headerRow: 1,
  columns: ['Phone', 'Name', 'Notes'],
  rows: [
    ['+14155550134', 'Ann', 'x'],
    ['+14155550135', 'Bob', '#N/A'],
    ['+14155550136', 'Cid', 'z'],
  ],
  workbook: { sheets: [], sheet: 'S', hiddenRows: new Set([3, 4]), hiddenColumns: ['Notes'] },
}

it('calls nobody in a hidden row until somebody says so', { tags: ['hidden-row-is-not-called'] }, () => {
  const check = createChecker(table, false)
  const calledWith = (...operations: Operation[]) => {
    const checked = check(repairsOf(operations), null)
    return [checked.called.map((at) => checked.recipientAt(at).values), checked.counts.leftOut]
  }
  const answer = (are: 'included' | 'leftOut') => ({ kind: 'rule', rule: 'hidden', are }) as const
  expect(calledWith()).toEqual([[{ Name: 'Ann' }], 2])
  expect(calledWith(answer('leftOut'))).toEqual([[{ Name: 'Ann' }], 2])
  expect(calledWith({ kind: 'leaveOut', rows: [4], out: false })).toEqual([[{ Name: 'Ann' }, { Name: 'Cid' }], 1])
  // The error of a formula is an empty cell.
  const all = [
    { Name: 'Ann', Notes: 'x' },
    { Name: 'Bob', Notes: '' },
    { Name: 'Cid', Notes: 'z' },
  ]
  expect(calledWith(answer('included'))).toEqual([all, 0])
})
