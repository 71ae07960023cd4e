/** Prepared batches, the parts of one launch together. */

import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { KnownBatch } from '#contract/index.ts'
import { lazyPart } from '#ui/lazy-part.ts'

export const restsRead = read('preparedBatchList')

/** The first page has seldom one. */
const PreparedOfLaunches = lazyPart(() => import('./launch-remainder.tsx'))

/** @param of only those of the launch of this batch; all where it is not given */
export function WaitingRests({ batches, of }: { batches: readonly KnownBatch[]; of?: string }) {
  const { data } = useRead(restsRead)
  if (!data || data.prepared.length === 0) return null
  return (
    <Suspense>
      <PreparedOfLaunches prepared={data.prepared} batches={batches} of={of} />
    </Suspense>
  )
}
