/** Provides a form with its unsaved work, as this device stores it. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMyId, useWorkspace } from '#api/session.ts'
import type { StoredKey } from '#kit/actions/command-runner.ts'
import { restoresParameter } from '#kit/navigation/record-kinds.ts'
import { useFocusHeadingOnUnmount } from '#kit/page/heading-focus.ts'
import { type Opened, openUnsavedWork } from './open-work.ts'
import { type Opening, openingOf } from './opening.ts'

interface Provided extends Opened {
  /** This browser cannot store the work, so leaving the page loses it. */
  isBroken: boolean
  /** Opens the form again, with another stored draft. What it has now stays stored. */
  openDraft: (id: string) => void
  /** Gets the path of the form of a record of this kind; null if it was deleted. */
  findRecord: ((recordId: string) => Promise<string | null>) | undefined
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
  filledIn = start,
): Opening<Draft, Path> {
  const { work } = useUnsavedWork()
  return useState(() => openingOf(paths, start, work.restored, isNew, filledIn))[0]
}

interface Props {
  /** The form, such as "agent/5f2a". A form with another name opens other work. */
  form: string
  /** Shown for the moment in which the work is loaded. */
  loading?: ReactNode
  /** For the form of a new record: gets the path of another record's form; null if it was deleted. */
  findRecord?: Provided['findRecord']
  children: ReactNode
}

export function UnsavedWorkProvider({ form: name, loading, findRecord, children }: Props) {
  const version = useSearchParams()[0].get(restoresParameter)
  // What somebody changed in a version is no change of the record as it is.
  const form = version === null ? name : `${name}#${version}`
  const owner = { operatorId: useMyId(), workspaceId: useWorkspace()?.id ?? '' }
  // Whoever opened the form, also after the session has ended.
  const [{ operatorId, workspaceId }] = useState(owner)
  const [chosen, setChosen] = useState<{ form: string; id: string } | null>(null)
  const chosenId = chosen?.form === form ? chosen.id : null
  const [opened, setOpened] = useState<(Opened & { form: string; chosenId: string | null }) | null>(null)
  const [isBroken, setIsBroken] = useState(false)

  useEffect(() => {
    const { flush, close } = openUnsavedWork({ operatorId, workspaceId }, form, chosenId, {
      onBroken: setIsBroken,
      onOpen: (next) => setOpened({ ...next, form, chosenId }),
    })
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      close()
    }
  }, [operatorId, workspaceId, form, chosenId])

  if (opened?.form !== form || opened.chosenId !== chosenId) return <Replaced>{loading}</Replaced>
  const { work, others, isOpenElsewhere } = opened
  const openDraft = (id: string) => setChosen({ form, id })
  return (
    <UnsavedWorkContext value={{ work, isBroken, others, isOpenElsewhere, openDraft, findRecord }}>
      <Replaced key={work.id}>{children}</Replaced>
    </UnsavedWorkContext>
  )
}

/** The form has a heading of its own in some pages, which then takes the focus, and so does the form with restored work. */
function Replaced({ children }: { children: ReactNode }) {
  useFocusHeadingOnUnmount()
  return children
}
