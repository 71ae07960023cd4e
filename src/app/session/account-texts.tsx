/** Texts for signing in and out, and of the account and workspace menus. */
import type { ReactNode } from 'react'

// Account menu
export const themes = { system: 'Match system', light: 'Light', dark: 'Dark' } as const

// Signing out with unfinished work
export const notRemoved = {
  message: 'The browser could not remove it.',
  advice: 'You are still signed in. Try again, or clear this site’s data in your browser settings.',
}

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
export const otherAccount = (link: ReactNode) => <>You are signed in with another account in this browser. {link}</>
export const withoutAccount = (link: ReactNode) => (
  <>This is a simulation, so you can also use it without an account. {link}</>
)
