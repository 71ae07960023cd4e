/** What can be done about one operator, in their row. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import type { KnownOperator } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { useIntention } from '#kit/actions/intention.ts'
import { notify } from '#kit/actions/notices.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { cannotDisable, cannotSave, makesAdmin, unchangeable } from './access-rules.ts'
import { ConfirmYourself, useConfirmation } from './confirm-yourself.tsx'
import { OperatorSessions } from './operator-sessions.tsx'
import { RoleChoice, rolesInWords } from './role-choice.tsx'
import { useFirstError } from './use-first-error.ts'

interface Props {
  operator: KnownOperator
  /** Everybody who can be changed: the ready operators of a simulation do not count as administrators who stay. */
  all: readonly KnownOperator[]
}

function Roles({ operator, all, onClose }: Props & { onClose: () => void }) {
  const [chosen, setChosen] = useState(operator.roles)
  const intention = useIntention()
  const { run, isPending, refusal } = useCommand('operatorUpdate')
  const problem = cannotSave(operator, all, chosen)
  const [attempt, setAttempt] = useState(0)
  const confirmation = useConfirmation(makesAdmin(operator, { ...operator, roles: chosen }))
  const form = useFirstError(attempt, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem || isPending) return
    if (confirmation.lacksPassword) return setAttempt(attempt + 1)
    const body = { roles: chosen, ...confirmation.body }
    intention
      .carryOut((key) => run({ params: { operatorId: operator.id }, body, key }), body)
      .then(
        (saved) => {
          if (!saved) return
          notify({ title: `${operator.name} is now: ${rolesInWords(saved.roles).toLowerCase()}.` })
          onClose()
        },
        () => undefined, // The refusal is shown below the roles.
      )
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">What is open in their browser changes at once.</p>
      <RoleChoice value={chosen} onChange={setChosen} />
      <ConfirmYourself confirmation={confirmation} asked={attempt > 0} refusal={refusal} />
      {refusal && !refusal.data.fields?.password && <ErrorNote words={refusalWords(refusal)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Keep the roles</Button>
        <Button type="submit" variant="primary" pending={isPending} disabledReason={problem}>
          Save the roles
        </Button>
      </div>
    </form>
  )
}

export function OperatorActions({ operator, all }: Props) {
  const [open, setOpen] = useState<'roles' | 'access' | 'sessions' | null>(null)
  const ready = useSession().switchable.map(({ id }) => id)
  const { run } = useCommand('operatorUpdate')
  const { id, name, disabled } = operator
  const confirmation = useConfirmation(makesAdmin(operator, { ...operator, disabled: !disabled }))
  const close = () => {
    setOpen(null)
    confirmation.setPassword('')
  }
  return (
    <div className="flex flex-wrap gap-1 @xl:justify-end">
      <Button size="small" onClick={() => setOpen('sessions')}>
        Sessions<span className="sr-only"> of {name}</span>
      </Button>
      <Button size="small" disabledReason={unchangeable(operator, ready)} onClick={() => setOpen('roles')}>
        Change roles<span className="sr-only"> of {name}</span>
      </Button>
      <Button
        size="small"
        disabledReason={disabled ? unchangeable(operator, ready) : cannotDisable(operator, all, ready)}
        onClick={() => setOpen('access')}
      >
        {disabled ? 'Enable' : 'Disable'}
        <span className="sr-only"> {name}</span>
      </Button>
      {open === 'sessions' && <OperatorSessions operator={operator} onClose={close} />}
      <Dialog open={open === 'roles'} onClose={close} title={`Roles of ${name}`}>
        <Roles operator={operator} all={all} onClose={close} />
      </Dialog>
      <Confirm
        open={open === 'access'}
        onClose={close}
        title={disabled ? `Let ${name} in again?` : `Shut ${name} out?`}
        safe={disabled ? 'Leave disabled' : 'Leave enabled'}
        action={disabled ? `Enable ${name}` : `Disable ${name}`}
        tone={disabled ? 'primary' : 'danger'}
        disabledReason={confirmation.lacksPassword && 'Enter your own password first.'}
        run={(key) => run({ params: { operatorId: id }, body: { disabled: !disabled, ...confirmation.body }, key })}
        onDone={() => {
          close()
          notify({ title: `${name} is ${disabled ? 'enabled' : 'disabled'}.` })
        }}
      >
        <p>
          {disabled
            ? 'They can sign in with their password again, with the roles they had.'
            : 'They are signed out within two seconds, wherever they are, and cannot sign in until somebody enables them. What they did stays in the audit; what they set going goes on.'}
        </p>
        <ConfirmYourself confirmation={confirmation} />
      </Confirm>
    </div>
  )
}
