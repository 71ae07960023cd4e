/** What every address passes first: whether Switchboard answers, who is there, and then the frame. */
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { load, useRead } from '#api/reads.ts'
import { sessionRead } from '#api/session.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { ConnectionProvider } from './connection-provider.tsx'
import { Frame } from './frame.tsx'
import { refusalWords } from './refusal-text.ts'
import { Wordmark } from './wordmark.tsx'

const SignIn = lazy(() => import('./sign-in.tsx'))
const SessionEnded = lazy(() => import('./session-ended.tsx'))

export const loader = () => load(sessionRead)

/** The first paint: the frame's grounds and lines, where they will be. */
export const HydrateFallback = () => (
  <div className="md:grid md:grid-cols-[auto_minmax(0,1fr)]">
    <div className="hidden h-dvh w-54 border-r border-line bg-ground md:block folded:w-14">
      <p className="mx-2 flex h-strip items-center gap-2 px-2 font-semibold tracking-[-0.01em] folded:mx-0 folded:justify-center folded:px-0">
        <Wordmark />
      </p>
    </div>
    <div className="min-h-dvh bg-surface">
      <div className="h-strip border-b border-line" />
    </div>
  </div>
)

export function Component() {
  const session = useRead(sessionRead)
  const { pathname } = useLocation()
  const signedIn = Boolean(session.data?.operator)
  const [wasIn, setWasIn] = useState(false)
  if (signedIn && !wasIn) setWasIn(true)

  if (!session.data) {
    if (!session.refusal) return null
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState words={refusalWords(session.refusal)} retry={session.retry} />
      </main>
    )
  }
  if (!wasIn || pathname === '/sign-in') {
    return (
      <Suspense>
        <SignIn signedIn={signedIn} />
      </Suspense>
    )
  }
  return (
    <ConnectionProvider session={session}>
      <Frame />
      {!signedIn && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
    </ConnectionProvider>
  )
}
