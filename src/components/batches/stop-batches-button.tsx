/** Where batches are seen running, they can all be stopped. What asks is loaded with the first press. */

import CircleStop from 'lucide-react/icons/circle-stop'
import { Suspense, useState } from 'react'
import type { KnownBatch } from '#contract/index.ts'
import { useMay } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { plural } from '#ui/text/format-number.ts'
import { stoppable } from './stoppable.ts'

const StopBatches = lazyPart(() => import('./stop-batches.tsx'))

/** There while something runs that can be stopped. */
export function StopBatchesButton({ batches }: { batches: readonly KnownBatch[] }) {
  const [open, setOpen] = useState(false)
  const { reason } = useMay('batchesCancel')
  const count = stoppable(batches).length
  if (count === 0 && !open) return null
  return (
    <>
      <Button icon={CircleStop} disabledReason={reason} onClick={() => setOpen(true)}>
        {count === 1 ? 'Stop the batch' : `Stop all ${plural(count, 'batch', 'batches')}`}
      </Button>
      <Suspense>{open && <StopBatches onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
