/** The gateway's endpoints for accounts: an operator's own, links for a new password, and one operator as administrators see them. */
import * as z from 'zod/mini'
import { signInRequests } from '../requests/sign-in.ts'
import { e164, emailAddress, epochMs, id, nonBlankUpTo } from '../shared/wire.ts'
import { Invitation, KnownOperator } from './administration.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'
import { NewPasskey, Passkey, PasskeyOptions, PasskeyProof, passkeyName, passkeyState } from './parts/passkeys.ts'
import { enteredPassword, newPassword, ownPassword, Session } from './session.ts'

/** One of an operator's own phone numbers. Test calls go only to those that an administrator has confirmed. */
export const OwnNumber = z.object({
  id: z.string(),
  /** E.164. Only its owner and administrators see it. */
  number: z.string(),
  addedAt: epochMs,
  /** The administrator's name; null: not confirmed. */
  confirmedBy: z.nullable(z.string()),
})
export type OwnNumber = z.output<typeof OwnNumber>

/** How many numbers an operator can save, and how many test calls they can make within an hour. */
export const ownNumberLimits = { numbers: 5, testsPerHour: 6 } as const

export const Account = z.object({
  name: z.string(),
  /** '' for a demo operator. */
  email: z.string(),
  hasPassword: z.boolean(),
  /** An account at the OpenID provider is linked. */
  hasProvider: z.boolean(),
  /** The oldest first. */
  passkeys: z.array(Passkey),
  /** The operator's own phone numbers, the oldest first. Test calls go to those that are confirmed. */
  numbers: z.array(OwnNumber),
})
export type Account = z.output<typeof Account>

/** One operator, as administrators see them. */
export const OperatorDetail = z.object({
  operator: KnownOperator,
  hasPassword: z.boolean(),
  hasProvider: z.boolean(),
  /** The oldest first. */
  passkeys: z.array(Passkey),
  /** The operator's own phone numbers, the oldest first. */
  numbers: z.array(OwnNumber),
  /** The other accounts of the same person, as an administrator has tied them. */
  tied: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The unused link for a new password; null: none. */
  passwordLink: z.nullable(z.object({ madeBy: z.string(), madeAt: z.number(), expiresAt: z.number() })),
  /** The unused invitations that they made. */
  invitations: z.array(Invitation),
})
export type OperatorDetail = z.output<typeof OperatorDetail>

