/** The gateway's endpoints for administrators: operators, audit, the connection, and a simulation's own keys. */
import * as z from 'zod/mini'
import { administrationRequests } from '../requests/administration.ts'
import { roles } from '../shared/endpoint.ts'
import { Pagination, pageQuery, wholeNumber } from '../shared/paging.ts'
import { e164, emailAddress, epochMs, id, nonBlank } from '../shared/wire.ts'
import { hoursReason } from './calling-rules.ts'
import { effectStates } from './parts/effect-states.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'
import { AuditedVersion } from './parts/versions.ts'
import { ownPassword } from './session.ts'

export const KnownOperator = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  disabled: z.boolean(),
  /** Epoch ms; null: never. */
  lastSeen: z.nullable(z.number()),
})
export type KnownOperator = z.output<typeof KnownOperator>

export const Invitation = z.object({
  id: z.string(),
  roles: z.array(z.enum(roles)),
  /** The only person who may use it; null: anyone with the link. */
  email: z.nullable(z.string()),
  /** An operator's name; null: Switchboard itself, or unknown. */
  madeBy: z.nullable(z.string()),
  /** Epoch ms; null: not known. */
  madeAt: z.nullable(z.number()),
  expiresAt: z.number(),
  /** It can only be renewed or withdrawn. */
  expired: z.boolean(),
})
export type Invitation = z.output<typeof Invitation>

/** How an administrator confirms their identity before making another administrator; `nothing` if sign-in is not required. */
export const confirmWith = ['nothing', 'password', 'provider'] as const
export type ConfirmWith = (typeof confirmWith)[number]

/** One step of an action: it was held, sent, answered, undone, or its outcome was resolved. */
export const HistoryStep = z.object({
  state: z.enum(effectStates),
  /** null: Switchboard itself. */
  operator: z.nullable(z.string()),
  at: epochMs,
  /** For `settled`: whether it had happened. */
  happened: z.nullable(z.boolean()),
  reason: z.nullable(z.string()),
})
export type HistoryStep = z.output<typeof HistoryStep>

