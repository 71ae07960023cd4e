/** Shown above the page when the session ends, so that typed text is not lost. Nothing is repeated automatically. */
import { Dialog } from '#ui/overlays/dialog.tsx'
import * as texts from './account-texts.tsx'
import { SignInForm } from './sign-in-form.tsx'

export default function SessionEnded() {
  return (
    <Dialog open onClose={() => undefined} title={texts.sessionEnded} width="small" modal coversPage>
      <p className="pb-3 text-soft">{texts.sessionEndedHint}</p>
      <SignInForm link={null} isAbovePage onDone={() => undefined} />
    </Dialog>
  )
}
