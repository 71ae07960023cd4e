/** A person resolves an unknown outcome here: whether it happened, and how they know (reliability R08). */
import { type FormEvent, type ReactNode, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useRolePermission } from '#api/session.ts'
import type { CommandName } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { RadioGroup } from '#ui/forms/choice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'

/** One of the two possible outcomes, as a radio button. */
interface OutcomeChoice {
  /** "It was placed". */
  label: string
  /** What follows from it. */
  hint: string
  /** The button's label: "Record that it was placed". */
  recordLabel: string
}

interface Props {
  effectId: string
  /** The command with the unknown outcome. Whoever may use it may resolve it. */
  command: CommandName
  happened: OutcomeChoice
  notHappened: OutcomeChoice
  /** Shows a field for the ID of the batch that the command may have created. */
  asksForBatchId?: boolean
  /** The known facts about the command, shown above the question. */
  children?: ReactNode
  onResolved: (happened: boolean, batchId: string | null) => void
}

export function ResolveForm({ effectId, command, happened, notHappened, asksForBatchId, children, onResolved }: Props) {
  const permission = useRolePermission(command)
  const { run, isPending, refusal } = useCommand('effectSettle')
  const [choice, setChoice] = useState<'yes' | 'no' | null>(null)
  const [reason, setReason] = useState('')
  const [batchId, setBatchId] = useState('')
  const missing =
    choice === null ? 'Choose what you found first.' : reason.trim() === '' ? 'Enter how you know first.' : ''

  const resolve = async (event: FormEvent) => {
    event.preventDefault()
    if (permission.reason || missing || isPending) return
    const enteredBatchId = choice === 'yes' ? batchId.trim() : ''
    const body = {
      happened: choice === 'yes',
      reason: reason.trim(),
      ...(enteredBatchId && { batchId: enteredBatchId }),
    }
    const resolved = await run({ params: { effectId }, body }).catch(() => null)
    // A refusal is shown below the fields.
    if (resolved) onResolved(body.happened, enteredBatchId || null)
  }

  return (
    <form onSubmit={(event) => void resolve(event)} className="flex flex-col gap-3">
      {children}
      <RadioGroup
        label="What did you find?"
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'yes', label: happened.label, hint: happened.hint },
          { value: 'no', label: notHappened.label, hint: notHappened.hint },
        ]}
      />
      {asksForBatchId && choice === 'yes' && (
        <TextField
          label="Batch ID"
          optional
          mono
          hint="Enter it if the service’s console shows it. The batch then appears in the list of batches."
          value={batchId}
          onChange={setBatchId}
        />
      )}
      <TextField
        label="How you know"
        hint="Saved with your name."
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
      <div>
        <Button type="submit" variant="primary" pending={isPending} disabledReason={permission.reason || missing}>
          {choice === null ? 'Record what you found' : choice === 'no' ? notHappened.recordLabel : happened.recordLabel}
        </Button>
      </div>
    </form>
  )
}
