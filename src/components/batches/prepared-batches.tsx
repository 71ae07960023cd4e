/** Prepared batches. They continue with the remaining people of a started batch. */
import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { KnownBatch } from '#contract/index.ts'
import { lazyPart } from '#ui/lazy-part.ts'

export const preparedRead = read('preparedBatchList')

/** Lazy, because the first page seldom needs it. */
const PreparedBatchPanels = lazyPart(() => import('./prepared-batch-panels.tsx'))

/** @param pageBatchId the batch whose page this is; shows only prepared batches that continue it; undefined: shows all */
export function PreparedBatches({ batches, pageBatchId }: { batches: readonly KnownBatch[]; pageBatchId?: string }) {
  const { data } = useRead(preparedRead)
  if (!data || data.prepared.length === 0) return null
  return (
    <Suspense>
      <PreparedBatchPanels prepared={data.prepared} batches={batches} pageBatchId={pageBatchId} />
    </Suspense>
  )
}
