/** The handlers of all endpoints. An endpoint of the contract without a handler is a type error. */
import { activeCallHandlers } from './endpoints/active-calls.ts'
import { batchHandlers } from './endpoints/batches.ts'
import { callHandlers } from './endpoints/calls.ts'
import { conversationHandlers } from './endpoints/conversations.ts'
import { agentHandlers } from './records/agents.ts'
import { flowHandlers } from './records/flows.ts'
import { messagingHandlers } from './records/messaging.ts'
import type { ServiceContext } from './shared/context.ts'
import type { Handlers } from './shared/handler.ts'

/** Creates the handlers of every endpoint, by name. */
export const createHandlers = (context: ServiceContext): Handlers => ({
  ...agentHandlers(context),
  ...flowHandlers(context),
  ...callHandlers(context),
  ...batchHandlers(context),
  ...conversationHandlers(context),
  ...activeCallHandlers(context),
  ...messagingHandlers(context),
})
