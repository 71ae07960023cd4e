/** Asks before unsaved input is lost, on navigation and when the tab is closed. */
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import * as texts from '../lazy-texts.ts'
import { ModeBand } from './mode-band.tsx'

/** @param subject what would not be saved, named in the question, such as "this agent" */
export function UnsavedGuard({ isDirty, subject }: { isDirty: boolean; subject: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  // When the tab is closed, the browser itself asks.
  useEffect(() => {
    if (!isDirty) return
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', askBeforeUnload)
    return () => removeEventListener('beforeunload', askBeforeUnload)
  }, [isDirty])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={texts.leaveTitle(subject)}
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
