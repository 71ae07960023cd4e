/** Importing a file of numbers into the do-not-call list, and what became of its rows. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { ReasonFields, usualReason } from '#components/do-not-call/add-number.tsx'
import { endOfDay } from '#components/do-not-call/entry-words.ts'
import { numberProblem } from '#components/phone/typed-number.ts'
import { type Contract, Refusal, type ResponseOf } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { useMay } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { number, plural } from '#ui/text/format-number.ts'

type Imported = ResponseOf<Contract['doNotCallImport']>

const accept = '.csv,.txt,text/csv,text/plain'

function Result({ result: { added, already, invalid, rows }, onClose }: { result: Imported; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-3">
      <output className="flex flex-col gap-1">
        <Lamp state="done" word={`Added ${plural(added, 'number', 'numbers')}`} />
        {already > 0 && <span>{number(already)} were on the list already, or twice in the file.</span>}
      </output>
      {invalid > 0 && (
        <div>
          <p className="font-medium">
            {plural(invalid, 'row has', 'rows have')} no number that can be read, so{' '}
            {invalid === 1 ? 'it was' : 'they were'} not added.
          </p>
          <ul aria-label="Rows without a number" className="mt-1 max-h-48 overflow-y-auto text-label text-soft">
            {rows.map(({ row, problem }) => (
              <li key={row}>
                Row {number(row)}: {numberProblem(problem)}
              </li>
            ))}
          </ul>
          {invalid > rows.length && <p className="text-label text-muted">These are the first {number(rows.length)}.</p>}
        </div>
      )}
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [reason, setReason] = useState(usualReason)
  const [day, setDay] = useState('')
  const [column, setColumn] = useState<string | null>(null)
  const [columns, setColumns] = useState<string[]>([])
  const [isTried, setTried] = useState(false)
  const [result, setResult] = useState<Imported | null>(null)
  const { run, isPending, refusal, reset } = useCommand('doNotCallImport')
  const end = endOfDay(day)
  if (result) return <Result result={result} onClose={onClose} />
  if (file === null)
    return (
      <DropZone title="Drop a CSV or text file here" button="Choose a file" accept={accept} onFile={setFile}>
        One column with phone numbers, each with its country code; up to 1,000,000. A list that was exported from this
        Switchboard can be imported again.
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
    }
    run({ upload, file }).then(setResult, (error: unknown) => {
      // It is shown in the form.
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'choose_column') setColumns(error.data.details.split('\n'))
    })
  }
  const another = () => {
    setFile(null)
    setColumns([])
    setColumn(null)
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
            refusal.code === 'choose_column'
              ? { happened: refusal.message, toDo: 'Choose the column above.' }
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
          disabledReason={columns.length > 0 && column === null && 'Choose the column with the numbers first.'}
        >
          Import numbers
        </Button>
      </div>
    </form>
  )
}

export function ImportNumbers() {
  const [open, setOpen] = useState(false)
  const { reason } = useMay('doNotCallImport')
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
