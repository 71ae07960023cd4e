/** The state that all checks of a run share, the type of a check, and helpers to send requests and to read answers. */
import { randomBytes } from 'node:crypto'
import {
  type Capability,
  type EndpointDefinition,
  fillPath,
  gatewayEndpoints,
  type ServiceEndpointName,
  serviceEndpoints,
} from '#contract/index.ts'
import { type AddressedEndpoint, endpointOfRequest } from '#server/gateway/upstream/endpoint-of-request.ts'
import { compareWithEarlier, forgetChanged, type SeenRecords } from '../judge/consistency.ts'
import { sectionOfField } from '../judge/demands.ts'
import { type Finding, type Judge, judgeExchange, type Outcome } from '../judge/outcome.ts'
import { checkValues } from '../judge/value-rules.ts'
import type { Client, Exchange, RequestOptions } from '../run/client.ts'
import type { Options } from '../run/options.ts'

export interface Run {
  client: Client
  mask: (text: string) => string
  options: Options
  /** Says something to the person during the run. */
  notice: (text: string) => void
  /** Existing IDs, by the name of their path parameter. */
  knownIds: Map<string, string>
  /** Records of earlier answers, to find contradictions. */
  seenRecords: SeenRecords
  /** Capabilities that this service does not have. */
  absentCapabilities: Set<Capability>
}

/** Events are deliveries of the service, not answers of an endpoint, but the report has a place for them too. */
export const webhooks = 'webhooks' as const
export type CheckedName = ServiceEndpointName | typeof webhooks

export interface Check {
  endpoint: CheckedName
  /** Completes a sentence that starts with the endpoint: `refuses a request without a key`. */
  name: string
  /** The section that documents it. */
  section: string
  /** The largest number of requests that it sends. */
  requests: number
  run: (run: Run) => Promise<Outcome>
}

const webhookEndpoint: EndpointDefinition = { ...gatewayEndpoints.webhookReceive, path: "(the listener's address)" }
export const endpointOf = (name: CheckedName): EndpointDefinition =>
  name === webhooks ? webhookEndpoint : serviceEndpoints[name]
export const endpointNames = Object.keys(serviceEndpoints) as ServiceEndpointName[]

export const parametersOf = ({ path }: EndpointDefinition): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** Well-formed IDs (interface 6) of records that do not exist. */
const unknownHexId = randomBytes(12).toString('hex')
const unknownIds: Record<string, string> = {
  batchId: 'batch_0000000000000000',
  jobId: 'call_00000000000000000',
  roomName: `${unknownHexId}-nosuchroom`,
}
export const unknownId = (parameter: string): string => unknownIds[parameter] ?? unknownHexId
export const unknownPath = (endpoint: EndpointDefinition): string =>
  fillPath(endpoint.path, Object.fromEntries(parametersOf(endpoint).map((name) => [name, unknownId(name)])))

/**
 * Sends one request and judges its answer. Whatever the check expects, values that the documents do not allow and contradictions to
 * earlier answers are found too.
 */
export async function sendAndJudge(
  { client, mask, seenRecords }: Run,
  sending: RequestOptions,
  judge: Judge,
): Promise<Outcome & { exchange: Exchange }> {
  const exchange = await client.send(sending)
  const addressed = endpointOfRequest(sending)
  const isRefused = exchange.status >= 400 && exchange.status < 500
  if (addressed !== undefined && !isRefused)
    forgetChanged(seenRecords, addressed, readAnswer(addressed.endpoint, exchange))
  const alsoFound =
    addressed === undefined || exchange.status !== 200 || exchange.json === undefined
      ? []
      : findContradictions(seenRecords, addressed, exchange)
  const judgeAll: Judge = (exchange) => {
    const judgement = judge(exchange)
    return { ...judgement, findings: [...judgement.findings, ...alsoFound] }
  }
  return { ...judgeExchange(exchange, judgeAll, mask), exchange }
}

function findContradictions(seenRecords: SeenRecords, addressed: AddressedEndpoint, exchange: Exchange): Finding[] {
  const { endpoint, params } = addressed
  const answer = readAnswer(endpoint, exchange)
  return [
    ...checkValues(endpoint, answer, exchange.json, exchange.request.path),
    ...checkRequestedId(endpoint, params, answer),
    ...compareWithEarlier(seenRecords, addressed, answer),
  ].map((finding) => ({ section: sectionOfField(endpoint, finding.field), ...finding }))
}

/** Expects that a record has the ID that was asked for. */
function checkRequestedId({ about }: EndpointDefinition, params: Record<string, string>, answer: unknown): Finding[] {
  const field = about?.list === undefined ? about?.is?.in[0] : undefined
  const id = fieldsOf(answer)[field ?? '']
  const requested = params[about?.is?.param ?? '']
  if (field === undefined || typeof id !== 'string' || id === requested) return []
  return [{ kind: 'wrong', field, says: 'is not the ID that was asked for' }]
}

type Fields = Record<string, unknown>
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The answer in the contract's spelling, as far as it can be read. */
export const readAnswer = (endpoint: EndpointDefinition, { json }: Exchange): unknown =>
  endpoint.normalize?.(json) ?? json

/** The records of a list's answer. */
export const recordsOf = (answer: unknown): Fields[] => {
  const list = Array.isArray(answer) ? answer : Object.values(fieldsOf(answer)).find(Array.isArray)
  return (list ?? []).map(fieldsOf)
}

/** Where each ID can come from, for the report of checks that lack it. */
export const idSources: Record<string, string> = {
  agentId: '--agent, or an agent in the list',
  flowId: 'a flow in the list',
  batchId: '--batch, or --effects with --number',
  jobId: '--batch, or --effects with --number',
  conversationId: '--conversation',
  roomName: '--room (of a call in progress), or --effects with --number',
  messagingAgentId: 'a messaging agent in the list',
  messageFlowId: 'a message flow in the list',
}
