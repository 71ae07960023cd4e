/** All endpoints in one object, with their schemas. Pages need only `requests` of it, and the types. */

import { gatewayEndpoints } from './gateway/endpoints.ts'
import type { requests } from './requests/all-requests.ts'
import { activeCallEndpoints } from './service/active-calls.ts'
import { agentEndpoints } from './service/agents.ts'
import { batchEndpoints } from './service/batches.ts'
import { callEndpoints } from './service/calls.ts'
import { conversationEndpoints } from './service/conversations.ts'
import { flowEndpoints } from './service/flows.ts'
import { messagingEndpoints } from './service/messaging.ts'
import type { Freshness } from './shared/freshness.ts'

/** The calling service's endpoints: the specification and the extensions of interface 7. */
export const serviceEndpoints = {
  ...agentEndpoints,
  ...flowEndpoints,
  ...callEndpoints,
  ...batchEndpoints,
  ...conversationEndpoints,
  ...activeCallEndpoints,
  ...messagingEndpoints,
}
export type ServiceEndpoints = typeof serviceEndpoints
export type ServiceEndpointName = keyof ServiceEndpoints

export const contract = { ...serviceEndpoints, ...gatewayEndpoints } satisfies Record<keyof typeof requests, unknown>
export type Contract = typeof contract
export type EndpointName = keyof Contract

/** The reads that pages make. */
export type ReadName = {
  [N in EndpointName]: Contract[N] extends { freshness: Freshness } ? N : never
}[EndpointName]
/** Endpoints that the dashboard calls and that are no reads. Excludes webhooks, which the service calls. */
export type CommandName = Exclude<
  { [N in EndpointName]: Contract[N] extends { invalidates: readonly string[] } ? N : never }[EndpointName],
  'webhookReceive'
>
/** The service's reads, and its commands, which change something there. */
export type ServiceReadName = ReadName & ServiceEndpointName
export type ServiceCommandName = {
  [N in ServiceEndpointName]: ServiceEndpoints[N]['effect'] extends null ? never : N
}[ServiceEndpointName]
/** Endpoints that the audit records. */
export type RecordedName = {
  [N in EndpointName]: Contract[N] extends { done: string } ? N : never
}[EndpointName]

/** The reads whose answers a command may have changed. */
export const invalidatedBy = (name: CommandName): readonly ReadName[] => contract[name].invalidates
