/** Batches that may still call a number just added to the do-not-call list, and how to continue them without it. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { ContactedBy } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import * as texts from './texts.tsx'

const statuses = {
  running: { state: 'live', label: texts.batchRunning },
  scheduled: { state: 'waiting', label: texts.batchScheduled },
  held_back: { state: 'waiting', label: texts.batchHeldBack },
} as const
const hasStatus = (state: string): state is keyof typeof statuses => Object.hasOwn(statuses, state)

function CancelBatch({ batchId, name, onCancelled }: { batchId: string; name: string; onCancelled: () => void }) {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('batchCancel')
  const { run } = useCommand('batchCancel')
  return (
    <>
      <Button size="small" disabledReason={reason} onClick={() => setOpen(true)}>
        {texts.cancelBatch(name)}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={texts.cancelTitle(name)}
        cancelLabel={texts.keepCalling}
        action={texts.cancelRemainingCalls}
        tone="danger"
        run={(key) => run({ params: { batchId }, key })}
        onDone={() => {
          setOpen(false)
          onCancelled()
        }}
      >
        <p>{texts.cancelEffect}</p>
      </Confirm>
    </>
  )
}

function BatchLine({ entry: { state, batch } }: { entry: ContactedBy }) {
  const [isCancelled, setCancelled] = useState(false)
  const { batchId = null, name = '' } = batch ?? {}
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      {isCancelled ? (
        <StatusLabel state="off" label={texts.batchCancelled} />
      ) : (
        hasStatus(state) && <StatusLabel {...statuses[state]} />
      )}
      <span className="min-w-0 flex-1 basis-40 break-words">
        {batchId === null ? name : <Link to={paths.batch(batchId)}>{name}</Link>}
        {state === 'held_back' && <span className="text-soft"> · {texts.leftOutLater}</span>}
      </span>
      {state !== 'held_back' &&
        batchId !== null &&
        (isCancelled ? (
          <Link to={paths.batch(batchId)}>{texts.continueWithoutNumber}</Link>
        ) : (
          <CancelBatch batchId={batchId} name={name} onCancelled={() => setCancelled(true)} />
        ))}
    </li>
  )
}

export function BatchesWithNumber({ batches }: { batches: readonly ContactedBy[] }) {
  if (batches.length === 0) return null
  return (
    <div>
      <p>{texts.batchesWithNumber(batches.length)}</p>
      <ul aria-label={texts.batchesLabel} className="divide-y divide-line">
        {batches.map((entry) => (
          <BatchLine key={`${entry.batch?.batchId}/${entry.state}/${entry.at}`} entry={entry} />
        ))}
      </ul>
    </div>
  )
}
