/** Asks whether to keep batches that are being prepared when the operator signs out, because they have numbers and names. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import * as texts from './account-texts.tsx'
import { reloadAtSignIn, useUnfinishedWork } from './unfinished-work.ts'

interface Props {
  operatorId: string
  /** The names of the batches. */
  names: readonly string[]
  onClose: () => void
}

export default function SignOut({ operatorId, names, onClose }: Props) {
  const { run, refusal } = useCommand('signOut')
  const work = useUnfinishedWork()
  const [leaving, setLeaving] = useState<'keep' | 'remove' | null>(null)
  const [failed, setFailed] = useState(false)
  const leave = async (how: 'keep' | 'remove') => {
    setLeaving(how)
    setFailed(false)
    try {
      if (how === 'remove') await work.remove(operatorId)
    } catch {
      setFailed(true)
      return setLeaving(null)
    }
    await run({}).then(reloadAtSignIn, () => setLeaving(null))
  }
  const count = names.length
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.keepBatches(count)}
      modal
      footer={
        <>
          <Button onClick={onClose}>{texts.staySignedIn}</Button>
          <Button variant="danger" pending={leaving === 'remove'} onClick={() => void leave('remove')}>
            {texts.removeAndSignOut(count)}
          </Button>
          <Button variant="primary" pending={leaving === 'keep'} onClick={() => void leave('keep')}>
            {texts.keepAndSignOut(count)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="list-disc pl-5">
          {names.map((name, at) => (
            // Two batches may have the same name.
            <li key={`${at} ${name}`} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
        <p className="text-soft">{texts.whereBatchesAre(count)}</p>
        {failed && <ErrorNote text={texts.notRemoved(count)} />}
        {refusal && <ErrorNote text={refusalText(refusal)} />}
      </div>
    </Dialog>
  )
}
