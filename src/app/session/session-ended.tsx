/** Shown above the page when the session ends, so that typed text is not lost. Nothing is repeated automatically. */
import { Dialog } from '#ui/overlays/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

export default function SessionEnded() {
  return (
    <Dialog open onClose={() => undefined} title="Your session has ended" width="small" modal coversPage>
      <p className="pb-3 text-soft">
        Sign in to continue where you were. What you typed is still here. Anything you tried to do after the session
        ended was not done.
      </p>
      <SignInForm link={null} isAbovePage onDone={() => undefined} />
    </Dialog>
  )
}
