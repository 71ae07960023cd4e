/** Asks before something typed is lost, inside the product and when the tab is closed. */
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ModeBand } from './mode-band.tsx'

/** @param what names it in the question: "this agent" */
export function Unsaved({ when, what }: { when: boolean; what: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  )
  // The browser's own question follows the same condition.
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
      title={`Leave without saving ${what}?`}
      safe="Keep editing"
      action="Discard the changes"
      tone="danger"
      band={<ModeBand />}
      onAction={() => blocker.proceed?.()}
    >
      <p>What you changed has not been saved. Nothing was sent.</p>
    </ConfirmDialog>
  )
}
