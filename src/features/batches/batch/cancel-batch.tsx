/** The button that cancels the remaining calls of a batch, and its dialog. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { hasEnded, type KnownBatch } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { useFocusHeadingOnUnmount } from '#kit/page/heading-focus.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Countdown } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

type Progress = NonNullable<KnownBatch['progress']>

/** Why there is nothing to cancel; '' if there may be something, also if the service does not report it. */
function nothingToCancel(progress: Progress | undefined): string {
  if (!progress || !hasEnded(progress)) return ''
  return progress.status === 'cancelled' ? 'This batch is already cancelled.' : 'All calls have ended.'
}

/** Shown while the cancel waits for the request budget or the service's rate limit. It is sent automatically. */
function CancelDelay() {
  const { data } = useRead(read('budgetShow'))
  const sendsAt = Math.max(data?.nextCancelAt ?? 0, data?.pausedUntil ?? 0)
  if (sendsAt === 0) return null
  return (
    <output>
      Nothing has been cancelled yet: the request limit is reached. Switchboard sends the cancellation in{' '}
      <Countdown to={sendsAt} />, before all other requests. You can close this dialog.
    </output>
  )
}

/** When the batch has ended, the button goes, and the heading takes its focus. */
function CancelButton({ waiting, onClick }: { waiting: number | null | undefined; onClick: () => void }) {
  const { reason } = usePermission('batchCancel')
  useFocusHeadingOnUnmount()
  return (
    <Button disabledReason={reason} onClick={onClick}>
      {texts.cancelRemaining(waiting)}
    </Button>
  )
}

/** @param progress undefined if it is not loaded yet; the batch can be cancelled even then */
export function CancelBatch({ batchId, progress }: { batchId: string; progress: Progress | undefined }) {
  const [open, setOpen] = useState(false)
  const { run, isPending } = useCommand('batchCancel')
  const { waiting, active } = progress ?? {}
  const nothingReason = nothingToCancel(progress)
  return (
    <>
      {!nothingReason && <CancelButton waiting={waiting} onClick={() => setOpen(true)} />}
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Cancel the remaining ${waiting ? plural(waiting, 'call', 'calls') : 'calls'}?`}
        cancelLabel={isPending ? 'Close' : progress?.status === 'scheduled' ? 'Keep scheduled' : 'Keep calling'}
        action={`Cancel ${waiting ? plural(waiting, 'call', 'calls') : 'calls'}`}
        tone="danger"
        run={(key) => run({ params: { batchId }, key })}
        onDone={({ details }) => {
          setOpen(false)
          notify({
            title: `Cancelled ${details.cancelledCalls === null ? 'the remaining calls' : plural(details.cancelledCalls, 'call', 'calls')}.`,
            text: texts.willFinish(active),
          })
        }}
      >
        <p>
          {texts.willFinish(active)} Cancelled calls cannot be restored. You can call the remaining people in a new
          batch.
        </p>
        {isPending && <CancelDelay />}
        {nothingReason && <p>{nothingReason}</p>}
      </Confirm>
    </>
  )
}
