/** Signing out while a batch is being prepared: it has numbers and names, so the operator decides whether to keep it. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { reloadAtSignIn, useUnfinishedWork } from './unfinished-work.ts'

interface Props {
  operatorId: string
  /** What is kept, by name. */
  kept: readonly string[]
  onClose: () => void
}

export default function SignOut({ operatorId, kept, onClose }: Props) {
  const { run, refusal } = useCommand('signOut')
  const work = useUnfinishedWork()
  const [leaving, setLeaving] = useState<'keep' | 'remove' | null>(null)
  const [broken, setBroken] = useState(false)
  const leave = async (how: 'keep' | 'remove') => {
    setLeaving(how)
    setBroken(false)
    try {
      if (how === 'remove') await work.remove(operatorId)
    } catch {
      setBroken(true)
      return setLeaving(null)
    }
    await run({}).then(reloadAtSignIn, () => setLeaving(null))
  }
  const it = kept.length === 1 ? 'it' : 'them'
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        kept.length === 1 ? 'Keep the batch you are preparing?' : `Keep the ${kept.length} batches you are preparing?`
      }
      modal
      footer={
        <>
          <Button onClick={onClose}>Stay signed in</Button>
          <Button variant="danger" pending={leaving === 'remove'} onClick={() => void leave('remove')}>
            Remove {it} and sign out
          </Button>
          <Button variant="primary" pending={leaving === 'keep'} onClick={() => void leave('keep')}>
            Keep {it} and sign out
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="list-disc pl-5">
          {kept.map((name, at) => (
            // Two may have one name.
            <li key={`${at} ${name}`} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
        <p className="text-soft">
          This browser stores {it} for up to a week, with phone numbers and names, and offers {it} only to you. If
          others use this computer, remove {it}.
        </p>
        {broken && (
          <ErrorNote
            words={{
              happened: 'The browser did not remove it.',
              toDo: 'You are still signed in. Try again, or clear the data of this site in the browser.',
            }}
          />
        )}
        {refusal && <ErrorNote words={refusalWords(refusal)} />}
      </div>
    </Dialog>
  )
}
