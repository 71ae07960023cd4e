/** The contract: one plain object of endpoints, many readers. */
import { activeCallEndpoints } from './active-calls.ts'
import { agentEndpoints } from './agents.ts'
import { batchEndpoints } from './batches.ts'
import { callEndpoints } from './calls.ts'
import { conversationEndpoints } from './conversations.ts'
import { flowEndpoints } from './flows.ts'
import { gatewayEndpoints } from './gateway.ts'
import { messagingEndpoints } from './messaging.ts'

/** What the calling service offers: the specification and the extensions of interface 7. */
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

export const contract = { ...serviceEndpoints, ...gatewayEndpoints }
export type Contract = typeof contract
export type EndpointName = keyof Contract

export * from './active-calls.ts'
export * from './administration.ts'
export * from './agents.ts'
export * from './batches.ts'
export * from './calls.ts'
export * from './conversations.ts'
export * from './endpoint.ts'
export * from './flows.ts'
export * from './gateway.ts'
export * from './gateway-words.ts'
export * from './limits.ts'
export * from './messaging.ts'
export * from './refusal.ts'
export * from './review.ts'
export { type Respell, readTime } from './spelling.ts'
export * from './webhooks.ts'
export { e164Pattern, idPattern } from './wire.ts'
