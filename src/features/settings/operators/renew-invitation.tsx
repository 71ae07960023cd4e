/** Replaces an unused or expired invitation by one with a new link. */
import { useCommand } from '#api/commands.ts'
import type { Invitation } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { rolesInSentence } from '../shared/role-texts.ts'
import { screenReaderText } from '../shared/screen-reader-text.tsx'
import { inviteId, linkEffectOf } from './invite-operator.tsx'
import { LinkForm, OneTimeLinkDialog } from './one-time-link.tsx'
import * as texts from './texts.tsx'

function Form({ invitation: { id, email, roles, expired } }: { invitation: Invitation }) {
  const command = useCommand('invitationRenew')
  return (
    <LinkForm
      command={command}
      make={(body, key) => command.run({ params: { invitationId: id }, body, key })}
      opensAdmin={roles.includes('admin')}
      action="Create new link"
      effectOf={linkEffectOf}
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
  return (
    <OneTimeLinkDialog
      open={open}
      onClose={onClose}
      title={texts.renewTitle(invitation.email)}
      kind="link"
      focusAfter={inviteId}
    >
      <Form invitation={invitation} />
    </OneTimeLinkDialog>
  )
}
