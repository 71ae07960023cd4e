/** Texts about the operator's own account. */

// account-part.tsx
export const demoAccount = 'This is a demo user, whose name and password cannot be changed.'

// profile-form.tsx
export const ownPassword = 'Your password'
export const enterOwnPassword = 'Enter your password.'
/** Names the sign-in provider if its host is not known any more. */
export const yourProvider = 'your sign-in provider'

// own-numbers-section.tsx
export const ownNumbers = 'Your own numbers'
