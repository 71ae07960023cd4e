/** The gateway's endpoints for coming in and leaving, and who one is then (design: Operators). */
import * as z from 'zod/mini'
import { endpoint, roles } from './endpoint.ts'
import { ofGateway, ownPath } from './gateway-words.ts'
import { emailAddress, filled } from './wire.ts'

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
    /** up · down (since when, epoch ms) · key_refused. */
    state: z.enum(['up', 'down', 'key_refused', 'unknown']),
    since: z.nullable(z.number()),
  }),
  workspaces: z.array(z.object({ id: z.string(), name: z.string() })),
  plan: z.object({ requestsPerMinute: z.number(), concurrentCalls: z.number() }),
  /** Families of extensions that the service has; a family that is missing has not been asked for yet. */
  extensions: z.record(z.string(), z.boolean()),
  /** The host of the OpenID provider at which one can sign in; null: there is none. */
  provider: z.nullable(z.string()),
  /** The gateway's clock, epoch ms: ages and countdowns are reckoned by it. */
  now: z.number(),
})
export type Session = z.output<typeof Session>

export const sessionEndpoints = {
  sessionShow: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/session',
    roles: 'public',
    response: Session,
    summary: 'Who is signed in, and what this gateway is connected to.',
  }),
  sessionSwitch: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/switch',
    roles: 'public',
    response: Session,
    summary: 'Become another of the ready operators. Only where everything is a simulation on this machine.',
    body: z.strictObject({ operatorId: filled }),
  }),
  signIn: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/sign-in',
    roles: 'public',
    response: Session,
    summary: 'Sign in with e-mail and password.',
    body: z.strictObject({ email: filled, password: filled }),
  }),
  signOut: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/sign-out',
    roles: 'public',
    response: Session,
    summary: 'End this session.',
  }),
  linkUse: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/link',
    roles: 'public',
    response: Session,
    summary: 'Use a one-time link: set name, e-mail and password, and sign in.',
    body: z.strictObject({
      token: filled,
      name: filled,
      email: emailAddress,
      password: z.string().check(z.minLength(10)),
    }),
  }),
  providerSignIn: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/session/provider',
    roles: 'public',
    response: z.object({ address: z.string() }),
    summary: 'Begin to sign in at the OpenID provider: the address to go to.',
    /** `back` is the page to come back to. */
    body: z.strictObject({ back: z.string().check(z.maxLength(1_000), z.regex(ownPath)) }),
  }),
  /** Not for the dashboard: the provider sends the browser here. */
  providerReturn: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/session/provider/return',
    roles: 'public',
    summary: 'Come back from the OpenID provider: a session and the page, or the sign-in page with what went wrong.',
  }),
}
