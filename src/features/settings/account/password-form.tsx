/** Changes the operator's own password. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import { type Account, minPasswordLength } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useFieldErrors } from '../shared/use-field-errors.ts'
import * as texts from './texts.tsx'

const noValues = { current: '', 'new-password': '' }

function Form({ email }: { email: string }) {
  const [values, setValues] = useState(noValues)
  const { run, isPending, refusal } = useCommand('passwordChange')
  const { current, 'new-password': chosen } = values
  const problems = [
    ...(current === '' ? [{ name: 'current' as const, message: 'Enter your current password.' }] : []),
    ...(chosen.length < minPasswordLength
      ? [{ name: 'new-password' as const, message: `Choose a password of at least ${minPasswordLength} characters.` }]
      : []),
  ]
  const form = useFieldErrors(values, problems, refusal, { password: 'new-password' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !form.canSubmit()) return
    run({ body: { current, password: chosen } }).then(
      ({ ended }) => {
        setValues(noValues)
        form.reset()
        notify({
          title: 'Your password is changed.',
          text: ended === 0 ? '' : `${plural(ended, 'other session was', 'other sessions were')} ended.`,
        })
      },
      form.onRefused, // The refusal is shown in the form.
    )
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <p className="text-soft">Changing your password signs you out in all other browsers.</p>
      <FormSummary errors={form.errors} attempts={form.attempts} outcome="Your password was not changed." />
      {/* Password managers read here whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        hint="If you do not know it, ask an administrator for a link to choose a new one."
        name="current"
        value={current}
        onChange={(value) => setValues({ ...values, current: value })}
        error={form.errorOf('current')}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${minPasswordLength} characters.`}
        name="new-password"
        value={chosen}
        onChange={(value) => setValues({ ...values, 'new-password': value })}
        error={form.errorOf('new-password')}
      />
      {refusal && form.isGeneral && <ErrorNote text={refusalText(refusal)} />}
      <div>
        <Button type="submit" variant="primary" pending={isPending}>
          Change password
        </Button>
      </div>
    </form>
  )
}

export function PasswordForm({ account, isDemo }: { account: Account; isDemo: boolean }) {
  const { provider } = useSession()
  if (isDemo) return null
  return (
    <Section title="Password">
      {account.hasPassword ? (
        <Form email={account.email} />
      ) : (
        <p className="text-soft">
          You have no password in Switchboard. You sign in with {provider ?? texts.yourProvider}.
        </p>
      )}
    </Section>
  )
}
