/** The gateway's own endpoints, in the same form as the service's (design: the gateway). */
import * as z from 'zod/mini'
import { ActiveCallSummary } from './active-calls.ts'
import { administrationEndpoints } from './administration.ts'
import { endpoint, everyone, roles } from './endpoint.ts'
import { effectStates } from './gateway-words.ts'
import { Pagination, pageQuery } from './limits.ts'
import { reviewEndpoints } from './review.ts'
import { filled, id, moment } from './wire.ts'

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
  /** The gateway's clock, epoch ms: ages and countdowns are reckoned by it. */
  now: z.number(),
})
export type Session = z.output<typeof Session>

export const lanes = ['cancel', 'commands', 'reads', 'watching'] as const
export type Lane = (typeof lanes)[number]

export const Budget = z.object({
  /** Requests that any 60 s may hold. */
  perMinute: z.number(),
  /** Sent in the last 60 s. */
  used: z.number(),
  /** Of these, kept for cancel and commands. */
  reserved: z.number(),
  byLane: z.record(z.enum(lanes), z.number()),
  byPage: z.array(z.object({ page: z.string(), used: z.number() })),
  byOperator: z.array(z.object({ name: z.string(), used: z.number() })),
  /** Seconds until reads may go again; 0: now. */
  nextReadIn: z.number(),
  /** Seconds that a 429 of the service still pauses us; 0: not paused. */
  pausedFor: z.number(),
  /** When the service last answered 429, epoch ms. */
  lastRefusal: z.nullable(z.number()),
})
export type Budget = z.output<typeof Budget>

/** A call on the wall, with the age of what is known of it. */
export const LiveCall = z.extend(ActiveCallSummary, {
  /** Seconds since it was read. */
  age: z.number(),
  batchId: z.nullable(z.string()),
  /** false: the service says that it has ended. */
  live: z.boolean(),
})
export type LiveCall = z.output<typeof LiveCall>

/** A command's record in the ledger. Ids only: no numbers, no texts. */
export const Effect = z.object({
  id: z.string(),
  /** The contract's name of what was asked, such as `batchStart`. */
  endpoint: z.string(),
  /** What it was done to: path parameters and other ids. */
  ids: z.record(z.string(), z.string()),
  state: z.enum(effectStates),
  operator: z.string(),
  /** Epoch ms. */
  at: z.number(),
  settledBy: z.nullable(z.string()),
  /** For `settled`: whether it had happened. */
  happened: z.nullable(z.boolean()),
  reason: z.nullable(z.string()),
})
export type Effect = z.output<typeof Effect>

/** A batch that the team started, or opened by its id. */
export const KnownBatch = z.object({
  batchId: z.string(),
  name: z.string(),
  agentId: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  /** Epoch ms. */
  startedAt: z.nullable(z.number()),
  /** What was last read of it; null: nothing yet. */
  progress: z.nullable(
    z.object({
      status: z.string(),
      isComplete: z.boolean(),
      waiting: z.number(),
      active: z.number(),
      completed: z.number(),
      failed: z.number(),
      cancelled: z.number(),
      total: z.number(),
    }),
  ),
  /** Seconds since that was read; null: never. */
  age: z.nullable(z.number()),
})
export type KnownBatch = z.output<typeof KnownBatch>

/** One thing that the team has seen. `note` says what it is in a few words. */
export const Found = z.object({
  kind: z.enum(['agent', 'flow', 'batch', 'call', 'conversation']),
  id: z.string(),
  title: z.string(),
  note: z.string(),
})
export type Found = z.output<typeof Found>

const common = {
  section: 'design: the gateway',
  errorForm: 'general',
  tier: 'none',
  workspace: false,
  effect: null,
} as const
const managers = ['campaign_manager', 'admin'] as const

