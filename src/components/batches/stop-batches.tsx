/** The dialog that stops all batches, running and scheduled, or the batches of one launch. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import type { Contract, KnownBatch, ResponseOf } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { scheduledStart, scheduledStartText } from './scheduled-start.ts'
import { callCountsIn, stoppableBatches } from './stoppable.ts'
import * as texts from './texts.tsx'

/** At most this many batches are named. The others are only counted. */
const maxNamedBatches = 8

function notifyOutcome({ batches }: ResponseOf<Contract['batchesCancel']>, shownBatches: readonly KnownBatch[]): void {
  const nameOf = (id: string) => shownBatches.find(({ batchId }) => batchId === id)?.name || id
  const cancelledCount = batches.reduce((sum, { cancelledCalls }) => sum + cancelledCalls, 0)
  const stopped = batches.filter(({ state }) => state === 'done')
  if (stopped.length > 0)
    notify({
      title: `Stopped ${plural(stopped.length, 'batch', 'batches')}.`,
      text: `${plural(cancelledCount, 'call', 'calls')} will not be made.`,
    })
  for (const { batchId, state, message } of batches)
    if (state !== 'done')
      notify({
        title: state === 'unknown' ? `${nameOf(batchId)}: stop not confirmed` : `${nameOf(batchId)} was not stopped.`,
        text: message,
        tone: 'danger',
      })
}

function BatchLine({ batch, now, onOpen }: { batch: KnownBatch; now: number; onOpen: () => void }) {
  const { batchId, name, startedBy, progress } = batch
  const start = scheduledStart(batch, now)
  const waiting =
    progress && (progress.waiting === null ? 'waiting calls unknown' : `${number(progress.waiting)} waiting`)
  const state = progress ? 'Running' : 'Not loaded yet'
  const startText = start && (start.at === null ? 'Scheduled' : scheduledStartText(start, now))
  return (
    <li className="flex flex-wrap justify-between gap-x-3">
      <Link to={paths.batch(batchId)} onClick={onOpen}>
        {name || batchId}
      </Link>
      <span className="text-muted">
        {[startText ?? state, waiting, startedBy ? `by ${startedBy}` : 'started elsewhere'].filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}

/** Stops only the batches that were shown when the dialog opened, because nobody has confirmed a batch that starts later. */
function StopConfirm({
  initialBatches,
  launchName,
  onClose,
}: {
  initialBatches: readonly KnownBatch[]
  launchName?: string
  onClose: () => void
}) {
  const [batches] = useState(initialBatches)
  const { run } = useCommand('batchesCancel')
  const now = useGatewayTime(30_000)
  const { waiting, active } = callCountsIn(batches)
  const scheduled = batches.filter((batch) => scheduledStart(batch, now) !== null)
  const running = batches.filter((batch) => !scheduled.includes(batch))
  const [title, action] =
    launchName === undefined
      ? [texts.stopTitle(running.length, scheduled.length), `Stop ${plural(batches.length, 'batch', 'batches')}`]
      : [
          `Cancel the remaining calls in ${launchName}?`,
          `Cancel ${waiting ? plural(waiting, 'call', 'calls') : 'calls'}`,
        ]
  return (
    <Confirm
      open
      onClose={onClose}
      title={title}
      cancelLabel={running.length === 0 ? 'Keep scheduled' : 'Keep calling'}
      action={action}
      tone="danger"
      run={(key) => run({ body: { batchIds: batches.map(({ batchId }) => batchId) }, key })}
      onDone={(result) => {
        onClose()
        notifyOutcome(result, batches)
      }}
    >
      <ul className="flex flex-col gap-0.5">
        {[...running, ...scheduled].slice(0, maxNamedBatches).map((batch) => (
          <BatchLine key={batch.batchId} batch={batch} now={now} onOpen={onClose} />
        ))}
        {batches.length > maxNamedBatches && (
          <li className="text-muted">And {plural(batches.length - maxNamedBatches, 'more batch', 'more batches')}.</li>
        )}
      </ul>
      {launchName === undefined && (
        <p>
          This stops the running and scheduled batches of everybody. To stop only one, open it and press Cancel
          remaining calls there.
        </p>
      )}
      <p>{texts.stopEffect(waiting, active, callCountsIn(scheduled).waiting)}</p>
      <p className="text-label text-muted">
        These requests are sent before all others. If the request budget is used up, the last batches may take a minute
        to stop. You can leave this page.
      </p>
    </Confirm>
  )
}

interface Props {
  /** Stops only the batches of this launch; undefined: all batches that the team knows. */
  launch?: { name: string; batches: readonly KnownBatch[] } | undefined
  onClose: () => void
}

export default function StopBatches({ launch, onClose }: Props) {
  const { data, refusal } = useRead(latestBatchesRead)
  const { reason } = usePermission('batchesCancel')
  const batches = launch?.batches ?? data?.batches
  if (!batches && !refusal) return null
  const stoppable = stoppableBatches(batches ?? [])
  if (stoppable.length > 0 && reason === '')
    return <StopConfirm initialBatches={stoppable} launchName={launch?.name} onClose={onClose} />
  const emptyText = refusal && !data ? refusalText(refusal).message : 'No calls are waiting in any batch.'
  return (
    <Dialog
      open
      onClose={onClose}
      title="Stop all batches"
      width="small"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p>{reason || emptyText}</p>
    </Dialog>
  )
}
