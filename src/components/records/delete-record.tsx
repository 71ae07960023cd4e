/** The dialog before a record is deleted. It lists what depends on the record, and asks to type its name. */
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '#api/reads.ts'
import { notify } from '#kit/actions/notices.ts'
import { ConfirmByName, type Impacts } from '../agents/confirm-by-name.tsx'

interface Props {
  /** Such as "agent". */
  noun: string
  name: string
  onClose: () => void
  run: (key: string) => Promise<unknown>
  /** The path of the list to show afterwards. */
  leaveTo: string
  /** The record's query, removed from the cache afterwards. */
  queryKey: readonly unknown[]
  /** How the batches that use it are affected. */
  impacts: Impacts
  /** Other records that depend on it. */
  children: ReactNode
}

export function DeleteRecord({ noun, name, onClose, run, leaveTo, queryKey, impacts, children }: Props) {
  const navigate = useNavigate()
  const leave = async () => {
    await navigate(leaveTo, { replace: true })
    // Going back must not show a record that no longer exists.
    queryClient.removeQueries({ queryKey })
    notify({ title: `Deleted the ${noun} “${name}”.` })
  }
  return (
    <ConfirmByName
      noun={noun}
      name={name}
      verb="delete"
      title={`Delete the ${noun} “${name}”?`}
      cancelLabel="Cancel"
      onClose={onClose}
      impacts={impacts}
      run={run}
      onDone={() => void leave()}
    >
      {children}
    </ConfirmByName>
  )
}
