/** Shown above the page when the session ends, so that typed text is not lost. Nothing is repeated automatically. */
import { useEffect } from 'react'
import { currentSession } from '#api/session.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import * as texts from './account-texts.tsx'
import { SignInForm } from './sign-in.tsx'

/** @param ownerId the ID of the operator who was signed in */
export default function SessionEnded({ ownerId }: { ownerId: string }) {
  // The document contains the data of this operator, so it is reloaded if somebody else signs in, here or in another tab.
  useEffect(
    () => () => {
      const currentOperator = currentSession()?.operator
      if (currentOperator && currentOperator.id !== ownerId) location.reload()
    },
    [ownerId],
  )
  return (
    <Dialog open onClose={() => undefined} title={texts.sessionEnded} width="small" modal coversPage>
      <p className="pb-3 text-soft">{texts.sessionEndedHint}</p>
      <SignInForm link={null} isAbovePage onDone={() => undefined} />
    </Dialog>
  )
}
