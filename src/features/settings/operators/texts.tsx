/** Texts about operators, their roles and their invitations. */
import type { ReactNode } from 'react'
import type { Role } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

const list = new Intl.ListFormat('en-GB')

/** Shows its text to screen readers only. */
type Hidden = (text: string) => ReactNode

export const cancel = 'Cancel'

// operators-part.tsx
export const operators = 'Operators'
export const emailColumn = 'E-mail'
export const rolesColumn = 'Roles'
export const lastSeenColumn = 'Last seen'
export const stateColumn = 'State'
export const actionsColumn = 'Actions'
export const enabledState = 'Enabled'
export const disabledState = 'Disabled'
export const invitations = 'Invitations'
export const invitationFacts = (unused: number, expired: number) =>
  [
    unused > 0 && plural(unused, 'unused link', 'unused links'),
    expired > 0 && plural(expired, 'expired link', 'expired links'),
  ]
    .filter(Boolean)
    .join(' · ')
export const expired = 'Expired'
export const invitedColumn = 'For'
export const anyoneWithLink = 'Anyone with the link'
export const expiresColumn = 'Expires'

// role-choice.tsx
export const roleHints: Record<Role, string> = {
  support: 'Places and ends calls, and mutes their agents.',
  campaign_manager: 'Starts and cancels batches, and places calls.',
  reviewer: 'Approves, edits and rejects drafts.',
  admin: 'Does all of this, manages agents, flows, operators and settings, and views the audit.',
}

// access-rules.ts
export const lastAdministrator =
  'This is the last administrator. Make someone else an administrator first. Otherwise nobody could manage operators.'

// operator-actions.tsx
export const disabling = {
  title: (name: string) => `Disable ${name}?`,
  action: (name: string) => `Disable ${name}`,
  effect:
    'They are signed out everywhere within two seconds, and cannot sign in until someone enables them. Their actions stay in the audit. Calls and batches that they started continue.',
  done: (name: string) => `${name} is disabled.`,
}
export const enabling = {
  title: (name: string) => `Enable ${name}?`,
  action: (name: string) => `Enable ${name}`,
  effect: 'They can sign in again, with the roles that they had before.',
  done: (name: string) => `${name} is enabled.`,
}

// operator-page.tsx
export const operator = 'Operator'
export const invitationsMade = 'Invitations that they made'

// operator-passkeys.tsx
/** @param ways with which the operator signs in now; `passkeys` is their number, with the removed one */
export function removePasskeyEffect(
  name: string,
  { hasPassword, hasProvider, passkeys }: { hasPassword: boolean; hasProvider: boolean; passkeys: number },
): string {
  const left = [
    hasPassword && 'password',
    hasProvider && 'sign-in provider',
    passkeys > 1 && (passkeys === 2 ? 'other passkey' : 'other passkeys'),
  ].filter((way) => way !== false)
  const effect = `It no longer signs ${name} in.`
  if (left.length === 0) return `${effect} They then cannot sign in. Make a link for a new password.`
  const verb = left.length > 1 || left[0] === 'other passkeys' ? 'do' : 'does'
  return `${effect} Their ${list.format(left)} still ${verb}.`
}

// identity-confirmation.tsx
const confirmIdentity = 'Administrators can do everything in Switchboard, so confirm that it is you.'
export const ownPasswordHint = confirmIdentity
export const confirmAtProvider = (provider: string) =>
  `${confirmIdentity} Sign in again with ${provider} in a new tab, then come back here. The confirmation lasts five minutes.`
export const cannotConfirm = `${confirmIdentity} You have no password, and no sign-in provider is set up. Ask another administrator to do this.`

// invite-operator.tsx
export const inviteOperator = 'Invite operator'
export const createLink = 'Create link'
export const linkIsMade = 'The link is being created. Wait until it is shown.'
/** @param email null: anyone can use it */
export const linkEffect = (email: string | null, roles: string, expires: ReactNode) => (
  <>
    {email === null
      ? `The first person who uses it becomes an operator (${roles}).`
      : `It makes ${email} an operator (${roles}).`}{' '}
    It works once, until {expires}. Send it in a way that only the recipient can read.
  </>
)

// renew-invitation.tsx
export const renew = (email: string | null, roles: string, hidden: Hidden) => (
  <>Renew{hidden(` invitation for ${invitedPerson(email, roles)}`)}</>
)
export const renewTitle = (email: string | null) => `Renew the invitation for ${invitedPerson(email)}?`
export const renewEffect = (email: string | null, roles: string, isExpired: boolean) =>
  `You get a new link for ${invitedPerson(email)} (${roles}), which works for a day. ${isExpired ? 'The earlier link has expired.' : 'The earlier link stops working.'}`

// withdraw-invitation.tsx
/** @param roles tell several invitations apart that name nobody */
const invitedPerson = (email: string | null, roles = '') =>
  email ?? `anyone with the link${roles === '' ? '' : ` (${roles})`}`
export const withdraw = (email: string | null, roles: string, hidden: Hidden) => (
  <>Withdraw{hidden(` invitation for ${invitedPerson(email, roles)}`)}</>
)
export const withdrawTitle = (email: string | null) => `Withdraw the invitation for ${invitedPerson(email)}?`
export const withdrawn = (email: string | null) => `The invitation for ${invitedPerson(email)} is withdrawn.`

// operator-numbers.tsx
export const ownNumbersTerm = 'Own numbers'
