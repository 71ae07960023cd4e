/** The button that stops all running batches, or those of one launch. Its dialog is loaded with the first press. */
import CircleStop from 'lucide-react/icons/circle-stop'
import { Suspense, useState } from 'react'
import type { KnownBatch } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import * as texts from './stop-button-texts.ts'
import { stoppable, stopped } from './stoppable.ts'

const StopBatches = lazyPart(() => import('./stop-batches.tsx'))

interface Props {
  batches: readonly KnownBatch[]
  /** The name of the launch that the batches belong to; not given: all batches that the team knows. */
  of?: string
}

/** Hidden if nothing can be stopped. The button of one launch stays, so that it keeps the focus. */
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
          {texts.stopBatches(count)}
        </Button>
      ) : (
        <Button
          size="small"
          disabledReason={(count === 0 && texts.noCallsWaiting) || reason}
          onClick={() => setOpen(true)}
        >
          {texts.cancelRemaining(waiting)}
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
