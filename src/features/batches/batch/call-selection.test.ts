import { describe, expect, test } from 'vitest'
import type { BatchCall } from '#contract/index.ts'
import {
  allSet,
  endedCallsOf,
  extended,
  maxSelectedCalls,
  nothingSelected,
  type Selection,
  toggled,
  unselected,
} from './call-selection.ts'

const call = (jobId: string, status: BatchCall['status'] = 'failed', phone_number = '+14155550101'): BatchCall => ({
  jobId,
  status,
  phone_number,
  metadata: {},
})
const page = ['a', 'b', 'c', 'd', 'e'].map((id) => call(id))
const next = ['f', 'g'].map((id) => call(id))
const idsOf = ({ calls }: Selection) => [...calls.keys()].toSorted().join('')

type Step = (selection: Selection) => Selection
const press =
  (jobId: string, range = false, shown = page): Step =>
  (selection) =>
    toggled(selection, shown, jobId, range)
const extend =
  (from: string, to: string): Step =>
  (selection) =>
    extended(selection, page, from, to)
const all =
  (isSelected: boolean, shown = page): Step =>
  (selection) =>
    allSet(selection, shown, isSelected)

describe('calls of a batch', () => {
  test.each<[string, Step[], string]>([
    ['one by one', [press('b'), press('d')], 'bd'],
    ['and deselected', [press('b'), press('d'), press('b')], 'd'],
    ['as a range', [press('b'), press('d', true)], 'bcd'],
    ['as a range upwards', [press('d'), press('b', true)], 'bcd'],
    ['and a range is deselected', [all(true), press('b'), press('d', true)], 'ae'],
    ['as a range without an anchor', [press('c', true)], 'c'],
    ['as a range from another page', [press('b'), press('g', true, next)], 'bg'],
    ['across pages', [press('b'), press('f', false, next)], 'bf'],
    ['as a whole page, with one of another', [press('f', false, next), all(true)], 'abcdef'],
    ['as one of another page, with none of this one', [press('f', false, next), all(true), all(false)], 'f'],
    ['with arrow keys', [extend('b', 'c'), extend('c', 'd')], 'bcd'],
    ['with arrow keys and back', [extend('b', 'c'), extend('c', 'd'), extend('d', 'c')], 'bc'],
    ['with arrow keys from a clicked one', [press('d'), extend('d', 'c')], 'cd'],
  ])('are selected %s', (_, steps, selected) => {
    expect(idsOf(steps.reduce((selection, step) => step(selection), nothingSelected))).toBe(selected)
  })

  test.each<[string, BatchCall[], string]>([
    ['waiting', [call('a', 'waiting')], ''],
    ['in progress', [call('a', 'active')], ''],
    ['without a number', [call('a', 'failed', '')], ''],
    ['ended', [call('a', 'completed'), call('b', 'failed'), call('c', 'cancelled')], 'abc'],
  ])('that are %s can be selected unless somebody would be called twice', (_, shown, selected) => {
    expect(idsOf(allSet(nothingSelected, shown, true))).toBe(selected)
    expect(
      unselected(nothingSelected, shown)
        .map(({ jobId }) => jobId)
        .join(''),
    ).toBe(selected)
  })

  test('are left out if the table shows a call-back', () => {
    const selection = allSet(nothingSelected, page, true)
    const shown = [call('a', 'waiting'), call('b')]
    expect(endedCallsOf(selection, shown).map(({ jobId }) => jobId)).toEqual(['b', 'c', 'd', 'e'])
  })

  test('are limited to a thousand', () => {
    const many = Array.from({ length: maxSelectedCalls + 1 }, (_, at) => call(`${at}`))
    expect(allSet(nothingSelected, many, true).calls.size).toBe(maxSelectedCalls)
  })
})
