/** The gateway's endpoints for accounts: an operator's own, links for a new password, and one operator as administrators see them. */
import * as z from 'zod/mini'
import { e164, emailAddress, id, nonBlankUpTo } from '../shared/wire.ts'
import type { Invitation, KnownOperator } from './administration.ts'
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
  accountShow: { response: z.custom<Account>() },
  /** The e-mail address needs your password. */
  accountUpdate: {
    body: z.strictObject({
      name: z.optional(nonBlankUpTo(200)),
      email: z.optional(emailAddress),
      password: ownPassword,
    }),
    response: z.custom<Account>(),
  },
  /** All your other sessions end. */
  passwordChange: {
    body: z.strictObject({ current: enteredPassword, password: newPassword }),
    response: z.custom<{ ended: number }>(),
  },
  ownNumberAdd: { body: z.strictObject({ number: e164 }), response: z.custom<Account>() },
  ownNumberRemove: { response: z.custom<Account>() },
  operatorNumberConfirm: { response: z.custom<OperatorDetail>() },
  operatorNumberRemove: { response: z.custom<OperatorDetail>() },
  /** Says that two accounts belong to one person, who then cannot be the second person for what the other one started. */
  operatorTie: { body: z.strictObject({ otherId: id }), response: z.custom<OperatorDetail>() },
  /** Says that an account belongs to a person of its own again. */
  operatorUntie: { response: z.custom<OperatorDetail>() },
  /** Starts adding a passkey. Returns the options for the browser. */
  passkeyOptions: { body: z.strictObject({ password: ownPassword }), response: z.custom<PasskeyOptions>() },
  passkeyAdd: {
    body: z.strictObject({ state: passkeyState, name: passkeyName, credential: NewPasskey }),
    response: z.custom<Account>(),
  },
  passkeyRemove: { response: z.custom<Account>() },
  /** Starts signing in with a passkey. Returns the options for the browser, which name no account. */
  passkeySignInOptions: { body: z.strictObject({}), response: z.custom<PasskeyOptions>() },
  passkeySignIn: {
    response: z.custom<Session>(),
    body: z.strictObject({ state: passkeyState, credential: PasskeyProof }),
  },
  passwordLinkCheck: {
    body: z.strictObject({ token: nonBlankUpTo(100) }),
    /** The account's e-mail address; null: the link was used or withdrawn, has expired, or never existed. */
    response: z.custom<{ email: string | null }>(),
  },
  /** Sets the password, ends all sessions of the operator, and signs in. */
  passwordReset: {
    response: z.custom<Session>(),
    body: z.strictObject({ token: nonBlankUpTo(100), password: newPassword }),
  },
  operatorShow: { response: z.custom<OperatorDetail>() },
  /** Of another operator, for example of a lost device. */
  operatorPasskeyRemove: {
    body: z.strictObject({ endSessions: z.boolean() }),
    response: z.custom<{ ended: number }>(),
  },
  /** The link works once, and is shown once. */
  passwordLinkMake: {
    body: z.strictObject({ password: ownPassword }),
    response: z.custom<{ link: string; expiresAt: number }>(),
  },
  passwordLinkWithdraw: { response: z.custom<{ withdrawn: boolean }>() },
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
  openSessionList: { response: z.custom<Sessions>() },
  /** Any but the one that asks: that one signs out. */
  openSessionEnd: { response: z.custom<Ended>() },
  /** All but the one that asks. */
  otherSessionsEnd: { response: z.custom<Ended>() },
  /** The last used first. */
  operatorSessionList: { response: z.custom<Sessions>() },
  /** Never the one that asks. */
  operatorSessionEnd: { response: z.custom<Ended>() },
  /** Never the one that asks. */
  operatorSessionsEnd: { response: z.custom<Ended>() },
}
