/** Changes the operator's own name and e-mail address. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import { type Account, emailPattern } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { SaveBar } from '#ui/forms/save-bar.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { useFieldErrors } from '../shared/use-field-errors.ts'
import * as texts from './texts.tsx'

export function ProfileForm({ account, isDemo }: { account: Account; isDemo: boolean }) {
  const [name, setName] = useState(account.name)
  const [email, setEmail] = useState(account.email)
  const [password, setPassword] = useState('')
  const { provider } = useSession()
  const { run, isPending, refusal } = useCommand('accountUpdate')
  const change = {
    ...(name.trim() !== account.name && { name: name.trim() }),
    ...(email.trim() !== account.email && { email: email.trim() }),
  }
  const isEmailChanged = change.email !== undefined
  const values = { name, email, password }
  const problems = [
    ...(name.trim() === '' ? [{ name: 'name' as const, message: 'Enter your name, as your colleagues know it.' }] : []),
    ...(isEmailChanged && !emailPattern.test(email.trim())
      ? [{ name: 'email' as const, message: 'Enter an e-mail address, such as you@example.com.' }]
      : []),
    ...(isEmailChanged && password === '' ? [{ name: 'password' as const, message: texts.enterOwnPassword }] : []),
  ]
  const form = useFieldErrors(values, problems, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !form.canSubmit()) return
    run({ body: { ...change, ...(isEmailChanged && { password }) } }).then(
      () => notify({ title: 'Your account is saved.' }),
      form.onRefused, // The refusal is shown in the form.
    )
  }
  return (
    <Section title="Name and e-mail">
      <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
        <FormSummary errors={form.errors} attempts={form.attempts} outcome="Your account was not changed." />
        <TextField
          label="Name"
          autoComplete="name"
          hint="Your colleagues and the audit see you under this name. Earlier entries keep the name that you had then."
          readOnly={isDemo}
          name="name"
          value={name}
          onChange={setName}
          error={form.errorOf('name')}
        />
        {!isDemo && (
          <TextField
            label="E-mail"
            type="email"
            autoComplete="username"
            hint={
              account.hasPassword
                ? 'You sign in with this address.'
                : `This address comes from ${provider ?? texts.yourProvider}. Change it there. Switchboard takes it over when you sign in next.`
            }
            readOnly={!account.hasPassword}
            name="email"
            value={email}
            onChange={setEmail}
            error={form.errorOf('email')}
          />
        )}
        {isEmailChanged && (
          <TextField
            label={texts.ownPassword}
            type="password"
            autoComplete="current-password"
            hint="To change your e-mail address, confirm that it is you."
            name="password"
            value={password}
            onChange={setPassword}
            error={form.errorOf('password')}
          />
        )}
        {refusal && form.isGeneral && <ErrorNote text={refusalText(refusal, true)} />}
        <SaveBar isChanged={Object.keys(change).length > 0}>
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            disabledReason={
              (isDemo && texts.demoAccount) ||
              (Object.keys(change).length === 0 && 'You have not changed your name or e-mail address.')
            }
          >
            {isDemo ? 'Save name' : 'Save name and e-mail'}
          </Button>
        </SaveBar>
      </form>
    </Section>
  )
}
