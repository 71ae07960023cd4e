/** Texts about the browsers in which someone is signed in. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

// session-list.tsx
export const sessionsOf = (name: string) => `Open sessions of ${name}`
/** @param hidden shows its text to screen readers only */
export const endSession = (browser: string, hidden: (text: string) => ReactNode) => (
  <>End{hidden(` session: ${browser}`)}</>
)
export const sessionEnded = (browser: string) => `Session ended: ${browser}.`
export const sessionsEnded = (count: number) => `${plural(count, 'session', 'sessions')} ended.`
/** For all but the session in which the button is pressed. */
export const endOtherSessions = (count: number) =>
  count === 0 ? 'End other sessions' : `End ${plural(count, 'other session', 'other sessions')}`
export const endAllSessions = (count: number) =>
  count === 0 ? 'End sessions' : `End ${plural(count, 'session', 'sessions')}`
