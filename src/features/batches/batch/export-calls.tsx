/** Exports all calls of the batch as a file. The gateway reads them slowly, to leave most of the request budget to people. */
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import * as results from '#components/batches/results/texts.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { KeptFocus } from '#ui/kept-focus.tsx'
import { saveFile } from '#ui/save-file.ts'
import { plural } from '#ui/text/format-number.ts'
import { ExportProgress } from './export-progress.tsx'
import { useExport } from './use-export.ts'

export function ExportCalls({ batchId, name, total }: { batchId: string; name: string; total: number }) {
  const [hasTranscripts, setHasTranscripts] = useState(false)
  const { current, isPending, startExport, stopExport, download } = useExport(
    { batchId, status: 'all', form: hasTranscripts ? 'transcripts' : 'report' },
    (file) => saveFile(file, `${results.fileName(name, 'calls')}.csv`),
  )
  return (
    <div className="ml-auto">
      {current?.state === 'running' ? (
        <KeptFocus key="reading">
          <ExportProgress current={current} onStop={stopExport} />
        </KeptFocus>
      ) : (
        <KeptFocus key="start">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <div className="text-label">
              <Checkbox
                label="Include transcripts of calls seen"
                checked={hasTranscripts}
                onChange={setHasTranscripts}
              />
            </div>
            {current?.state === 'done' && (
              <Button size="small" variant="ghost" onClick={download}>
                Save file with {plural(current.read, 'row', 'rows')}
              </Button>
            )}
            {current?.state === 'failed' && (
              <output className="text-label text-danger">{current.message} No file was created.</output>
            )}
            <Button
              size="small"
              variant="ghost"
              icon={Download}
              pending={isPending}
              disabledReason={total === 0 && 'There are no calls to export.'}
              onClick={() => {
                if (current) stopExport()
                startExport()
              }}
            >
              {current ? 'Export again' : `Export ${plural(total, 'row', 'rows')}`}
            </Button>
          </div>
        </KeptFocus>
      )}
    </div>
  )
}

/** Reads all calls of a batch once, so that they are counted and can be sorted. It is the same export. */
export function ReadAllCalls({ batchId, total }: { batchId: string; total: number }) {
  const { current, isPending, startExport, stopExport } = useExport(
    { batchId, status: 'all', form: 'report' },
    () => {},
  )
  return (
    <div>
      {current?.state === 'running' ? (
        <KeptFocus key="reading">
          <ExportProgress current={current} onStop={stopExport} />
        </KeptFocus>
      ) : (
        <KeptFocus key="start">
          <div className="flex flex-wrap items-center gap-2">
            {current?.state === 'failed' && (
              <output className="text-label text-danger">{current.message} Not all calls were read.</output>
            )}
            <Button
              size="small"
              pending={isPending}
              onClick={() => {
                if (current) stopExport()
                startExport()
              }}
            >
              Load all {plural(total, 'row', 'rows')}
            </Button>
          </div>
        </KeptFocus>
      )}
    </div>
  )
}
