/** Imports a file of numbers into the do-not-call list, and reports which rows were not added. */
import Download from 'lucide-react/icons/download'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { ReasonFields } from '#components/do-not-call/add-number.tsx'
import { endOfDay } from '#components/do-not-call/last-day.ts'
import { StillIncludedNote } from '#components/do-not-call/still-included.tsx'
import { defaultReason } from '#components/do-not-call/texts.tsx'
import { useUndoAddition } from '#components/do-not-call/use-undo-addition.ts'
import { CountryChoice } from '#components/phone/country-choice.tsx'
import { numberProblem } from '#components/phone/typed-number.ts'
import { type Contract, doNotCallLimits, Refusal, type ResponseOf } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { mayBeWorkbook } from '#recipients/file/may-be-workbook.ts'
import { writeForSpreadsheet } from '#recipients/file/write.ts'
import { type SheetName } from '#recipients/read.ts'
import { Button } from '#ui/forms/button.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { saveFile } from '#ui/save-file.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import * as texts from './texts.tsx'

interface ListFile {
  name: string
  /** What is uploaded; null: while a workbook is read, and if it cannot be. */
  content: Blob | null
  /** The sheets of a workbook, and the one that is uploaded. */
  sheets: { names: readonly SheetName[]; chosen: string } | null
  /** Why a workbook cannot be used. */
  problem: string | null
}

const unreadable = 'The file cannot be read from the disk any more. Nothing was sent. Choose it again.'

/** Reads what is uploaded: the file itself, or CSV from a sheet of a workbook. Its reader is loaded only for one. */
async function readListFile(file: File, sheet: string | undefined): Promise<Omit<ListFile, 'name'>> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  if (!mayBeWorkbook(start)) return { content: file, sheets: null, problem: null }
  const { sheetInCsv } = await import('#recipients/worker/client.ts')
  const read = await sheetInCsv(file, sheet, doNotCallLimits.bytes)
  if (!read.ok) return { content: null, sheets: null, problem: read.refusal.message }
  return { content: read.csv, sheets: { names: read.sheets, chosen: read.sheet }, problem: null }
}

/** The file that is imported into the do-not-call list. */
function useListFile() {
  const [file, setFile] = useState<ListFile | null>(null)
  const source = useRef<File | null>(null)
  const read = async (chosen: File, sheet?: string) => {
    source.current = chosen
    setFile((before) => ({
      name: chosen.name,
      content: null,
      sheets: (sheet && before?.sheets) || null,
      problem: null,
    }))
    const found = await readListFile(chosen, sheet).catch(() => ({ content: null, sheets: null, problem: unreadable }))
    // Another one may have been chosen meanwhile.
    if (source.current === chosen) setFile({ name: chosen.name, ...found })
  }
  return {
    file,
    choose: (chosen: File) => void read(chosen),
    chooseSheet: (sheet: string) => void (source.current && read(source.current, sheet)),
    clear: () => {
      source.current = null
      setFile(null)
    },
  }
}

type Imported = ResponseOf<Contract['doNotCallImport']>

/** Asks for a missing choice. The keys are the codes of the refusals that report it as missing. */
const choicePrompts: Readonly<Record<string, string>> = {
  choose_column: 'Choose the column above.',
  choose_country: 'Choose the country of these numbers above, or leave them out.',
}

const acceptedFileTypes = '.csv,.txt,.xlsx,.xlsm,text/csv,text/plain'

/** The dialog shows this many rows; the download has all of them. */
const maxShownRows = 100

/** Downloads the rows that were not added, to be repaired and imported again. */
function saveRows(rows: Imported['rows'], fileName: string) {
  const lines = rows.map(({ row, text, problem }) => [String(row), text, numberProblem(problem)])
  const file = new Blob([writeForSpreadsheet(['row', 'phone_number', 'problem'], lines)], {
    type: 'text/csv;charset=utf-8',
  })
  saveFile(file, `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')} not added.csv`)
}

