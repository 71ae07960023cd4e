/** The unsent edits of the review page. They are stored on this device, so that they survive a reload and a sign-out. */
import { useEffect, useRef, useState } from 'react'
import { useMyId, useWorkspace } from '#api/session.ts'
import { loadEdits, storeChanges } from './stored-edits.ts'
import { changeEditsOf, type EditOwner, type Edits, editsOf, mergeEdits } from './unsent-edits.ts'

/** @returns the edits, a function that changes them, and whether this browser cannot store them */
export function useEdits() {
  const operatorId = useMyId()
  const workspaceId = useWorkspace()?.id ?? ''
  const owner: EditOwner = { operatorId, workspaceId }
  const [state, setState] = useState(() => editsOf(owner, null))
  const [isStorageBroken, setIsStorageBroken] = useState(false)
  /** The edits as they are stored; null: not loaded yet. */
  const stored = useRef<Edits | null>(null)
  // When somebody else signs in or the workspace changes, the edits of the previous owner are dropped before anything reads them.
  const ownState = editsOf(owner, state)
  if (ownState !== state) setState(ownState)
  const { edits } = ownState
  const setEdits = (change: Edits | ((before: Edits) => Edits)) => setState((now) => changeEditsOf(owner, now, change))

  useEffect(() => {
    const loadedOwner = { operatorId, workspaceId }
    let isCurrent = true
    stored.current = null
    loadEdits(loadedOwner, Date.now()).then(
      (loaded) => {
        if (!isCurrent) return
        stored.current = loaded
        // What was typed before the answer is newer.
        setState((now) => changeEditsOf(loadedOwner, now, (typed) => mergeEdits(loaded, typed)))
      },
      () => isCurrent && setIsStorageBroken(true),
    )
    return () => {
      isCurrent = false
    }
  }, [operatorId, workspaceId])

  useEffect(() => {
    const before = stored.current
    if (before === null || before === edits) return
    stored.current = edits
    storeChanges({ operatorId, workspaceId }, before, edits, Date.now()).catch(() => setIsStorageBroken(true))
  }, [edits, operatorId, workspaceId])

  return { edits, setEdits, isStorageBroken }
}
