/** The dialog that confirms an action that cannot be undone. Each time it opens, it has an Idempotency-Key of its own. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Refusal } from '#contract/index.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/overlays/confirm-dialog.tsx'
import { refusalText } from '../data/refusal-text.ts'
import { type StoredKey, useCommandRun } from './intention.ts'
import { ModeBand } from './mode-band.tsx'
import { notify } from './notices.ts'

interface Props<T> extends Omit<ConfirmDialogProps, 'open' | 'onAction' | 'pending' | 'band' | 'error'> {
  /** Sends the command with this Idempotency-Key. Rejects with a Refusal. */
  run: (key: string) => Promise<T>
  /** Keeps the key for longer than the dialog. */
  storedKey?: StoredKey
  /** Called after success. The caller closes the dialog. */
  onDone: (result: T) => void
  /** Renders a refusal that needs more than a text; `again` repeats the command with the same key. */
  refused?: (refusal: Refusal, again: () => void) => ReactNode
}

type Refused = NonNullable<Props<unknown>['refused']>
const RefusalNote = ({
  refusal,
  again,
  refused,
}: {
  refusal: Refusal
  again: () => void
  refused: Refused | undefined
}) => (refused ? refused(refusal, again) : <ErrorNote words={refusalText(refusal, true)} />)

function Open<T>({ run, storedKey, onDone, refused, children, ...dialog }: Props<T>) {
  const intention = useCommandRun(storedKey)
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const shown = useRef(true)
  // A refusal that arrives after the dialog was closed is shown as a notification instead.
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  const act = () => {
    setPending(true)
    intention
      .runOnce(run)
      .then(
        (result) => result !== null && onDone(result),
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          setRefusal(error)
          if (!shown.current) notify({ title: error.message, text: error.data.details, tone: 'danger' })
        },
      )
      .finally(() => setPending(false))
  }

  return (
    <ConfirmDialog
      {...dialog}
      open
      pending={pending}
      onAction={act}
      band={<ModeBand />}
      error={refusal && <RefusalNote refusal={refusal} again={act} refused={refused} />}
    >
      {children}
    </ConfirmDialog>
  )
}

/** Mounted again each time it opens, so it has a new key and shows no earlier refusal. */
export const Confirm = <T,>({ open, ...props }: Props<T> & { open: boolean }) => (open ? <Open {...props} /> : null)