function ImportResult({ result, fileName, onClose }: { result: Imported; fileName: string; onClose: () => void }) {
  const { added, already, invalid, rows, additionId } = result
  const { undo, isPending } = useUndoAddition()
  const close = useRef<HTMLButtonElement>(null)
  // The button that had the focus is no longer on the page.
  useEffect(() => close.current?.focus(), [])
  return (
    <div className="flex flex-col gap-3">
      <output className="flex flex-col gap-1">
        <StatusLabel state="done" label={`Added ${plural(added, 'number', 'numbers')}`} />
        {already > 0 && (
          <span>{plural(already, 'number was', 'numbers were')} already on the list or repeated in the file.</span>
        )}
      </output>
      {invalid > 0 && (
        <div>
          <p className="font-medium">
            {invalid === 1
              ? '1 row has no valid phone number, so it was not added.'
              : `${number(invalid)} rows have no valid phone number, so they were not added.`}
          </p>
          <ul aria-label="Rows that were not added" className="mt-1 max-h-48 overflow-y-auto text-label text-soft">
            {rows.slice(0, maxShownRows).map(({ row, text, problem }) => (
              <li key={row} className="wrap-anywhere">
                {texts.rowProblem(row, text === '' ? null : visible(text), numberProblem(problem))}
              </li>
            ))}
          </ul>
          {invalid > maxShownRows && (
            <p className="text-label text-muted">These are the first {plural(maxShownRows, 'row', 'rows')}.</p>
          )}
          <div className="mt-2">
            <Button size="small" icon={Download} onClick={() => saveRows(rows, fileName)}>
              {invalid <= rows.length
                ? `Download ${plural(rows.length, 'row', 'rows')}`
                : `Download the first ${plural(rows.length, 'row', 'rows')}`}
            </Button>
          </div>
        </div>
      )}
      {added + already > 0 && <StillIncludedNote found={result} numbers={added + already} />}
      <div className="flex justify-end gap-2">
        {additionId !== null && (
          <Button pending={isPending} onClick={() => void undo(additionId).then((isDone) => isDone && onClose())}>
            {texts.undo}
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

/** The country of numbers without a country code. With the mode `none`, they are left out. */
type CountryForBareNumbers = { mode: 'one' | 'none'; iso: string | null }

function CountryFields({
  country,
  onChange,
}: {
  country: CountryForBareNumbers
  onChange: (country: CountryForBareNumbers) => void
}) {
  return (
    <div className="flex flex-col gap-2">
      <SegmentedControl
        label="Numbers without a country code"
        value={country.mode}
        onChange={(mode) => onChange({ ...country, mode })}
        options={[
          { value: 'one', label: 'Choose their country' },
          { value: 'none', label: 'Leave them out' },
        ]}
      />
      {country.mode === 'one' && (
        <CountryChoice label="Country" value={country.iso} onChange={(iso) => onChange({ ...country, iso })} />
      )}
    </div>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const { file, choose, chooseSheet, clear } = useListFile()
  const [reason, setReason] = useState(defaultReason)
  const [day, setDay] = useState('')
  const [column, setColumn] = useState<string | null>(null)
  const [columns, setColumns] = useState<string[]>([])
  const [country, setCountry] = useState<CountryForBareNumbers | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [result, setResult] = useState<Imported | null>(null)
  const { run, isPending, refusal, reset } = useCommand('doNotCallImport')
  const lastDay = endOfDay(day, useGatewayTime(60_000))
  if (result) return <ImportResult result={result} fileName={file?.name ?? 'numbers'} onClose={onClose} />
  if (file === null)
    return (
      <DropZone
        title="Drop a workbook, CSV or text file here"
        button="Choose a file"
        accept={acceptedFileTypes}
        onFile={choose}
      >
        One column with up to 1,000,000 phone numbers. You can also import a list exported from this Switchboard.
      </DropZone>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (isPending || file.content === null || !lastDay.ok || reason.trim() === '') return
    const upload = {
      reason: reason.trim(),
      until: lastDay.until,
      fileName: file.name.slice(-200),
      column: column ?? undefined,
      country: country === null ? undefined : country.mode === 'none' ? 'none' : (country.iso ?? undefined),
    }
    run({ upload, file: file.content }).then(setResult, (error: unknown) => {
      // The form shows the refusal.
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'choose_column') setColumns(error.data.details.split('\n'))
      if (error.code === 'choose_country') setCountry({ mode: 'one', iso: error.data.details || null })
    })
  }
  const forgetAnswers = () => {
    setColumns([])
    setColumn(null)
    setCountry(null)
    reset()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium break-all">{file.name}</span>
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            clear()
            forgetAnswers()
          }}
        >
          Choose another file
        </Button>
      </p>
      {file.problem !== null && <ErrorNote text={{ message: file.problem }} />}
      {file.sheets && file.sheets.names.length > 1 && (
        <Select
          label="Sheet"
          value={file.sheets.chosen}
          onChange={(sheet) => {
            chooseSheet(sheet)
            forgetAnswers()
          }}
          options={file.sheets.names.map(({ name }) => ({ value: name, label: visibleText(name) }))}
        />
      )}
      {columns.length > 0 && (
        <Select
          label="Column with the numbers"
          value={column}
          onChange={setColumn}
          options={columns.map((value) => ({ value, label: value }))}
        />
      )}
      {country && <CountryFields country={country} onChange={setCountry} />}
      <ReasonFields
        reason={reason}
        day={day}
        errors={{
          reason: isSubmitted && reason.trim() === '' ? 'Enter a reason.' : undefined,
          day: isSubmitted && !lastDay.ok ? lastDay.problem : undefined,
        }}
        onReason={setReason}
        onDay={setDay}
      />
      {refusal && (
        <ErrorNote
          text={
            Object.hasOwn(choicePrompts, refusal.code)
              ? { message: refusal.message, advice: choicePrompts[refusal.code] ?? '' }
              : refusalText(refusal, true)
          }
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={isPending}
          disabledReason={
            (file.problem !== null && 'Choose another file first.') ||
            (file.content === null && 'The file is being read.') ||
            (columns.length > 0 && column === null && 'Choose the column with the numbers first.') ||
            (country?.mode === 'one' && country.iso === null && 'Choose the country first.')
          }
        >
          Import numbers
        </Button>
      </div>
    </form>
  )
}

export const ImportNumbers = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Import numbers to the do-not-call list">
    {open && <Form onClose={onClose} />}
  </Dialog>
)
