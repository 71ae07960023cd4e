/** Inviting somebody: their roles first, then a link that is theirs, once. */
import UserPlus from 'lucide-react/icons/user-plus'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import { type Contract, emailPattern, type ResponseOf, type Role } from '#contract/index.ts'
import { useIntention } from '#kit/actions/intention.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Time } from '#ui/time/time.tsx'
import { ShownOnce } from '../shared/one-time-secret.tsx'
import { ConfirmYourself, useConfirmation } from './confirm-yourself.tsx'
import { RoleChoice, rolesInWords } from './role-choice.tsx'
import { useFirstError } from './use-first-error.ts'

type Invited = ResponseOf<Contract['operatorInvite']>

const mayBeEmail = (text: string) => text.trim() === '' || emailPattern.test(text.trim())

function Form({ onInvited, onClose }: { onInvited: (invited: Invited) => void; onClose: () => void }) {
  const [roles, setRoles] = useState<Role[]>([])
  const [email, setEmail] = useState('')
  const [attempt, setAttempt] = useState(0)
  const asked = attempt > 0
  const confirmation = useConfirmation(roles.includes('admin'))
  const { provider } = useSession()
  const intention = useIntention()
  const { run, isPending, refusal } = useCommand('operatorInvite')
  const form = useFirstError(attempt, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (roles.length === 0 || !mayBeEmail(email) || confirmation.lacksPassword) return setAttempt(attempt + 1)
    const body = { roles, ...(email.trim() && { email: email.trim() }), ...confirmation.body }
    intention
      .carryOut((key) => run({ body, key }), body)
      .then(
        (invited) => invited && onInvited(invited),
        () => undefined, // The refusal is shown below the fields.
      )
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">
        You get a link to hand over. Whoever opens it first chooses a name, an e-mail address and a password, and has
        these roles.
      </p>
      <RoleChoice
        value={roles}
        onChange={setRoles}
        error={asked && roles.length === 0 ? 'Choose at least one role.' : null}
      />
      <TextField
        label="E-mail"
        type="email"
        optional
        autoComplete="off"
        hint={
          provider
            ? `Then the link is theirs alone, and signing in with ${provider} lets them in without it.`
            : 'Then the link is theirs alone.'
        }
        value={email}
        onChange={setEmail}
        error={
          asked && !mayBeEmail(email) ? 'Write an e-mail address, such as you@example.com, or leave it out.' : null
        }
      />
      <ConfirmYourself confirmation={confirmation} asked={asked} refusal={refusal} />
      {refusal && !refusal.data.fields?.password && <ErrorNote words={refusalWords(refusal)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Invite nobody</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          Make the link
        </Button>
      </div>
    </form>
  )
}

/** The id of the button: the focus goes there when the last invitation is withdrawn. */
export const inviteId = 'invite-operator'

export function InviteOperator() {
  const may = usePermission('operatorInvite')
  const [open, setOpen] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const close = () => {
    setOpen(false)
    setInvited(null)
  }
  return (
    <>
      <Button
        id={inviteId}
        size="small"
        variant="primary"
        icon={UserPlus}
        disabledReason={may.reason}
        onClick={() => setOpen(true)}
      >
        Invite an operator
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={invited ? 'Hand over this link' : 'Invite an operator'}
        // A click beside it would lose the link.
        modal={invited !== null}
        footer={invited && <Button onClick={close}>I have handed it over</Button>}
      >
        {invited ? (
          <ShownOnce secret={invited.link} what="link">
            It makes {invited.invitation.email ?? 'its holder'} an operator (
            {rolesInWords(invited.invitation.roles).toLowerCase()}), once, until{' '}
            <Time at={invited.invitation.expiresAt} show="day-and-time" />. Send it by a way that only they read.
          </ShownOnce>
        ) : (
          <Form onInvited={setInvited} onClose={close} />
        )}
      </Dialog>
    </>
  )
}
