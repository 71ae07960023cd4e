/** Replaces an unused or expired invitation by one with a new link. */
import { useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, Invitation, ResponseOf } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Time } from '#ui/time/time.tsx'
import { rolesInSentence } from '../shared/role-texts.ts'
import { screenReaderText } from '../shared/screen-reader-text.tsx'
import { inviteId } from './invite-operator.tsx'
import { LinkForm, OneTimeLinkDialog } from './one-time-link.tsx'
import * as texts from './texts.tsx'

type Renewed = ResponseOf<Contract['invitationRenew']>

interface FormProps {
  invitation: Invitation
  onMade: (renewed: Renewed) => void
  onClose: () => void
}

function Form({ invitation: { id, email, roles, expired }, ...form }: FormProps) {
  const command = useCommand('invitationRenew')
  return (
    <LinkForm
      command={command}
      make={(body, key) => command.run({ params: { invitationId: id }, body, key })}
      opensAdmin={roles.includes('admin')}
      action={texts.createNewLink}
      {...form}
    >
      <p className="text-soft">{texts.renewEffect(email, rolesInSentence(roles), expired)}</p>
    </LinkForm>
  )
}

interface ButtonProps {
  invitation: Invitation
  onRenew: (invitation: Invitation) => void
}

export function RenewInvitation({ invitation, onRenew }: ButtonProps) {
  const permission = usePermission('invitationRenew')
  return (
    <Button size="small" disabledReason={permission.reason} onClick={() => onRenew(invitation)}>
      {texts.renew(invitation.email, rolesInSentence(invitation.roles), screenReaderText)}
    </Button>
  )
}

/** The dialog is not in the invitation's row, which disappears when there is a new link. */
export function RenewDialog({
  invitation,
  open,
  onClose,
}: {
  invitation: Invitation
  open: boolean
  onClose: () => void
}) {
  const [renewed, setRenewed] = useState<Renewed | null>(null)
  const wasRenewed = useRef(false)
  const close = () => {
    wasRenewed.current = renewed !== null
    onClose()
    setRenewed(null)
  }
  return (
    <OneTimeLinkDialog
      open={open}
      onClose={close}
      title={texts.renewTitle(invitation.email)}
      made={
        renewed && {
          link: renewed.link,
          effect: texts.linkEffect(
            renewed.invitation.email,
            rolesInSentence(renewed.invitation.roles),
            <Time at={renewed.invitation.expiresAt} show="day-and-time" />,
          ),
        }
      }
      kind="link"
      finalFocus={() => (wasRenewed.current ? document.getElementById(inviteId) : null)}
    >
      <Form invitation={invitation} onMade={setRenewed} onClose={close} />
    </OneTimeLinkDialog>
  )
}
