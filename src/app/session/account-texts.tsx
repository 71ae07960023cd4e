/** Texts for signing in and out, and of the account and workspace menus. */
import type { ReactNode } from 'react'

// Account menu
export const account = 'Account'
export const switchUser = 'Switch user'
export const theme = 'Theme'
export const themes = { system: 'Match system', light: 'Light', dark: 'Dark' } as const
export const keyboardShortcuts = 'Keyboard shortcuts'
export const yourAccount = 'Your account'
export const signInWithAccount = 'Sign in with an account'
export const signOut = 'Sign out'

// Workspace menu
export const workspaces = 'Workspaces'

// Signing out with unfinished work
export const keepWorkTitle = 'Keep your unfinished work on this device?'
export const staySignedIn = 'Stay signed in'
export const removeAndSignOut = 'Remove and sign out'
export const keepAndSignOut = 'Keep and sign out'
export const storedWorkHint =
  'This browser stores it for up to a week, with phone numbers and names, and shows it only to you. If others use this computer, remove it.'
export const notRemoved = {
  message: 'The browser could not remove it.',
  advice: 'You are still signed in. Try again, or clear this site’s data in your browser settings.',
}

// Session ended
export const sessionEnded = 'Your session has ended'
export const sessionEndedHint =
  'Sign in to continue where you were. What you typed is still here. Anything you tried to do after the session ended was not done.'

// Sign-in form
export const name = 'Name'
export const email = 'E-mail'
export const password = 'Password'
export const passwordHint = (min: number) => `At least ${min} characters.`
export const signIn = 'Sign in'
export const createAccount = 'Create account and sign in'
export const notSignedIn = 'You are not signed in.'
export const enterName = 'Enter your name, as your colleagues know it.'
export const enterEmail = 'Enter your e-mail address, such as you@example.com.'
export const enterPassword = 'Enter your password.'
export const choosePassword = (min: number) => `Choose a password of at least ${min} characters.`
export const signInWith = (provider: string) => `Sign in with ${provider}`
export const signInInNewTab = (provider: string) => `Sign in with ${provider} in a new tab`
export const orWithPassword = 'or with a password'
export const signInWithPasskey = 'Sign in with a passkey'
export const noPasskeyUsed = 'No passkey was used. You are not signed in. Try again, or use your password.'
export const forgotPassword = 'Forgot your password?'
export const forgotPasswordHint =
  'Ask an administrator of Switchboard for a link to choose a new one. They make it under Settings → Operators. Switchboard sends no e-mail.'
export const lastAdministratorHint = (command: ReactNode) => (
  <>If no administrator can sign in, whoever runs Switchboard gets a link with {command} on its machine.</>
)
export const resetCommand = 'npm run reset-password'

// Choosing a new password with a link
export const resetTitle = 'Choose a new password'
export const resetIntro = (email: string) =>
  `${email === '' ? '' : `For ${email}. `}This link works only once. All your open sessions end.`
export const newPassword = 'New password'
export const savePassword = 'Save password and sign in'
export const resetLinkUsed =
  'It was already used or withdrawn, or it is more than a day old. Your password is as it was. Ask an administrator for a new link, or sign in here.'

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
export const confirmed = 'Identity confirmed'
export const confirmedHint = 'You have confirmed your identity. Close this tab and continue in the other one.'
export const firstStart = 'Create the first administrator'
export const noAccounts = 'There are no accounts yet.'
export const firstLink =
  'Open the link that Switchboard printed when it started: in the terminal where Switchboard was started, or in its log.'
export const firstLinkExpiry = 'It works once, for a day. To get a new one, restart Switchboard.'
export const otherAccount = (link: ReactNode) => <>You are signed in with another account in this browser. {link}</>
export const withoutAccount = (link: ReactNode) => (
  <>This is a simulation, so you can also use it without an account. {link}</>
)
export const goToOverview = 'Go to the overview'
