/** The unsent edits of the review page. They are stored on this device, so that they survive a reload and a sign-out. */
import { useEffect, useRef, useState } from 'react'
import { useMyId, useWorkspace } from '#api/session.ts'
import { loadEdits, storeChanges } from './stored-edits.ts'
import { type Edits, mergeEdits, noEdits } from './unsent-edits.ts'

/** @returns the edits, a function that changes them, and whether this browser cannot store them */
export function useEdits() {
  const operatorId = useMyId()
  const workspaceId = useWorkspace()?.id ?? ''
  const [edits, setEdits] = useState(noEdits)
  const [isStorageBroken, setIsStorageBroken] = useState(false)
  /** The edits as they are stored; null: not loaded yet. */
  const stored = useRef<Edits | null>(null)

  useEffect(() => {
    let isCurrent = true
    stored.current = null
    loadEdits({ operatorId, workspaceId }, Date.now()).then(
      (loaded) => {
        if (!isCurrent) return
        stored.current = loaded
        // What was typed before the answer is newer.
        setEdits((typed) => mergeEdits(loaded, typed))
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
