/** The button that cancels the remaining calls of a batch, and its dialog. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { hasEnded, type KnownBatch } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Countdown } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

/** Why there is nothing to cancel; '' unless the service clearly says so. */
function nothingToCancel(progress: Progress | undefined): string {
  if (!progress || !hasEnded(progress)) return ''
  return progress.status === 'cancelled' ? texts.alreadyCancelled : texts.allEnded
}

/** Shown while the cancel waits for the request budget or the service's rate limit. It is sent automatically. */
function SentIn() {
  const { data } = useRead(read('budgetShow'))
  const at = Math.max(data?.nextCancelAt ?? 0, data?.pausedUntil ?? 0)
  if (at === 0) return null
  return <output>{texts.cancelDelayed(<Countdown to={at} />)}</output>
}

type Progress = NonNullable<KnownBatch['progress']>

/** @param progress undefined: not read yet; the batch can be cancelled anyway */
export function CancelBatch({ batchId, progress }: { batchId: string; progress: Progress | undefined }) {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('batchCancel')
  const { run, isPending } = useCommand('batchCancel')
  const { waiting, active } = progress ?? {}
  const nothing = nothingToCancel(progress)
  return (
    <>
      <Button disabledReason={nothing || reason} onClick={() => setOpen(true)}>
        {texts.cancelRemaining(nothing ? null : waiting)}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={texts.cancelTitle(waiting)}
        safe={isPending ? texts.close : progress?.status === 'scheduled' ? texts.keepScheduled : texts.keepCalling}
        action={texts.cancelAction(waiting)}
        tone="danger"
        run={(key) => run({ params: { batchId }, key })}
        onDone={({ details }) => {
          setOpen(false)
          notify({ title: texts.cancelled(details.cancelledCalls), text: texts.willFinish(active) })
        }}
      >
        <p>{texts.cancelEffect(active)}</p>
        {isPending && <SentIn />}
        {nothing && <p>{nothing}</p>}
      </Confirm>
    </>
  )
}
