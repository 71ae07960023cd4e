/** Importing a file of numbers into the do-not-call list, and what became of its rows. */
import Download from 'lucide-react/icons/download'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { ReasonFields, usualReason } from '#components/do-not-call/add-number.tsx'
import { endOfDay } from '#components/do-not-call/entry-words.ts'
import { useTakeBack } from '#components/do-not-call/use-take-back.ts'
import { CountryChoice } from '#components/phone/country-choice.tsx'
import { numberProblem } from '#components/phone/typed-number.ts'
import { type Contract, Refusal, type ResponseOf } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { writeLeftOut } from '#recipients/file/write.ts'
import { Button } from '#ui/forms/button.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { useTrueNow } from '#ui/time/clock.ts'

type Imported = ResponseOf<Contract['doNotCallImport']>

/** What the file leaves open, by the refusal that asks for it. */
const questions: Readonly<Record<string, string>> = {
  choose_column: 'Choose the column above.',
  choose_country: 'Choose their country above, or leave them out.',
}

const accept = '.csv,.txt,text/csv,text/plain'

/** Named in the dialog; the file that is downloaded has them all. */
const shownRows = 100

/** The rows that could not be read, to be repaired and imported again. */
function saveRows(rows: Imported['rows'], fileName: string) {
  const lines = rows.map(({ row, text, problem }) => [String(row), text, numberProblem(problem)])
  const file = new Blob([writeLeftOut(['row', 'phone_number', 'problem'], lines)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')} not added.csv`)
}

function ImportResult({
  result: { added, already, invalid, rows, additionId },
  fileName,
  onClose,
}: {
  result: Imported
  fileName: string
  onClose: () => void
}) {
  const { takeBack, isPending } = useTakeBack()
  const close = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => close.current?.focus(), [])
  return (
    <div className="flex flex-col gap-3">
      <output className="flex flex-col gap-1">
        <Lamp state="done" word={`Added ${plural(added, 'number', 'numbers')}`} />
        {already > 0 && (
          <span>{plural(already, 'number was', 'numbers were')} already on the list, or twice in the file.</span>
        )}
      </output>
      {invalid > 0 && (
        <div>
          <p className="font-medium">
            {plural(invalid, 'row has', 'rows have')} no number that can be read, so{' '}
            {invalid === 1 ? 'it was' : 'they were'} not added.
          </p>
          <ul aria-label="Rows without a number" className="mt-1 max-h-48 overflow-y-auto text-label text-soft">
            {rows.slice(0, shownRows).map(({ row, text, problem }) => (
              <li key={row} className="wrap-anywhere">
                Row {number(row)}
                {text !== '' && (
                  <>
                    , <q>{visible(text)}</q>
                  </>
                )}
                : {numberProblem(problem)}
              </li>
            ))}
          </ul>
          {invalid > shownRows && <p className="text-label text-muted">These are the first {number(shownRows)}.</p>}
          <div className="mt-2">
            <Button size="small" icon={Download} onClick={() => saveRows(rows, fileName)}>
              {`Download ${invalid > rows.length ? 'the first ' : ''}${plural(rows.length, 'row', 'rows')}`}
            </Button>
          </div>
        </div>
      )}
      <div className="flex justify-end gap-2">
        {additionId !== null && (
          <Button pending={isPending} onClick={() => void takeBack(additionId).then((isDone) => isDone && onClose())}>
            Undo
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

/** `none`: numbers without a country code are left out. */
type Country = { mode: 'one' | 'none'; iso: string | null }

function CountryOfRest({ country, onChange }: { country: Country; onChange: (country: Country) => void }) {
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
  const [file, setFile] = useState<File | null>(null)
  const [reason, setReason] = useState(usualReason)
  const [day, setDay] = useState('')
  const [column, setColumn] = useState<string | null>(null)
  const [columns, setColumns] = useState<string[]>([])
  const [country, setCountry] = useState<Country | null>(null)
  const [isTried, setTried] = useState(false)
  const [result, setResult] = useState<Imported | null>(null)
  const { run, isPending, refusal, reset } = useCommand('doNotCallImport')
  const end = endOfDay(day, useTrueNow(60_000))
  if (result) return <ImportResult result={result} fileName={file?.name ?? 'numbers'} onClose={onClose} />
  if (file === null)
    return (
      <DropZone title="Drop a CSV or text file here" button="Choose a file" accept={accept} onFile={setFile}>
        One column with up to 1,000,000 phone numbers. You can also import a list exported from this Switchboard.
      </DropZone>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isPending || !end.ok || reason.trim() === '') return
    const upload = {
      reason: reason.trim(),
      until: end.until,
      fileName: file.name.slice(-200),
      column: column ?? undefined,
      country: country === null ? undefined : country.mode === 'none' ? 'none' : (country.iso ?? undefined),
    }
    run({ upload, file }).then(setResult, (error: unknown) => {
      // It is shown in the form.
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'choose_column') setColumns(error.data.details.split('\n'))
      if (error.code === 'choose_country') setCountry({ mode: 'one', iso: error.data.details || null })
    })
  }
  const another = () => {
    setFile(null)
    setColumns([])
    setColumn(null)
    setCountry(null)
    reset()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium break-all">{file.name}</span>
        <Button size="small" variant="ghost" onClick={another}>
          Choose another file
        </Button>
      </p>
      {columns.length > 0 && (
        <Select
          label="Column with the numbers"
          value={column}
          onChange={setColumn}
          options={columns.map((value) => ({ value, label: value }))}
        />
      )}
      {country && <CountryOfRest country={country} onChange={setCountry} />}
      <ReasonFields
        reason={reason}
        day={day}
        errors={{
          reason: isTried && reason.trim() === '' ? 'Write the reason.' : undefined,
          day: isTried && !end.ok ? end.problem : undefined,
        }}
        onReason={setReason}
        onDay={setDay}
      />
      {refusal && (
        <ErrorNote
          words={
            Object.hasOwn(questions, refusal.code)
              ? { happened: refusal.message, toDo: questions[refusal.code] ?? '' }
              : refusalWords(refusal)
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

export function ImportNumbers() {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('doNotCallImport')
  const close = () => setOpen(false)
  return (
    <>
      <Button disabledReason={reason} onClick={() => setOpen(true)}>
        Import
      </Button>
      <Dialog open={open} onClose={close} title="Import numbers that must not be called">
        {open && <Form onClose={close} />}
      </Dialog>
    </>
  )
}