/** One action in the audit, in the state of its latest step. Contains no phone numbers and no message texts. */
export const HistoryEntry = z.extend(HistoryStep, {
  /** The number of its latest step. */
  seq: z.number(),
  effectId: z.string(),
  endpoint: z.string(),
  /** The ids of what was changed and what was created. */
  ids: z.record(z.string(), z.string()),
  /** Known names of the agents, flows and batches among `ids`, by the same keys. */
  names: z.record(z.string(), z.string()),
  /** All its steps, the oldest first; [] from a gateway of an older version. */
  steps: z._default(z.array(HistoryStep), []),
  /** What the command made of an agent, a flow or their messaging counterparts; null: nothing, or no longer stored. */
  version: z.nullable(AuditedVersion),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

export const PlacedCall = z.object({
  callId: z.string(),
  roomName: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  toNumber: z.string(),
  operator: z.string(),
  at: epochMs,
})
export type PlacedCall = z.output<typeof PlacedCall>

/** The id of Switchboard's own key, which cannot be revoked. */
export const ownKey = 'own'

export const SimulationKey = z.object({
  id: z.string(),
  name: z.string(),
  fingerprint: z.string(),
  createdAt: z.number(),
})
export type SimulationKey = z.output<typeof SimulationKey>

/** One event in the embedded service's log of deliveries. Times are epoch ms. */
export const Delivery = z.object({
  id: z.string(),
  event: z.string(),
  status: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.number(),
  /** Result of the last attempt: a status code, or why there was no answer. */
  answer: z.nullable(z.string()),
  createdAt: z.number(),
  attemptedAt: z.nullable(z.number()),
  /** When it is retried; null: no more attempts. */
  dueAt: z.nullable(z.number()),
})
export type Delivery = z.output<typeof Delivery>

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
  operatorList: gatewayEndpoint(administrationRequests.operatorList, {
    response: z.object({
      operators: z.array(KnownOperator),
      invitations: z.array(Invitation),
      confirmWith: z.enum(confirmWith),
    }),
  }),
  /** Makes a one-time link by which a person becomes an operator. The link is shown once. */
  operatorInvite: gatewayEndpoint(administrationRequests.operatorInvite, {
    /** With `email`, only that person may use it, also by signing in at the OpenID provider. */
    body: z.strictObject({ roles: someRoles, email: z.optional(emailAddress), password: ownPassword }),
    response: z.object({ invitation: Invitation, link: z.string() }),
  }),
  /** Takes effect at once. The last administrator stays. */
  operatorUpdate: gatewayEndpoint(administrationRequests.operatorUpdate, {
    body: z.strictObject({
      roles: z.optional(someRoles),
      disabled: z.optional(z.boolean()),
      password: ownPassword,
    }),
    response: KnownOperator,
  }),
  invitationWithdraw: gatewayEndpoint(administrationRequests.invitationWithdraw, {
    response: z.object({ withdrawn: z.boolean() }),
  }),
  /** Replaces an unused or expired invitation by a new link, which is shown once. The earlier link stops working. */
  invitationRenew: gatewayEndpoint(administrationRequests.invitationRenew, {
    body: z.strictObject({ password: ownPassword }),
    response: z.object({ invitation: Invitation, link: z.string() }),
  }),
  /** Newest first: one entry for each action, with its steps. */
  historyList: gatewayEndpoint(administrationRequests.historyList, {
    /** `before`: only entries older than the one with this `seq`. */
    query: z.strictObject({ ...historyQuery, limit: pageQuery.limit, before: z.optional(wholeNumber) }),
    /** `next`: the `before` of the next page; null: last page. `total`: entries of all pages; null: more than 1,000. */
    response: z.object({ entries: z.array(HistoryEntry), total: z.nullable(z.number()), next: z.nullable(z.number()) }),
  }),
  historyExport: gatewayEndpoint(administrationRequests.historyExport, { query: z.strictObject(historyQuery) }),
  /** Asks the service one cheap question, and which extensions it has. */
  connectionTest: gatewayEndpoint(administrationRequests.connectionTest, {
    response: z.object({
      state: z.enum(['up', 'down', 'key_refused', 'unknown']),
      /** How long the service took to answer, ms. */
      took: z.nullable(z.number()),
      /** Number of requests sent. */
      cost: z.number(),
      extensions: z.record(z.string(), z.boolean()),
      /** First characters of the key's hash, never of the key. */
      fingerprint: z.string(),
    }),
  }),
  /** Records a call, then sends it to the service once. The only way to place one. */
  callPlace: gatewayEndpoint(administrationRequests.callPlace, {
    body: z.strictObject({
      agentId: id,
      toNumber: e164,
      /** The operator has been warned of a recent call to this number, and confirmed. */
      again: z.optional(z.boolean()),
      /** Why the number is called outside the calling hours. */
      hoursReason: z.optional(hoursReason),
    }),
    response: z.looseObject({ callId: z.string(), roomName: z.string(), fromNumber: z.string(), toNumber: z.string() }),
  }),
  /** The latest first. */
  placedCallList: gatewayEndpoint(administrationRequests.placedCallList, {
    response: z.object({ calls: z.array(PlacedCall) }),
  }),
  /** The embedded service's keys and webhook. Only where this process runs it. */
  simulationShow: gatewayEndpoint(administrationRequests.simulationShow, {
    response: z.object({
      keys: z.array(SimulationKey),
      webhookSecret: z.string(),
      webhookAddress: z.nullable(z.string()),
    }),
  }),
  /** The latest first. */
  simulationDeliveryList: gatewayEndpoint(administrationRequests.simulationDeliveryList, {
    query: z.strictObject(pageQuery),
    response: z.object({ deliveries: z.array(Delivery), pagination: Pagination }),
  }),
  /** The key is shown once. */
  simulationKeyCreate: gatewayEndpoint(administrationRequests.simulationKeyCreate, {
    body: z.strictObject({ name: nonBlank.check(z.maxLength(80)) }),
    response: z.object({ key: z.string(), kept: SimulationKey }),
  }),
  simulationKeyRevoke: gatewayEndpoint(administrationRequests.simulationKeyRevoke, {
    response: z.object({ revoked: z.boolean() }),
  }),
}
