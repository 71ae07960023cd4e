/** The page on which somebody chooses a new password with a link. */
import { type FormEvent, useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { useCommand } from '#api/commands.ts'
import { minPasswordLength } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import * as texts from './account-texts.tsx'
import { openDashboard } from './open-dashboard.ts'
import { SignInCard } from './sign-in-card.tsx'
import { SignInForm } from './sign-in-form.tsx'

function PasswordForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { run, isPending, refusal } = useCommand('passwordReset')
  const isTooShort = password.length < minPasswordLength
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (isTooShort) {
      event.currentTarget.querySelector<HTMLElement>('input[type="password"]')?.focus()
      return
    }
    run({ body: { token, password } }).then(openDashboard, () => undefined) // The refusal is shown in the form.
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {refusal && <ErrorNote text={refusalText(refusal)} />}
      {/* Password managers read here whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={texts.passwordHint(minPasswordLength)}
        name="password"
        value={password}
        onChange={setPassword}
        error={isSubmitted && isTooShort ? texts.choosePassword(minPasswordLength) : null}
      />
      <Button type="submit" variant="primary" pending={isPending}>
        Save password and sign in
      </Button>
    </form>
  )
}

/** The account of a link: its e-mail address; null: the link does not work; undefined: not known yet. */
function useAccountOf(token: string): string | null | undefined {
  const [email, setEmail] = useState<string | null>()
  useEffect(() => {
    request('passwordLinkCheck', { body: { token } }).then(
      ({ data }) => setEmail(data.email),
      // If the check fails, using the link shows the error.
      () => setEmail(''),
    )
  }, [token])
  return email
}

export function ResetPassword({ token }: { token: string }) {
  const email = useAccountOf(token)
  if (email === undefined) return <SignInCard title={texts.resetTitle} intro={texts.pageIntros.checking} />
  if (email === null)
    return (
      <SignInCard
        title={texts.pageTitles.used}
        intro="It was already used or withdrawn, or it is more than a day old. Your password is as it was. Ask an administrator for a new link, or sign in here."
      >
        <SignInForm link={null} onDone={openDashboard} />
      </SignInCard>
    )
  return (
    <SignInCard
      title={texts.resetTitle}
      intro={`${email === '' ? '' : `For ${email}. `}This link works only once. All your open sessions end.`}
    >
      <PasswordForm token={token} email={email} />
    </SignInCard>
  )
}
