/** Reads all calls of a batch once, so that they are counted and can be sorted. It is the export that the table offers too. */
import * as results from '#components/batches/results/texts.ts'
import { Button } from '#ui/forms/button.tsx'
import { ExportProgress } from './export-progress.tsx'
import * as texts from './texts.tsx'
import { useExport } from './use-export.ts'

export function ReadAllCalls({ batchId, total }: { batchId: string; total: number }) {
  const { current, isPending, startExport, stopExport } = useExport(
    { batchId, status: 'all', form: 'report' },
    () => {},
  )
  if (current?.state === 'running') return <ExportProgress current={current} onStop={stopExport} />
  return (
    <div className="flex flex-wrap items-center gap-2">
      {current?.state === 'failed' && (
        <output className="text-label text-danger">{texts.readFailed(current.message)}</output>
      )}
      <Button
        size="small"
        pending={isPending}
        onClick={() => {
          if (current) stopExport()
          startExport()
        }}
      >
        {results.readAll(total)}
      </Button>
    </div>
  )
}
