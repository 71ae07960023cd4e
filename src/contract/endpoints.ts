/** All endpoints in one plain object. In the built dashboard it has no schemas (vite.config.ts). */

import { gatewayEndpoints } from './gateway/endpoints.ts'
import { activeCallEndpoints } from './service/active-calls.ts'
import { agentEndpoints } from './service/agents.ts'
import { batchEndpoints } from './service/batches.ts'
import { callEndpoints } from './service/calls.ts'
import { conversationEndpoints } from './service/conversations.ts'
import { flowEndpoints } from './service/flows.ts'
import { messagingEndpoints } from './service/messaging.ts'

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
