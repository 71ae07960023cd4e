/** The session ended while somebody worked: what they typed stays behind this, and nothing is repeated by itself. */
import { Dialog } from '#ui/dialog.tsx'
import { SignInForm } from './sign-in.tsx'

export default function SessionEnded() {
  return (
    <Dialog open onClose={() => undefined} title="Your session has ended" width="small" modal>
      <p className="pb-3 text-soft">
        Sign in to go on where you were. Nothing that you typed is lost, and nothing was sent.
      </p>
      <SignInForm link={null} onDone={() => undefined} />
    </Dialog>
  )
}
