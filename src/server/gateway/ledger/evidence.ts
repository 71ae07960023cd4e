/** Rules that tell from a reading whether a command was carried out, one for each command of the contract (design: the ledger). */
import {
  type BatchProgress,
  type EndpointName,
  pageLimit,
  type ServiceCommandName,
  type ServiceReadName,
} from '#contract/index.ts'
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
  /** Epoch ms: the effect is recorded just before it is sent. */
  recordedAt: number
}

export interface Rule {
  /** The page that shows the record. */
  page: 'agents' | 'flows' | 'batches' | 'calls'
  read: (write: Write) => Omit<Read, 'workspace'>
  /** The answer that the command would have had, built from a reading. null: the reading does not show that it was carried out. */
  answer: (snapshot: Snapshot, write: Write, store: Store) => object | null | Promise<object | null>
}

interface RecordKind {
  page: 'agents' | 'flows'
  show: ServiceReadName
  list: ServiceReadName
  /** The path parameter with the record's id. */
  idName: string
  /** The list is a plain array, without pagination or search (interface 7). */
  isBare?: true
}
const agents = { page: 'agents', show: 'agentShow', list: 'agentList', idName: 'agentId' } as const
const flows = { page: 'flows', show: 'flowShow', list: 'flowList', idName: 'flowId' } as const
const messagingAgents: RecordKind = {
  page: 'agents',
  show: 'messagingAgentShow',
  list: 'messagingAgentList',
  idName: 'messagingAgentId',
  isBare: true,
}
const messageFlows: RecordKind = {
  page: 'flows',
  show: 'messageFlowShow',
  list: 'messageFlowList',
  idName: 'messageFlowId',
  isBare: true,
}

const isGone = ({ refusal }: Snapshot) => refusal?.status === 404 && refusal.code !== 'not_offered'

const changed = ({ page, show, idName }: RecordKind, isAsSent: (record: Fields, sent: Fields) => boolean): Rule => ({
  page,
  read: ({ params }) => ({ name: show, params, query: {} }),
  answer: ({ refusal, data }, { params, body }) => {
    const record = data as Fields
    return !refusal && idOf(record) === params[idName] && isAsSent(record, body) ? record : null
  },
})

const deleted = ({ page, show }: RecordKind): Rule => ({
  page,
  read: ({ params }) => ({ name: show, params, query: {} }),
  answer: (snapshot) => (isGone(snapshot) ? { status: 'success', message: '' } : null),
})

/** All records of a list answer; null when there are more pages. */
function wholeList({ page, isBare }: RecordKind, data: unknown): Fields[] | null {
  if (isBare) return (data as Fields[]).length < pageLimit.most ? (data as Fields[]) : null
  const listed = data as Record<RecordKind['page'], Fields[]> & { pagination: { hasNext: boolean } }
  return listed.pagination.hasNext ? null : listed[page]
}

const created = (kind: RecordKind): Rule => ({
  page: kind.page,
  read: ({ body }) => ({
    name: kind.list,
    params: {},
    query: { page: 1, limit: pageLimit.most, ...(!kind.isBare && { search: String(body.name) }) },
  }),
  answer: async ({ refusal, data }, { effectId, name, body, recordedAt }, store) => {
    const found = refusal ? null : wholeList(kind, data)
    if (!found) return null
    const others = await writeRows(store).where('e.endpoint', '=', name).where('e.id', '!=', effectId).execute()
    // Two unknown records of the same name cannot be told apart.
    if (others.some((other) => (JSON.parse(other.sent) as Fields).name === body.name)) return null
    return findCreated(found, { name: body.name, recordedAt, otherIds: await idsMadeByOthers(store, name) })
  },
})

const cancelled: Rule = {
  page: 'batches',
  read: ({ params }) => ({ name: 'batchProgress', params, query: {} }),
  answer: ({ refusal, data }, { params }) => {
    const { status, completed, failed, cancelled, total } = (refusal ? {} : data) as Partial<BatchProgress>
    if (status !== 'cancelled') return null
    const details = { completedCalls: completed, failedCalls: failed, cancelledCalls: cancelled, totalCalls: total }
    return { batchId: params.batchId, status, message: '', details }
  },
}

const callEnded: Rule = {
  page: 'calls',
  read: ({ params }) => ({ name: 'activeCallShow', params, query: {} }),
  answer: (snapshot, { params }) =>
    isGone(snapshot) ? { success: true, message: '', roomName: params.roomName, endTime: '' } : null,
}

/** A total map, so that a new command must state its rule. null: no reading shows it, so a person has to settle it. */
const rules: Record<ServiceCommandName, Rule | null> = {
  agentCreate: created(agents),
  agentUpdate: changed(agents, wasUpdated),
  agentDelete: deleted(agents),
  flowCreate: created(flows),
  flowUpdate: changed(flows, wasUpdated),
  flowDelete: deleted(flows),
  messagingAgentCreate: created(messagingAgents),
  messagingAgentReplace: changed(messagingAgents, wasReplaced),
  messageFlowCreate: created(messageFlows),
  messageFlowReplace: changed(messageFlows, wasReplaced),
  batchCancel: cancelled,
  activeCallEnd: callEnded,
  // The service does not show whether the agent was muted.
  activeCallTakeOver: null,
  // A lost answer to these leaves only evidence for a person (design: the facts).
  batchStart: null,
  callSend: null,
  messageGenerate: null,
  // Settled by what the conversation shows (recheck-decision.ts).
  messageAction: null,
}
/** The rule of a command; null or undefined when no reading shows that it was carried out. */
export const ruleOf = (name: string): Rule | null | undefined => rules[name as ServiceCommandName]

/** Selects the effects whose request is stored. */
export const writeRows = (store: Store) =>
  effectRows(store)
    .innerJoin('writes as w', 'w.effect_id', 'e.id')
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
  recordedAt: row.at,
})

/** Ids of records that other confirmed creations made. */
async function idsMadeByOthers(store: Store, endpoint: string): Promise<ReadonlySet<string>> {
  const rows = await store
    .selectFrom('answers as a')
    .innerJoin('effects as e', 'e.id', 'a.effect_id')
    .select('a.body')
    .where('e.endpoint', '=', endpoint)
    .where('a.status', '<', 300)
    .execute()
  return new Set(rows.map(({ body }) => idOf(JSON.parse(body) as Fields)))
}
