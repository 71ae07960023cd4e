/** Texts about the browsers in which someone is signed in. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

// sessions-part.tsx
export const signedInAt = 'Where you are signed in'
export const sessionsHint =
  'A session ends after 12 hours without activity, and a week after its sign-in at the latest. If a session is not yours, end it and tell an administrator.'

// session-list.tsx
export const loadingSessions = 'Loading sessions…'
export const yourSessions = 'Your open sessions'
export const sessionsOf = (name: string) => `Open sessions of ${name}`
export const browserColumn = 'Browser'
export const signedInColumn = 'Signed in'
export const lastActiveColumn = 'Last active'
export const actionsColumn = 'Actions'
export const thisBrowser = 'This browser'
export const unknownBrowser = 'Unknown browser'
/** @param hidden shows its text to screen readers only */
export const endSession = (browser: string, hidden: (text: string) => ReactNode) => (
  <>End{hidden(` session: ${browser}`)}</>
)
export const isThisSession = 'You are using this session. To end it, sign out.'
export const sessionEnded = (browser: string) => `Session ended: ${browser}.`
export const sessionsEnded = (count: number) => `${plural(count, 'session', 'sessions')} ended.`
/** For all but the session in which the button is pressed. */
export const endOtherSessions = (count: number) =>
  count === 0 ? 'End other sessions' : `End ${plural(count, 'other session', 'other sessions')}`
export const noOtherSessions = 'There are no other sessions.'
export const endAllSessions = (count: number) =>
  count === 0 ? 'End sessions' : `End ${plural(count, 'session', 'sessions')}`
export const noSessions = 'There are no sessions.'
