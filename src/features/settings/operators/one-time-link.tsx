/** Makes a link that works once, and shows it: for an invitation and for a new password. */
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Refusal } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { OneTimeSecret } from '../shared/one-time-secret.tsx'
import { IdentityConfirmation, useConfirmation } from './identity-confirmation.tsx'
import * as texts from './texts.tsx'
import { useFocusFirstError } from './use-first-error.ts'

const SetPendingContext = createContext<(isPending: boolean) => void>(() => undefined)

/** Keeps the dialog open while its form makes the link: the link is shown only once. */
export function useKeepOpen(isPending: boolean): void {
  const setPending = useContext(SetPendingContext)
  useEffect(() => {
    setPending(isPending)
    return () => setPending(false)
  }, [setPending, isPending])
}

interface DialogProps {
  open: boolean
  onClose: () => void
  /** While there is no link. */
  title: string
  /** null: not made yet. `effect` says who can do what with the link. */
  made: { link: string; effect: ReactNode } | null
  kind: 'link' | 'passwordLink'
  finalFocus?: () => HTMLElement | null
  /** The form that makes the link. */
  children: ReactNode
}

/** A dialog with the form that makes a link, and then with the link. */
export function OneTimeLinkDialog({ open, onClose, title, made, kind, finalFocus, children }: DialogProps) {
  const [isPending, setIsPending] = useState(false)
  return (
    <Dialog
      open={open}
      // Escape would lose the link, which is shown only once.
      onClose={() => !isPending && made === null && onClose()}
      title={made ? texts.shareLink : title}
      // A click outside would lose the link.
      modal={isPending || made !== null}
      footer={made && <Button onClick={onClose}>{texts.linkSaved}</Button>}
      {...(finalFocus && { finalFocus })}
    >
      {made ? (
        <OneTimeSecret secret={made.link} kind={kind}>
          {made.effect}
        </OneTimeSecret>
      ) : (
        <SetPendingContext value={setIsPending}>{children}</SetPendingContext>
      )}
    </Dialog>
  )
}

interface FormProps<Made> {
  command: { isPending: boolean; refusal: Refusal | null }
  /** Sends the command with the entered password and this Idempotency-Key. */
  make: (body: { password?: string }, key: string) => Promise<Made>
  /** The link opens an administrator's access. */
  opensAdmin: boolean
  action: string
  onMade: (made: Made) => void
  onClose: () => void
  /** What the link does. */
  children: ReactNode
}

/** The form of a link for which nothing has to be chosen. An administrator's has to be confirmed. */
export function LinkForm<Made>({ command, make, opensAdmin, action, onMade, onClose, children }: FormProps<Made>) {
  const { isPending, refusal } = command
  useKeepOpen(isPending)
  const commandRunner = useCommandRunner()
  const [attempt, setAttempt] = useState(0)
  const confirmation = useConfirmation(opensAdmin)
  const form = useFocusFirstError(attempt, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (confirmation.lacksPassword) return setAttempt(attempt + 1)
    commandRunner
      .runOnce((key) => make(confirmation.body, key), confirmation.body)
      .then(
        (made) => made && onMade(made),
        () => undefined, // The refusal is shown in the form.
      )
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <IdentityConfirmation confirmation={confirmation} isSubmitted={attempt > 0} refusal={refusal} />
      {refusal && !refusal.data.fields?.password && <ErrorNote text={refusalText(refusal)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabledReason={isPending && texts.linkIsMade} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
