/** All endpoints in one plain object. In the built dashboard it has no schemas (vite.config.ts). */
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
