/** Prepared batches. They continue with the remaining people of a started batch. */
import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { KnownBatch } from '#contract/index.ts'
import { lazyPart } from '#ui/lazy-part.ts'

export const preparedRead = read('preparedBatchList')

/** Lazy, because the first page seldom needs it. */
const PreparedBatchPanels = lazyPart(() => import('./prepared-batch-panels.tsx'))

interface Props {
  batches: readonly KnownBatch[]
  /**
   * The batch whose page this is. Only prepared batches of its launch are shown: a launch is a start, with all batches that continue with
   * its remaining people. undefined: all prepared batches are shown.
   */
  pageBatch?: Pick<KnownBatch, 'batchId' | 'progress'>
}

export function PreparedBatches({ batches, pageBatch }: Props) {
  const { data } = useRead(preparedRead)
  if (!data || data.prepared.length === 0) return null
  return (
    <Suspense>
      <PreparedBatchPanels prepared={data.prepared} batches={batches} pageBatch={pageBatch} />
    </Suspense>
  )
}
