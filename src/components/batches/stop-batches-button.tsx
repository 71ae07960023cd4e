/** The button that stops all batches, running and scheduled, or those of one launch. Its dialog is loaded when it is first pressed. */
import CircleStop from 'lucide-react/icons/circle-stop'
import { Suspense, useState } from 'react'
import type { KnownBatch } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { callCountsIn, stoppableBatches } from './stoppable.ts'

const StopBatches = lazyPart(() => import('./stop-batches.tsx'))

interface Props {
  batches: readonly KnownBatch[]
  /** Of the launch that the batches belong to; undefined: they are all batches that the team knows. */
  launchName?: string
}

/** Hidden if nothing can be stopped. The button for one launch stays visible, so that it keeps the focus. */
export function StopBatchesButton({ batches, launchName }: Props) {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('batchesCancel')
  const stoppable = stoppableBatches(batches)
  const count = stoppable.length
  const { waiting } = callCountsIn(stoppable)
  if (count === 0 && !open && launchName === undefined) return null
  return (
    <>
      {launchName === undefined ? (
        <Button icon={CircleStop} disabledReason={reason} onClick={() => setOpen(true)}>
          Stop all batches ({number(count)})
        </Button>
      ) : (
        <Button
          size="small"
          disabledReason={(count === 0 && 'No calls are waiting.') || reason}
          onClick={() => setOpen(true)}
        >
          Cancel remaining {waiting ? plural(waiting, 'call', 'calls') : 'calls'}
        </Button>
      )}
      <Suspense>
        {open && (
          <StopBatches
            launch={launchName === undefined ? undefined : { name: launchName, batches }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
