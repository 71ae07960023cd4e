/** The Upload step: file requirements, stored batches, reading a file, and why it was refused. */
import Download from 'lucide-react/icons/download'
import { useEffect, useEffectEvent, useState } from 'react'
import { request } from '#api/client.ts'
import { launchLimits, Refusal } from '#contract/index.ts'
import type { FileRefusalCode } from '#recipients/file/refusal.ts'
import type { Choices, Encoding, FileRefusal } from '#recipients/read.ts'
import { Button } from '#ui/forms/button.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { ScrollBox } from '#ui/layout/scroll-box.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Spinner } from '#ui/status/icon.tsx'
import { fileSize, number, plural } from '#ui/text/format-number.ts'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { Ago } from '#ui/time/time.tsx'
import { FileFormat } from './file/file-format.tsx'
import { encodingName, encodingNames } from './file/texts.ts'
import { nameOf } from './state/batch-name.ts'
import type { FileReading, NewBatch } from './state/new-batch.ts'
import {
  changeChoices,
  discard,
  discardFile,
  resume,
  type StoredOffer,
  useNewBatchStorage,
} from './state/new-batch-store.ts'
import * as texts from './texts.tsx'

/** Cells of a file as they were read, in a plain table that scrolls independently of the page. */
const CellTable = ({
  caption,
  columns,
  rows,
}: {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}) => (
  <ScrollBox label={caption} className="max-h-80">
    <table translate="no" className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th
              // oxlint-disable-next-line react/no-array-index-key -- columns have no other key
              key={index}
              scope="col"
              className="sticky top-0 h-8 bg-raised px-3 text-left text-small font-medium whitespace-nowrap text-muted shadow-[inset_0_-1px_var(--color-line)]"
            >
              {visible(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((cells, rowIndex) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other key
          <tr key={rowIndex}>
            {cells.map((cell, columnIndex) => (
              // oxlint-disable-next-line react/no-array-index-key -- cells have no other key
              <td key={columnIndex} dir="auto" className="h-row max-w-80 truncate px-3 py-1" title={visibleText(cell)}>
                {visible(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)

/** Downloads the service's template for batches (specification 4.4). */
function useTemplate() {
  const [state, setState] = useState<{ isPending: boolean; refusal: Refusal | null }>({
    isPending: false,
    refusal: null,
  })
  return {
    ...state,
    save: () => {
      setState({ isPending: true, refusal: null })
      request('batchTemplate', {}).then(
        ({ data }) => {
          saveFile(data as unknown as Blob, 'batch-template.csv')
          setState({ isPending: false, refusal: null })
        },
        (error: unknown) => setState({ isPending: false, refusal: error instanceof Refusal ? error : null }),
      )
    },
  }
}

const requirements = [
  { term: 'Type', value: 'An Excel workbook (.xlsx), or CSV as exported by any spreadsheet.' },
  { term: 'Size', value: `At most ${fileSize(launchLimits.bytes)} and ${plural(launchLimits.rows, 'row', 'rows')}.` },
  {
    term: 'Required',
    value: (
      <>
        A column with phone numbers, ideally named <code>phone_number</code>. Each number needs + and the country code,
        for example <code>+14155550134</code>.
      </>
    ),
  },
  {
    term: 'Other columns',
    value: (
      <>
        The agent can use them: <code>first_name</code> becomes <code>{'{first_name}'}</code> in its prompts.
      </>
    ),
  },
  {
    term: 'Spreadsheets',
    value: (
      <>
        A workbook keeps all digits of phone numbers. Before you export CSV, format their column as text: otherwise{' '}
        <code>+14155550134</code> becomes <code>1.41556E+10</code>.
      </>
    ),
  },
]

function FileRequirements() {
  const { save, isPending, refusal } = useTemplate()
  return (
    <Section
      title="File requirements"
      actions={
        <Button variant="ghost" size="small" icon={Download} pending={isPending} onClick={save}>
          Download template
        </Button>
      }
    >
      <DescriptionList facts={requirements} />
      {refusal && <ErrorNote text={{ message: `The template could not be downloaded. ${refusal.message}` }} />}
    </Section>
  )
}

function ReadingProgress({ reading, name }: { reading: FileReading & { kind: 'reading' }; name: string }) {
  return (
    <Section
      title={`Reading ${name}`}
      actions={
        <Button size="small" onClick={discardFile}>
          Cancel reading
        </Button>
      }
      flush
    >
      <p aria-live="polite" className="flex items-center gap-2 px-3 py-3 text-muted">
        <Spinner /> {texts.stages[reading.stage]}
      </p>
      {reading.firstRows && (
        <CellTable caption="First rows" columns={reading.firstRows.columns} rows={reading.firstRows.rows} />
      )}
    </Section>
  )
}

/** Shows the same cells in each possible encoding, so that a person can see which text is right. */
function EncodingOffers({ refusal, newBatch }: { refusal: FileRefusal; newBatch: NewBatch }) {
  const { encodingOffers: offers = [], otherEncodings: others = [] } = refusal
  const readAs = (encoding: Encoding) => changeChoices({ ...newBatch.choices, encoding, askEncoding: undefined })
  return (
    <Section title="Possible encodings" facts="Choose the one that shows all letters correctly">
      <ul className="grid gap-4 sm:grid-cols-2">
        {offers.map(({ encoding, cells, count }, index) => (
          <li key={encoding} className="flex min-w-0 flex-col overflow-clip rounded-base border border-line">
            <h3 className="border-b border-line px-3 py-1.5 text-base">{encodingNames[encoding]}</h3>
            <CellTable
              caption={`Cells read as ${encodingNames[encoding]}`}
              columns={['Row', 'Column', 'Text']}
              rows={cells.map(({ row, column, text }) => [number(row), column, text])}
            />
            <div className="mt-auto flex flex-wrap items-center justify-between gap-2 border-t border-line p-2">
              <span className="text-label text-muted">
                {plural(count, 'cell depends', 'cells depend')} on the encoding
              </span>
              <Button size="small" variant={index === 0 ? 'primary' : 'quiet'} onClick={() => readAs(encoding)}>
                Read as {encodingName(encoding)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div className="mt-3 sm:max-w-72">
          <Select
            label="Other encodings"
            value={null}
            placeholder="Choose an encoding"
            onChange={readAs}
            options={others.map((encoding) => ({ value: encoding, label: encodingNames[encoding] }))}
          />
        </div>
      )}
    </Section>
  )
}

/** New batches that are stored on this device and were not started. */
function StoredBatches({ offers }: { offers: readonly StoredOffer[] }) {
  return (
    <Section title="Not started yet" facts="Stored only on this device" flush>
      <ul className="divide-y divide-line">
        {offers.map((stored) => (
          <li key={stored.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
            <span className="min-w-0 flex-1 basis-48 break-words">
              {stored.source.name}
              <span className="block text-label text-muted">
                {Boolean(stored.unknown) && 'The service has not confirmed its start. '}
                {fileSize(stored.source.size)}, {plural(stored.history.position, 'change', 'changes')}, saved{' '}
                <Ago at={stored.savedAt} isBrowserTime />
              </span>
              {stored.isElsewhere && (
                <span className="block text-label">
                  This batch is already open in another tab. If you take it over here, you can no longer edit it in that
                  tab. The changes made there are kept.
                </span>
              )}
            </span>
            {stored.isElsewhere ? (
              <Button size="small" onClick={() => void resume(stored, 'take')}>
                Take over {nameOf(stored)}
              </Button>
            ) : (
              <>
                <Button size="small" variant="primary" onClick={() => void resume(stored, 'take')}>
                  Continue with {nameOf(stored)}
                </Button>
                <Button size="small" onClick={() => discard(stored)}>
                  Discard
                  <span className="sr-only"> {nameOf(stored)}</span>
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const fields = 'input, textarea, select, [contenteditable]'

/** Takes cells that were copied in a spreadsheet as a file. Fields keep what is pasted into them. */
function usePastedCells(onFile: (file: File) => void) {
  const onPaste = useEffectEvent(({ target, clipboardData }: ClipboardEvent) => {
    if (target instanceof Element && target.closest(fields)) return
    const text = clipboardData?.getData('text/plain') ?? ''
    // A spreadsheet also copies a picture of its cells, so files come second.
    const [copied] = clipboardData?.files ?? []
    if (/[\t\n]/.test(text.trim())) onFile(new File([text], 'Pasted cells.tsv', { type: 'text/tab-separated-values' }))
    else if (copied) onFile(copied)
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

/** Files that may be readable with another delimiter or header row. */
const dependOnFormat = new Set<FileRefusalCode>([
  'cell_too_long',
  'duplicate_header',
  'no_header',
  'no_rows',
  'open_quote',
  'too_many_columns',
  'unknown_delimiter',
])
/** Whether choosing how the file is read may help. What was chosen can always be changed back. */
const mayHelp = ({ code, encodingOffers, sheets }: FileRefusal, choices: Choices): boolean =>
  sheets !== undefined || dependOnFormat.has(code) || (!encodingOffers && Object.keys(choices).length > 0)

interface Props {
  newBatch: NewBatch
  onFile: (file: File) => void
}

export function UploadStep({ newBatch, onFile }: Props) {
  const { choices, fileReading, source } = newBatch
  const { offers, takenOver } = useNewBatchStorage()
  usePastedCells(onFile)
  if (fileReading.kind === 'reading') return <ReadingProgress reading={fileReading} name={source?.name ?? 'the file'} />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        {source === null && takenOver !== null && (
          <ErrorNote
            tone="neutral"
            text={{
              message: `You continued “${takenOver}” in another tab.`,
              advice: 'Your changes are there. To work on it here, take it over below.',
            }}
          />
        )}
        {source === null && offers.length > 0 && <StoredBatches offers={offers} />}
        {fileReading.kind === 'refused' && (
          <>
            {!choices.askEncoding && (
              <ErrorNote
                text={{
                  message: `${source?.name ?? 'This file'} cannot be used.`,
                  details: fileReading.refusal.message,
                }}
              />
            )}
            {fileReading.refusal.encodingOffers && <EncodingOffers refusal={fileReading.refusal} newBatch={newBatch} />}
            {fileReading.refusal.code === 'no_header' && (
              <div>
                <Button onClick={() => changeChoices({ ...choices, headerRow: 0 })}>
                  No header row: every row is a person to call
                </Button>
              </div>
            )}
            {mayHelp(fileReading.refusal, choices) && <FileFormat newBatch={newBatch} file={null} />}
          </>
        )}
        <DropZone
          title={source !== null ? 'Drop another file here' : 'Drop a workbook or CSV file here'}
          button={source !== null ? 'Choose another file' : 'Choose a file'}
          accept=".csv,.txt,.tsv,.xlsx,.xlsm,text/csv,text/plain,text/tab-separated-values"
          onFile={onFile}
        >
          Or paste cells copied from a spreadsheet. The file is read and checked on this computer. Nobody is called
          until you start the batch.
        </DropZone>
      </div>
      <FileRequirements />
    </div>
  )
}
