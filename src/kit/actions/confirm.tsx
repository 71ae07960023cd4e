/** The dialog that confirms an action that cannot be undone. Each time it opens, it gets a new Idempotency-Key. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isModeCertain, useSession } from '#api/session.ts'
import { Refusal } from '#contract/index.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/overlays/confirm-dialog.tsx'
import { refusalText } from '../data/refusal-text.ts'
import { type StoredKey, useCommandRunner } from './command-runner.ts'
import { ModeBand } from './mode-badge.tsx'
import { notify } from './notices.ts'

interface Props<T> extends Omit<ConfirmDialogProps, 'open' | 'onAction' | 'pending' | 'band' | 'error'> {
  /** The service does it, and it may reach people: only possible once it is known whether they are real. */
  mayBeReal?: boolean
  /** Sends the command with this Idempotency-Key. Rejects with a Refusal. */
  run: (key: string) => Promise<T>
  /** Stores the key for longer than the dialog is open. */
  storedKey?: StoredKey
  /** Called after success. The caller closes the dialog. */
  onDone: (result: T) => void
  /** Renders a refusal that needs more than a text; `retry` repeats the command with the same key. */
  renderRefusal?: (refusal: Refusal, retry: () => void) => ReactNode
}

type RenderRefusal = NonNullable<Props<unknown>['renderRefusal']>
const RefusalNote = ({
  refusal,
  retry,
  renderRefusal,
}: {
  refusal: Refusal
  retry: () => void
  renderRefusal: RenderRefusal | undefined
}) => (renderRefusal ? renderRefusal(refusal, retry) : <ErrorNote text={refusalText(refusal, true)} />)

function OpenConfirm<T>({ mayBeReal = false, run, storedKey, onDone, renderRefusal, children, ...dialog }: Props<T>) {
  const mustWait = !isModeCertain(useSession()) && mayBeReal
  const commandRunner = useCommandRunner(storedKey)
  const [isPending, setIsPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isMounted = useRef(true)
  // A refusal that arrives after the dialog was closed is shown as a notification instead.
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const runCommand = () => {
    setIsPending(true)
    commandRunner
      .runOnce(run)
      .then(
        (result) => result !== null && onDone(result),
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          setRefusal(error)
          if (!isMounted.current) notify({ title: error.message, text: error.data.details, tone: 'danger' })
        },
      )
      .finally(() => setIsPending(false))
  }

  return (
    <ConfirmDialog
      {...dialog}
      disabledReason={
        mustWait
          ? 'Wait until the service has answered: only then is it known whether this is real.'
          : dialog.disabledReason
      }
      open
      pending={isPending}
      onAction={runCommand}
      band={<ModeBand />}
      error={refusal && <RefusalNote refusal={refusal} retry={runCommand} renderRefusal={renderRefusal} />}
    >
      {children}
    </ConfirmDialog>
  )
}

/** Mounts the dialog each time it opens, so that it has a new key and shows no earlier refusal. */
export const Confirm = <T,>({ open, ...props }: Props<T> & { open: boolean }) =>
  open ? <OpenConfirm {...props} /> : null
