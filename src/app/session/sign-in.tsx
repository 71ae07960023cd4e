/** The sign-in page, also for a new account with a one-time link, and for a new password. */
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { request } from '#api/client.ts'
import { currentSession } from '#api/session.ts'
import { providerProblems } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import * as texts from './account-texts.tsx'
import { openDashboard } from './open-dashboard.ts'
import { ResetPassword } from './reset-password.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { SignInForm } from './sign-in-form.tsx'

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
    <p className="pb-2">There are no accounts yet.</p>
    <p className="pb-2 text-soft">
      Open the link that Switchboard printed when it started: in the terminal where Switchboard was started, or in its
      log.
    </p>
    <p className="text-muted">It works once, for a day. To get a new one, restart Switchboard.</p>
  </>
)

export default function SignIn({ isSignedIn }: { isSignedIn: boolean }) {
  const [link] = useState(() => fragmentParameter('link'))
  const [resetLink] = useState(() => fragmentParameter('reset'))
  const [problem] = useState(providerProblemFromAddress)
  const state = useLinkState(link)
  const isSignedInWithAccount = hasAccount(isSignedIn)
  if (isSignedInWithAccount && fragmentParameter('confirmed'))
    return (
      <SignInCard
        title="Identity confirmed"
        intro="You have confirmed your identity. Close this tab and continue in the other one."
      />
    )
  if (resetLink !== null) return <ResetPassword token={resetLink} />
  // With an account, this page is only for using a link.
  if (isSignedInWithAccount && link === null) return <Navigate to={paths.home()} replace />
  if ((state === 'none' || state === 'used') && currentSession()?.noOperatorYet)
    return (
      <SignInCard title={state === 'used' ? texts.pageTitles.used : 'Create the first administrator'}>
        <NoAccountYet />
      </SignInCard>
    )
  return (
    <SignInCard title={texts.pageTitles[state]} intro={texts.pageIntros[state]}>
      {problem && (
        <div className="pb-4">
          <ErrorNote text={problem} />
        </div>
      )}
      {state !== 'checking' && <SignInForm link={state === 'used' ? null : link} onDone={openDashboard} />}
      {isSignedIn && (
        <p className="pt-4 text-label text-muted">
          {isSignedInWithAccount
            ? 'You are signed in with another account in this browser. '
            : 'This is a simulation, so you can also use it without an account. '}
          <Link to={paths.overview()}>Go to the overview</Link>
        </p>
      )}
    </SignInCard>
  )
}
