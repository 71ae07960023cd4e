/** The root of every page: loads the session, then shows the sign-in page or the frame. */
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { load, useRead } from '#api/reads.ts'
import { sessionRead } from '#api/session.ts'
import { useStatus } from '#api/status.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { LinkProvider } from '#kit/navigation/link.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { ConnectionProvider } from './connection/connection-provider.tsx'
import { Frame } from './frame.tsx'

const SignIn = lazyPart(() => import('./session/sign-in.tsx'))
const SessionEnded = lazyPart(() => import('./session/session-ended.tsx'))

export const loader = () => load(sessionRead)

export function Component() {
  const session = useRead(sessionRead)
  const status = useStatus()
  const { pathname } = useLocation()
  const operatorId = session.data?.operator?.id ?? null
  // The operator whose data the document has: who is signed in, or was until the session ended.
  const [ownerId, setOwnerId] = useState(operatorId)
  if (operatorId !== null && ownerId === null) setOwnerId(operatorId)
  const isForAnother = operatorId !== null && ownerId !== null && operatorId !== ownerId && pathname !== '/sign-in'
  // If somebody else signs in, here or in another tab, nothing of the previous operator may stay: no answer, no typed text, no file.
  useEffect(() => {
    if (isForAnother) location.reload()
  }, [isForAnother])

  if (!session.data) {
    if (!session.refusal) return null
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState text={refusalText(session.refusal)} retry={session.retry} />
      </main>
    )
  }
  if (ownerId === null || pathname === '/sign-in') {
    return (
      <Suspense>
        <SignIn isSignedIn={operatorId !== null} />
      </Suspense>
    )
  }
  return (
    <ConnectionProvider status={status} service={session.data.service}>
      <LinkProvider>
        <Frame />
      </LinkProvider>
      {operatorId === null && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
    </ConnectionProvider>
  )
}
