/** Agents: virtual assistants with a voice and a language model (specification 2.1 and 4.1, interface 1). */
import * as z from 'zod/mini'
import { serviceRecordRequests } from '../requests/service-records.ts'
import { type CommandInput, endpoint } from '../shared/endpoint.ts'
import { paged, pageQuery } from '../shared/paging.ts'
import { searchEntry } from '../shared/search-entry.ts'
import { agentSpelling, confirmationSpelling, listSpelling } from '../shared/spelling.ts'
import { e164, isoText, nonBlank, numberOrNull, part, text, textOrNull, wordOf } from '../shared/wire.ts'

export const Voice = z.looseObject({
  provider: text,
  voiceId: text,
  language: z.optional(textOrNull),
  name: z.optional(textOrNull),
})
export type Voice = z.output<typeof Voice>

export const Agent = z.looseObject({
  id: text,
  name: text,
  model: text,
  voice: part(Voice),
  personality: text,
  /** E.164; null: none, or none active; '': has one, digits unknown (interface 8). */
  phoneNumber: z.catch(z.nullable(z.string()), null),
  /** Each from 0 to 1. */
  settings: part(z.looseObject({ speed: numberOrNull, volume: numberOrNull, temperature: numberOrNull })),
  status: wordOf('pending', 'ready', 'error'),
  createdAt: isoText,
  updatedAt: isoText,
})
export type Agent = z.output<typeof Agent>

const unit = z.number().check(z.gte(0), z.lte(1))
const AgentVoiceInput = z.looseObject({
  provider: nonBlank,
  voiceId: nonBlank,
  language: z.optional(z.nullable(z.string())),
  name: z.optional(z.nullable(z.string())),
})
const agentFields = {
  name: nonBlank.check(z.maxLength(200)),
  model: nonBlank,
  voice: AgentVoiceInput,
  personality: z.optional(z.string().check(z.maxLength(20_000))),
  phoneNumber: z.optional(z.nullable(e164)),
  settings: z.optional(
    z.looseObject({ speed: z.optional(unit), volume: z.optional(unit), temperature: z.optional(unit) }),
  ),
}
export const AgentCreate = z.strictObject(agentFields)
/** A PATCH carries only what the operator changed; provider and voiceId go together, as one `voice`. */
export const AgentUpdate = z.partial(AgentCreate)

export const Deleted = z.looseObject({ status: wordOf('success'), message: text })
/** The answer to a deletion. */
export const deletion = { response: Deleted, normalize: confirmationSpelling } as const
/** Whether an answer confirms a deletion: its status is `success` (interface 1). */
export const isDeleted = ({ status }: z.output<typeof Deleted>): boolean => status === 'success'

/** The fields that identify a record of any kind. */
export interface AnyRecord {
  id?: string
  _id?: string
  name: string
  [other: string]: unknown
}
const idOf = ({ id, _id }: AnyRecord) => id || _id || ''

/**
 * Whether an answer confirms a creation: it has the record, or it names the new id (interface 8).
 *
 * @param idName what such an answer calls the id, such as `agentId`
 */
export const isNewRecord =
  (idName: string) =>
  (answer: AnyRecord): boolean =>
    idOf(answer) !== '' && (answer.name !== '' || answer[idName] === idOf(answer))

/** Whether an answer confirms a change: it has the changed record. @param idName the path parameter with its id */
export const isRecord =
  (idName: string) =>
  (answer: AnyRecord, { params }: CommandInput): boolean =>
    idOf(answer) === params[idName]

const agentTarget = ({ params }: CommandInput) => `agent/${params.agentId}`
const agentContent = ['id', 'model', 'voice', 'personality']
const common = { section: 'specification 4.1', errorForm: 'general', tier: 'standard', workspace: false } as const
const one = { ...common, response: Agent, normalize: agentSpelling } as const

const entryOfAgent = (agent: Agent) => searchEntry('agent', agent.id, agent.name, agent.status, agent.phoneNumber)

export const agentEndpoints = {
  agentList: endpoint(serviceRecordRequests.agentList, {
    ...common,
    searchEntries: ({ agents }: { agents: Agent[] }) => agents.map(entryOfAgent),
    summary: 'List the agents of the account, page by page. `search` filters by name.',
    query: z.strictObject({ ...pageQuery, search: z.optional(z.string()) }),
    about: { list: 'agents', contentFields: agentContent },
    response: paged('agents', Agent),
    normalize: listSpelling('agents', agentSpelling),
  }),
  agentShow: endpoint(serviceRecordRequests.agentShow, {
    ...one,
    searchEntries: (agent: Agent) => [entryOfAgent(agent)],
    summary: 'Configuration and status of one agent.',
    about: { is: { param: 'agentId', in: ['id', '_id', 'agentId'] }, contentFields: agentContent },
  }),
  agentCreate: endpoint(serviceRecordRequests.agentCreate, {
    ...one,
    summary: 'Create an agent from a voice and a language model.',
    body: AgentCreate,
    effect: { target: () => null, confirms: isNewRecord('agentId') },
  }),
  agentUpdate: endpoint(serviceRecordRequests.agentUpdate, {
    ...one,
    summary: 'Change some properties of an agent. Omitted properties stay unchanged.',
    body: AgentUpdate,
    effect: { target: agentTarget, confirms: isRecord('agentId') },
  }),
  agentDelete: endpoint(serviceRecordRequests.agentDelete, {
    ...common,
    ...deletion,
    summary: 'Remove an agent for good.',
    effect: { target: agentTarget, confirms: isDeleted },
  }),
}
