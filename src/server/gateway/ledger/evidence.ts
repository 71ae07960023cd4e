/** For each command of the contract: how a read of the service can show that it was carried out (design: the ledger). */
import {
  type BatchProgress,
  type EndpointName,
  pageLimit,
  type ServiceCommandName,
  type ServiceReadName,
} from '#contract/index.ts'
import { isGone, isMissing } from '../cache/absence.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Store } from '../store/store.ts'
import { type EffectWithState, effectRows } from './effect-rows.ts'
import { type Fields, findCreated, idOf, wasReplaced, wasUpdated } from './record-check.ts'

/** A command as it was requested. */
export interface WriteRequest {
  name: EndpointName
  params: Record<string, string>
  body: unknown
  /** null when the service needs none. */
  workspace: string | null
}

export interface Write extends WriteRequest {
  effectId: string
  body: Fields
  operator: string
  /** Absent if Switchboard sent it by itself. */
  person?: string | undefined
  /** Epoch ms: the effect is recorded just before it is sent. */
  recordedAt: number
}

export interface EvidenceRule {
  /** The page that shows the record. */
  page: 'agents' | 'flows' | 'batches' | 'calls'
  read: (write: Write) => Omit<Read, 'workspace'>
  /**
   * The answer that the command would have had, built from a read. null: the read does not show that it was carried out.
   *
   * @param isAnswered whether the service answered the command with a 2xx that does not show what it did
   */
  answer: (
    snapshot: Snapshot,
    write: Write,
    store: Store,
    isAnswered?: boolean,
  ) => object | null | Promise<object | null>
  /** Whether it is carried out when what it concerns is not found. It takes two witnesses, so a first 404 is soon read again. */
  isProvedByAbsence?: boolean
}

interface RecordKind {
  page: 'agents' | 'flows'
  show: ServiceReadName
  list: ServiceReadName
  /** The path parameter with the record's id. */
  idName: string
  /** Whether its list is a plain array, without pagination or search (interface 7). */
  isBareList?: true
}
const agents = { page: 'agents', show: 'agentShow', list: 'agentList', idName: 'agentId' } as const
const flows = { page: 'flows', show: 'flowShow', list: 'flowList', idName: 'flowId' } as const
const messagingAgents: RecordKind = {
  page: 'agents',
  show: 'messagingAgentShow',
  list: 'messagingAgentList',
  idName: 'messagingAgentId',
  isBareList: true,
}
const messageFlows: RecordKind = {
  page: 'flows',
  show: 'messageFlowShow',
  list: 'messageFlowList',
  idName: 'messageFlowId',
  isBareList: true,
}

/** Whether two witnesses say that something is gone: two readings apart in time, or one and the service's 2xx to the command. */
const wasRemoved = (snapshot: Snapshot, isAnswered: boolean) =>
  snapshot.refusal?.code !== 'not_offered' && (isAnswered ? isMissing(snapshot) : isGone(snapshot))

const ruleOfUpdate = (
  { page, show, idName }: RecordKind,
  isAsSent: (record: Fields, sent: Fields) => boolean,
): EvidenceRule => ({
  page,
  read: ({ params }) => ({ name: show, params, query: {} }),
  answer: ({ refusal, data }, { params, body }) => {
    const record = data as Fields
    return !refusal && idOf(record) === params[idName] && isAsSent(record, body) ? record : null
  },
})

const ruleOfDeletion = ({ page, show }: RecordKind): EvidenceRule => ({
  page,
  read: ({ params }) => ({ name: show, params, query: {} }),
  answer: (snapshot, _write, _store, isAnswered = false) =>
    wasRemoved(snapshot, isAnswered) ? { status: 'success', message: '' } : null,
  isProvedByAbsence: true,
})

/** All records of a list answer; null if there are more pages. */
function wholeList({ page, isBareList }: RecordKind, data: unknown): Fields[] | null {
  if (isBareList) return (data as Fields[]).length < pageLimit.most ? (data as Fields[]) : null
  const list = data as Record<RecordKind['page'], Fields[]> & { pagination: { hasNext: boolean } }
  return list.pagination.hasNext ? null : list[page]
}

