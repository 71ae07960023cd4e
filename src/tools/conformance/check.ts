/** The state that all checks of a run share, and the type of a check. */
import { randomBytes } from 'node:crypto'
import {
  type Capability,
  fillPath,
  idPattern,
  type ServiceEndpoint,
  type ServiceEndpointName,
  serviceEndpoints,
} from '#contract/index.ts'
import type { Client, Exchange, Outgoing } from './client.ts'
import { type Expected, fieldsOf, judge, type Mask, type Outcome } from './judge.ts'
import type { Options } from './options.ts'

/** In the order in which they are removed. */
export const kinds = ['draft', 'batch', 'call', 'flow', 'agent'] as const
export type Kind = (typeof kinds)[number]

const noIds = (): Set<string> => new Set()

/** What a run with effects has created, and what belongs to others. */
export const createRecords = () => ({
  /** The name of created records. It tells people what they are for, and finds those whose creation was not answered. */
  label: `Conformance check ${randomBytes(3).toString('hex')} (safe to delete)`,
  /** IDs of created records that still exist; of a draft, `conversation/message`. */
  made: { draft: noIds(), batch: noIds(), call: noIds(), flow: noIds(), agent: noIds() } satisfies Record<Kind, object>,
  /** What was created and cannot be removed, in words. */
  permanent: noIds(),
  /** IDs that were in lists. They belong to others, whatever the service answers to a creation. */
  foreignIds: noIds(),
  /** Commands whose outcome is unknown: without an answer, failed in the service (5xx), or accepted without the ID of a new record. */
  unknownOutcomes: new Set<ServiceEndpointName>(),
})
export type Records = ReturnType<typeof createRecords>

export interface Run {
  client: Client
  mask: Mask
  options: Options
  /** Existing IDs, by the name of their path parameter. */
  knownIds: Map<string, string>
  /** Capabilities that this service does not have. */
  absentCapabilities: Set<Capability>
  records: Records
}

export interface Check {
  endpoint: ServiceEndpointName
  /** Completes a sentence that starts with the endpoint: `refuses a request without a key`. */
  name: string
  /** The section that documents it. */
  section: string
  /** The largest number of requests that it sends. */
  requests: number
  run: (run: Run) => Promise<Outcome>
}

export const endpointOf = (name: ServiceEndpointName): ServiceEndpoint => serviceEndpoints[name]
export const endpointNames = Object.keys(serviceEndpoints) as ServiceEndpointName[]
export const pathOf = (name: ServiceEndpointName, ids: Record<string, string> = {}) =>
  fillPath(endpointOf(name).path, ids)

export const parametersOf = ({ path }: ServiceEndpoint): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** Well-formed IDs (interface 6) of records that do not exist. */
const unknownHexId = randomBytes(12).toString('hex')
const unknownIds: Record<string, string> = {
  batchId: 'batch_0000000000000000',
  jobId: 'call_00000000000000000',
  roomName: `${unknownHexId}-nosuchroom`,
}
export const unknownId = (parameter: string): string => unknownIds[parameter] ?? unknownHexId

export const idOf = (value: unknown) => (typeof value === 'string' && idPattern.test(value) ? value : undefined)

/** The records of a list's answer. */
export const recordsOf = (answer: unknown): Record<string, unknown>[] => {
  const list = Array.isArray(answer) ? answer : Object.values(fieldsOf(answer)).find(Array.isArray)
  return (list ?? []).map(fieldsOf)
}

/** Creates a check of an endpoint. @param section the section that documents it; by default, the endpoint's */
export const createCheck = (
  endpoint: ServiceEndpointName,
  name: string,
  requests: number,
  run: (run: Run) => Promise<Outcome>,
  section: string = endpointOf(endpoint).section,
): Check => ({ endpoint, name, section, requests, run })

/** Sends one request and judges its answer. */
export async function send(
  { client, mask }: Run,
  outgoing: Outgoing,
  expected: Expected,
): Promise<Outcome & { exchange: Exchange }> {
  const exchange = await client.send(outgoing)
  return { ...judge(exchange, expected, mask), exchange }
}

/** Where each ID can come from, for the report of checks that lack it. */
const idSources: Record<string, string> = {
  agentId: '--agent, or an agent in the list',
  flowId: 'a flow in the list',
  batchId: '--batch, or --effects with --number',
  jobId: '--batch, or --effects with --number',
  conversationId: '--conversation',
  roomName: '--room (of a call in progress), or --effects with --number',
  messagingAgentId: 'a messaging agent in the list',
  messageFlowId: 'a message flow in the list',
}

/** The path of an endpoint with the known IDs, or what is missing for it. */
export function knownPath({ knownIds }: Run, name: ServiceEndpointName): { path: string } | { needs: string } {
  const missing = parametersOf(endpointOf(name)).find((parameter) => !knownIds.has(parameter))
  return missing === undefined
    ? { path: pathOf(name, Object.fromEntries(knownIds)) }
    : { needs: `needs ${idSources[missing]}` }
}
