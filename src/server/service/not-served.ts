/** Extensions of interface 7 that this service does not have. They answer as unknown paths do: 404 `not_found`. */
import type { ServiceEndpointName } from '#contract/index.ts'

export const notServed = [
  'messagingAgentList',
  'messagingAgentShow',
  'messagingAgentCreate',
  'messagingAgentReplace',
  'messageFlowList',
  'messageFlowShow',
  'messageFlowCreate',
  'messageFlowReplace',
] as const satisfies readonly ServiceEndpointName[]

export type NotServed = (typeof notServed)[number]
