/** Texts that several of the pages and forms for signing in share. */
// Sign-in form
export const passwordHint = (min: number) => `At least ${min} characters.`
export const choosePassword = (min: number) => `Choose a password of at least ${min} characters.`

// Choosing a new password with a link
export const resetTitle = 'Choose a new password'

// Sign-in page
export const pageTitles = {
  none: 'Sign in to Switchboard',
  checking: 'Welcome to Switchboard',
  usable: 'Welcome to Switchboard',
  used: 'This link no longer works',
} as const
export const pageIntros = {
  none: 'Use the e-mail address that an administrator invited.',
  checking: 'Checking your link…',
  usable: 'This link works only once. Choose how you will sign in from now on.',
  used: 'It was already used or withdrawn, or it is more than a day old. Ask an administrator for a new one. If you already have an account, sign in here.',
} as const
