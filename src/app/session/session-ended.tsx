/** The session ended while somebody worked: what they typed stays behind this, and nothing is repeated by itself. */
import { useEffect } from 'react'
import { currentSession } from '#api/session.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { SignInForm } from './sign-in.tsx'

/** @param whose id of the operator who was signed in */
export default function SessionEnded({ whose }: { whose: string }) {
  // The document is theirs: whoever else signs in, here or in another tab, gets one of their own.
  useEffect(
    () => () => {
      const now = currentSession()?.operator
      if (now && now.id !== whose) location.reload()
    },
    [whose],
  )
  return (
    <Dialog open onClose={() => undefined} title="Your session has ended" width="small" modal covers>
      <p className="pb-3 text-soft">
        Sign in to go on where you were. Nothing that you typed is lost, and what you asked for since was not done.
      </p>
      <SignInForm link={null} overPage onDone={() => undefined} />
    </Dialog>
  )
}
