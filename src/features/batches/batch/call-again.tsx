/** "Call the ones that failed again": exactly their rows, with everything that stood in them, become a launch. */
import { useNavigate } from 'react-router'
import type { BatchProgress } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { useMay } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { launchSearch } from '../launch/state/launch-search.ts'
import { chooseFile, dispatch, useLaunch } from '../launch/state/launch-store.ts'
import { ExportProgress } from './export-progress.tsx'
import { useExport } from './use-export.ts'

/** The batch whose calls are made again. */
export interface Again {
  batchId: string
  name: string
  agentId: string | null
}

const longestName = 200
const suffix = ', again'

export function CallAgain({ again, progress }: { again: Again; progress: BatchProgress }) {
  const { batchId, name, agentId } = again
  const navigate = useNavigate()
  const { reason } = useMay('launchStart')
  const { source } = useLaunch()
  const open = (file: Blob) => {
    chooseFile(new File([file], `${batchId}_failed.csv`, { type: 'text/csv' }))
    dispatch({ type: 'named', name: `${name.slice(0, longestName - suffix.length)}${suffix}` })
    dispatch({ type: 'agentChosen', agentId })
    void navigate(`${paths.newBatch()}${launchSearch('validate')}`)
  }
  const { current, isPending, begin, take, end } = useExport({ batchId, status: 'failed', form: 'recipients' }, open)
  if (current?.state === 'running')
    return (
      <div className="mt-3 border-t border-line pt-3">
        <ExportProgress current={current} onStop={end} />
      </div>
    )
  const inTheWay = source && `A launch of ${source.name} is being prepared. Start it, or put its file away first.`
  const early =
    !progress.isComplete && 'The batch still runs. Once it has ended, all that failed can be called again together.'
  const isWhole = current?.state === 'done' && current.read === progress.failed
  const failed = progress.failed === null ? 'the ones that failed' : `the ${number(progress.failed)} that failed`
  return (
    <div className="mt-3 flex flex-col items-start gap-1 border-t border-line pt-3">
      <Button
        size="small"
        pending={isPending}
        disabledReason={reason || early || inTheWay}
        onClick={isWhole ? take : begin}
      >
        {progress.failed === 1 ? 'Call the one that failed again' : `Call ${failed} again`}
      </Button>
      <p className="text-label text-muted">
        {current?.state === 'failed'
          ? `${current.message} Nobody was called.`
          : `Takes ${progress.failed === null ? 'their rows' : plural(progress.failed, 'row', 'rows')} to a new launch; nobody is called before you start it.`}
      </p>
    </div>
  )
}
