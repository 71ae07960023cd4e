/** The gateway's endpoints for administrators: operators, audit, the connection, and a simulation's own keys. */
import * as z from 'zod/mini'
import { type Role, roles } from '../shared/endpoint.ts'
import { Pagination, pageQuery, wholeNumber } from '../shared/paging.ts'
import { e164, emailAddress, id, nonBlank } from '../shared/wire.ts'
import { hoursReason } from './calling-rules.ts'
import { type EffectState, effectStates } from './parts/effect-states.ts'
import type { AuditedVersion } from './parts/versions.ts'
import { ownPassword } from './session.ts'

export interface KnownOperator {
  id: string
  name: string
  email: string
  roles: Role[]
  disabled: boolean
  /** Epoch ms; null: never. */
  lastSeen: number | null
}

export interface Invitation {
  id: string
  roles: Role[]
  /** The only person who may use it; null: anyone with the link. */
  email: string | null
  /** An operator's name; null: Switchboard itself, or unknown. */
  madeBy: string | null
  /** Epoch ms; null: not known. */
  madeAt: number | null
  expiresAt: number
  /** It can only be renewed or withdrawn. */
  expired: boolean
}

/** How an administrator confirms their identity before making another administrator; `nothing` if sign-in is not required. */
export const confirmWith = ['nothing', 'password', 'provider'] as const
export type ConfirmWith = (typeof confirmWith)[number]

/** One step of an action: it was held, sent, answered, undone, or its outcome was resolved. */
export interface HistoryStep {
  state: EffectState
  /** null: Switchboard itself. */
  operator: string | null
  at: number
  /** For `settled`: whether it had happened. */
  happened: boolean | null
  reason: string | null
}

/** One action in the audit, in the state of its latest step. Contains no phone numbers and no message texts. */
export interface HistoryEntry extends HistoryStep {
  /** The number of its latest step. */
  seq: number
  effectId: string
  endpoint: string
  /** The ids of what was changed and what was created. */
  ids: Record<string, string>
  /** Known names of the agents, flows and batches among `ids`, by the same keys. */
  names: Record<string, string>
  /** All its steps, the oldest first. */
  steps: HistoryStep[]
  /** What the command made of an agent, a flow or their messaging counterparts; null: nothing, or no longer stored. */
  version: AuditedVersion | null
}

export interface PlacedCall {
  callId: string
  roomName: string
  agentId: string
  agentName: string
  toNumber: string
  operator: string
  at: number
}

/** The id of Switchboard's own key, which cannot be revoked. */
export const ownKey = 'own'

export interface SimulationKey {
  id: string
  name: string
  fingerprint: string
  createdAt: number
}

/** One event in the embedded service's log of deliveries. Times are epoch ms. */
export interface Delivery {
  id: string
  event: string
  status: 'waiting' | 'delivered' | 'given_up'
  attempts: number
  /** Result of the last attempt: a status code, or why there was no answer. */
  answer: string | null
  createdAt: number
  attemptedAt: number | null
  /** When it is retried; null: no more attempts. */
  dueAt: number | null
}

const someRoles = z.array(z.enum(roles)).check(z.minLength(1))
const historyQuery = {
  /** An operator's ID, or a name as in the audit. */
  operator: z.optional(z.string()),
  endpoint: z.optional(z.string()),
  state: z.optional(z.enum(effectStates)),
  /** An agent, flow, batch, conversation, message, call or operator. */
  thing: z.optional(id),
  /** Epoch ms, inclusive. */
  from: z.optional(wholeNumber),
  to: z.optional(wholeNumber),
}

export const administrationEndpoints = {
  operatorList: {
    response: z.custom<{
      operators: KnownOperator[]
      invitations: Invitation[]
      confirmWith: ConfirmWith
    }>(),
  },
  /** Makes a one-time link by which a person becomes an operator. The link is shown once. */
  operatorInvite: {
    /** With `email`, only that person may use it, also by signing in at the OpenID provider. */
    body: z.strictObject({ roles: someRoles, email: z.optional(emailAddress), password: ownPassword }),
    response: z.custom<{ invitation: Invitation; link: string }>(),
  },
  /** Takes effect at once. The last administrator stays. */
  operatorUpdate: {
    body: z.strictObject({
      roles: z.optional(someRoles),
      disabled: z.optional(z.boolean()),
      password: ownPassword,
    }),
    response: z.custom<KnownOperator>(),
  },
  invitationWithdraw: { response: z.custom<{ withdrawn: boolean }>() },
  /** Replaces an unused or expired invitation by a new link, which is shown once. The earlier link stops working. */
  invitationRenew: {
    body: z.strictObject({ password: ownPassword }),
    response: z.custom<{ invitation: Invitation; link: string }>(),
  },
  /** Newest first: one entry for each action, with its steps. */
  historyList: {
    /** `before`: only entries older than the one with this `seq`. */
    query: z.strictObject({ ...historyQuery, limit: pageQuery.limit, before: z.optional(wholeNumber) }),
    /** `next`: the `before` of the next page; null: last page. `total`: entries of all pages; null: more than 1,000. */
    response: z.custom<{ entries: HistoryEntry[]; total: number | null; next: number | null }>(),
  },
  historyExport: { query: z.strictObject(historyQuery) },
  /** Asks the service one cheap question, and which extensions it has. */
  connectionTest: {
    response: z.custom<{
      state: 'up' | 'down' | 'key_refused' | 'unknown'
      /** How long the service took to answer, ms. */
      took: number | null
      /** Number of requests sent. */
      cost: number
      extensions: Record<string, boolean>
      /** First characters of the key's hash, never of the key. */
      fingerprint: string
    }>(),
  },
  /** Records a call, then sends it to the service once. The only way to place one. */
  callPlace: {
    body: z.strictObject({
      agentId: id,
      toNumber: e164,
      /** The operator has been warned of a recent call to this number, and confirmed. */
      again: z.optional(z.boolean()),
      hoursReason: z.optional(hoursReason),
    }),
    response: z.custom<{ callId: string; roomName: string; fromNumber: string; toNumber: string }>(),
  },
  /** The latest first. */
  placedCallList: { response: z.custom<{ calls: PlacedCall[] }>() },
  /** The embedded service's keys and webhook. Only where this process runs it. */
  simulationShow: {
    response: z.custom<{
      keys: SimulationKey[]
      webhookSecret: string
      webhookAddress: string | null
    }>(),
  },
  /** The latest first. */
  simulationDeliveryList: {
    query: z.strictObject(pageQuery),
    response: z.custom<{ deliveries: Delivery[]; pagination: Pagination }>(),
  },
  /** The key is shown once. */
  simulationKeyCreate: {
    body: z.strictObject({ name: nonBlank.check(z.maxLength(80)) }),
    response: z.custom<{ key: string; kept: SimulationKey }>(),
  },
  simulationKeyRevoke: { response: z.custom<{ revoked: boolean }>() },
}
