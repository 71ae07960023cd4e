/** Makes a link that works once, and shows it: for an invitation and for a new password. */
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
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

interface MadeLink {
  link: string
  /** Says who can do what with the link. */
  effect: ReactNode
}

const DialogContext = createContext({
  setPending: (_isPending: boolean): void => undefined,
  onMade: (_made: MadeLink): void => undefined,
  onClose: (): void => undefined,
})

/** For the form in the dialog. While it makes the link, the dialog stays open: the link is shown only once. */
export function useLinkDialog(isPending: boolean) {
  const { setPending, onMade, onClose } = useContext(DialogContext)
  useEffect(() => {
    setPending(isPending)
    return () => setPending(false)
  }, [setPending, isPending])
  return { onMade, onClose }
}

interface DialogProps {
  open: boolean
  onClose: () => void
  /** While there is no link. */
  title: string
  kind: 'link' | 'passwordLink'
  /** The ID of the element that gets the focus after a link was made; by default the one that opened the dialog. */
  focusAfter?: string
  /** The form that makes the link. */
  children: ReactNode
}

/** A dialog with the form that makes a link, and then with the link. */
export function OneTimeLinkDialog({ open, onClose, title, kind, focusAfter, children }: DialogProps) {
  const [isPending, setPending] = useState(false)
  const [made, onMade] = useState<MadeLink | null>(null)
  const wasMade = useRef(false)
  const close = () => {
    wasMade.current = made !== null
    onMade(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      // Escape would lose the link, which is shown only once.
      onClose={() => !isPending && made === null && close()}
      title={made ? 'Share this link' : title}
      // A click outside would lose the link.
      modal={isPending || made !== null}
      footer={made && <Button onClick={close}>I have saved the link</Button>}
      {...(focusAfter !== undefined && {
        finalFocus: () => (wasMade.current ? document.getElementById(focusAfter) : null),
      })}
    >
      {made ? (
        <OneTimeSecret secret={made.link} kind={kind}>
          {made.effect}
        </OneTimeSecret>
      ) : (
        <DialogContext value={{ setPending, onMade, onClose: close }}>{children}</DialogContext>
      )}
    </Dialog>
  )
}

interface FormProps<Made extends { link: string }> {
  command: { isPending: boolean; refusal: Refusal | null }
  /** Sends the command with the entered password and this Idempotency-Key. */
  make: (body: { password?: string }, key: string) => Promise<Made>
  /** The link opens an administrator's access. */
  opensAdmin: boolean
  action: string
  /** Who can do what with the link. */
  effectOf: (made: Made) => ReactNode
  /** What the link does. */
  children: ReactNode
}

/** The form of a link for which nothing has to be chosen. An administrator's has to be confirmed. */
export function LinkForm<Made extends { link: string }>({
  command,
  make,
  opensAdmin,
  action,
  effectOf,
  children,
}: FormProps<Made>) {
  const { isPending, refusal } = command
  const { onMade, onClose } = useLinkDialog(isPending)
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
        (made) => made && onMade({ link: made.link, effect: effectOf(made) }),
        () => undefined, // The refusal is shown in the form.
      )
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <IdentityConfirmation confirmation={confirmation} isSubmitted={attempt > 0} refusal={refusal} />
      {refusal && !refusal.data.fields?.password && <ErrorNote text={refusalText(refusal, true)} />}
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
