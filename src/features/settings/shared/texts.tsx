/** Texts that several parts of the settings show. */
import type { ReactNode } from 'react'
import { number } from '#ui/text/format-number.ts'

// settings-page.tsx, operator-page.tsx
export const noAccess = 'You do not have access to this page'

// one-time-secret.tsx
export const secretTexts = {
  link: { label: 'Invitation link', copy: 'Copy link', once: 'This link is shown only once.' },
  passwordLink: { label: 'Link for a new password', copy: 'Copy link', once: 'This link is shown only once.' },
  key: { label: 'Simulation key', copy: 'Copy key', once: 'This key is shown only once.' },
}

// passkey-list.tsx
/** @param lastUsed null: never */
export const passkeyFacts = (created: ReactNode, lastUsed: ReactNode) => (
  <>
    Added {created} · {lastUsed === null ? 'never used' : <>last used {lastUsed}</>}
  </>
)

export const wholeNumber = (from: number, to: number) => `Enter a whole number from ${number(from)} to ${number(to)}.`

// The button of a number, of the operator and of an administrator
export const removeNumber = 'Remove'
export const removeNumberLabel = (phoneNumber: string) => `Remove ${phoneNumber}`
