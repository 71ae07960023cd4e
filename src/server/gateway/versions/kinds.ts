/** The kinds of records that have versions: their endpoints, and which of their fields a person cannot change. */
import {
  type EndpointName,
  idPattern,
  type ServiceCommandName,
  type ServiceReadName,
  type VersionKind,
  versionKinds,
} from '#contract/index.ts'

export type Fields = Record<string, unknown>

interface Kind {
  show: ServiceReadName
  list: ServiceReadName
  /** The list's field with the records; null: the list is a plain array (interface 7). */
  listField: string | null
  create: ServiceCommandName
  /** `replace`: the service replaces the whole record (interface 7). */
  change: ServiceCommandName
  isReplaced: boolean
  /** null: the service cannot delete such a record. */
  delete: ServiceCommandName | null
  /** The path parameter with the record's id. */
  idName: string
  /** Whether each workspace has its own. */
  isOfWorkspace: boolean
  /** The field that names the agent of a flow, and the kind of this agent. */
  agentField: string | null
  agentKind: VersionKind | null
  /** Other names of the record's fields, which `contract/shared/spelling.ts` reads as the fields themselves. */
  otherNames: readonly string[]
}

const ofAgent = ['agentId', 'llmModel', 'ttsModel', 'ttsProvider', 'ttsVoice', 'ttsLanguage', 'phoneNumbers'] as const

export const kinds: Readonly<Record<VersionKind, Kind>> = {
  agent: {
    show: 'agentShow',
    list: 'agentList',
    listField: 'agents',
    create: 'agentCreate',
    change: 'agentUpdate',
    isReplaced: false,
    delete: 'agentDelete',
    idName: 'agentId',
    isOfWorkspace: false,
    agentField: null,
    agentKind: null,
    otherNames: [...ofAgent, 'phoneNumberId', 'phoneNumberIds'],
  },
  flow: {
    show: 'flowShow',
    list: 'flowList',
    listField: 'flows',
    create: 'flowCreate',
    change: 'flowUpdate',
    isReplaced: false,
    delete: 'flowDelete',
    idName: 'flowId',
    isOfWorkspace: false,
    agentField: 'agentId',
    agentKind: 'agent',
    otherNames: ['flowId', 'agent', 'agentID', 'nodes', 'edges'],
  },
  'messaging-agent': {
    show: 'messagingAgentShow',
    list: 'messagingAgentList',
    listField: null,
    create: 'messagingAgentCreate',
    change: 'messagingAgentReplace',
    isReplaced: true,
    delete: null,
    idName: 'messagingAgentId',
    isOfWorkspace: true,
    agentField: null,
    agentKind: null,
    otherNames: ['agentId', 'llmModel'],
  },
  'message-flow': {
    show: 'messageFlowShow',
    list: 'messageFlowList',
    listField: null,
    create: 'messageFlowCreate',
    change: 'messageFlowReplace',
    isReplaced: true,
    delete: null,
    idName: 'messageFlowId',
    isOfWorkspace: true,
    agentField: 'agent',
    agentKind: 'messaging-agent',
    otherNames: ['flowId', 'agentId', 'agentID'],
  },
}

/** Names one record. */
export interface RecordKey {
  kind: VersionKind
  /** '' for kinds that belong to no workspace. */
  workspace: string
  recordId: string
}

export const recordKey = (kind: VersionKind, recordId: string, workspace: string | null): RecordKey => ({
  kind,
  recordId,
  workspace: /* guard: versions-have-their-workspace */ kinds[kind].isOfWorkspace ? (workspace ?? '') : '',
})

/** The id of a record; null if it has none that a path can contain. Messaging agents and message flows call it `_id` (interface 7). */
export function idIn({ id, _id }: Fields): string | null {
  const found = [id, _id].find((value) => typeof value === 'string' && idPattern.test(value))
  return (found as string | undefined) ?? null
}

/** What a command does to a record; null: it changes no record that has versions. */
export function recordCommandOf(
  name: EndpointName,
): { kind: VersionKind; action: 'create' | 'change' | 'delete' } | null {
  for (const kind of versionKinds)
    for (const action of ['create', 'change', 'delete'] as const)
      if (kinds[kind][action] === name) return { kind, action }
  return null
}

/** The kind of record that a read returns, and whether it returns a list; null: it returns no such record. */
export function recordReadOf(name: ServiceReadName): { kind: VersionKind; isList: boolean } | null {
  for (const kind of versionKinds) {
    if (kinds[kind].show === name) return { kind, isList: false }
    if (kinds[kind].list === name) return { kind, isList: true }
  }
  return null
}

/** The records of a list answer, in the contract's spelling. */
export function listedRecords(kind: VersionKind, data: unknown): Fields[] {
  const { listField } = kinds[kind]
  const records = listField === null ? data : (data as Fields | null)?.[listField]
  return Array.isArray(records) ? (records as Fields[]) : []
}

/** Fields that the service sets by itself. A different value is no change of the record. */
const serviceFields: readonly string[] = ['id', '_id', 'createdAt', 'updatedAt', 'status', '__v']
/** Unknown fields that count or date something: they change without anybody changing the record. */
const volatileName = /(?:At|Count|_at|_count)$/

/** Whether a field of a record, by its top-level name, is part of what a person configures. */
export const isContent = (kind: VersionKind, name: string): boolean =>
  !serviceFields.includes(name) && !volatileName.test(name) && !kinds[kind].otherNames.includes(name)
