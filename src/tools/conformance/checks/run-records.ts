/** The records that a run with effects has created, which its checks share, and what finds and tracks them. */
import { randomBytes } from 'node:crypto'
import { fillPath, idPattern, type ServiceEndpointName } from '#contract/index.ts'
import { endpointOfRequest } from '#server/gateway/upstream/endpoint-of-request.ts'
import type { Finding, Outcome } from '../judge/outcome.ts'
import type { Exchange } from '../run/client.ts'
import type { Options } from '../run/options.ts'
import { type Check, endpointOf, fieldsOf, type Run, readAnswer, recordsOf } from './check.ts'

export interface Draft {
  conversationId: string
  messageId: string
  /** The text that the service said it drafted. */
  text?: unknown
}

export interface RunRecords {
  /** The name of created records. It tells people what the records are for, and finds records whose creation was not answered. */
  label: string
  /** The only number that is called; undefined if none is. */
  number: string | undefined
  numbers: readonly string[]
  /** IDs of created records that still exist. */
  agents: Set<string>
  flows: Set<string>
  batches: Set<string>
  rooms: Set<string>
  /** What was created and cannot be removed, in words, by ID. */
  permanent: Map<string, string>
  /** IDs that were in lists. They belong to others, whatever the service answers to a creation. */
  foreignIds: Set<string>
  /** Drafts that may be decided: first those that this run created, then those given with --draft. */
  drafts: Draft[]
  /** Drafts that this run created and that still wait for a decision, as `conversation/message`. */
  undecidedDrafts: Set<string>
  /** Commands whose outcome is unknown: without an answer, failed in the service (5xx), or accepted without the ID of a new record. */
  unknownOutcomes: Set<ServiceEndpointName>
  /** Finds an agent that can call: the one given with --agent, otherwise one that is ready and has an active outbound flow. */
  findCallingAgent: (run: Run) => Promise<string | undefined>
}

export const missingReasons = {
  agent: 'needs --agent with a phone number and an active flow',
  number: 'needs --number',
  ownAgent: 'needs an agent that this run created',
  ownFlow: 'needs a flow that this run created',
  call: 'needs a call that this run placed and that still goes on',
  batch: 'needs a batch that this run started',
  draft: 'needs a draft: --draft, or a service that can make one',
  secondDraft: 'needs a second draft: --draft, or a service that can make one',
}

export const idOf = (value: unknown) => (typeof value === 'string' && idPattern.test(value) ? value : undefined)
export const firstOf = (ids: Set<string>) => [...ids][0]
export const pathOf = (name: ServiceEndpointName, ids: Record<string, string> = {}) =>
  fillPath(endpointOf(name).path, ids)

/** Creates a check of an endpoint. @param section the section that documents it; by default, the endpoint's */
export const createCheck = (
  endpoint: ServiceEndpointName,
  name: string,
  requests: number,
  run: (run: Run) => Promise<Outcome>,
  section: string = endpointOf(endpoint).section,
): Check => ({ endpoint, name, section, requests, run })

/** Whether a read of a batch or of its progress shows that none of its calls can be placed any more. */
export function isBatchOver(name: 'batchShow' | 'batchProgress', exchange: Exchange): boolean {
  if (exchange.status !== 200) return exchange.status === 404
  const { status, isComplete } = fieldsOf(readAnswer(endpointOf(name), exchange))
  return status === 'cancelled' || isComplete === true
}

export const draftKey = ({ conversationId, messageId }: Draft) => `${conversationId}/${messageId}`

/** Tracks the record that an accepted creation made. @returns whether the answer names it; false also if it names one of others */
const trackers: Partial<
  Record<ServiceEndpointName, (records: RunRecords, answer: Record<string, unknown>) => boolean>
> = {
  agentCreate: ({ agents, foreignIds }, { id }) => addNew(agents, foreignIds, id),
  flowCreate: ({ flows, foreignIds }, { id }) => addNew(flows, foreignIds, id),
  batchStart: ({ batches, foreignIds }, { batchId }) => addNew(batches, foreignIds, batchId),
  callSend: ({ rooms, foreignIds }, { roomName }) => addNew(rooms, foreignIds, roomName),
  messageGenerate: ({ undecidedDrafts }, { conversation_id, message_id }) => {
    const [conversationId, messageId] = [idOf(conversation_id), idOf(message_id)]
    if (conversationId === undefined || messageId === undefined) return false
    undecidedDrafts.add(draftKey({ conversationId, messageId }))
    return true
  },
  messagingAgentCreate: (records, { _id }) => addPermanent(records, 'the messaging agent', _id),
  messageFlowCreate: (records, { _id }) => addPermanent(records, 'the message flow', _id),
  // Only sent with IDs that do not exist. A service that accepts one may have created the record.
  messagingAgentReplace: (records, { _id }) => addPermanent(records, 'the messaging agent', _id),
  messageFlowReplace: (records, { _id }) => addPermanent(records, 'the message flow', _id),
}
function addNew(ids: Set<string>, foreignIds: Set<string>, value: unknown): boolean {
  const id = idOf(value)
  if (id === undefined || foreignIds.has(id)) return false
  ids.add(id)
  return true
}
function addPermanent({ permanent, foreignIds }: RunRecords, kind: string, value: unknown): boolean {
  const id = idOf(value)
  if (id === undefined || foreignIds.has(id)) return false
  permanent.set(id, `${kind} ${id}, which the interface cannot delete`)
  return true
}

