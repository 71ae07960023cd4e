/** The button and the dialog with which a person corrects the outcome of a call. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { correctOutcomes, type OutcomeOfCall, outcomeLabels, Refusal } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { RadioGroup } from '#ui/forms/choice.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import * as texts from './texts.tsx'

interface Props {
  roomName: string
  outcome: OutcomeOfCall
}

type CorrectedOutcome = (typeof correctOutcomes)[number]

const options = correctOutcomes.map((value) => ({
  value,
  label: texts.outcomeLabels[value],
  hint: texts.hints[value],
}))

function Form({ roomName, outcome: { current, correction }, onClose }: Props & { onClose: () => void }) {
  const known = correctOutcomes.find((one) => one === current?.outcome) ?? null
  const [chosen, setChosen] = useState<CorrectedOutcome | null>(known)
  const [error, setError] = useState<string | null>(null)
  const { run, isPending, refusal } = useCommand('callOutcomeCorrect')
  const send = (outcome: CorrectedOutcome | null) => {
    if (isPending) return
    run({ params: { roomName }, body: { outcome } }).then(
      () => {
        notify({
          title:
            outcome === null
              ? 'The correction was taken back.'
              : `Outcome corrected: ${outcomeLabels[outcome].toLowerCase()}`,
        })
        onClose()
      },
      (problem: unknown) => {
        // The form shows the refusal.
        if (!(problem instanceof Refusal)) throw problem
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null) setError('Choose an outcome first.')
    else send(chosen)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <RadioGroup
        label="Outcome of this call"
        hint="All figures count it from now on. Only Switchboard stores it: it is never sent to the service."
        options={options}
        value={chosen}
        onChange={(next) => {
          setChosen(next)
          setError(null)
        }}
        error={error}
      />
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
      <div className="flex flex-wrap justify-end gap-2">
        {correction && (
          <span className="mr-auto">
            <Button variant="ghost" onClick={() => send(null)}>
              Take back correction
            </Button>
          </span>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          Save outcome
        </Button>
      </div>
    </form>
  )
}

export function CorrectOutcome(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { reason } = usePermission('callOutcomeCorrect')
  const close = () => setIsOpen(false)
  return (
    <>
      <Button size="small" disabledReason={reason} onClick={() => setIsOpen(true)}>
        {texts.correct}
      </Button>
      <Dialog open={isOpen} onClose={close} title={texts.correct} width="small">
        {isOpen && <Form {...props} onClose={close} />}
      </Dialog>
    </>
  )
}
