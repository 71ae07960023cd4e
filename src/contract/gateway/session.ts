/** The gateway's endpoints for coming in and leaving, and who one is then (design: Operators). */
import * as z from 'zod/mini'
import { endpoint, roles } from '../shared/endpoint.ts'
import { onDemand } from '../shared/freshness.ts'
import { emailAddress, filledUpTo, id } from '../shared/wire.ts'
import { Restored } from './backups.ts'
import { ofGateway, ownPath } from './endpoint-parts.ts'
import { Stop } from './stop-switch.ts'

export const Operator = z.object({ id: z.string(), name: z.string(), roles: z.array(z.enum(roles)) })
export type Operator = z.output<typeof Operator>

/** Where we are connected and as whom. The one answer that every page needs. */
export const Session = z.object({
  /** null: sign in first. */
  operator: z.nullable(Operator),
  /** The ready operators that one click switches to; empty unless everything is a simulation on this machine. */
  switchable: z.array(Operator),
  /** What the service's answers say of themselves; `unknown` until it has answered once. */
  mode: z.enum(['simulation', 'live', 'unknown']),
  service: z.object({
    address: z.string(),
    /** up · down · key_refused, and since when it has not been up, epoch ms. */
    state: z.enum(['up', 'down', 'key_refused', 'unknown']),
    since: z.nullable(z.number()),
  }),
  workspaces: z.array(z.object({ id: z.string(), name: z.string() })),
  plan: z.object({ requestsPerMinute: z.number(), concurrentCalls: z.number() }),
  /** Families of extensions that the service has; a family that is missing has not been asked for yet. */
  extensions: z.record(z.string(), z.boolean()),
  /** Who stopped all changes; null: changes are allowed, or nobody is signed in. */
  stop: z.nullable(Stop),
  /** The data were restored from a backup, and no administrator has looked yet; null: neither, or nobody is signed in. */
  restored: z.nullable(Restored),
  /** The host of the OpenID provider at which one can sign in; null: there is none. */
  provider: z.nullable(z.string()),
  /** Nobody has an account yet: the link that makes the first administrator is in the terminal. Sent only to visitors who are not signed in. */
  noOperatorYet: z.boolean(),
})
export type Session = z.output<typeof Session>

// These endpoints are public, so every text has a maximum length.
const password = z.string().check(z.minLength(1), z.maxLength(256))
const token = filledUpTo(100)

export const sessionEndpoints = {
  sessionShow: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/session',
    label: 'Signing in',
    freshness: onDemand(5),
    roles: 'public',
    response: Session,
    summary: 'Who is signed in, and what this gateway is connected to.',
  }),
  sessionSwitch: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/switch',
    label: 'Switching users',
    invalidates: ['sessionShow'],
    roles: 'public',
    response: Session,
    summary: 'Become another of the ready operators. Only where everything is a simulation on this machine.',
    body: z.strictObject({ operatorId: id }),
  }),
  signIn: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/sign-in',
    label: 'Signing in',
    done: 'Signed in',
    invalidates: ['sessionShow'],
    roles: 'public',
    response: Session,
    summary: 'Sign in with e-mail and password.',
    body: z.strictObject({ email: filledUpTo(254), password }),
  }),
  signOut: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/sign-out',
    label: 'Signing out',
    done: 'Signed out',
    invalidates: ['sessionShow'],
    roles: 'public',
    response: Session,
    summary: 'End this session.',
  }),
  linkCheck: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/link/check',
    label: 'Checking a link',
    invalidates: [],
    roles: 'public',
    response: z.object({ usable: z.boolean() }),
    summary: 'Whether a one-time link still works: not used, not withdrawn, not too old.',
    body: z.strictObject({ token }),
  }),
  linkUse: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/link',
    label: 'Using a link',
    done: 'Used an invitation',
    invalidates: ['sessionShow'],
    roles: 'public',
    response: Session,
    summary: 'Use a one-time link: set name, e-mail and password, and sign in.',
    body: z.strictObject({
      token,
      name: filledUpTo(200),
      email: emailAddress,
      password: password.check(z.minLength(10)),
    }),
  }),
  providerSignIn: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/provider',
    label: 'Signing in',
    done: 'Signed in at the provider',
    invalidates: [],
    roles: 'public',
    response: z.object({ address: z.string() }),
    summary: 'Begin to sign in at the OpenID provider: the address to go to.',
    /** `back` is the page to return to; `confirm`: an operator who is signed in confirms who they are. */
    body: z.strictObject({
      back: z.string().check(z.maxLength(1_000, { abort: true }), z.regex(ownPath)),
      confirm: z.optional(z.boolean()),
    }),
  }),
  /** Not for the dashboard: the provider sends the browser here. */
  providerReturn: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/session/provider/return',
    label: 'Signing in',
    freshness: null,
    roles: 'public',
    summary: 'Come back from the OpenID provider: a session and the page, or the sign-in page with what went wrong.',
  }),
}
