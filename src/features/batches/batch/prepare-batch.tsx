/** Prepares a new batch with the rows of some calls of this one and the same agent. */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CallSelection, ChosenSelection, KnownBatch } from '#contract/index.ts'
import { meansToContinue } from '#kit/navigation/continue-batch.ts'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { newBatchSearch } from '../new-batch/state/new-batch-search.ts'
import { chooseFile, dispatch, useNewBatch } from '../new-batch/state/new-batch-store.ts'
import { ExportProgress } from './export-progress.tsx'
import { nameAfter, peopleToCall } from './next-batch.ts'
import * as texts from './texts.tsx'
import { useExport } from './use-export.ts'

/** The batch whose people a new batch calls. */
export interface SourceBatch {
  batchId: string
  name: string
  agentId: string | null
  /** Whether it calls back people who are not reached; null: unknown. */
  callsBack: boolean | null
  /** Batches that call people never called in this one. */
  continuedBy: readonly Pick<KnownBatch, 'name'>[]
}

/** @returns `prepare`, which opens a new batch with the rows of some calls, and the reasons why it cannot be used */
export function usePrepare({ batchId, name, agentId }: SourceBatch) {
  const navigate = useNavigate()
  const { reason } = usePermission('launchStart')
  const { source } = useNewBatch()
  const otherBatchReason = source
    ? `You are already preparing a batch from ${source.name}. Start or discard it first.`
    : ''
  const prepare = (file: Blob, calls: ChosenSelection, people: number) => {
    const origin = { batchId, name, calls, people }
    chooseFile(new File([file], `${batchId}.csv`, { type: 'text/csv' }), origin)
    dispatch({ type: 'named', name: nameAfter(name, calls) })
    dispatch({ type: 'agentChosen', agentId })
    void navigate(`${paths.newBatch()}${newBatchSearch('validate')}`)
  }
  return { prepare, reason, otherBatchReason }
}

interface Props {
  batch: SourceBatch
  calls: CallSelection
  /** How many such calls the service counts, including cancelled call-backs; null: unknown. */
  count: number | null
  /** Why it is too early; '' if it is not. */
  tooEarlyReason: string
}

export function PrepareBatch({ batch, calls, count, tooEarlyReason }: Props) {
  const { prepare, reason, otherBatchReason } = usePrepare(batch)
  const exportRequest = { batchId: batch.batchId, status: calls, form: 'recipients' } as const
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const { current, isLoaded, isPending, startExport, download, stopExport } = useExport(
    exportRequest,
    (file, { rows }) => {
      if (rows > 0) prepare(file, calls, rows)
    },
  )
  const readPeople = current?.state === 'done' && (count === null || current.read === count) ? current.rows : null
  const people = readPeople ?? peopleToCall(calls, count, batch.callsBack)
  const nobodyReason =
    people === 0 ? 'Each of these people was called at least once before the batch was cancelled.' : ''
  const isForNeverCalled = calls === 'never_called'
  const blockedReason = reason || nobodyReason || tooEarlyReason || otherBatchReason
  const start = readPeople === null ? startExport : download
  const isChosen = isForNeverCalled && meansToContinue(state)
  // The batch was cancelled to be continued. Its last waiting calls may be cancelled only now.
  useEffect(() => {
    if (!isChosen || blockedReason !== '' || !isLoaded) return
    void navigate({ search }, { replace: true, preventScrollReset: true, state: null })
    if (current?.state !== 'running') start()
  })
  if (current?.state === 'running') return <ExportProgress current={current} onStop={stopExport} />
  const alreadyIn = isForNeverCalled ? batch.continuedBy.map(({ name }) => name) : []
  return (
    <div className="flex flex-col items-start gap-1">
      <Button size="small" pending={isPending} disabledReason={blockedReason} onClick={start}>
        {texts.prepareAction(calls, people)}
      </Button>
      <p className="text-label text-muted">
        {current?.state === 'failed'
          ? `${current.message} No new batch was prepared.`
          : (isChosen &&
              tooEarlyReason &&
              'The new batch opens as soon as the service has cancelled all waiting calls.') ||
            nobodyReason ||
            texts.prepareEffect(people, isForNeverCalled && people === null, alreadyIn)}
      </p>
    </div>
  )
}
