/** The launches whose first ten were called and whose others wait for a word. */

import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { KnownBatch } from '#contract/index.ts'
import { lazyPart } from '#ui/lazy-part.ts'

export const restsRead = read('preparedBatchList')

/** The first page has seldom one. */
const LaunchRemainder = lazyPart(() => import('./launch-remainder.tsx'))

/** @param of only those of this batch; all where it is not given */
export function WaitingRests({ batches, of }: { batches: readonly KnownBatch[]; of?: string }) {
  const { data } = useRead(restsRead)
  const rests = data?.prepared.filter(({ batchId }) => of === undefined || batchId === of) ?? []
  if (rests.length === 0) return null
  return (
    <Suspense>
      {rests.map((rest) => (
        <LaunchRemainder
          key={rest.id}
          rest={rest}
          batch={batches.find(({ batchId }) => batchId === rest.batchId)}
          isHere={of !== undefined}
        />
      ))}
    </Suspense>
  )
}
