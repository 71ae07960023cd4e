import { describe, expect, it } from 'vitest'
import type { BatchWithFigures } from '#contract/index.ts'
import { batchColumnIds } from './search.ts'
import { orderAfter, sortBatches } from './sort.ts'

const batch = (batchId: string, more: Partial<BatchWithFigures>): BatchWithFigures => ({
  batchId,
  name: '',
  agentId: null,
  agentName: null,
  startedAt: null,
  isComplete: true,
  rows: null,
  ended: null,
  seen: 0,
  seenToEnd: 0,
  called: 0,
  answered: 0,
  talked: 0,
  outcomes: {},
  calls: 0,
  talkSeconds: 0,
  ...more,
})
const batches = [
  batch('b1', { name: 'zeta', startedAt: 3, rows: 10, ended: 10, seen: 5, called: 10, answered: 2, talked: 1 }),
  batch('b2', { name: 'Alpha', startedAt: 2, rows: 30, ended: 30, seen: 30, called: 30, answered: 3, talked: 4 }),
  batch('b3', { name: 'beta', startedAt: 1, outcomes: { mailbox: 2 }, talkSeconds: 9 }),
]
const ids = (sorted: readonly BatchWithFigures[]) => sorted.map(({ batchId }) => batchId).join(' ')

describe('the table of batches', () => {
  it.each([
    ['batch', 'b2 b3 b1', 'b1 b3 b2'],
    ['started', 'b3 b2 b1', 'b1 b2 b3'],
    ['rows', 'b1 b2 b3', 'b2 b1 b3'],
    ['seen', 'b1 b2 b3', 'b2 b1 b3'],
    ['answered', 'b2 b1 b3', 'b1 b2 b3'],
    ['talked', 'b3 b1 b2', 'b2 b1 b3'],
    ['mailbox', 'b1 b2 b3', 'b3 b1 b2'],
    ['no_answer', 'b1 b2 b3', 'b1 b2 b3'],
    ['talk', 'b1 b2 b3', 'b3 b1 b2'],
  ] as const)('is sorted by %s in both directions, what is unknown last', (sort, ascending, descending) => {
    expect(ids(sortBatches(batches, { sort, order: 'ascending' }))).toBe(ascending)
    expect(ids(sortBatches(batches, { sort, order: 'descending' }))).toBe(descending)
  })

  it('begins names at A and figures with the greatest, and reverses the order at the second press', () => {
    for (const id of batchColumnIds.filter((column) => column !== 'started')) {
      const first = orderAfter({ sort: 'started', order: 'descending' }, id)
      expect(first).toEqual({ sort: id, order: id === 'batch' ? 'ascending' : 'descending' })
      expect(orderAfter(first, id).order).not.toBe(first.order)
    }
  })
})
