/** Texts about the operator's own account. */

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

// own-numbers-section.tsx
export const ownNumbers = 'Your own numbers'
