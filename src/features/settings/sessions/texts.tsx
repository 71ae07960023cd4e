/** Texts about the browsers in which someone is signed in. */
import { plural } from '#ui/text/format-number.ts'

// session-list.tsx
/** For all but the session in which the button is pressed. */
export const endOtherSessions = (count: number) =>
  count === 0 ? 'End other sessions' : `End ${plural(count, 'other session', 'other sessions')}`
