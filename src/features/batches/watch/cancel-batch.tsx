/** Cancel what remains: two actions in all, and the count in both. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import type { BatchProgress } from '#contract/index.ts'
import { Confirm } from '#shell/confirm.tsx'
import { useMay } from '#shell/may.ts'
import { notify } from '#shell/notices.tsx'
import { Button } from '#ui/button.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { plural } from '#ui/format.ts'

const calls = (count: number) => plural(count, 'call', 'calls')
const willFinish = (active: number) =>
  active === 0 ? 'No call is in progress.' : `${calls(active)} in progress will finish.`

function nothingToCancel({ isComplete, status, waiting }: BatchProgress): string {
  if (status === 'cancelled') return 'It was cancelled already.'
  if (isComplete) return 'Every call has ended.'
  return waiting === 0 ? 'No call is waiting any more; those in progress finish by themselves.' : ''
}

/** Its own reserve is spent, or the service refused it: it goes by itself as soon as it may. */
function GoesIn() {
  const { data, readAt } = useRead(read('budgetShow'))
  const wait = data ? Math.max(data.nextCancelIn, data.pausedFor) : 0
  if (wait === 0 || readAt === null) return null
  return (
    <output>
      The organisation’s requests are used up, so nothing was cancelled yet. It goes by itself in{' '}
      <Countdown to={readAt + wait * 1_000} />, before everything else, also when you close this.
    </output>
  )
}

export function CancelBatch({ batchId, progress }: { batchId: string; progress: BatchProgress }) {
  const [open, setOpen] = useState(false)
  const { reason } = useMay('batchCancel')
  const { run, isPending } = useCommand('batchCancel')
  const { waiting, active } = progress
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
        safe={isPending ? 'Close' : 'Keep calling'}
        action={`Cancel ${calls(waiting)}`}
        tone="danger"
        run={(key) => run({ params: { batchId }, key })}
        onDone={({ details }) => {
          setOpen(false)
          // An answer without figures says only that it was done.
          const dropped = details.totalCalls > 0 ? calls(details.cancelledCalls) : 'the remaining calls'
          notify({ title: `Cancelled ${dropped}.`, text: willFinish(active) })
        }}
      >
        <p>{willFinish(active)} What is cancelled cannot be taken back; the people left would need a new batch.</p>
        {isPending && <GoesIn />}
        {nothing && <p>{nothing}</p>}
      </Confirm>
    </>
  )
}
