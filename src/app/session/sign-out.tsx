/** Asks whether to keep unfinished work when the operator signs out, because it contains phone numbers and names. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { reloadAtSignIn, useUnfinishedWork } from './unfinished-work.ts'

interface Props {
  operatorId: string
  /** The names of the batches, and how many edits there are. */
  names: readonly string[]
  onClose: () => void
}

export default function SignOut({ operatorId, names, onClose }: Props) {
  const { run, refusal } = useCommand('signOut')
  const work = useUnfinishedWork()
  const [pendingChoice, setPendingChoice] = useState<'keep' | 'remove' | null>(null)
  const [hasRemoveFailed, setHasRemoveFailed] = useState(false)
  const signOut = async (choice: 'keep' | 'remove') => {
    setPendingChoice(choice)
    setHasRemoveFailed(false)
    try {
      if (choice === 'remove') await work.remove(operatorId)
    } catch {
      setHasRemoveFailed(true)
      return setPendingChoice(null)
    }
    await run({}).then(reloadAtSignIn, () => setPendingChoice(null))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keep your unfinished work on this device?"
      modal
      footer={
        <>
          <Button onClick={onClose}>Stay signed in</Button>
          <Button variant="danger" pending={pendingChoice === 'remove'} onClick={() => void signOut('remove')}>
            Remove and sign out
          </Button>
          <Button variant="primary" pending={pendingChoice === 'keep'} onClick={() => void signOut('keep')}>
            Keep and sign out
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="list-disc pl-5">
          {names.map((name, index) => (
            // Two batches may have the same name.
            <li key={`${index} ${name}`} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
        <p className="text-soft">
          This browser stores it for up to a week, with phone numbers and names, and shows it only to you. If others use
          this computer, remove it.
        </p>
        {hasRemoveFailed && (
          <ErrorNote
            text={{
              message: 'The browser could not remove it.',
              advice: 'You are still signed in. Try again, or clear this site’s data in your browser settings.',
            }}
          />
        )}
        {refusal && <ErrorNote text={refusalText(refusal)} />}
      </div>
    </Dialog>
  )
}
