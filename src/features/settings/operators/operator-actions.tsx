/** The menu of an operator: roles, enable or disable. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import type { KnownOperator } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { rolesInSentence } from '../shared/role-texts.ts'
import { screenReaderText } from '../shared/screen-reader-text.tsx'
import { changeProblem, disableProblem, makesAdmin, rolesProblem } from './access-rules.ts'
import { IdentityConfirmation, useConfirmation } from './identity-confirmation.tsx'
import { RoleChoice } from './role-choice.tsx'
import * as texts from './texts.tsx'
import { useFocusFirstError } from './use-first-error.ts'

interface Props {
  operator: KnownOperator
  /** All operators but the demo operators of a simulation, who do not count as remaining administrators. */
  realOperators: readonly KnownOperator[]
}

function Roles({ operator, realOperators, onClose }: Props & { onClose: () => void }) {
  const [chosen, setChosen] = useState(operator.roles)
  const commandRunner = useCommandRunner()
  const { run, isPending, refusal } = useCommand('operatorUpdate')
  const problem = rolesProblem(operator, realOperators, chosen)
  const [attempt, setAttempt] = useState(0)
  const confirmation = useConfirmation(makesAdmin(operator, { ...operator, roles: chosen }))
  const form = useFocusFirstError(attempt, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem || isPending) return
    if (confirmation.lacksPassword) return setAttempt(attempt + 1)
    const body = { roles: chosen, ...confirmation.body }
    commandRunner
      .runOnce((key) => run({ params: { operatorId: operator.id }, body, key }), body)
      .then(
        (saved) => {
          if (!saved) return
          notify({ title: `${operator.name} now has these roles: ${rolesInSentence(saved.roles)}.` })
          onClose()
        },
        () => undefined, // The refusal is shown below the roles.
      )
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">Changes take effect immediately, also on pages that the operator has open.</p>
      <RoleChoice value={chosen} onChange={setChosen} />
      <IdentityConfirmation confirmation={confirmation} isSubmitted={attempt > 0} refusal={refusal} />
      {refusal && !refusal.data.fields?.password && <ErrorNote text={refusalText(refusal, true)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending} disabledReason={problem}>
          Save roles
        </Button>
      </div>
    </form>
  )
}

export function OperatorActions({ operator, realOperators }: Props) {
  const [open, setOpen] = useState<'roles' | 'access' | null>(null)
  const demoIds = useSession().switchable.map(({ id }) => id)
  const { run } = useCommand('operatorUpdate')
  const { id, name, disabled } = operator
  const confirmTexts = disabled ? texts.enabling : texts.disabling
  const confirmation = useConfirmation(makesAdmin(operator, { ...operator, disabled: !disabled }))
  const close = () => {
    setOpen(null)
    confirmation.setPassword('')
  }
  return (
    <>
      <MoreActions
        label={`Actions for ${name}`}
        size="small"
        items={[
          {
            key: 'roles',
            label: <>Change roles{screenReaderText(` of ${name}`)}</>,
            disabledReason: changeProblem(operator, demoIds),
            onSelect: () => setOpen('roles'),
          },
          {
            key: 'access',
            label: disabled ? <>Enable{screenReaderText(` ${name}`)}</> : <>Disable{screenReaderText(` ${name}`)}</>,
            disabledReason: disabled
              ? changeProblem(operator, demoIds)
              : disableProblem(operator, realOperators, demoIds),
            onSelect: () => setOpen('access'),
          },
        ]}
      />
      <Dialog open={open === 'roles'} onClose={close} title={`Roles of ${name}`}>
        <Roles operator={operator} realOperators={realOperators} onClose={close} />
      </Dialog>
      <Confirm
        open={open === 'access'}
        onClose={close}
        title={confirmTexts.title(name)}
        cancelLabel={texts.cancel}
        action={confirmTexts.action(name)}
        tone={disabled ? 'primary' : 'danger'}
        disabledReason={confirmation.lacksPassword && 'Enter your own password first.'}
        run={(key) => run({ params: { operatorId: id }, body: { disabled: !disabled, ...confirmation.body }, key })}
        onDone={() => {
          close()
          notify({ title: confirmTexts.done(name) })
        }}
      >
        <p>{confirmTexts.effect}</p>
        <IdentityConfirmation confirmation={confirmation} />
      </Confirm>
    </>
  )
}
