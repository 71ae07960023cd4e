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
  accountShow: gatewayEndpoint(signInRequests.accountShow, { response: Account }),
  /** The e-mail address needs your password. */
  accountUpdate: gatewayEndpoint(signInRequests.accountUpdate, {
    body: z.strictObject({
      name: z.optional(nonBlankUpTo(200)),
      email: z.optional(emailAddress),
      password: ownPassword,
    }),
    response: Account,
  }),
  /** All your other sessions end. */
  passwordChange: gatewayEndpoint(signInRequests.passwordChange, {
    body: z.strictObject({ current: enteredPassword, password: newPassword }),
    /** `ended`: the number of other sessions that ended. */
    response: z.object({ ended: z.number() }),
  }),
  ownNumberAdd: gatewayEndpoint(signInRequests.ownNumberAdd, {
    body: z.strictObject({ number: e164 }),
    response: Account,
  }),
  ownNumberRemove: gatewayEndpoint(signInRequests.ownNumberRemove, { response: Account }),
  operatorNumberConfirm: gatewayEndpoint(signInRequests.operatorNumberConfirm, { response: OperatorDetail }),
  operatorNumberRemove: gatewayEndpoint(signInRequests.operatorNumberRemove, { response: OperatorDetail }),
  /** Says that two accounts belong to one person, who then cannot be the second person for what the other one started. */
  operatorTie: gatewayEndpoint(signInRequests.operatorTie, {
    body: z.strictObject({ otherId: id }),
    response: OperatorDetail,
  }),
  /** Says that an account belongs to a person of its own again. */
  operatorUntie: gatewayEndpoint(signInRequests.operatorUntie, { response: OperatorDetail }),
  /** Starts adding a passkey. Returns the options for the browser. */
  passkeyOptions: gatewayEndpoint(signInRequests.passkeyOptions, {
    body: z.strictObject({ password: ownPassword }),
    response: PasskeyOptions,
  }),
  passkeyAdd: gatewayEndpoint(signInRequests.passkeyAdd, {
    body: z.strictObject({ state: passkeyState, name: passkeyName, credential: NewPasskey }),
    response: Account,
  }),
  passkeyRemove: gatewayEndpoint(signInRequests.passkeyRemove, { response: Account }),
  /** Starts signing in with a passkey. Returns the options for the browser, which name no account. */
  passkeySignInOptions: gatewayEndpoint(signInRequests.passkeySignInOptions, {
    body: z.strictObject({}),
    response: PasskeyOptions,
  }),
  passkeySignIn: gatewayEndpoint(signInRequests.passkeySignIn, {
    response: Session,
    body: z.strictObject({ state: passkeyState, credential: PasskeyProof }),
  }),
  passwordLinkCheck: gatewayEndpoint(signInRequests.passwordLinkCheck, {
    body: z.strictObject({ token: nonBlankUpTo(100) }),
    /** The account's e-mail address; null: the link was used or withdrawn, has expired, or never existed. */
    response: z.object({ email: z.nullable(z.string()) }),
  }),
  /** Sets the password, ends all sessions of the operator, and signs in. */
  passwordReset: gatewayEndpoint(signInRequests.passwordReset, {
    response: Session,
    body: z.strictObject({ token: nonBlankUpTo(100), password: newPassword }),
  }),
  operatorShow: gatewayEndpoint(signInRequests.operatorShow, { response: OperatorDetail }),
  /** Of another operator, for example of a lost device. */
  operatorPasskeyRemove: gatewayEndpoint(signInRequests.operatorPasskeyRemove, {
    body: z.strictObject({ endSessions: z.boolean() }),
    /** `ended`: the number of sessions that ended. */
    response: z.object({ ended: z.number() }),
  }),
  /** The link works once, and is shown once. */
  passwordLinkMake: gatewayEndpoint(signInRequests.passwordLinkMake, {
    body: z.strictObject({ password: ownPassword }),
    response: z.object({ link: z.string(), expiresAt: z.number() }),
  }),
  passwordLinkWithdraw: gatewayEndpoint(signInRequests.passwordLinkWithdraw, {
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
  /** The last used first. */
  openSessionList: gatewayEndpoint(signInRequests.openSessionList, { response: Sessions }),
  /** Any but the one that asks: that one signs out. */
  openSessionEnd: gatewayEndpoint(signInRequests.openSessionEnd, { response: Ended }),
  /** All but the one that asks. */
  otherSessionsEnd: gatewayEndpoint(signInRequests.otherSessionsEnd, { response: Ended }),
  /** The last used first. */
  operatorSessionList: gatewayEndpoint(signInRequests.operatorSessionList, { response: Sessions }),
  /** Never the one that asks. */
  operatorSessionEnd: gatewayEndpoint(signInRequests.operatorSessionEnd, { response: Ended }),
  /** Never the one that asks. */
  operatorSessionsEnd: gatewayEndpoint(signInRequests.operatorSessionsEnd, { response: Ended }),
}
