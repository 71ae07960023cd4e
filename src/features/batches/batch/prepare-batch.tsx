/** Prepares a new batch of exactly the rows of some calls of this one, with everything that stood in them, and the same agent. */
import { useNavigate } from 'react-router'
import type { CallSelection, ChosenSelection, KnownBatch } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'
import { launchSearch } from '../launch/state/launch-search.ts'
import { chooseFile, dispatch, useLaunch } from '../launch/state/launch-store.ts'
import { ExportProgress } from './export-progress.tsx'
import { actionOf, nameAfter, peopleToCall } from './next-batch.ts'
import { useExport } from './use-export.ts'

/** The batch whose people a new one calls. */
export interface SourceBatch {
  batchId: string
  name: string
  agentId: string | null
  /** Whether it calls back who is not reached; null: not known. */
  callsBack: boolean | null
  /** Batches that call people never called in this one. */
  continuedBy: readonly Pick<KnownBatch, 'name'>[]
}

/** Opens a new batch with the rows of some calls. */
export function usePrepare({ batchId, name, agentId }: SourceBatch) {
  const navigate = useNavigate()
  const { reason } = usePermission('launchStart')
  const { source } = useLaunch()
  const inTheWay = source ? `A batch of ${source.name} is being prepared. Start it or discard it first.` : ''
  const prepare = (file: Blob, calls: ChosenSelection, people: number) => {
    const origin = { batchId, name, calls, people }
    chooseFile(new File([file], `${batchId}.csv`, { type: 'text/csv' }), origin)
    dispatch({ type: 'named', name: nameAfter(name, calls) })
    dispatch({ type: 'agentChosen', agentId })
    void navigate(`${paths.newBatch()}${launchSearch('validate')}`)
  }
  return { prepare, reason, inTheWay }
}

interface Props {
  batch: SourceBatch
  calls: CallSelection
  /** How many such calls the service counts, call-backs among the dropped ones; null: it does not tell. */
  count: number | null
  /** Why it is too early; '' if it is not. */
  early: string
}

export function PrepareBatch({ batch, calls, count, early }: Props) {
  const { prepare, reason, inTheWay } = usePrepare(batch)
  const wanted = { batchId: batch.batchId, status: calls, form: 'recipients' } as const
  const { current, isPending, begin, take, end } = useExport(wanted, (file, { rows }) => {
    if (rows > 0) prepare(file, calls, rows)
  })
  if (current?.state === 'running') return <ExportProgress current={current} onStop={end} />
  const read = current?.state === 'done' && (count === null || current.read === count) ? current.rows : null
  const people = read ?? peopleToCall(calls, count, batch.callsBack)
  const nobody = people === 0 ? 'Each of these people was called at least once before the batch was cancelled.' : ''
  const rows = people === null ? 'their rows' : plural(people, 'row', 'rows')
  const calledBefore = calls === 'never_called' && people === null ? ' Whoever was called before is left out.' : ''
  const continued =
    calls === 'never_called' && batch.continuedBy.length > 0
      ? ` Some of these people are in ${batch.continuedBy.map(({ name }) => name).join(', ')} already.`
      : ''
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        size="small"
        pending={isPending}
        disabledReason={reason || nobody || early || inTheWay}
        onClick={read === null ? begin : take}
      >
        {actionOf(calls, people)}
      </Button>
      <p className="text-label text-muted">
        {current?.state === 'failed'
          ? `${current.message} Nobody was called.`
          : nobody ||
            `Prepares a new batch with ${rows}. Nobody is called before you start it.${calledBefore}${continued}`}
      </p>
    </div>
  )
}
