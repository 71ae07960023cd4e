/** Provides a form with its unsaved work, as this device stores it. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useMyId, useWorkspace } from '#api/session.ts'
import type { StoredKey } from '#kit/actions/command-runner.ts'
import { useFocusHeadingOnUnmount } from '#kit/page/heading-focus.ts'
import { openUnsavedWork } from './open-work.ts'
import { type Opening, openingOf } from './opening.ts'
import type { UnsavedWork } from './unsaved-work.ts'

interface Provided {
  work: UnsavedWork
  /** This browser cannot store the work, so leaving the page loses it. */
  isBroken: boolean
}

const UnsavedWorkContext = createContext<Provided | null>(null)

export function useUnsavedWork(): Provided {
  const provided = useContext(UnsavedWorkContext)
  if (!provided) throw new Error('A record form needs an UnsavedWorkProvider.')
  return provided
}

/** Where the key of the form's command is stored; undefined outside a form, such as for a switch on a record's page. */
export const useStoredCommandKey = (): StoredKey | undefined => useContext(UnsavedWorkContext)?.work.commandKey

/** What the form opens with. It stays the same while the form is open. */
export function useOpening<Draft extends object, Path extends string>(
  paths: readonly Path[],
  start: Draft,
  isNew: boolean,
): Opening<Draft, Path> {
  const { work } = useUnsavedWork()
  return useState(() => openingOf(paths, start, work.restored, isNew))[0]
}

interface Props {
  /** The form, such as "agent/5f2a". A form with another name opens other work. */
  form: string
  /** Shown for the moment in which the work is loaded. */
  loading?: ReactNode
  children: ReactNode
}

export function UnsavedWorkProvider({ form, loading, children }: Props) {
  const owner = { operatorId: useMyId(), workspaceId: useWorkspace()?.id ?? '' }
  // Whoever opened the form, also after the session has ended.
  const [{ operatorId, workspaceId }] = useState(owner)
  const [opened, setOpened] = useState<{ form: string; work: UnsavedWork } | null>(null)
  const [isBroken, setIsBroken] = useState(false)

  useEffect(() => {
    let isCurrent = true
    const opening = openUnsavedWork({ operatorId, workspaceId }, form, () => setIsBroken(true))
    void opening.then(({ work }) => isCurrent && setOpened({ form, work }))
    const flush = () => void opening.then(({ work }) => work.flush())
    addEventListener('pagehide', flush)
    return () => {
      isCurrent = false
      removeEventListener('pagehide', flush)
      void opening.then(({ work, release }) => {
        // If the form was neither saved nor discarded, such as when the session ends.
        work.flush()
        release()
      })
    }
  }, [operatorId, workspaceId, form])

  if (opened?.form !== form) return <Loading>{loading}</Loading>
  return <UnsavedWorkContext value={{ work: opened.work, isBroken }}>{children}</UnsavedWorkContext>
}

/** The form has a heading of its own in some pages, which then takes the focus. */
function Loading({ children }: { children: ReactNode }) {
  useFocusHeadingOnUnmount()
  return children
}
