/** Stop every running batch at once, or those of one launch: from the palette, the overview and the batches. One confirm, with the count. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import type { Contract, KnownBatch, ResponseOf } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { number, numberOr, plural } from '#ui/text/format-number.ts'
import { stoppable, stopped } from './stoppable.ts'

const batchesIn = (count: number) => plural(count, 'batch', 'batches')
const callsIn = (count: number) => plural(count, 'call', 'calls')
/** How many are named; the others are counted. */
const named = 8

function tell({ batches }: ResponseOf<Contract['batchesCancel']>, all: readonly KnownBatch[]): void {
  const nameOf = (id: string) => all.find(({ batchId }) => batchId === id)?.name || id
  const dropped = batches.reduce((sum, { cancelledCalls }) => sum + cancelledCalls, 0)
  const done = batches.filter(({ state }) => state === 'done')
  if (done.length > 0)
    notify({ title: `Stopped ${batchesIn(done.length)}.`, text: `${callsIn(dropped)} will not be made.` })
  for (const { batchId, state, message } of batches)
    if (state !== 'done')
      notify({
        title: state === 'unknown' ? `${nameOf(batchId)}: not confirmed` : `${nameOf(batchId)} was not stopped.`,
        text: message,
        tone: 'danger',
      })
}

/** What is stopped is what was shown when this was opened: a batch that starts meanwhile is nobody's word. */
function Asking({ shown, of, onClose }: { shown: readonly KnownBatch[]; of?: string; onClose: () => void }) {
  const [batches] = useState(shown)
  const { run } = useCommand('batchesCancel')
  const { waiting, active } = stopped(batches)
  return (
    <Confirm
      open
      onClose={onClose}
      title={
        of === undefined
          ? `Stop ${batches.length === 1 ? 'the running batch' : `all ${batchesIn(batches.length)}`}?`
          : `Cancel the remaining calls of ${of}?`
      }
      safe="Keep calling"
      action={
        of === undefined ? `Stop ${batchesIn(batches.length)}` : `Cancel ${waiting > 0 ? callsIn(waiting) : 'calls'}`
      }
      tone="danger"
      run={(key) => run({ body: { batchIds: batches.map(({ batchId }) => batchId) }, key })}
      onDone={(result) => {
        onClose()
        tell(result, batches)
      }}
    >
      <ul className="flex flex-col gap-0.5">
        {batches.slice(0, named).map(({ batchId, name, progress }) => (
          <li key={batchId} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0 font-medium break-words">{name || batchId}</span>
            <span className="text-muted">
              {progress ? `${numberOr(progress.waiting, 'an unknown number')} waiting` : 'not read yet'}
            </span>
          </li>
        ))}
        {batches.length > named && <li className="text-muted">And {number(batches.length - named)} more.</li>}
      </ul>
      <p>
        {callsIn(waiting)} that wait will not be made. {active === 0 ? 'No call' : callsIn(active)} in progress will
        finish. Cancelled calls cannot be restored. You can continue with the people left in new batches.
      </p>
      <p className="text-label text-muted">
        It goes before everything else. With a spent budget the last ones may take a minute: you can leave this page.
      </p>
    </Confirm>
  )
}

interface Props {
  /** Only the batches of this launch; not given: all batches that the team knows. */
  launch?: { name: string; batches: readonly KnownBatch[] } | undefined
  onClose: () => void
}

/** Shown while somebody wants to stop them. */
export default function StopBatches({ launch, onClose }: Props) {
  const { data, refusal } = useRead(latestBatchesRead)
  const { reason } = usePermission('batchesCancel')
  const batches = launch?.batches ?? data?.batches
  if (!batches && !refusal) return null
  const shown = stoppable(batches ?? [])
  if (shown.length > 0 && reason === '') return <Asking shown={shown} of={launch?.name} onClose={onClose} />
  const words = refusal && !data ? refusalWords(refusal).happened : 'No batch is running, so there is nothing to stop.'
  return (
    <Dialog
      open
      onClose={onClose}
      title="Stop all batches"
      width="small"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p>{reason || words}</p>
    </Dialog>
  )
}
