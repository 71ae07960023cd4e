/** All calls of the batch as a file. The gateway reads them at a pace that leaves the budget to people. */
import Download from 'lucide-react/icons/download'
import { Button } from '#ui/forms/button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { plural } from '#ui/text/format-number.ts'
import { ExportProgress } from './export-progress.tsx'
import { useExport } from './use-export.ts'

/** What a file may be called: a batch's name may hold anything. */
const fileName = (name: string) => `${name.replace(/[^\p{L}\p{N} _.-]+/gu, ' ').trim() || 'batch'} calls.csv`

export function ExportCalls({ batchId, name, total }: { batchId: string; name: string; total: number }) {
  const { current, isPending, begin, end, take } = useExport({ batchId, status: 'all', form: 'report' }, (file) =>
    saveFile(file, fileName(name)),
  )
  if (current?.state === 'running') return <ExportProgress current={current} onStop={end} />
  return (
    <div className="ml-auto flex flex-wrap items-center gap-1">
      {current?.state === 'done' && (
        <Button size="small" variant="ghost" onClick={take}>
          {`Save the file of ${plural(current.read, 'row', 'rows')}`}
        </Button>
      )}
      {current?.state === 'failed' && (
        <output className="text-label text-danger">{current.message} No file was made.</output>
      )}
      <Button
        size="small"
        variant="ghost"
        icon={Download}
        pending={isPending}
        disabledReason={total === 0 && 'There is no call to export.'}
        onClick={() => {
          if (current) end()
          begin()
        }}
      >
        {current ? 'Read all rows again' : `Export ${plural(total, 'row', 'rows')}`}
      </Button>
    </div>
  )
}
