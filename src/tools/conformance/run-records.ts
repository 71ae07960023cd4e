/** The records that a run with effects has created, which its checks share, and helpers to track them. */
import { randomBytes } from 'node:crypto'
import { fillPath, type ServiceEndpointName } from '#contract/index.ts'
import type { Exchange } from './client.ts'
import type { Finding } from './compare-answer.ts'
import type { Options } from './options.ts'
import type { Outcome } from './outcome.ts'
import { type Check, endpointOf, fieldsOf, type Run, readAnswer, recordsOf } from './run.ts'

export interface Draft {
  conversationId: string
  messageId: string
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
  /** Drafts that may be decided: first those that this run created, then those given with --draft. */
  drafts: Draft[]
  /** Drafts that this run created and that still wait for a decision. */
  undecidedDrafts: Set<Draft>
  /** Commands without an answer, whose outcome is unknown. */
  unansweredCommands: Set<ServiceEndpointName>
  /** Finds an agent that can call: the one given with --agent, otherwise one that is ready and has an active outbound flow. */
  findCallingAgent: (run: Run) => Promise<string | undefined>
}

type RecordKind = 'agents' | 'flows' | 'batches' | 'rooms'

export const missingReasons = {
  agent: 'needs --agent with a phone number and an active flow',
  number: 'needs --number',
  ownAgent: 'needs an agent that this run created',
  ownFlow: 'needs a flow that this run created',
  call: 'needs a call that this run placed',
  batch: 'needs a batch that this run started',
  draft: 'needs a draft: --draft, or a service that can make one',
  secondDraft: 'needs a second draft: --draft, or a service that can make one',
}

export const idOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
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

/** Tracks the record that a command created, even if the service should have refused it, and commands without an answer. */
export function trackCreated(
  records: RunRecords,
  name: ServiceEndpointName,
  kind: RecordKind,
  { status, json }: Exchange,
  ...fields: string[]
): void {
  if (status === 0) records.unansweredCommands.add(name)
  if (status < 200 || status > 299) return
  const id = [fieldsOf(json), fieldsOf(fieldsOf(json).data)]
    .flatMap((record) => fields.map((field) => idOf(record[field])))
    .find((found) => found !== undefined)
  if (id !== undefined) records[kind].add(id)
}

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
    drafts: [...drafts],
    undecidedDrafts: new Set(),
    unansweredCommands: new Set(),
    findCallingAgent: async (run) => {
      caller ??= await findReadyAgent(run)
      return caller
    },
  }
}
