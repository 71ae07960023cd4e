/** Asks for the reason to call people whom a rule finds. */
import { useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

export const longestReason = 200
export const reasonHint = 'The audit shows it beside the start.'

interface Props {
  label: string
  /** The words of the button that gives the reason. */
  action: string
  onGiven: (reason: string) => void
  onCancel: () => void
}

/** The button that was pressed has given way to the field. */
const focus = (field: HTMLInputElement | null) => field?.focus()

export function ReasonForm({ label, action, onGiven, onCancel }: Props) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  return (
    <form
      className="flex w-full flex-col gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason !== '') onGiven(reason)
      }}
    >
      <TextField
        label={label}
        hint={reasonHint}
        maxLength={longestReason}
        ref={focus}
        value={typed}
        onChange={setTyped}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabledReason={reason === '' && 'Write a reason first.'}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
