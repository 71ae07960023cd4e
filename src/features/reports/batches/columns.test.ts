import { expect, test } from 'vitest'
import type { BatchWithFigures } from '#contract/index.ts'
import { batchList } from './columns.tsx'

test('outcomes have the separators that the other figures of a batch have', () => {
  const outcomes = { mailbox: 12_345 } as const
  const cells = ['mailbox', 'busy'].map((id) =>
    batchList.columns
      .find((column) => column.id === id)
      ?.cell?.({ outcomes, seen: 1, ended: 1 } as unknown as BatchWithFigures),
  )
  expect(cells).toEqual(['12,345', '0'])
})
