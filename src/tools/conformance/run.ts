/** What the checks of one run share: the way to the service, what is known of it, and what a check is. */
import { randomBytes } from 'node:crypto'
import {
  type Capability,
  type EndpointDefinition,
  fillPath,
  type ServiceEndpointName,
  serviceEndpoints,
} from '#contract/index.ts'
import type { Client, Exchange, Sending } from './client.ts'
import type { Options } from './options.ts'
import { judged, type Outcome } from './outcome.ts'

export interface Run {
  client: Client
  mask: (text: string) => string
  options: Options
  /** Ids that exist there, by the name of their path parameter. */
  known: Map<string, string>
  /** Families of extensions that this service does not have. */
  absent: Set<Capability>
}

export interface Check {
  endpoint: ServiceEndpointName
  /** Follows the endpoint's name, as a sentence: `refuses a request without a key`. */
  name: string
  /** Where it is written. */
  section: string
  /** How many requests it sends at most. */
  requests: number
  run: (run: Run) => Promise<Outcome>
}

export const endpointOf = (name: ServiceEndpointName): EndpointDefinition => serviceEndpoints[name]
export const endpointNames = Object.keys(serviceEndpoints) as ServiceEndpointName[]

export const parametersOf = ({ path }: EndpointDefinition): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** Ids that look as they should (interface 6) and that nobody has. */
const hex = randomBytes(12).toString('hex')
const nobody: Record<string, string> = {
  batchId: 'batch_0000000000000000',
  jobId: 'call_00000000000000000',
  roomName: `${hex}-nosuchroom`,
}
export const unknownId = (parameter: string): string => nobody[parameter] ?? hex
export const unknownPath = (endpoint: EndpointDefinition): string =>
  fillPath(endpoint.path, Object.fromEntries(parametersOf(endpoint).map((name) => [name, unknownId(name)])))

/** Sends one request and judges its answer. */
export async function ask(
  { client, mask }: Run,
  sending: Sending,
  judge: Parameters<typeof judged>[1],
): Promise<Outcome & { exchange: Exchange }> {
  const exchange = await client.send(sending)
  return { ...judged(exchange, judge, mask), exchange }
}

type Fields = Record<string, unknown>
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The answer in our spelling, as far as it can be read. */
export const readAnswer = (endpoint: EndpointDefinition, { json }: Exchange): unknown =>
  endpoint.respell?.(json) ?? json

/** The records of a list's answer. */
export const recordsOf = (answer: unknown): Fields[] => {
  const list = Array.isArray(answer) ? answer : Object.values(fieldsOf(answer)).find(Array.isArray)
  return (list ?? []).map(fieldsOf)
}
