/** Deleting a record for good: its name has to be typed, and what depends on it is named before. */
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '#api/reads.ts'
import { Confirm } from '#shell/confirm.tsx'
import { notify } from '#shell/notices.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  /** What it is, such as "agent". */
  noun: string
  name: string
  open: boolean
  onClose: () => void
  run: (key: string) => Promise<unknown>
  /** The list that it leaves. */
  leaveTo: string
  /** The query of the record, forgotten then. */
  queryKey: readonly unknown[]
  /** What depends on it. */
  children: ReactNode
}

export function DeleteRecord({ noun, name, open, onClose, run, leaveTo, queryKey, children }: Props) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const close = () => {
    setTyped('')
    onClose()
  }
  const leave = async () => {
    await navigate(leaveTo, { replace: true })
    // Nobody is shown what is no longer there, on Back either.
    queryClient.removeQueries({ queryKey })
    notify({ title: `Deleted the ${noun} “${name}”.` })
  }
  return (
    <Confirm
      open={open}
      onClose={close}
      title={`Delete the ${noun} “${name}”?`}
      safe={`Keep ${noun}`}
      action={`Delete ${noun}`}
      tone="danger"
      disabledReason={typed.trim() === name.trim() ? '' : `Type the ${noun}’s name first.`}
      run={run}
      onDone={() => void leave()}
    >
      {children}
      <TextField label={`Type “${name}” to delete it`} value={typed} onChange={setTyped} name="confirm-name" />
    </Confirm>
  )
}
