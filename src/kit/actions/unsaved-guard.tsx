/** Asks before unsaved input is lost, on navigation and when the tab is closed. */
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ModeBand } from './mode-badge.tsx'

interface Props {
  isDirty: boolean
  /** What would not be saved, named in the question, such as "this agent". */
  subject: string
  /** This device stores the input, so closing the tab does not lose it. */
  isStored?: boolean
  onDiscard?: () => void
}

export function UnsavedGuard({ isDirty, subject, isStored = false, onDiscard }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  const asksBeforeUnload = isDirty && !isStored
  // When the tab is closed, the browser itself asks.
  useEffect(() => {
    if (!asksBeforeUnload) return
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', askBeforeUnload)
    return () => removeEventListener('beforeunload', askBeforeUnload)
  }, [asksBeforeUnload])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={`Leave without saving ${subject}?`}
      cancelLabel="Keep editing"
      action="Discard changes"
      tone="danger"
      band={<ModeBand />}
      onAction={() => {
        onDiscard?.()
        blocker.proceed?.()
      }}
    >
      <p>Your changes have not been saved. Nothing was sent.</p>
    </ConfirmDialog>
  )
}
