/** Replaces an unused or expired invitation by one with a new link. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, Invitation, ResponseOf } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Time } from '#ui/time/time.tsx'
import { OneTimeSecret } from '../shared/one-time-secret.tsx'
import { rolesInSentence } from '../shared/role-texts.ts'
import { screenReaderText } from '../shared/screen-reader-text.tsx'
import { IdentityConfirmation, useConfirmation } from './identity-confirmation.tsx'
import { inviteId } from './invite-operator.tsx'
import * as texts from './texts.tsx'
import { useFocusFirstError } from './use-first-error.ts'

export type Renewed = ResponseOf<Contract['invitationRenew']>

interface FormProps {
  invitation: Invitation
  onRenewed: (renewed: Renewed) => void
  onClose: () => void
}

function Form({ invitation: { id, email, roles, expired }, onRenewed, onClose }: FormProps) {
  const commandRunner = useCommandRunner()
  const { run, isPending, refusal } = useCommand('invitationRenew')
  const [attempt, setAttempt] = useState(0)
  const confirmation = useConfirmation(roles.includes('admin'))
  const form = useFocusFirstError(attempt, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (confirmation.lacksPassword) return setAttempt(attempt + 1)
    commandRunner
      .runOnce((key) => run({ params: { invitationId: id }, body: confirmation.body, key }), confirmation.body)
      .then(
        (renewed) => renewed && onRenewed(renewed),
        () => undefined, // The refusal is shown in the form.
      )
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">{texts.renewEffect(email, rolesInSentence(roles), expired)}</p>
      <IdentityConfirmation confirmation={confirmation} isSubmitted={attempt > 0} refusal={refusal} />
      {refusal && !refusal.data.fields?.password && <ErrorNote text={refusalText(refusal)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.createNewLink}
        </Button>
      </div>
    </form>
  )
}

/** @param onRenewed called with the new link. The row disappears, so something else has to show it */
export function RenewInvitation({
  invitation,
  onRenewed,
}: {
  invitation: Invitation
  onRenewed: (renewed: Renewed) => void
}) {
  const permission = usePermission('invitationRenew')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" disabledReason={permission.reason} onClick={() => setOpen(true)}>
        {texts.renew(invitation.email, screenReaderText)}
      </Button>
      <Dialog open={open} onClose={close} title={texts.renewTitle(invitation.email)}>
        <Form
          invitation={invitation}
          onClose={close}
          onRenewed={(renewed) => {
            close()
            onRenewed(renewed)
          }}
        />
      </Dialog>
    </>
  )
}

/** Shows the link of a renewed invitation. */
export function RenewedLink({ renewed, onClose }: { renewed: Renewed | null; onClose: () => void }) {
  return (
    <Dialog
      open={renewed !== null}
      onClose={onClose}
      title={texts.shareLink}
      modal
      finalFocus={() => document.getElementById(inviteId)}
      footer={<Button onClick={onClose}>{texts.linkSaved}</Button>}
    >
      {renewed && (
        <OneTimeSecret secret={renewed.link} kind="link">
          {texts.linkEffect(
            renewed.invitation.email,
            rolesInSentence(renewed.invitation.roles),
            <Time at={renewed.invitation.expiresAt} show="day-and-time" />,
          )}
        </OneTimeSecret>
      )}
    </Dialog>
  )
}
