/** The sign-in form, for e-mail and password or for a new account with a one-time link. It is a page, or a dialog above the page when the session has ended. */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { request } from '#api/client.ts'
import { useCommand } from '#api/commands.ts'
import { currentSession } from '#api/session.ts'
import { minPasswordLength, providerProblems, Refusal } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button, buttonClasses } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import * as texts from './account-texts.tsx'

interface Values {
  name: string
  email: string
  password: string
}

function problemsOf({ name, email, password }: Values, isNewAccount: boolean) {
  const problems: { name: keyof Values; message: string }[] = []
  if (isNewAccount && !name.trim()) problems.push({ name: 'name', message: texts.enterName })
  if (!/^\S+@\S+$/.test(email)) problems.push({ name: 'email', message: texts.enterEmail })
  if (isNewAccount ? password.length < minPasswordLength : password === '') {
    problems.push({
      name: 'password',
      message: isNewAccount ? texts.choosePassword(minPasswordLength) : texts.enterPassword,
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
          {texts.signInInNewTab(provider)}
        </a>
      ) : (
        <Button pending={isPending} onClick={() => void startProviderSignIn().catch(() => undefined)}>
          {texts.signInWith(provider)}
        </Button>
      )}
      {refusal && <ErrorNote text={refusalText(refusal)} />}
      <p className="text-center text-label text-muted">{texts.orWithPassword}</p>
    </div>
  )
}

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
      <FormSummary errors={problems} attempts={attempts} outcome={texts.notSignedIn} />
      {refusal && !refusal.data.fields?.email && <ErrorNote text={refusalText(refusal)} />}
      {link !== null && <TextField label={texts.name} autoComplete="name" {...field('name')} />}
      <TextField label={texts.email} type="email" autoComplete="username" {...field('email')} />
      <TextField
        label={texts.password}
        type="password"
        autoComplete={link === null ? 'current-password' : 'new-password'}
        hint={link === null ? undefined : texts.passwordHint(minPasswordLength)}
        {...field('password')}
      />
      <Button type="submit" variant="primary" pending={signIn.isPending || linkUse.isPending}>
        {link === null ? texts.signIn : texts.createAccount}
      </Button>
    </form>
  )
}

/** Whether somebody is signed in with an account of their own. Demo operators of a simulation may still sign in. */
function hasAccount(isSignedIn: boolean) {
  const session = currentSession()
  return isSignedIn && !session?.switchable.some(({ id }) => id === session.operator?.id)
}

const fragmentParameter = (name: string) => new URLSearchParams(location.hash.slice(1)).get(name)

/** The error of a failed sign-in with the provider, from the address. */
function providerProblemFromAddress() {
  const problem = fragmentParameter('problem') ?? ''
  const message = (providerProblems as Record<string, string>)[problem]
  return message ? { message, reference: fragmentParameter('reference') ?? '' } : null
}

type LinkState = 'none' | 'checking' | 'usable' | 'used'

/** Whether the link in the address still works, so that nobody fills in a form that will be refused. */
function useLinkState(link: string | null): LinkState {
  const [state, setState] = useState<LinkState>(link === null ? 'none' : 'checking')
  useEffect(() => {
    if (link === null) return
    request('linkCheck', { body: { token: link } }).then(
      ({ data }) => setState(data.usable ? 'usable' : 'used'),
      // If the check fails, using the link shows the error.
      () => setState('usable'),
    )
  }, [link])
  return state
}

/** Shown before the first administrator exists. */
const NoAccountYet = () => (
  <>
    <p className="pb-2">{texts.noAccounts}</p>
    <p className="text-soft">{texts.firstLink}</p>
  </>
)

function Page({ title, intro, children }: { title: string; intro?: string; children?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <title>{title}</title>
      <div className="w-full max-w-sm rounded-large border border-line bg-raised px-5 py-5">
        <h1 className="pb-1 text-title tracking-[-0.011em]">{title}</h1>
        {intro && <p className={children ? 'pb-4 text-muted' : 'text-muted'}>{intro}</p>}
        {children}
      </div>
    </main>
  )
}

export default function SignIn({ isSignedIn }: { isSignedIn: boolean }) {
  const [link] = useState(() => fragmentParameter('link'))
  const [problem] = useState(providerProblemFromAddress)
  const state = useLinkState(link)
  const isSignedInWithAccount = hasAccount(isSignedIn)
  if (isSignedInWithAccount && fragmentParameter('confirmed'))
    return <Page title={texts.confirmed} intro={texts.confirmedHint} />
  // With an account, this page is only for using a link.
  if (isSignedInWithAccount && link === null) return <Navigate to={paths.overview()} replace />
  if ((state === 'none' || state === 'used') && currentSession()?.noOperatorYet)
    return (
      <Page title={texts.pageTitles[state]}>
        <NoAccountYet />
      </Page>
    )
  return (
    <Page title={texts.pageTitles[state]} intro={texts.pageIntros[state]}>
      {problem && (
        <div className="pb-4">
          <ErrorNote text={problem} />
        </div>
      )}
      {state !== 'checking' && (
        <SignInForm
          link={state === 'used' ? null : link}
          // Reloads the document, which drops the data of another operator and the used token.
          onDone={() => location.replace(location.pathname === '/sign-in' ? paths.overview() : location.href)}
        />
      )}
      {isSignedIn && (
        <p className="pt-4 text-label text-muted">
          {(isSignedInWithAccount ? texts.otherAccount : texts.withoutAccount)(
            <Link to={paths.overview()}>{texts.goToOverview}</Link>,
          )}
        </p>
      )}
    </Page>
  )
}
