/** Withdraws an unused invitation. */
import { useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Invitation } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { rolesInSentence } from '../shared/role-texts.ts'
import { screenReaderText } from '../shared/screen-reader-text.tsx'
import { inviteId } from './invite-operator.tsx'
import * as texts from './texts.tsx'

const withdrawId = (invitationId: string) => `withdraw-${invitationId}`

export interface InvitationRow {
  invitation: Invitation
  /** The invitation in the row below; null: none. */
  nextId: string | null
}

export function WithdrawInvitation({ invitation: { id, email, roles }, nextId }: InvitationRow) {
  const permission = usePermission('invitationWithdraw')
  const [open, setOpen] = useState(false)
  const { run } = useCommand('invitationWithdraw')
  const withdrawn = useRef(false)
  // The row disappears with its button.
  const focusAfter = () =>
    (nextId === null ? null : document.getElementById(withdrawId(nextId))) ?? document.getElementById(inviteId)
  return (
    <>
      <Button id={withdrawId(id)} size="small" disabledReason={permission.reason} onClick={() => setOpen(true)}>
        {texts.withdraw(email, rolesInSentence(roles), screenReaderText)}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={texts.withdrawTitle(email)}
        cancelLabel={texts.cancel}
        action="Withdraw invitation"
        tone="danger"
        run={(key) => run({ params: { invitationId: id }, key })}
        finalFocus={() => (withdrawn.current ? focusAfter() : null)}
        onDone={() => {
          withdrawn.current = true
          setOpen(false)
          notify({ title: texts.withdrawn(email) })
        }}
      >
        <p>{`Its link stops working immediately. It was for an operator with these roles: ${rolesInSentence(roles)}.`}</p>
      </Confirm>
    </>
  )
}
