/** Texts about the operator's own account. */
import { plural } from '#ui/text/format-number.ts'

// account-part.tsx
export const loadingAccount = 'Loading your account…'
export const demoAccount = 'This is a demo user, whose name and password cannot be changed.'

// profile-form.tsx
export const profile = 'Name and e-mail'
export const name = 'Name'
export const nameHint =
  'Your colleagues and the audit see you under this name. Earlier entries keep the name that you had then.'
export const enterName = 'Enter your name, as your colleagues know it.'
export const email = 'E-mail'
export const emailHint = 'You sign in with this address.'
export const emailOfProvider = (provider: string) =>
  `This address comes from ${provider}. Change it there. Switchboard takes it over when you sign in next.`
export const enterEmail = 'Enter an e-mail address, such as you@example.com.'
export const ownPassword = 'Your password'
export const ownPasswordHint = 'To change your e-mail address, confirm that it is you.'
export const enterOwnPassword = 'Enter your password.'
export const profileNotSaved = 'Your account was not changed.'
export const saveProfile = 'Save name and e-mail'
export const profileUnchanged = 'You have not changed your name or e-mail address.'
export const profileSaved = 'Your account is saved.'
/** Names the sign-in provider if its host is not known any more. */
export const yourProvider = 'your sign-in provider'

// password-form.tsx
export const password = 'Password'
export const noPassword = (provider: string) => `You have no password in Switchboard. You sign in with ${provider}.`
export const passwordIntro = 'Changing your password signs you out in all other browsers.'
export const currentPassword = 'Current password'
export const enterCurrentPassword = 'Enter your current password.'
export const forgotten = 'If you do not know it, ask an administrator for a link to choose a new one.'
export const newPassword = 'New password'
export const newPasswordHint = (min: number) => `At least ${min} characters.`
export const enterNewPassword = (min: number) => `Choose a password of at least ${min} characters.`
export const passwordNotChanged = 'Your password was not changed.'
export const changePassword = 'Change password'
export const passwordChanged = 'Your password is changed.'
export const sessionsEnded = (count: number) =>
  count === 0 ? '' : `${plural(count, 'other session was', 'other sessions were')} ended.`

// passkeys-section.tsx
export const passkeys = 'Passkeys'
export const passkeysIntro =
  'A passkey signs you in without your password: with a fingerprint, your face or a PIN of your device, or with a security key. Your password keeps working.'
export const noPasskeys = 'You have no passkeys.'
export const addPasskey = 'Add passkey'
export const isAddingPasskey = 'Fill in the form below.'
export const noPasskeysHere =
  'This browser cannot use passkeys at this address. They need a recent browser and a domain name, or localhost.'
export const passkeyName = 'Name of the passkey'
export const passkeyNameHint = 'So that you recognize it later, for example “Laptop” or “Security key”.'
export const enterPasskeyName = 'Enter a name for the passkey.'
export const passkeyPasswordHint = 'Confirm that it is you.'
export const createPasskey = 'Create passkey'
export const cancel = 'Cancel'
export const passkeyNotAdded = 'The passkey was not added.'
export const passkeyNotCreated =
  'The browser created no passkey. Nothing was changed. To try again, press “Create passkey”.'
export const hasPasskeyAlready = 'This device already has a passkey for your account. Nothing was changed.'
export const passkeyAdded = (name: string) => `Passkey added: ${name}.`
export const removePasskeyEffect =
  'It no longer signs you in. You stay signed in where you are now. Your device may still offer the passkey; delete it there too.'

// own-numbers-section.tsx
export const ownNumbers = 'Your own numbers'
export const ownNumbersIntro =
  'Test calls of a batch go only to these numbers, once an administrator has confirmed them, and at most six times an hour.'
export const noOwnNumbers = 'You have saved no numbers.'
export const ownNumber = 'Phone number'
export const saveNumber = 'Save number'
export const enoughNumbers = (count: number) => `You can save ${count} numbers. Remove one first.`
