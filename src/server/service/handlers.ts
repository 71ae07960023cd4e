/** What a handler is. The table of handlers is total: an endpoint of the contract without one is a type error. */
import type {
  ParamsOf,
  ParsedBodyOf,
  ParsedQueryOf,
  ParsedUploadOf,
  ResponseOf,
  ServiceEndpointName,
  ServiceEndpoints,
} from '#contract/index.ts'
import { activeCallHandlers } from './endpoints/active-calls.ts'
import { batchHandlers } from './endpoints/batches.ts'
import { callHandlers } from './endpoints/calls.ts'
import { conversationHandlers } from './endpoints/conversations.ts'
import { agentHandlers } from './records/agents.ts'
import { flowHandlers } from './records/flows.ts'
import { messagingHandlers } from './records/messaging.ts'
import type { Caller, House } from './shared/context.ts'

/** A request once it was parsed by the contract. */
export interface Asked<Name extends ServiceEndpointName> {
  params: ParamsOf<ServiceEndpoints[Name]>
  query: ParsedQueryOf<ServiceEndpoints[Name]>
  body: ParsedBodyOf<ServiceEndpoints[Name]>
  upload: ParsedUploadOf<ServiceEndpoints[Name]>
  /** The bytes of an upload's file; empty where the endpoint takes none. */
  file: Uint8Array
  caller: Caller
}

/** The answer in the contract's spelling, or a whole Response where the endpoint answers with a file. */
type Answer<Name extends ServiceEndpointName> =
  ResponseOf<ServiceEndpoints[Name]> extends undefined ? Response : ResponseOf<ServiceEndpoints[Name]>

export type Handlers<Name extends ServiceEndpointName = ServiceEndpointName> = {
  [K in Name]: (asked: Asked<K>) => Promise<Answer<K>>
}

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
