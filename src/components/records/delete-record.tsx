/** Deleting a record for good: its name has to be typed, and what depends on it is named before. */
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '#api/reads.ts'
import { notify } from '#kit/actions/notices.ts'
import { ConfirmByName, type Impacts } from '../agents/confirm-by-name.tsx'

interface Props {
  /** What it is, such as "agent". */
  noun: string
  name: string
  onClose: () => void
  run: (key: string) => Promise<unknown>
  /** The list that it leaves. */
  leaveTo: string
  /** The query of the record, forgotten then. */
  queryKey: readonly unknown[]
  /** What it does to batches. */
  impacts: Impacts
  /** What else depends on it. */
  children: ReactNode
}

export function DeleteRecord({ noun, name, onClose, run, leaveTo, queryKey, impacts, children }: Props) {
  const navigate = useNavigate()
  const leave = async () => {
    await navigate(leaveTo, { replace: true })
    // Nobody is shown what is no longer there, on Back either.
    queryClient.removeQueries({ queryKey })
    notify({ title: `Deleted the ${noun} “${name}”.` })
  }
  return (
    <ConfirmByName
      noun={noun}
      name={name}
      verb="delete"
      title={`Delete the ${noun} “${name}”?`}
      safe={`Keep ${noun}`}
      onClose={onClose}
      impacts={impacts}
      run={run}
      onDone={() => void leave()}
    >
      {children}
    </ConfirmByName>
  )
}
