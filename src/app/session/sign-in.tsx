/** Signing in: e-mail and password, or a one-time link that makes an operator. As a page, or over the page when a session ended. */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { request } from '#api/client.ts'
import { useCommand } from '#api/commands.ts'
import { currentSession } from '#api/session.ts'
import { providerProblems, Refusal } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button, buttonLook } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'

interface Values {
  name: string
  email: string
  password: string
}

const shortest = 10

function problemsOf({ name, email, password }: Values, byLink: boolean) {
  const problems: { name: keyof Values; message: string }[] = []
  if (byLink && !name.trim()) problems.push({ name: 'name', message: 'Say how your colleagues know you.' })
  if (!/^\S+@\S+$/.test(email))
    problems.push({ name: 'email', message: 'Write your e-mail address, such as you@example.com.' })
  if (byLink ? password.length < shortest : password === '') {
    problems.push({
      name: 'password',
      message: byLink ? `Choose a password of at least ${shortest} characters.` : 'Write your password.',
    })
  }
  return problems
}

/**
 * The way in by the OpenID provider, where there is one. Over a page it opens beside it: to leave the page would lose what was typed.
 */
function ProviderSignIn({ overPage }: { overPage: boolean }) {
  const provider = currentSession()?.provider
  const { run, isPending, refusal } = useCommand('providerSignIn')
  if (!provider) return null
  const begin = async () => {
    const { address } = await run({ body: { back: location.pathname + location.search } })
    location.assign(address)
  }
  return (
    <div className="flex flex-col gap-3 pb-4">
      {overPage ? (
        <a href={paths.signIn()} target="_blank" rel="noreferrer" className={buttonLook('quiet')}>
          Sign in with {provider} in a new tab
        </a>
      ) : (
        <Button pending={isPending} onClick={() => void begin().catch(() => undefined)}>
          Sign in with {provider}
        </Button>
      )}
      {refusal && <ErrorNote words={refusalWords(refusal)} />}
      <p className="text-center text-label text-muted">or with a password</p>
    </div>
  )
}

/** @param link the token of a one-time link; without one, an operator who exists signs in */
export function SignInForm({
  link,
  overPage = false,
  onDone,
}: {
  link: string | null
  /** A page with somebody's work is behind it. */
  overPage?: boolean
  onDone: () => void
}) {
  const [values, setValues] = useState<Values>({ name: '', email: '', password: '' })
  const [attempt, setAttempt] = useState(0)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [refusedEmail, setRefusedEmail] = useState('')
  const signIn = useCommand('signIn')
  const useLink = useCommand('linkUse')
  // What only Switchboard can know of a field is said at the field too, until it is changed.
  const emailProblem = refusedEmail === values.email ? refusal?.data.fields?.email : undefined
  const problems = [
    ...(attempt > 0 ? problemsOf(values, link !== null) : []),
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
    setAttempt(attempt + 1)
    if (problemsOf(values, link !== null).length > 0) return
    const { name, email, password } = values
    try {
      await (link === null
        ? signIn.run({ body: { email, password } })
        : useLink.run({ body: { token: link, name, email, password } }))
      onDone()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setRefusal(error)
      setRefusedEmail(email)
      setAttempt((before) => before + 1)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <ProviderSignIn overPage={overPage} />
      <FormSummary errors={problems} attempt={attempt} outcome="You are not signed in." />
      {refusal && !refusal.data.fields?.email && <ErrorNote words={refusalWords(refusal)} />}
      {link !== null && <TextField label="Name" autoComplete="name" {...field('name')} />}
      <TextField label="E-mail" type="email" autoComplete="username" {...field('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete={link === null ? 'current-password' : 'new-password'}
        hint={link === null ? undefined : `At least ${shortest} characters.`}
        {...field('password')}
      />
      <Button type="submit" variant="primary" pending={signIn.isPending || useLink.isPending}>
        {link === null ? 'Sign in' : 'Create the account and sign in'}
      </Button>
    </form>
  )
}

/** Whoever has come in by a password or a link of their own. The ready operators of a simulation may still do so. */
function isSomebody(signedIn: boolean) {
  const session = currentSession()
  return signedIn && !session?.switchable.some(({ id }) => id === session.operator?.id)
}

const inAddress = (name: string) => new URLSearchParams(location.hash.slice(1)).get(name)

/** What the gateway says of somebody who came back from the provider without having come in. */
function problemInAddress() {
  const problem = inAddress('problem') ?? ''
  const happened = (providerProblems as Record<string, string>)[problem]
  return happened ? { happened, reference: inAddress('reference') ?? '' } : null
}

type LinkState = 'none' | 'checking' | 'usable' | 'used'

/** Whether the link in the address still works, before anybody fills in a form for nothing. */
function useLinkState(link: string | null): LinkState {
  const [state, setState] = useState<LinkState>(link === null ? 'none' : 'checking')
  // Follows what the gateway knows of the link.
  useEffect(() => {
    if (link === null) return
    request('linkCheck', { body: { token: link } }).then(
      ({ data }) => setState(data.usable ? 'usable' : 'used'),
      // Using the link will say what is wrong.
      () => setState('usable'),
    )
  }, [link])
  return state
}

const titles: Record<LinkState, string> = {
  none: 'Sign in to Switchboard',
  checking: 'Welcome to Switchboard',
  usable: 'Welcome to Switchboard',
  used: 'This link no longer works',
}
const intros: Record<LinkState, string> = {
  none: 'With the e-mail address that an administrator invited.',
  checking: 'Checking your link…',
  usable: 'This link works once. Choose how you will sign in from now on.',
  used: 'It was used before, was withdrawn, or is older than a day. Ask an administrator for a new one. If you have an account already, sign in here.',
}

/** For whoever starts Switchboard for the first time. */
const NoOperatorYet = () => (
  <>
    <p className="pb-2">Nobody has an account yet.</p>
    <p className="text-soft">
      The link that makes the first administrator is in the terminal where Switchboard was started, or in the log of
      that process. It works once and for one day. A restart prints a new one.
    </p>
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

export default function SignIn({ signedIn }: { signedIn: boolean }) {
  const [link] = useState(() => inAddress('link'))
  const [problem] = useState(problemInAddress)
  const state = useLinkState(link)
  const somebody = isSomebody(signedIn)
  if (somebody && inAddress('confirmed'))
    return (
      <Page
        title="Confirmed"
        intro="You have confirmed that it is you. Close this tab and continue in the other one."
      />
    )
  // Whoever is in has nothing to do here, but to use a link.
  if (somebody && link === null) return <Navigate to={paths.overview()} replace />
  if ((state === 'none' || state === 'used') && currentSession()?.noOperatorYet)
    return (
      <Page title={titles[state]}>
        <NoOperatorYet />
      </Page>
    )
  return (
    <Page title={titles[state]} intro={intros[state]}>
      {problem && (
        <div className="pb-4">
          <ErrorNote words={problem} />
        </div>
      )}
      {state !== 'checking' && (
        <SignInForm
          link={state === 'used' ? null : link}
          // Loaded anew: what was read for nobody, or somebody else, is gone; so is the used token.
          onDone={() => location.replace(location.pathname === '/sign-in' ? paths.overview() : location.href)}
        />
      )}
      {signedIn && (
        <p className="pt-4 text-label text-muted">
          {somebody
            ? 'You are signed in to another account in this browser: '
            : 'This is a simulation, so there is a way in without an account, too: '}
          <Link to={paths.overview()}>go to the overview</Link>.
        </p>
      )}
    </Page>
  )
}