export const gatewayEndpoints = {
  ...reviewEndpoints,
  ...administrationEndpoints,
  sessionShow: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/session',
    roles: 'public',
    response: Session,
    summary: 'Who is signed in, and what this gateway is connected to.',
  }),
  sessionSwitch: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/session/switch',
    roles: 'public',
    response: Session,
    summary: 'Become another of the ready operators. Only where everything is a simulation on this machine.',
    body: z.strictObject({ operatorId: filled }),
  }),
  signIn: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/session/sign-in',
    roles: 'public',
    response: Session,
    summary: 'Sign in with e-mail and password.',
    body: z.strictObject({ email: filled, password: filled }),
  }),
  signOut: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/session/sign-out',
    roles: 'public',
    response: Session,
    summary: 'End this session.',
  }),
  linkUse: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/session/link',
    roles: 'public',
    response: Session,
    summary: 'Use a one-time link: set name, e-mail and password, and sign in.',
    body: z.strictObject({ token: filled, name: filled, email: filled, password: z.string().check(z.minLength(10)) }),
  }),
  budgetShow: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/budget',
    roles: everyone,
    response: Budget,
    summary: 'What of the request budget is used, by which lane, page and person, and when it is free again.',
  }),
  liveCallList: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/live-calls',
    roles: everyone,
    summary: 'The wall: every call in progress that the team knows of, from snapshots.',
    response: z.object({
      calls: z.array(LiveCall),
      /** Whether the service can list its calls; if not, the wall has only calls that the team has seen. */
      listed: z.boolean(),
      /** Seconds between two readings of one call at the present load. */
      interval: z.number(),
      watched: z.number(),
    }),
  }),
  batchList: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/batches',
    roles: everyone,
    summary: 'The batches that the team started or opened, newest first.',
    query: z.strictObject(pageQuery),
    response: z.object({ batches: z.array(KnownBatch), pagination: Pagination }),
  }),
  batchFollow: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/batches',
    roles: everyone,
    response: KnownBatch,
    summary: 'Open a batch by its id: from now on it is in the list.',
    body: z.strictObject({ batchId: id }),
  }),
  launchStart: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/launches',
    roles: managers,
    summary: 'Start a batch: record it, then send it to the service once. The only way to start one.',
    upload: z.strictObject({
      agentId: id,
      name: filled.check(z.maxLength(200)),
      scheduledAt: z.optional(moment),
      /** JSON text of SmartCallback. */
      smartCallbackConfig: z.optional(z.string()),
      /** 'yes': the operator was told of an earlier start of the same recipients, and means it. */
      again: z.optional(z.enum(['yes'])),
    }),
    response: z.object({ batchId: z.string(), totalCalls: z.number(), effectId: z.string() }),
  }),
  effectList: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/effects',
    roles: everyone,
    summary: 'The ledger, newest first; `state` keeps those in that state.',
    query: z.strictObject({ ...pageQuery, state: z.optional(z.enum(effectStates)) }),
    response: z.object({ effects: z.array(Effect), pagination: Pagination }),
  }),
  effectSettle: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/effects/{effectId}/settle',
    roles: everyone,
    response: Effect,
    summary: 'Settle an unknown effect by a person who looked: it happened, or it did not, and why.',
    body: z.strictObject({ happened: z.boolean(), reason: filled.check(z.maxLength(500)), batchId: z.optional(id) }),
  }),
  search: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/search',
    roles: everyone,
    summary:
      'Search what the team has seen, by id, name or number in any spelling. Numbers and names stay out of URLs.',
    body: z.strictObject({ text: z.string().check(z.maxLength(200)) }),
    response: z.object({ found: z.array(Found) }),
  }),
  batchCallSearch: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/batches/{batchId}/search',
    roles: everyone,
    summary: 'Calls of one batch whose number contains the text. A POST, so that the number stays out of URLs.',
    body: z.strictObject({
      text: z.string().check(z.maxLength(40)),
      status: z._default(z.string(), 'all'),
      page: z._default(z.int().check(z.gte(1)), 1),
    }),
    response: z.unknown(),
  }),
  health: endpoint({
    ...common,
    method: 'GET',
    path: '/healthz',
    roles: 'public',
    summary: 'Whether the process is alive.',
    response: z.object({ status: z.string() }),
  }),
  ready: endpoint({
    ...common,
    method: 'GET',
    path: '/readyz',
    roles: 'public',
    summary: 'Whether it can record and so may act.',
    response: z.object({ status: z.string() }),
  }),
}
