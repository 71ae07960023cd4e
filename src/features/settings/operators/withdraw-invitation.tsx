/** Withdrawing an unused invitation. */
import { useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Invitation } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { inviteId } from './invite-operator.tsx'
import { rolesInWords } from './role-choice.tsx'

const withdrawId = (invitationId: string) => `withdraw-${invitationId}`

export interface InvitationRow {
  invitation: Invitation
  /** The invitation in the row below; null: none. */
  nextId: string | null
}

export function WithdrawInvitation({ invitation: { id, email, roles }, nextId }: InvitationRow) {
  const may = usePermission('invitationWithdraw')
  const [open, setOpen] = useState(false)
  const { run } = useCommand('invitationWithdraw')
  const withdrawn = useRef(false)
  // The row goes, and its button with it.
  const after = () =>
    (nextId === null ? null : document.getElementById(withdrawId(nextId))) ?? document.getElementById(inviteId)
  const whom = email ?? 'whoever has the link'
  return (
    <>
      <Button id={withdrawId(id)} size="small" disabledReason={may.reason} onClick={() => setOpen(true)}>
        Withdraw<span className="sr-only"> the invitation for {whom}</span>
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Withdraw the invitation for ${whom}?`}
        safe="Keep invitation"
        action="Withdraw invitation"
        tone="danger"
        run={(key) => run({ params: { invitationId: id }, key })}
        finalFocus={() => (withdrawn.current ? after() : null)}
        onDone={() => {
          withdrawn.current = true
          setOpen(false)
          notify({ title: `The invitation for ${whom} is withdrawn.` })
        }}
      >
        <p>Its link stops working at once. It would have made an operator with these roles: {rolesInWords(roles)}.</p>
      </Confirm>
    </>
  )
}
