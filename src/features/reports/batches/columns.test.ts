import { expect, test } from 'vitest'
import type { BatchWithFigures } from '#contract/index.ts'
import { batchList } from './columns.tsx'

const cellOf = (id: string, batch: Partial<BatchWithFigures>) =>
  batchList.columns.find((column) => column.id === id)?.cell?.(batch as BatchWithFigures)

test('outcomes have the separators that the other figures of a batch have', () => {
  const outcomes = { mailbox: 12_345 } as const
  const cells = ['mailbox', 'busy'].map((id) => cellOf(id, { outcomes, seen: 1, ended: 1 }))
  expect(cells).toEqual(['12,345', '0'])
})

test('a share says of how many it is while others are unread, on one line', () => {
  const share = (seen: number) =>
    cellOf('answered', { outcomes: {}, seen, ended: 9_000, called: 4_812, answered: 1_299 })
  expect([share(4_812), share(9_000), share(0)]).toEqual(['27%\u00a0of\u00a04,812', '27%', '–'])
})