const ruleOfCreation = (kind: RecordKind): EvidenceRule => ({
  page: kind.page,
  read: ({ body }) => ({
    name: kind.list,
    params: {},
    query: { page: 1, limit: pageLimit.most, ...(!kind.isBareList && { search: String(body.name) }) },
  }),
  answer: async ({ refusal, data }, { effectId, name, body, recordedAt }, store) => {
    const records = refusal ? null : wholeList(kind, data)
    if (!records) return null
    const otherWrites = await writeRows(store).where('e.endpoint', '=', name).where('e.id', '!=', effectId).execute()
    // Two unknown creations of records with the same name cannot be distinguished.
    if (otherWrites.some((write) => (JSON.parse(write.sent) as Fields).name === body.name)) return null
    return findCreated(records, { name: body.name, recordedAt, otherIds: await idsOfOtherCreations(store, name) })
  },
})

const ruleOfCancel: EvidenceRule = {
  page: 'batches',
  read: ({ params }) => ({ name: 'batchProgress', params, query: {} }),
  answer: ({ refusal, data }, { params }) => {
    const { status, completed, failed, cancelled, total } = (refusal ? {} : data) as Partial<BatchProgress>
    if (status !== 'cancelled') return null
    const details = { completedCalls: completed, failedCalls: failed, cancelledCalls: cancelled, totalCalls: total }
    return { batchId: params.batchId, status, message: '', details }
  },
}

const ruleOfCallEnd: EvidenceRule = {
  page: 'calls',
  read: ({ params }) => ({ name: 'activeCallShow', params, query: {} }),
  answer: (snapshot, { params }, _store, isAnswered = false) =>
    wasRemoved(snapshot, isAnswered) ? { success: true, message: '', roomName: params.roomName, endTime: '' } : null,
  isProvedByAbsence: true,
}

/** The type requires an entry for each new command. null: no read can show that it was carried out, so a person has to settle it. */
const rules: Record<ServiceCommandName, EvidenceRule | null> = {
  agentCreate: ruleOfCreation(agents),
  agentUpdate: ruleOfUpdate(agents, wasUpdated),
  agentDelete: ruleOfDeletion(agents),
  flowCreate: ruleOfCreation(flows),
  flowUpdate: ruleOfUpdate(flows, wasUpdated),
  flowDelete: ruleOfDeletion(flows),
  messagingAgentCreate: ruleOfCreation(messagingAgents),
  messagingAgentReplace: ruleOfUpdate(messagingAgents, wasReplaced),
  messageFlowCreate: ruleOfCreation(messageFlows),
  messageFlowReplace: ruleOfUpdate(messageFlows, wasReplaced),
  batchCancel: ruleOfCancel,
  activeCallEnd: ruleOfCallEnd,
  // The service does not show whether the agent was muted.
  activeCallTakeOver: null,
  // If the answer to these is lost, only a person can find out whether they were carried out (design: the facts).
  batchStart: null,
  callSend: null,
  messageGenerate: null,
  // Settled from a read of the conversation (recheck-decision.ts).
  messageAction: null,
}
/** The rule of a command; null or undefined if no read can show that it was carried out. */
export const ruleOf = (name: string): EvidenceRule | null | undefined => rules[name as ServiceCommandName]

/** Selects the effects whose request is stored. */
export const writeRows = (store: Store) =>
  effectRows(store)
    .innerJoin('writes as w', 'w.effect_id', 'e.id')
    // Otherwise the database begins with all effects.
    .where('e.id', 'in', store.selectFrom('writes').select('effect_id'))
    .select(['w.params', 'w.body as sent', 'w.workspace'])
type WriteRow = EffectWithState & { params: string; sent: string; workspace: string | null }

export const fieldsOf = (body: unknown): Fields => (body ?? {}) as Fields
export const writeOf = (row: WriteRow): Write => ({
  effectId: row.id,
  name: row.endpoint as EndpointName,
  params: JSON.parse(row.params) as Record<string, string>,
  body: fieldsOf(JSON.parse(row.sent)),
  workspace: row.workspace,
  operator: row.operator,
  person: row.operator_id,
  recordedAt: row.at,
})

/** Ids of the records of other confirmed creations. */
async function idsOfOtherCreations(store: Store, endpoint: string): Promise<ReadonlySet<string>> {
  const rows = await store
    .selectFrom('answers as a')
    .innerJoin('effects as e', 'e.id', 'a.effect_id')
    .select('a.body')
    .where('e.endpoint', '=', endpoint)
    .where('a.status', '<', 300)
    .execute()
  return new Set(rows.map(({ body }) => idOf(JSON.parse(body) as Fields)))
}
