/** The gateway's endpoints for accounts: an operator's own, links for a new password, and one operator as administrators see them. */
import * as z from 'zod/mini'
import { signInRequests } from '../requests/sign-in.ts'
import { e164, emailAddress, id, nonBlankUpTo } from '../shared/wire.ts'
import type { Invitation, KnownOperator } from './administration.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'
import {
  NewPasskey,
  type Passkey,
  type PasskeyOptions,
  PasskeyProof,
  passkeyName,
  passkeyState,
} from './parts/passkeys.ts'
import { enteredPassword, newPassword, ownPassword, type Session } from './session.ts'

/** One of an operator's own phone numbers. Test calls go only to those that an administrator has confirmed. */
export interface OwnNumber {
  id: string
  /** E.164. Only its owner and administrators see it. */
  number: string
  addedAt: number
  /** The administrator's name; null: not confirmed. */
  confirmedBy: string | null
}

/** How many numbers an operator can save, and how many test calls they can make within an hour. */
export const ownNumberLimits = { numbers: 5, testsPerHour: 6 } as const

export interface Account {
  name: string
  /** '' for a demo operator. */
  email: string
  hasPassword: boolean
  /** An account at the OpenID provider is linked. */
  hasProvider: boolean
  /** The oldest first. */
  passkeys: Passkey[]
  /** The operator's own phone numbers, the oldest first. Test calls go to those that are confirmed. */
  numbers: OwnNumber[]
}

export interface OperatorDetail {
  operator: KnownOperator
  hasPassword: boolean
  hasProvider: boolean
  /** The oldest first. */
  passkeys: Passkey[]
  /** The operator's own phone numbers, the oldest first. */
  numbers: OwnNumber[]
  /** The other accounts of the same person, as an administrator has tied them. */
  tied: { id: string; name: string }[]
  /** The unused link for a new password; null: none. */
  passwordLink: { madeBy: string; madeAt: number; expiresAt: number } | null
  invitations: Invitation[]
}

