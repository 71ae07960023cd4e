/** The confirm of everything that cannot be taken back. It owns the intention: a new one each time it is shown. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Refusal } from '#contract/index.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/overlays/confirm-dialog.tsx'
import { refusalWords } from '../data/refusal-text.ts'
import { type KeptKey, useIntention } from './intention.ts'
import { ModeBand } from './mode-band.tsx'
import { notify } from './notices.ts'

interface Props<T> extends Omit<ConfirmDialogProps, 'open' | 'onAction' | 'pending' | 'band' | 'error'> {
  /** Does it, under the intention's key. Rejects with a Refusal. */
  run: (key: string) => Promise<T>
  /** Keeps the intention's key for longer than the dialog. */
  keptKey?: KeptKey
  /** It was done. Closing is up to the caller. */
  onDone: (result: T) => void
  /** How a refusal is shown, where it asks for more than words; `again` repeats under the same intention. */
  refused?: (refusal: Refusal, again: () => void) => ReactNode
}

type Refused = NonNullable<Props<unknown>['refused']>
const Said = ({ refusal, again, refused }: { refusal: Refusal; again: () => void; refused: Refused | undefined }) =>
  refused ? refused(refusal, again) : <ErrorNote words={refusalWords(refusal, true)} />

function Open<T>({ run, keptKey, onDone, refused, children, ...dialog }: Props<T>) {
  const intention = useIntention(keptKey)
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const shown = useRef(true)
  // Whether there is still a dialog to say it in.
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  const act = () => {
    setPending(true)
    intention
      .carryOut(run)
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
      error={refusal && <Said refusal={refusal} again={act} refused={refused} />}
    >
      {children}
    </ConfirmDialog>
  )
}

/** Mounted anew each time it opens: an intention of its own, no refusal of before. */
export const Confirm = <T,>({ open, ...props }: Props<T> & { open: boolean }) => (open ? <Open {...props} /> : null)