export const accountEndpoints = {
  accountShow: gatewayEndpoint(signInRequests.accountShow, {
    summary: 'Your own name and e-mail address, and how you can sign in.',
    response: Account,
  }),
  accountUpdate: gatewayEndpoint(signInRequests.accountUpdate, {
    summary: 'Change your own name or e-mail address. The e-mail address needs your password.',
    body: z.strictObject({
      name: z.optional(nonBlankUpTo(200)),
      email: z.optional(emailAddress),
      password: ownPassword,
    }),
    response: Account,
  }),
  passwordChange: gatewayEndpoint(signInRequests.passwordChange, {
    summary: 'Change your own password. All your other sessions end.',
    body: z.strictObject({ current: enteredPassword, password: newPassword }),
    /** `ended`: the number of other sessions that ended. */
    response: z.object({ ended: z.number() }),
  }),
  ownNumberAdd: gatewayEndpoint(signInRequests.ownNumberAdd, {
    summary: 'Save one of your own phone numbers. Test calls go to it once an administrator has confirmed it.',
    body: z.strictObject({ number: e164 }),
    response: Account,
  }),
  ownNumberRemove: gatewayEndpoint(signInRequests.ownNumberRemove, {
    summary: 'Remove one of your own phone numbers.',
    response: Account,
  }),
  operatorNumberConfirm: gatewayEndpoint(signInRequests.operatorNumberConfirm, {
    summary: 'Confirm that a phone number is the operator’s own, so that their test calls can go to it.',
    response: OperatorDetail,
  }),
  operatorNumberRemove: gatewayEndpoint(signInRequests.operatorNumberRemove, {
    summary: 'Remove a phone number that is not the operator’s own, so that no test call goes to it.',
    response: OperatorDetail,
  }),
  operatorTie: gatewayEndpoint(signInRequests.operatorTie, {
    summary:
      'Say that two accounts belong to one person, who then cannot be the second person for what the other one started.',
    body: z.strictObject({ otherId: id }),
    response: OperatorDetail,
  }),
  operatorUntie: gatewayEndpoint(signInRequests.operatorUntie, {
    summary: 'Say that an account belongs to a person of its own again.',
    response: OperatorDetail,
  }),
  passkeyOptions: gatewayEndpoint(signInRequests.passkeyOptions, {
    summary: 'Start adding a passkey to your account. Needs your password. Returns the options for the browser.',
    body: z.strictObject({ password: ownPassword }),
    response: PasskeyOptions,
  }),
  passkeyAdd: gatewayEndpoint(signInRequests.passkeyAdd, {
    summary: 'Add the passkey that the browser has created.',
    body: z.strictObject({ state: passkeyState, name: passkeyName, credential: NewPasskey }),
    response: Account,
  }),
  passkeyRemove: gatewayEndpoint(signInRequests.passkeyRemove, {
    summary: 'Remove one of your own passkeys.',
    response: Account,
  }),
  passkeySignInOptions: gatewayEndpoint(signInRequests.passkeySignInOptions, {
    summary: 'Start signing in with a passkey. Returns the options for the browser, which name no account.',
    body: z.strictObject({}),
    response: PasskeyOptions,
  }),
  passkeySignIn: gatewayEndpoint(signInRequests.passkeySignIn, {
    response: Session,
    summary: 'Sign in with the passkey that the browser has used.',
    body: z.strictObject({ state: passkeyState, credential: PasskeyProof }),
  }),
  passwordLinkCheck: gatewayEndpoint(signInRequests.passwordLinkCheck, {
    summary: 'Whether a link for a new password still works, and for which account it is.',
    body: z.strictObject({ token: nonBlankUpTo(100) }),
    /** The account's e-mail address; null: the link was used or withdrawn, has expired, or never existed. */
    response: z.object({ email: z.nullable(z.string()) }),
  }),
  passwordReset: gatewayEndpoint(signInRequests.passwordReset, {
    response: Session,
    summary: 'Use a link for a new password: set it, end all sessions of the operator, and sign in.',
    body: z.strictObject({ token: nonBlankUpTo(100), password: newPassword }),
  }),
  operatorShow: gatewayEndpoint(signInRequests.operatorShow, {
    summary: 'One operator: roles and state, how they can sign in, and the invitations that they made.',
    response: OperatorDetail,
  }),
  operatorPasskeyRemove: gatewayEndpoint(signInRequests.operatorPasskeyRemove, {
    summary: 'Remove a passkey of another operator, for example of a lost device, and end their sessions if you want.',
    body: z.strictObject({ endSessions: z.boolean() }),
    /** `ended`: the number of sessions that ended. */
    response: z.object({ ended: z.number() }),
  }),
  passwordLinkMake: gatewayEndpoint(signInRequests.passwordLinkMake, {
    summary: 'Make a one-time link with which an operator chooses a new password. The link is shown once.',
    body: z.strictObject({ password: ownPassword }),
    response: z.object({ link: z.string(), expiresAt: z.number() }),
  }),
  passwordLinkWithdraw: gatewayEndpoint(signInRequests.passwordLinkWithdraw, {
    summary: 'Withdraw an unused link for a new password.',
    response: z.object({ withdrawn: z.boolean() }),
  }),
}

export const OpenSession = z.object({
  id: z.string(),
  /** Browser and system, such as "Firefox on Linux"; '' if unknown. */
  device: z.string(),
  signedInAt: epochMs,
  /** Last activity, epoch ms, accurate to five minutes. Viewing a page is not an activity. */
  lastActive: z.number(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type OpenSession = z.output<typeof OpenSession>

const Sessions = z.object({ sessions: z.array(OpenSession) })
const Ended = z.object({ ended: z.number() })
/** The gateway's endpoints for open sessions. Operators see and end their own, administrators those of any operator. */
export const openSessionEndpoints = {
  openSessionList: gatewayEndpoint(signInRequests.openSessionList, {
    summary: 'Your own open sessions, the last used first.',
    response: Sessions,
  }),
  openSessionEnd: gatewayEndpoint(signInRequests.openSessionEnd, {
    summary: 'End one of your own sessions, but the one that asks: that one signs out.',
    response: Ended,
  }),
  otherSessionsEnd: gatewayEndpoint(signInRequests.otherSessionsEnd, {
    summary: 'End all of your own sessions but the one that asks.',
    response: Ended,
  }),
  operatorSessionList: gatewayEndpoint(signInRequests.operatorSessionList, {
    summary: 'The open sessions of an operator, the last used first.',
    response: Sessions,
  }),
  operatorSessionEnd: gatewayEndpoint(signInRequests.operatorSessionEnd, {
    summary: 'End a session of an operator, but never the one that asks.',
    response: Ended,
  }),
  operatorSessionsEnd: gatewayEndpoint(signInRequests.operatorSessionsEnd, {
    summary: 'End all sessions of an operator, but never the one that asks.',
    response: Ended,
  }),
}
