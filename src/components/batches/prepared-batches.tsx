/** Prepared batches, grouped by launch. */
import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { KnownBatch } from '#contract/index.ts'
import { lazyPart } from '#ui/lazy-part.ts'

export const preparedRead = read('preparedBatchList')

/** Lazy, because the first page seldom needs it. */
const PreparedBatchPanels = lazyPart(() => import('./prepared-batch-panels.tsx'))

/** @param of shows only the launch of this batch; all launches if it is not given */
export function PreparedBatches({ batches, of }: { batches: readonly KnownBatch[]; of?: string }) {
  const { data } = useRead(preparedRead)
  if (!data || data.prepared.length === 0) return null
  return (
    <Suspense>
      <PreparedBatchPanels prepared={data.prepared} batches={batches} of={of} />
    </Suspense>
  )
}
