/** Batches that are to call a number which was just put on the do-not-call list, and the way to go on without it. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { ContactedBy } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { plural } from '#ui/text/format-number.ts'

const lamps = {
  running: { state: 'live', word: 'Running' },
  scheduled: { state: 'waiting', word: 'Scheduled' },
  held_back: { state: 'waiting', word: 'Held back' },
} as const
const isLamp = (state: string): state is keyof typeof lamps => Object.hasOwn(lamps, state)

function CancelOne({ batchId, name, onCancelled }: { batchId: string; name: string; onCancelled: () => void }) {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('batchCancel')
  const { run } = useCommand('batchCancel')
  return (
    <>
      <Button size="small" disabledReason={reason} onClick={() => setOpen(true)}>
        {`Cancel ${name}`}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Cancel the remaining calls of ${name}?`}
        safe="Keep calling"
        action="Cancel remaining calls"
        tone="danger"
        run={(key) => run({ params: { batchId }, key })}
        onDone={() => {
          setOpen(false)
          onCancelled()
        }}
      >
        <p>
          Calls in progress will finish. Nobody else is called. You can then continue with the people never called in a
          new batch, which leaves this number out.
        </p>
      </Confirm>
    </>
  )
}

function Holder({ one: { state, batch } }: { one: ContactedBy }) {
  const [isCancelled, setCancelled] = useState(false)
  const { batchId = null, name = '' } = batch ?? {}
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      {isCancelled ? <Lamp state="off" word="Cancelled" /> : isLamp(state) && <Lamp {...lamps[state]} />}
      <span className="min-w-0 flex-1 basis-40 break-words">
        {batchId === null ? name : <Link to={paths.batch(batchId)}>{name}</Link>}
        {state === 'held_back' && <span className="text-soft">: it is left out when the others are started</span>}
      </span>
      {state !== 'held_back' &&
        batchId !== null &&
        (isCancelled ? (
          <Link to={paths.batch(batchId)}>Continue without this number</Link>
        ) : (
          <CancelOne batchId={batchId} name={name} onCancelled={() => setCancelled(true)} />
        ))}
    </li>
  )
}

export function HeldByBatches({ batches }: { batches: readonly ContactedBy[] }) {
  if (batches.length === 0) return null
  return (
    <div>
      <p>
        {batches.length === 1 ? 'This batch has' : `These ${plural(batches.length, 'batch', 'batches')} have`} the
        number and may still call it. The service cannot take one number out of a batch: cancel the remaining calls and
        continue without it, or leave it.
      </p>
      <ul aria-label="Batches that have the number" className="divide-y divide-line">
        {batches.map((one) => (
          <Holder key={`${one.batch?.batchId}/${one.state}/${one.at}`} one={one} />
        ))}
      </ul>
    </div>
  )
}
