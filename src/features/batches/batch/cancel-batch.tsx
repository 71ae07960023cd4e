/** Cancel what remains: two actions in all, and the count in both. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { hasEnded, type KnownBatch } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Countdown } from '#ui/time/time.tsx'

/** "4 calls"; without the number if it is unknown, or 0 although the batch has not ended. */
const calls = (count: number | null | undefined) => (count ? plural(count, 'call', 'calls') : 'calls')
const willFinish = (active: number | null | undefined) => {
  if (active === 0) return 'No call is in progress.'
  return active ? `${calls(active)} in progress will finish.` : 'Calls in progress will finish.'
}

/** An answer without figures says only that it was done. */
const cancelledWords = (count: number | null) =>
  `Cancelled ${count === null ? 'the remaining calls' : plural(count, 'call', 'calls')}.`

/** Why there is nothing to cancel; '' unless the service clearly says so. */
function nothingToCancel(progress: Progress | undefined): string {
  if (!progress || !hasEnded(progress)) return ''
  return progress.status === 'cancelled' ? 'It was cancelled already.' : 'Every call has ended.'
}

/** Its own reserve is spent, or the service refused it: it goes by itself as soon as it may. */
function GoesIn() {
  const { data } = useRead(read('budgetShow'))
  const at = Math.max(data?.nextCancelAt ?? 0, data?.pausedUntil ?? 0)
  if (at === 0) return null
  return (
    <output>
      The organisation’s requests are used up, so nothing was cancelled yet. It goes by itself in <Countdown to={at} />,
      before everything else, also when you close this.
    </output>
  )
}

type Progress = NonNullable<KnownBatch['progress']>

/** @param progress what was last read; undefined: nothing yet; Cancel works all the same */
export function CancelBatch({ batchId, progress }: { batchId: string; progress: Progress | undefined }) {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('batchCancel')
  const { run, isPending } = useCommand('batchCancel')
  const { waiting, active } = progress ?? {}
  const nothing = nothingToCancel(progress)
  return (
    <>
      <Button disabledReason={nothing || reason} onClick={() => setOpen(true)}>
        {nothing ? 'Cancel remaining calls' : `Cancel remaining ${calls(waiting)}`}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Cancel the remaining ${calls(waiting)}?`}
        safe={isPending ? 'Close' : progress?.status === 'scheduled' ? 'Keep it scheduled' : 'Keep calling'}
        action={`Cancel ${calls(waiting)}`}
        tone="danger"
        run={(key) => run({ params: { batchId }, key })}
        onDone={({ details }) => {
          setOpen(false)
          notify({ title: cancelledWords(details.cancelledCalls), text: willFinish(active) })
        }}
      >
        <p>
          {willFinish(active)} Cancelled calls cannot be restored. You can continue with the people left in a new batch.
        </p>
        {isPending && <GoesIn />}
        {nothing && <p>{nothing}</p>}
      </Confirm>
    </>
  )
}
