import { describe, expect, test } from 'vitest'
import type { BatchCall } from '#contract/index.ts'
import {
  endedCallsOf,
  extendSelection,
  maxSelectedCalls,
  nothingSelected,
  type Selection,
  selectPage,
  toggleCall,
  unselectedCalls,
} from './call-selection.ts'

const call = (jobId: string, status: BatchCall['status'] = 'failed', phone_number = '+14155550101'): BatchCall => ({
  jobId,
  status,
  phone_number,
  metadata: {},
})
const page = ['a', 'b', 'c', 'd', 'e'].map((id) => call(id))
const nextPage = ['f', 'g'].map((id) => call(id))
const idsOf = ({ calls }: Selection) => [...calls.keys()].toSorted().join('')

type Change = (selection: Selection) => Selection
const clickCall =
  (jobId: string, isRange = false, shown = page): Change =>
  (selection) =>
    toggleCall(selection, shown, jobId, isRange)
const extendRange =
  (from: string, to: string): Change =>
  (selection) =>
    extendSelection(selection, page, from, to)
const setPage =
  (isSelected: boolean, shown = page): Change =>
  (selection) =>
    selectPage(selection, shown, isSelected)

describe('selected calls of a batch', () => {
  test.each<[string, Change[], string]>([
    ['one by one', [clickCall('b'), clickCall('d')], 'bd'],
    ['and deselected', [clickCall('b'), clickCall('d'), clickCall('b')], 'd'],
    ['as a range', [clickCall('b'), clickCall('d', true)], 'bcd'],
    ['as a range upwards', [clickCall('d'), clickCall('b', true)], 'bcd'],
    ['and a range is deselected', [setPage(true), clickCall('b'), clickCall('d', true)], 'ae'],
    ['as a range without an anchor', [clickCall('c', true)], 'c'],
    ['as a range from another page', [clickCall('b'), clickCall('g', true, nextPage)], 'bg'],
    ['across pages', [clickCall('b'), clickCall('f', false, nextPage)], 'bf'],
    ['as a whole page, with a call of another', [clickCall('f', false, nextPage), setPage(true)], 'abcdef'],
    [
      'on another page, and all of this page deselected',
      [clickCall('f', false, nextPage), setPage(true), setPage(false)],
      'f',
    ],
    ['with arrow keys', [extendRange('b', 'c'), extendRange('c', 'd')], 'bcd'],
    ['with arrow keys and back', [extendRange('b', 'c'), extendRange('c', 'd'), extendRange('d', 'c')], 'bc'],
    ['with arrow keys from a clicked call', [clickCall('d'), extendRange('d', 'c')], 'cd'],
  ])('are selected %s', (_, changes, selected) => {
    expect(idsOf(changes.reduce((selection, step) => step(selection), nothingSelected))).toBe(selected)
  })

  test.each<[string, BatchCall[], string]>([
    ['waiting', [call('a', 'waiting')], ''],
    ['in progress', [call('a', 'active')], ''],
    ['without a number', [call('a', 'failed', '')], ''],
    ['ended', [call('a', 'completed'), call('b', 'failed'), call('c', 'cancelled')], 'abc'],
  ])('that are %s can be selected unless somebody would be called twice', (_, shown, selected) => {
    expect(idsOf(selectPage(nothingSelected, shown, true))).toBe(selected)
    expect(
      unselectedCalls(nothingSelected, shown)
        .map(({ jobId }) => jobId)
        .join(''),
    ).toBe(selected)
  })

  test('are left out if the table shows a call-back', () => {
    const selection = selectPage(nothingSelected, page, true)
    const pageWithCallBack = [call('a', 'waiting'), call('b')]
    expect(endedCallsOf(selection, pageWithCallBack).map(({ jobId }) => jobId)).toEqual(['b', 'c', 'd', 'e'])
  })

  test('are limited to a thousand', () => {
    const many = Array.from({ length: maxSelectedCalls + 1 }, (_, at) => call(`${at}`))
    expect(selectPage(nothingSelected, many, true).calls.size).toBe(maxSelectedCalls)
  })
})
