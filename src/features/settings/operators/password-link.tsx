/** Makes and withdraws a link with which an operator chooses a new password. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, OperatorDetail, ResponseOf } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Time } from '#ui/time/time.tsx'
import { OneTimeSecret } from '../shared/one-time-secret.tsx'
import { passwordLinkProblem } from './access-rules.ts'
import { IdentityConfirmation, useConfirmation } from './identity-confirmation.tsx'
import * as texts from './texts.tsx'
import { useFocusFirstError } from './use-first-error.ts'

type Made = ResponseOf<Contract['passwordLinkMake']>

interface FormProps {
  detail: OperatorDetail
  onMade: (made: Made) => void
  onClose: () => void
}

function Form({ detail: { operator, passwordLink }, onMade, onClose }: FormProps) {
  const commandRunner = useCommandRunner()
  const { run, isPending, refusal } = useCommand('passwordLinkMake')
  const [attempt, setAttempt] = useState(0)
  const confirmation = useConfirmation(operator.roles.includes('admin'))
  const form = useFocusFirstError(attempt, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (confirmation.lacksPassword) return setAttempt(attempt + 1)
    commandRunner
      .runOnce((key) => run({ params: { operatorId: operator.id }, body: confirmation.body, key }), confirmation.body)
      .then(
        (made) => made && onMade(made),
        () => undefined, // The refusal is shown in the form.
      )
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">{texts.passwordLinkHint}</p>
      {passwordLink && <p className="text-soft">{texts.replacesPasswordLink}</p>}
      <IdentityConfirmation confirmation={confirmation} isSubmitted={attempt > 0} refusal={refusal} />
      {refusal && !refusal.data.fields?.password && <ErrorNote text={refusalText(refusal)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.createLink}
        </Button>
      </div>
    </form>
  )
}

export function MakePasswordLink({ detail, demoIds }: { detail: OperatorDetail; demoIds: readonly string[] }) {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const { name } = detail.operator
  const close = () => {
    setOpen(false)
    setMade(null)
  }
  return (
    <>
      <Button size="small" disabledReason={passwordLinkProblem(detail, demoIds)} onClick={() => setOpen(true)}>
        {texts.resetPassword}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={made ? texts.shareLink : texts.resetPasswordOf(name)}
        // A click outside would lose the link.
        modal={made !== null}
        footer={made && <Button onClick={close}>{texts.linkSaved}</Button>}
      >
        {made ? (
          <OneTimeSecret secret={made.link} kind="passwordLink">
            {texts.passwordLinkEffect(name, <Time at={made.expiresAt} show="day-and-time" />)}
          </OneTimeSecret>
        ) : (
          <Form detail={detail} onMade={setMade} onClose={close} />
        )}
      </Dialog>
    </>
  )
}

/** The unused link, with a button to withdraw it. */
export function OpenPasswordLink({ detail: { operator, passwordLink } }: { detail: OperatorDetail }) {
  const { run, isPending } = useCommand('passwordLinkWithdraw')
  if (!passwordLink) return texts.none
  const withdraw = async () => {
    await run({ params: { operatorId: operator.id } })
    notify({ title: texts.passwordLinkWithdrawn(operator.name) })
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {texts.openPasswordLink(passwordLink.madeBy, <Time at={passwordLink.expiresAt} show="day-and-time" />)}
      </span>
      <Button size="small" pending={isPending} onClick={() => void withdraw().catch(notifyRefusal)}>
        {texts.withdrawPasswordLink}
      </Button>
    </span>
  )
}
