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
    summary: 'Who may come in, with which roles, and which invitations are open.',
    response: z.object({
      operators: z.array(KnownOperator),
      invitations: z.array(Invitation),
      confirmWith: z.enum(confirmWith),
    }),
  }),
  operatorInvite: gatewayEndpoint(administrationRequests.operatorInvite, {
    summary: 'Make a one-time link by which a person becomes an operator. The link is shown once.',
    /** With `email`, only that person may use it, also by signing in at the OpenID provider. */
    body: z.strictObject({ roles: someRoles, email: z.optional(emailAddress), password: ownPassword }),
    response: z.object({ invitation: Invitation, link: z.string() }),
  }),
  operatorUpdate: gatewayEndpoint(administrationRequests.operatorUpdate, {
    summary: "Change an operator's roles, or disable them. At once; the last administrator stays.",
    body: z.strictObject({
      roles: z.optional(someRoles),
      disabled: z.optional(z.boolean()),
      password: ownPassword,
    }),
    response: KnownOperator,
  }),
  invitationWithdraw: gatewayEndpoint(administrationRequests.invitationWithdraw, {
    summary: 'Withdraw an unused invitation.',
    response: z.object({ withdrawn: z.boolean() }),
  }),
  invitationRenew: gatewayEndpoint(administrationRequests.invitationRenew, {
    summary:
      'Replace an unused or expired invitation by a new link, which is shown once. The earlier link stops working.',
    body: z.strictObject({ password: ownPassword }),
    response: z.object({ invitation: Invitation, link: z.string() }),
  }),
  historyList: gatewayEndpoint(administrationRequests.historyList, {
    summary: 'The audit, newest first: one entry for each action, with its steps.',
    /** `before`: only entries older than the one with this `seq`. */
    query: z.strictObject({ ...historyQuery, limit: pageQuery.limit, before: z.optional(wholeNumber) }),
    /** `next`: the `before` of the next page; null: last page. `total`: entries of all pages; null: more than 1,000. */
    response: z.object({ entries: z.array(HistoryEntry), total: z.nullable(z.number()), next: z.nullable(z.number()) }),
  }),
  historyExport: gatewayEndpoint(administrationRequests.historyExport, {
    summary: 'The audit as a CSV file.',
    query: z.strictObject(historyQuery),
  }),
  connectionTest: gatewayEndpoint(administrationRequests.connectionTest, {
    summary: 'Ask the service one cheap question, and which extensions it has. Says what it cost.',
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
  callPlace: gatewayEndpoint(administrationRequests.callPlace, {
    summary: 'Place a call: record it, then send it to the service once. The only way to place one.',
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
  placedCallList: gatewayEndpoint(administrationRequests.placedCallList, {
    summary: 'Calls that the team placed lately, the latest first.',
    response: z.object({ calls: z.array(PlacedCall) }),
  }),
  simulationShow: gatewayEndpoint(administrationRequests.simulationShow, {
    summary: "The embedded service's keys and webhook. Only where this process runs it.",
    response: z.object({
      keys: z.array(SimulationKey),
      webhookSecret: z.string(),
      webhookAddress: z.nullable(z.string()),
    }),
  }),
  simulationDeliveryList: gatewayEndpoint(administrationRequests.simulationDeliveryList, {
    summary: "The embedded service's log of deliveries, the latest first. Only where this process runs it.",
    query: z.strictObject(pageQuery),
    response: z.object({ deliveries: z.array(Delivery), pagination: Pagination }),
  }),
  simulationKeyCreate: gatewayEndpoint(administrationRequests.simulationKeyCreate, {
    summary: 'Create a key of the embedded service. The key is shown once.',
    body: z.strictObject({ name: nonBlank.check(z.maxLength(80)) }),
    response: z.object({ key: z.string(), kept: SimulationKey }),
  }),
  simulationKeyRevoke: gatewayEndpoint(administrationRequests.simulationKeyRevoke, {
    summary: 'Revoke a key of the embedded service.',
    response: z.object({ revoked: z.boolean() }),
  }),
}
