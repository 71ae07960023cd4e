/** Looks up whether a number is on the do-not-call list. The typed number stays out of the address bar. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { type DoNotCallEntry, Refusal } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

interface LookUpResult {
  number: string
  entry: DoNotCallEntry | null
}

function LookUpAnswer({ result: { number, entry } }: { result: LookUpResult }) {
  if (entry === null)
    return (
      <span>
        <StatusLabel state="off" label={`${groupNumber(number)} is not on the list.`} />
      </span>
    )
  return (
    <span className="flex flex-col gap-0.5">
      <StatusLabel state="failed" label={`${groupNumber(number)} is on the list.`} />
      <span className="wrap-anywhere">
        {texts.addedBy(
          entry.operator,
          <Time at={entry.at} show="day-and-time" />,
          entry.reason,
          entry.until === null ? null : <Time at={entry.until} show="day" />,
        )}
      </span>
    </span>
  )
}

export function LookUp() {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<LookUpResult | null>(null)
  const { run, isPending, refusal, reset } = useCommand('doNotCallSearch')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = readTypedNumber(typed)
    setProblem(number.ok ? null : number.problem)
    setResult(null)
    if (!number.ok || isPending) return
    run({ body: { number: number.e164 } }).then(
      ({ entry }) => setResult({ number: number.e164, entry }),
      (error: unknown) => {
        // The form shows the refusal.
        if (!(error instanceof Refusal)) throw error
      },
    )
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64 sm:max-w-80">
          <TextField
            label="Look up a number"
            inputMode="tel"
            placeholder="+1 415 555 0134"
            value={typed}
            onChange={(next) => {
              setTyped(next)
              setProblem(null)
              setResult(null)
              reset()
            }}
            error={problem}
          />
        </div>
        <Button type="submit" pending={isPending}>
          Look up
        </Button>
      </form>
      <output className="block empty:hidden">
        {result && (
          <span className="mt-2 block">
            <LookUpAnswer result={result} />
          </span>
        )}
      </output>
      {refusal && <ErrorNote text={refusalText(refusal)} />}
    </Card>
  )
}
