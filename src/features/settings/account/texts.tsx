/** Texts about the operator's own account. */
import { plural } from '#ui/text/format-number.ts'

// account-part.tsx
export const demoAccount = 'This is a demo user, whose name and password cannot be changed.'

// profile-form.tsx
export const profile = 'Name and e-mail'
export const name = 'Name'
export const emailOfProvider = (provider: string) =>
  `This address comes from ${provider}. Change it there. Switchboard takes it over when you sign in next.`
export const ownPassword = 'Your password'
export const enterOwnPassword = 'Enter your password.'
/** Names the sign-in provider if its host is not known any more. */
export const yourProvider = 'your sign-in provider'

// password-form.tsx
export const password = 'Password'
export const noPassword = (provider: string) => `You have no password in Switchboard. You sign in with ${provider}.`
export const newPasswordHint = (min: number) => `At least ${min} characters.`
export const enterNewPassword = (min: number) => `Choose a password of at least ${min} characters.`
export const sessionsEnded = (count: number) =>
  count === 0 ? '' : `${plural(count, 'other session was', 'other sessions were')} ended.`

// passkeys-section.tsx
export const passkeys = 'Passkeys'
export const passkeyAdded = (name: string) => `Passkey added: ${name}.`

// own-numbers-section.tsx
export const ownNumbers = 'Your own numbers'
export const enoughNumbers = (count: number) => `You can save ${count} numbers. Remove one first.`
