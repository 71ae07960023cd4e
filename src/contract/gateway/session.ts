/** The gateway's endpoints for signing in and out, for the current session (design: Operators), and for stopping all changes. */
import * as z from 'zod/mini'
import { administrationRequests } from '../requests/administration.ts'
import { signInRequests } from '../requests/sign-in.ts'
import { roles } from '../shared/endpoint.ts'
import { emailAddress, epochMs, id, nonBlankUpTo } from '../shared/wire.ts'
import { Restored } from './backups.ts'
import { gatewayEndpoint, minPasswordLength, ownPath } from './parts/endpoint-parts.ts'

/** A password that somebody enters to sign in or to confirm. Has a maximum length, because signing in is public. */
export const enteredPassword = z.string().check(z.minLength(1), z.maxLength(256))
export const newPassword = enteredPassword.check(z.minLength(minPasswordLength))
/** The signed-in operator's password, for changes that have to be confirmed. */
export const ownPassword = z.optional(z.string().check(z.maxLength(256)))

export const Operator = z.object({ id: z.string(), name: z.string(), roles: z.array(z.enum(roles)) })
export type Operator = z.output<typeof Operator>

/** Who stopped all changes, when and why. */
export const Stop = z.object({
  operator: z.string(),
  at: epochMs,
  reason: z.string(),
})
export type Stop = z.output<typeof Stop>

/** The current session: operator and connection. Every page needs it. */
export const Session = z.object({
  /** null: not signed in. */
  operator: z.nullable(Operator),
  /** The demo operators to switch to; empty unless everything is a simulation on this machine. */
  switchable: z.array(Operator),
  /** Whether the service is a simulation, from its answers; `unknown` until it has answered once. */
  mode: z.enum(['simulation', 'live', 'unknown']),
  service: z.object({
    address: z.string(),
    /** `since`: when the service stopped being up, epoch ms. */
    state: z.enum(['up', 'down', 'key_refused', 'unknown']),
    since: z.nullable(z.number()),
  }),
  workspaces: z.array(z.object({ id: z.string(), name: z.string() })),
  plan: z.object({ requestsPerMinute: z.number(), concurrentCalls: z.number() }),
  /** The service's capabilities. A missing one has not been checked yet. */
  extensions: z.record(z.string(), z.boolean()),
  /** Who stopped all changes; null: changes are allowed, or nobody is signed in. */
  stop: z.nullable(Stop),
  /** The notice that the data was restored from a backup; null: not restored, dismissed, or not signed in. */
  restored: z.nullable(Restored),
  /** The host of the OpenID provider for sign-in; null: none. */
  provider: z.nullable(z.string()),
  /** No account exists yet; the link for the first administrator is in the terminal. Sent only to visitors who are not signed in. */
  noOperatorYet: z.boolean(),
})
export type Session = z.output<typeof Session>

// These endpoints are public, so every text has a maximum length.
const token = nonBlankUpTo(100)

/** null: changes are allowed. */
const Switched = z.object({ stop: z.nullable(Stop) })

export const sessionEndpoints = {
  sessionShow: gatewayEndpoint(signInRequests.sessionShow, { response: Session }),
  /** To another demo operator. Only if everything is a simulation on this machine. */
  sessionSwitch: gatewayEndpoint(signInRequests.sessionSwitch, {
    response: Session,
    body: z.strictObject({ operatorId: id }),
  }),
  signIn: gatewayEndpoint(signInRequests.signIn, {
    response: Session,
    body: z.strictObject({ email: nonBlankUpTo(254), password: enteredPassword }),
  }),
  signOut: gatewayEndpoint(signInRequests.signOut, { response: Session }),
  linkCheck: gatewayEndpoint(signInRequests.linkCheck, {
    response: z.object({ usable: z.boolean() }),
    body: z.strictObject({ token }),
  }),
  /** Sets name, e-mail address and password, and signs in. */
  linkUse: gatewayEndpoint(signInRequests.linkUse, {
    response: Session,
    body: z.strictObject({
      token,
      name: nonBlankUpTo(200),
      email: emailAddress,
      password: newPassword,
    }),
  }),
  /** Returns the address to open. */
  providerSignIn: gatewayEndpoint(signInRequests.providerSignIn, {
    response: z.object({ address: z.string() }),
    /** `back`: the page to return to. `confirm`: a signed-in operator confirms their identity. */
    body: z.strictObject({
      back: z.string().check(z.maxLength(1_000, { abort: true }), z.regex(ownPath)),
      confirm: z.optional(z.boolean()),
    }),
  }),
  /**
   * Not used by the dashboard: the provider redirects the browser here. Starts a session and opens the page, or shows the error on the sign-in
   * page.
   */
  providerReturn: gatewayEndpoint(signInRequests.providerReturn, {}),
  /** Refuses every change from now on, except cancelling batches and ending calls. An earlier stop stands. */
  stopSwitchOn: gatewayEndpoint(administrationRequests.stopSwitchOn, {
    response: Switched,
    body: z.strictObject({ reason: nonBlankUpTo(200) }),
  }),
  stopSwitchOff: gatewayEndpoint(administrationRequests.stopSwitchOff, { response: Switched }),
}
