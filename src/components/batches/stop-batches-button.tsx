/** Where batches are seen running, they can all be stopped, and so can those of one launch. What asks is loaded with the first press. */

import CircleStop from 'lucide-react/icons/circle-stop'
import { Suspense, useState } from 'react'
import type { KnownBatch } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { plural } from '#ui/text/format-number.ts'
import { stoppable, stopped } from './stoppable.ts'

const StopBatches = lazyPart(() => import('./stop-batches.tsx'))

interface Props {
  batches: readonly KnownBatch[]
  /** The name of the launch whose batches they are; not given: all batches that the team knows. */
  of?: string
}

/** There while something runs that can be stopped; that of one launch stays, so that the focus does. */
export function StopBatchesButton({ batches, of }: Props) {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('batchesCancel')
  const running = stoppable(batches)
  const count = running.length
  const { waiting } = stopped(running)
  if (count === 0 && !open && of === undefined) return null
  return (
    <>
      {of === undefined ? (
        <Button icon={CircleStop} disabledReason={reason} onClick={() => setOpen(true)}>
          {count === 1 ? 'Stop the batch' : `Stop all ${plural(count, 'batch', 'batches')}`}
        </Button>
      ) : (
        <Button
          size="small"
          disabledReason={(count === 0 && 'None of its calls is waiting.') || reason}
          onClick={() => setOpen(true)}
        >
          {`Cancel remaining ${waiting > 0 ? plural(waiting, 'call', 'calls') : 'calls'}`}
        </Button>
      )}
      <Suspense>
        {open && (
          <StopBatches launch={of === undefined ? undefined : { name: of, batches }} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
