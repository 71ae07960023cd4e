/** How a person settles what nobody knows: it happened or it did not, and how they know (reliability R08). */
import { type FormEvent, type ReactNode, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useRolePermission } from '#api/session.ts'
import type { CommandName } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { RadioGroup } from '#ui/forms/choice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'

interface Finding {
  /** "It was placed". */
  label: string
  /** What follows from it. */
  hint: string
  /** On the button: "Record that it was placed". */
  record: string
}

interface Props {
  effectId: string
  /** The command that nobody knows the outcome of: who may use it may settle it. */
  command: CommandName
  happened: Finding
  notHappened: Finding
  /** It may have made a batch: then its ID can be given. */
  mayNameBatch?: boolean
  /** What is known of it, above the question. */
  children?: ReactNode
  onResolved: (happened: boolean, batchId: string | null) => void
}

export function ResolveForm({
  effectId,
  command,
  happened,
  notHappened: not,
  mayNameBatch,
  children,
  onResolved: onSettled,
}: Props) {
  const may = useRolePermission(command)
  const { run, isPending, refusal } = useCommand('effectSettle')
  const [finding, setFinding] = useState<'yes' | 'no' | null>(null)
  const [reason, setReason] = useState('')
  const [batchId, setBatchId] = useState('')
  const missing = finding === null ? 'Say first what you found.' : reason.trim() === '' ? 'Say first how you know.' : ''

  const settle = async (event: FormEvent) => {
    event.preventDefault()
    if (may.reason || missing || isPending) return
    const named = finding === 'yes' ? batchId.trim() : ''
    const answer = { happened: finding === 'yes', reason: reason.trim(), ...(named && { batchId: named }) }
    const settled = await run({ params: { effectId }, body: answer }).catch(() => null)
    // The refusal of a try that failed is shown below the fields.
    if (settled) onSettled(answer.happened, named || null)
  }

  return (
    <form onSubmit={(event) => void settle(event)} className="flex flex-col gap-3">
      {children}
      <RadioGroup
        label="What did you find?"
        value={finding}
        onChange={setFinding}
        options={[
          { value: 'yes', label: happened.label, hint: happened.hint },
          { value: 'no', label: not.label, hint: not.hint },
        ]}
      />
      {mayNameBatch && finding === 'yes' && (
        <TextField
          label="Batch ID"
          optional
          mono
          hint="If the service’s console shows it: the batch then appears in the list."
          value={batchId}
          onChange={setBatchId}
        />
      )}
      <TextField
        label="How you know"
        hint="It is kept with your name."
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      {refusal && <ErrorNote words={refusalWords(refusal, true)} />}
      <div>
        <Button type="submit" variant="primary" pending={isPending} disabledReason={may.reason || missing}>
          {finding === null ? 'Record what you found' : finding === 'no' ? not.record : happened.record}
        </Button>
      </div>
    </form>
  )
}