export const accountEndpoints = {
  accountShow: gatewayEndpoint(signInRequests.accountShow, { response: z.custom<Account>() }),
  /** The e-mail address needs your password. */
  accountUpdate: gatewayEndpoint(signInRequests.accountUpdate, {
    body: z.strictObject({
      name: z.optional(nonBlankUpTo(200)),
      email: z.optional(emailAddress),
      password: ownPassword,
    }),
    response: z.custom<Account>(),
  }),
  /** All your other sessions end. */
  passwordChange: gatewayEndpoint(signInRequests.passwordChange, {
    body: z.strictObject({ current: enteredPassword, password: newPassword }),
    response: z.custom<{ ended: number }>(),
  }),
  ownNumberAdd: gatewayEndpoint(signInRequests.ownNumberAdd, {
    body: z.strictObject({ number: e164 }),
    response: z.custom<Account>(),
  }),
  ownNumberRemove: gatewayEndpoint(signInRequests.ownNumberRemove, { response: z.custom<Account>() }),
  operatorNumberConfirm: gatewayEndpoint(signInRequests.operatorNumberConfirm, {
    response: z.custom<OperatorDetail>(),
  }),
  operatorNumberRemove: gatewayEndpoint(signInRequests.operatorNumberRemove, { response: z.custom<OperatorDetail>() }),
  /** Says that two accounts belong to one person, who then cannot be the second person for what the other one started. */
  operatorTie: gatewayEndpoint(signInRequests.operatorTie, {
    body: z.strictObject({ otherId: id }),
    response: z.custom<OperatorDetail>(),
  }),
  /** Says that an account belongs to a person of its own again. */
  operatorUntie: gatewayEndpoint(signInRequests.operatorUntie, { response: z.custom<OperatorDetail>() }),
  /** Starts adding a passkey. Returns the options for the browser. */
  passkeyOptions: gatewayEndpoint(signInRequests.passkeyOptions, {
    body: z.strictObject({ password: ownPassword }),
    response: z.custom<PasskeyOptions>(),
  }),
  passkeyAdd: gatewayEndpoint(signInRequests.passkeyAdd, {
    body: z.strictObject({ state: passkeyState, name: passkeyName, credential: NewPasskey }),
    response: z.custom<Account>(),
  }),
  passkeyRemove: gatewayEndpoint(signInRequests.passkeyRemove, { response: z.custom<Account>() }),
  /** Starts signing in with a passkey. Returns the options for the browser, which name no account. */
  passkeySignInOptions: gatewayEndpoint(signInRequests.passkeySignInOptions, {
    body: z.strictObject({}),
    response: z.custom<PasskeyOptions>(),
  }),
  passkeySignIn: gatewayEndpoint(signInRequests.passkeySignIn, {
    response: z.custom<Session>(),
    body: z.strictObject({ state: passkeyState, credential: PasskeyProof }),
  }),
  passwordLinkCheck: gatewayEndpoint(signInRequests.passwordLinkCheck, {
    body: z.strictObject({ token: nonBlankUpTo(100) }),
    /** The account's e-mail address; null: the link was used or withdrawn, has expired, or never existed. */
    response: z.custom<{ email: string | null }>(),
  }),
  /** Sets the password, ends all sessions of the operator, and signs in. */
  passwordReset: gatewayEndpoint(signInRequests.passwordReset, {
    response: z.custom<Session>(),
    body: z.strictObject({ token: nonBlankUpTo(100), password: newPassword }),
  }),
  operatorShow: gatewayEndpoint(signInRequests.operatorShow, { response: z.custom<OperatorDetail>() }),
  /** Of another operator, for example of a lost device. */
  operatorPasskeyRemove: gatewayEndpoint(signInRequests.operatorPasskeyRemove, {
    body: z.strictObject({ endSessions: z.boolean() }),
    response: z.custom<{ ended: number }>(),
  }),
  /** The link works once, and is shown once. */
  passwordLinkMake: gatewayEndpoint(signInRequests.passwordLinkMake, {
    body: z.strictObject({ password: ownPassword }),
    response: z.custom<{ link: string; expiresAt: number }>(),
  }),
  passwordLinkWithdraw: gatewayEndpoint(signInRequests.passwordLinkWithdraw, {
    response: z.custom<{ withdrawn: boolean }>(),
  }),
}

export interface OpenSession {
  id: string
  /** Browser and system, such as "Firefox on Linux"; '' if unknown. */
  device: string
  signedInAt: number
  /** Last activity, epoch ms, accurate to five minutes. Viewing a page is not an activity. */
  lastActive: number
  current: boolean
}

type Sessions = { sessions: OpenSession[] }
type Ended = { ended: number }
/** The gateway's endpoints for open sessions. Operators see and end their own, administrators those of any operator. */
export const openSessionEndpoints = {
  /** The last used first. */
  openSessionList: gatewayEndpoint(signInRequests.openSessionList, { response: z.custom<Sessions>() }),
  /** Any but the one that asks: that one signs out. */
  openSessionEnd: gatewayEndpoint(signInRequests.openSessionEnd, { response: z.custom<Ended>() }),
  /** All but the one that asks. */
  otherSessionsEnd: gatewayEndpoint(signInRequests.otherSessionsEnd, { response: z.custom<Ended>() }),
  /** The last used first. */
  operatorSessionList: gatewayEndpoint(signInRequests.operatorSessionList, { response: z.custom<Sessions>() }),
  /** Never the one that asks. */
  operatorSessionEnd: gatewayEndpoint(signInRequests.operatorSessionEnd, { response: z.custom<Ended>() }),
  /** Never the one that asks. */
  operatorSessionsEnd: gatewayEndpoint(signInRequests.operatorSessionsEnd, { response: z.custom<Ended>() }),
}
