/** The gateway's endpoints for signing in and out, for the current session (design: Operators), and for stopping all changes. */
import * as z from 'zod/mini'
import type { Role } from '../shared/endpoint.ts'
import { emailAddress, id, nonBlankUpTo } from '../shared/wire.ts'
import type { Restored } from './backups.ts'
import { minPasswordLength, ownPath } from './parts/endpoint-parts.ts'

/** A password that somebody enters to sign in or to confirm. Has a maximum length, because signing in is public. */
export const enteredPassword = z.string().check(z.minLength(1), z.maxLength(256))
export const newPassword = enteredPassword.check(z.minLength(minPasswordLength))
/** The signed-in operator's password, for changes that have to be confirmed. */
export const ownPassword = z.optional(z.string().check(z.maxLength(256)))

export interface Operator {
  id: string
  name: string
  roles: Role[]
}

/** Who stopped all changes, when and why. */
export interface Stop {
  operator: string
  at: number
  reason: string
}

/** The current session: operator and connection. Every page needs it. */
export interface Session {
  /** null: not signed in. */
  operator: Operator | null
  /** The demo operators to switch to; empty unless everything is a simulation on this machine. */
  switchable: Operator[]
  /** Whether the service is a simulation, from its answers; `unknown` until it has answered once. */
  mode: 'simulation' | 'live' | 'unknown'
  service: {
    address: string
    /** `since`: when the service stopped being up, epoch ms. */
    state: 'up' | 'down' | 'key_refused' | 'unknown'
    since: number | null
  }
  workspaces: { id: string; name: string }[]
  plan: { requestsPerMinute: number; concurrentCalls: number }
  /** The service's capabilities. A missing one has not been checked yet. */
  extensions: Record<string, boolean>
  /** Who stopped all changes; null: changes are allowed, or nobody is signed in. */
  stop: Stop | null
  /** The notice that the data was restored from a backup; null: not restored, dismissed, or not signed in. */
  restored: Restored | null
  /** The host of the OpenID provider for sign-in; null: none. */
  provider: string | null
  /** No account exists yet; the link for the first administrator is in the terminal. Sent only to visitors who are not signed in. */
  noOperatorYet: boolean
}

// These endpoints are public, so every text has a maximum length.
const token = nonBlankUpTo(100)

/** null: changes are allowed. */
type Switched = { stop: Stop | null }

export const sessionEndpoints = {
  sessionShow: { response: z.custom<Session>() },
  /** To another demo operator. Only if everything is a simulation on this machine. */
  sessionSwitch: { response: z.custom<Session>(), body: z.strictObject({ operatorId: id }) },
  signIn: {
    response: z.custom<Session>(),
    body: z.strictObject({ email: nonBlankUpTo(254), password: enteredPassword }),
  },
  signOut: { response: z.custom<Session>() },
  linkCheck: { response: z.custom<{ usable: boolean }>(), body: z.strictObject({ token }) },
  /** Sets name, e-mail address and password, and signs in. */
  linkUse: {
    response: z.custom<Session>(),
    body: z.strictObject({
      token,
      name: nonBlankUpTo(200),
      email: emailAddress,
      password: newPassword,
    }),
  },
  /** Returns the address to open. */
  providerSignIn: {
    response: z.custom<{ address: string }>(),
    /** `back`: the page to return to. `confirm`: a signed-in operator confirms their identity. */
    body: z.strictObject({
      back: z.string().check(z.maxLength(1_000, { abort: true }), z.regex(ownPath)),
      confirm: z.optional(z.boolean()),
    }),
  },
  /**
   * Not used by the dashboard: the provider redirects the browser here. Starts a session and opens the page, or shows the error on the sign-in
   * page.
   */
  providerReturn: {},
  /** Refuses every change from now on, except cancelling batches and ending calls. An earlier stop stands. */
  stopSwitchOn: { response: z.custom<Switched>(), body: z.strictObject({ reason: nonBlankUpTo(200) }) },
  stopSwitchOff: { response: z.custom<Switched>() },
}
