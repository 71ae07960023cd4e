/** Asks before unsaved input is lost, on navigation and when the tab is closed. */
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import * as texts from '../lazy-texts.ts'
import { ModeBand } from './mode-band.tsx'

/** @param what the thing in the question, such as "this agent" */
export function Unsaved({ when, what }: { when: boolean; what: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  )
  // When the tab is closed, the browser asks.
  useEffect(() => {
    if (!when) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={texts.leaveTitle(what)}
      cancelLabel={texts.keepEditing}
      action={texts.discardChanges}
      tone="danger"
      band={<ModeBand />}
      onAction={() => blocker.proceed?.()}
    >
      <p>{texts.notSaved}</p>
    </ConfirmDialog>
  )
}
