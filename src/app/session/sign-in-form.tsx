/** The sign-in form, for e-mail and password or for a new account with a one-time link. It is on a page, or above the page when the session has ended. */
import { type FormEvent, Suspense, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { currentSession } from '#api/session.ts'
import { minPasswordLength, Refusal } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { paths } from '#kit/navigation/paths.ts'
import { hasPasskeys } from '#kit/passkeys.ts'
import { Button, buttonClasses } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import * as texts from './account-texts.tsx'

const PasskeySignIn = lazyPart(() => import('./passkey-sign-in.tsx'))

interface Values {
  name: string
  email: string
  password: string
}

function problemsOf({ name, email, password }: Values, isNewAccount: boolean) {
  const problems: { name: keyof Values; message: string }[] = []
  if (isNewAccount && !name.trim())
    problems.push({ name: 'name', message: 'Enter your name, as your colleagues know it.' })
  if (!/^\S+@\S+$/.test(email))
    problems.push({ name: 'email', message: 'Enter your e-mail address, such as you@example.com.' })
  if (isNewAccount ? password.length < minPasswordLength : password === '') {
    problems.push({
      name: 'password',
      message: isNewAccount ? texts.choosePassword(minPasswordLength) : 'Enter your password.',
    })
  }
  return problems
}

/**
 * The button to sign in with the OpenID provider, if there is one. Above a page it opens a new tab, so that typed text is not lost.
 */
function ProviderSignIn({ isAbovePage }: { isAbovePage: boolean }) {
  const provider = currentSession()?.provider
  const { run, isPending, refusal } = useCommand('providerSignIn')
  if (!provider) return null
  const startProviderSignIn = async () => {
    const { address } = await run({ body: { back: location.pathname + location.search } })
    location.assign(address)
  }
  return (
    <div className="flex flex-col gap-3 pb-4">
      {isAbovePage ? (
        <a href={paths.signIn()} target="_blank" rel="noreferrer" className={buttonClasses('quiet')}>
          Sign in with {provider} in a new tab
        </a>
      ) : (
        <Button pending={isPending} onClick={() => void startProviderSignIn().catch(() => undefined)}>
          Sign in with {provider}
        </Button>
      )}
      {refusal && <ErrorNote text={refusalText(refusal)} />}
      <p className="text-center text-label text-muted">or with a password</p>
    </div>
  )
}

/** Says what to do, because Switchboard sends no e-mail. The same for everybody, so it does not tell who has an account. */
const ForgottenPassword = () => (
  <Disclosure compact summary="Forgot your password?">
    <p className="pt-1 text-label text-soft">
      Ask an administrator of Switchboard for a link to choose a new one. They make it under Settings → Operators.
      Switchboard sends no e-mail.
    </p>
    <p className="pt-2 text-label text-soft">
      If no administrator can sign in, whoever runs Switchboard gets a link with{' '}
      <code className="mono">npm run reset-password</code> on its machine.
    </p>
  </Disclosure>
)

/** @param link the token of a one-time link; null if an existing operator signs in */
export function SignInForm({
  link,
  isAbovePage = false,
  onDone,
}: {
  link: string | null
  /** Whether the form is above a page that may have unfinished work. */
  isAbovePage?: boolean
  onDone: () => void
}) {
  const [values, setValues] = useState<Values>({ name: '', email: '', password: '' })
  const [attempts, setAttempts] = useState(0)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [refusedEmail, setRefusedEmail] = useState('')
  const signIn = useCommand('signIn')
  const linkUse = useCommand('linkUse')
  // Shows the gateway's error at the e-mail field, until the field changes.
  const emailProblem = refusedEmail === values.email ? refusal?.data.fields?.email : undefined
  const problems = [
    ...(attempts > 0 ? problemsOf(values, link !== null) : []),
    ...(emailProblem ? [{ name: 'email' as const, message: emailProblem }] : []),
  ]
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    error: problems.find((problem) => problem.name === name)?.message,
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(null)
    setAttempts(attempts + 1)
    if (problemsOf(values, link !== null).length > 0) return
    const { name, email, password } = values
    try {
      await (link === null
        ? signIn.run({ body: { email, password } })
        : linkUse.run({ body: { token: link, name, email, password } }))
      onDone()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setRefusal(error)
      setRefusedEmail(email)
      setAttempts((count) => count + 1)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <ProviderSignIn isAbovePage={isAbovePage} />
      <FormSummary errors={problems} attempts={attempts} outcome="You are not signed in." />
      {refusal && !refusal.data.fields?.email && <ErrorNote text={refusalText(refusal)} />}
      {link !== null && <TextField label="Name" autoComplete="name" {...field('name')} />}
      <TextField
        label="E-mail"
        type="email"
        autoComplete={link === null ? 'username webauthn' : 'username'}
        {...field('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete={link === null ? 'current-password' : 'new-password'}
        hint={link === null ? undefined : texts.passwordHint(minPasswordLength)}
        {...field('password')}
      />
      <Button type="submit" variant="primary" pending={signIn.isPending || linkUse.isPending}>
        {link === null ? 'Sign in' : 'Create account and sign in'}
      </Button>
      {link === null && hasPasskeys() && (
        <Suspense>
          <PasskeySignIn onDone={onDone} />
        </Suspense>
      )}
      {link === null && <ForgottenPassword />}
    </form>
  )
}
