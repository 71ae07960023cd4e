/** Makes and withdraws a link with which an operator chooses a new password. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, KnownOperator, OperatorDetail, ResponseOf } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { Button } from '#ui/forms/button.tsx'
import { Time } from '#ui/time/time.tsx'
import { passwordLinkProblem } from './access-rules.ts'
import { LinkForm, OneTimeLinkDialog } from './one-time-link.tsx'
import * as texts from './texts.tsx'

type Made = ResponseOf<Contract['passwordLinkMake']>

const effectOn = ({ name }: KnownOperator, { expiresAt }: Made) => (
  <>
    With it, {name} chooses a new password. It works once, until <Time at={expiresAt} show="day-and-time" />. Send it in
    a way that only {name} can read.
  </>
)

function Form({ detail: { operator, passwordLink, passkeys } }: { detail: OperatorDetail }) {
  const command = useCommand('passwordLinkMake')
  return (
    <LinkForm
      command={command}
      make={(body, key) => command.run({ params: { operatorId: operator.id }, body, key })}
      opensAdmin={operator.roles.includes('admin')}
      action={texts.createLink}
      effectOf={(made) => effectOn(operator, made)}
    >
      <p className="text-soft">
        You get a link to share. With it, the operator chooses a new password and is signed out everywhere else. Until
        then, the old password works.
      </p>
      {passwordLink && <p className="text-soft">The link that was made before stops working.</p>}
      {passkeys.length > 0 && (
        <p className="text-soft">Their passkeys keep working. To remove one, use the list on their page.</p>
      )}
    </LinkForm>
  )
}

/** The button's ID. It gets the focus when a link is withdrawn. */
const resetPasswordId = 'reset-password'

export function MakePasswordLink({ detail, demoIds }: { detail: OperatorDetail; demoIds: readonly string[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        id={resetPasswordId}
        size="small"
        disabledReason={passwordLinkProblem(detail, demoIds)}
        onClick={() => setOpen(true)}
      >
        Reset password
      </Button>
      <OneTimeLinkDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Reset the password of ${detail.operator.name}`}
        kind="passwordLink"
      >
        <Form detail={detail} />
      </OneTimeLinkDialog>
    </>
  )
}

/** The unused link, with a button to withdraw it. */
export function OpenPasswordLink({
  operator,
  link,
}: {
  operator: KnownOperator
  link: NonNullable<OperatorDetail['passwordLink']>
}) {
  const { run, isPending } = useCommand('passwordLinkWithdraw')
  const withdraw = async () => {
    await run({ params: { operatorId: operator.id } })
    notify({ title: `The password link of ${operator.name} is withdrawn.` })
    // The link's row disappears with this button.
    document.getElementById(resetPasswordId)?.focus()
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        Made by {link.madeBy}, works until <Time at={link.expiresAt} show="day-and-time" />
      </span>
      <Button size="small" pending={isPending} onClick={() => void withdraw().catch(notifyRefusal)}>
        Withdraw link
      </Button>
    </span>
  )
}
