/** Invites an operator: choose roles, then share a link that works once. */
import UserPlus from 'lucide-react/icons/user-plus'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import { type Contract, emailPattern, type ResponseOf, type Role } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Time } from '#ui/time/time.tsx'
import { rolesInSentence } from '../shared/role-texts.ts'
import { IdentityConfirmation, useConfirmation } from './identity-confirmation.tsx'
import { OneTimeLinkDialog, useLinkDialog } from './one-time-link.tsx'
import { RoleChoice } from './role-choice.tsx'
import * as texts from './texts.tsx'
import { useFocusFirstError } from './use-first-error.ts'

type Invited = ResponseOf<Contract['operatorInvite']>

const isEmptyOrEmail = (text: string) => text.trim() === '' || emailPattern.test(text.trim())

/** Who can do what with an invitation's link. */
export const linkEffectOf = ({ invitation: { email, roles, expiresAt } }: Invited) =>
  texts.linkEffect(email, rolesInSentence(roles), <Time at={expiresAt} show="day-and-time" />)

function Form() {
  const [roles, setRoles] = useState<Role[]>([])
  const [email, setEmail] = useState('')
  const [attempt, setAttempt] = useState(0)
  const isSubmitted = attempt > 0
  const confirmation = useConfirmation(roles.includes('admin'))
  const { provider } = useSession()
  const commandRunner = useCommandRunner()
  const { run, isPending, refusal } = useCommand('operatorInvite')
  const { onMade, onClose } = useLinkDialog(isPending)
  const form = useFocusFirstError(attempt, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (roles.length === 0 || !isEmptyOrEmail(email) || confirmation.lacksPassword) return setAttempt(attempt + 1)
    const body = { roles, ...(email.trim() && { email: email.trim() }), ...confirmation.body }
    commandRunner
      .runOnce((key) => run({ body, key }), body)
      .then(
        (invited) => invited && onMade({ link: invited.link, effect: linkEffectOf(invited) }),
        () => undefined, // The refusal is shown below the fields.
      )
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">
        You get a link to share. The first person who uses it chooses a name, an e-mail address and a password, and gets
        these roles.
      </p>
      <RoleChoice
        value={roles}
        onChange={setRoles}
        error={isSubmitted && roles.length === 0 ? 'Choose at least one role.' : null}
      />
      <TextField
        label="E-mail"
        type="email"
        optional
        autoComplete="off"
        hint={
          provider
            ? `If you enter an address, only this person can use the link. They can also sign in with ${provider} without the link.`
            : 'If you enter an address, only this person can use the link.'
        }
        value={email}
        onChange={setEmail}
        error={
          isSubmitted && !isEmptyOrEmail(email)
            ? 'Enter an e-mail address, such as you@example.com, or leave the field empty.'
            : null
        }
      />
      <IdentityConfirmation confirmation={confirmation} isSubmitted={isSubmitted} refusal={refusal} />
      {refusal && !refusal.data.fields?.password && <ErrorNote text={refusalText(refusal, true)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabledReason={isPending && texts.linkIsMade} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.createLink}
        </Button>
      </div>
    </form>
  )
}

/** The button's ID. It gets the focus when the last invitation is withdrawn. */
export const inviteId = 'invite-operator'

export function InviteOperator() {
  const permission = usePermission('operatorInvite')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        id={inviteId}
        size="small"
        variant="primary"
        icon={UserPlus}
        disabledReason={permission.reason}
        onClick={() => setOpen(true)}
      >
        {texts.inviteOperator}
      </Button>
      <OneTimeLinkDialog open={open} onClose={() => setOpen(false)} title={texts.inviteOperator} kind="link">
        <Form />
      </OneTimeLinkDialog>
    </>
  )
}
