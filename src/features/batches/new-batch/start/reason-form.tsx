/** Asks for the reason to call people although a rule found them. */
import { useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import * as texts from './texts.tsx'

export const maxReasonLength = 200

interface Props {
  label: string
  /** Label of the button that submits the reason. */
  action: string
  onSubmit: (reason: string) => void
  onCancel: () => void
}

/** Focuses the field, because it replaces the button that had the focus. */
const focusField = (field: HTMLInputElement | null) => field?.focus()

export function ReasonForm({ label, action, onSubmit, onCancel }: Props) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  return (
    <form
      className="flex w-full flex-col gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason !== '') onSubmit(reason)
      }}
    >
      <TextField
        label={label}
        hint={texts.reasonHint}
        maxLength={maxReasonLength}
        ref={focusField}
        value={typed}
        onChange={setTyped}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabledReason={reason === '' && texts.writeReasonFirst}>
          {action}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </form>
  )
}