/**
 * Tracks what a request created, whichever check sent it: also a bad request that the service should have refused, and one that failed or
 * was not answered.
 */
export function trackExchange(records: RunRecords, exchange: Exchange): void {
  const addressed = endpointOfRequest(exchange.request)
  if (addressed === undefined) return
  const { name, endpoint } = addressed
  const isAccepted = exchange.status >= 200 && exchange.status < 300
  if (endpoint.effect === null) {
    if (isAccepted && !endpoint.path.includes('{'))
      for (const record of recordsOf(readAnswer(endpoint, exchange)))
        for (const id of [record.id, record._id, record.roomName].map(idOf))
          if (id !== undefined && !isOwn(records, id)) records.foreignIds.add(id)
    return
  }
  const track = trackers[name]
  if (track === undefined) return
  // A service can fail after it has created the record.
  const isFailed = exchange.status === 0 || exchange.status >= 500
  const isUnknown = isFailed || (isAccepted && !track(records, fieldsOf(readAnswer(endpoint, exchange))))
  if (isUnknown) records.unknownOutcomes.add(name)
}
const isOwn = ({ agents, flows, rooms, permanent }: RunRecords, id: string) =>
  [agents, flows, rooms, permanent].some((ids) => ids.has(id))

const contains = (whole: unknown, part: unknown): boolean => {
  if (Array.isArray(part))
    return Array.isArray(whole) && part.length === whole.length && part.every((item, i) => contains(whole[i], item))
  if (typeof part !== 'object' || part === null) return whole === part
  return Object.entries(part).every(([key, value]) => contains(fieldsOf(whole)[key], value))
}
/** Expects that the answer to a write contains what was sent (interface 6). */
export const expectSentFields =
  (sent: Record<string, unknown>) =>
  (answer: unknown): Finding[] =>
    Object.entries(sent).flatMap(([field, value]): Finding[] =>
      contains(fieldsOf(answer)[field], value)
        ? []
        : [{ kind: 'wrong', field, says: 'the answer differs from what was sent' }],
    )
/** Expects that these fields of the answer have these values. */
export const expectFields =
  (wanted: Record<string, unknown>) =>
  (answer: unknown): Finding[] =>
    Object.entries(wanted).flatMap(([field, value]): Finding[] =>
      contains(fieldsOf(answer)[field], value)
        ? []
        : [{ kind: 'wrong', field, says: `expected ${JSON.stringify(value)}` }],
    )

async function findReadyAgent(run: Run): Promise<string | undefined> {
  const list = async (name: 'agentList' | 'flowList') => {
    const exchange = await run.client.send({ method: 'GET', path: `${pathOf(name)}?limit=100` })
    return recordsOf(readAnswer(endpointOf(name), exchange))
  }
  const agents = await list('agentList')
  const flows = await list('flowList')
  const ready = agents.find(
    ({ id, phoneNumber, status }) =>
      typeof phoneNumber === 'string' &&
      (status === 'ready' || status === undefined) &&
      flows.some(({ agentId, isActive, direction }) => agentId === id && isActive !== false && direction !== 'inbound'),
  )
  return idOf(ready?.id)
}

export function createRunRecords({ numbers, agent, drafts }: Options): RunRecords {
  let caller = agent
  return {
    label: `Conformance check ${randomBytes(3).toString('hex')} (safe to delete)`,
    number: numbers[0],
    numbers,
    agents: new Set(),
    flows: new Set(),
    batches: new Set(),
    rooms: new Set(),
    permanent: new Map(),
    foreignIds: new Set(),
    drafts: [...drafts],
    undecidedDrafts: new Set(),
    unknownOutcomes: new Set(),
    findCallingAgent: async (run) => {
      caller ??= await findReadyAgent(run)
      return caller
    },
  }
}
