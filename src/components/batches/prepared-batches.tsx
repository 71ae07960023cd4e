/** Prepared batches, the parts of one launch together. */

import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { KnownBatch } from '#contract/index.ts'
import { lazyPart } from '#ui/lazy-part.ts'

export const preparedRead = read('preparedBatchList')

/** The first page has seldom one. */
const PreparedBatchPanels = lazyPart(() => import('./prepared-batch-panels.tsx'))

/** @param of only those of the launch of this batch; all where it is not given */
export function PreparedBatches({ batches, of }: { batches: readonly KnownBatch[]; of?: string }) {
  const { data } = useRead(preparedRead)
  if (!data || data.prepared.length === 0) return null
  return (
    <Suspense>
      <PreparedBatchPanels prepared={data.prepared} batches={batches} of={of} />
    </Suspense>
  )
}
