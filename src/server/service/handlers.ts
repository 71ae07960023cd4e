/** The handlers of all endpoints. The table is total: an endpoint of the contract without a handler is a type error. */
import { activeCallHandlers } from './endpoints/active-calls.ts'
import { batchHandlers } from './endpoints/batches.ts'
import { callHandlers } from './endpoints/calls.ts'
import { conversationHandlers } from './endpoints/conversations.ts'
import { agentHandlers } from './records/agents.ts'
import { flowHandlers } from './records/flows.ts'
import { messagingHandlers } from './records/messaging.ts'
import type { House } from './shared/context.ts'
import type { Handlers } from './shared/handler.ts'

/** A handler for every endpoint of the service. */
export const handlers = (house: House): Handlers => ({
  ...agentHandlers(house),
  ...flowHandlers(house),
  ...callHandlers(house),
  ...batchHandlers(house),
  ...conversationHandlers(house),
  ...activeCallHandlers(house),
  ...messagingHandlers(house),
})
