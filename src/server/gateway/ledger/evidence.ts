/** How a reading shows that a command was carried out: one rule for each command of the contract (design: the ledger). */
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
import { createdIn, type Fields, idOf, wasReplaced, wasUpdated } from './record-check.ts'

/** What was asked for. */
export interface Asked {
  name: EndpointName
  params: Record<string, string>
  body: unknown
  /** null where the service needs none. */
  workspace: string | null
}

export interface Write extends Asked {
  effectId: string
  body: Fields
  operator: string
  /** Epoch ms: when it was recorded, just before it was sent. */
  began: number
}

export interface Rule {
  /** The page that shows the thing. */
  page: 'agents' | 'flows' | 'batches' | 'calls'
  read: (write: Write) => Omit<Read, 'workspace'>
  /** The answer that the command would have had, made from a reading that shows that it was carried out; null: it does not show it. */
  answer: (snapshot: Snapshot, write: Write, store: Store) => object | null | Promise<object | null>
}

interface Family {
  page: 'agents' | 'flows'
  show: ServiceReadName
  list: ServiceReadName
  /** The path parameter with the record's id. */
  idName: string
  /** The list comes bare, and cannot be searched (interface 7). */
  bare?: true
}
const agents = { page: 'agents', show: 'agentShow', list: 'agentList', idName: 'agentId' } as const
const flows = { page: 'flows', show: 'flowShow', list: 'flowList', idName: 'flowId' } as const
const messagingAgents: Family = {
  page: 'agents',
  show: 'messagingAgentShow',
  list: 'messagingAgentList',
  idName: 'messagingAgentId',
  bare: true,
}
const messageFlows: Family = {
  page: 'flows',
  show: 'messageFlowShow',
  list: 'messageFlowList',
  idName: 'messageFlowId',
  bare: true,
}

const isGone = ({ refusal }: Snapshot) => refusal?.status === 404 && refusal.code !== 'not_offered'

const changed = ({ page, show, idName }: Family, isAsSent: (record: Fields, sent: Fields) => boolean): Rule => ({
  page,
  read: ({ params }) => ({ name: show, params, query: {} }),
  answer: ({ refusal, data }, { params, body }) => {
    const record = data as Fields
    return !refusal && idOf(record) === params[idName] && isAsSent(record, body) ? record : null
  },
})

const deleted = ({ page, show }: Family): Rule => ({
  page,
  read: ({ params }) => ({ name: show, params, query: {} }),
  answer: (snapshot) => (isGone(snapshot) ? { status: 'success', message: '' } : null),
})

/** Of a search for a name; null: there is more than was read. */
function wholeList({ page, bare }: Family, data: unknown): Fields[] | null {
  if (bare) return (data as Fields[]).length < pageLimit.most ? (data as Fields[]) : null
  const listed = data as Record<Family['page'], Fields[]> & { pagination: { hasNext: boolean } }
  return listed.pagination.hasNext ? null : listed[page]
}

const created = (family: Family): Rule => ({
  page: family.page,
  read: ({ body }) => ({
    name: family.list,
    params: {},
    query: { page: 1, limit: pageLimit.most, ...(!family.bare && { search: String(body.name) }) },
  }),
  answer: async ({ refusal, data }, { effectId, name, body, began }, store) => {
    const found = refusal ? null : wholeList(family, data)
    if (!found) return null
    const rivals = await writeRows(store).where('e.endpoint', '=', name).where('e.id', '!=', effectId).execute()
    // Two unknown records of the same name cannot be told apart.
    if (rivals.some((rival) => (JSON.parse(rival.sent) as Fields).name === body.name)) return null
    return createdIn(found, { name: body.name, began, others: await madeByOthers(store, name) })
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

/** A total map, so that each new command says how a reading shows it. null: no reading does, so a person has to settle it. */
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
/** How a reading shows that a command was carried out; null or undefined: none does. */
export const ruleOf = (name: string): Rule | null | undefined => rules[name as ServiceCommandName]

/** The effects whose request is stored. */
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
  began: row.at,
})

/** What other creations are known to have made. */
async function madeByOthers(store: Store, endpoint: string): Promise<ReadonlySet<string>> {
  const rows = await store
    .selectFrom('answers as a')
    .innerJoin('effects as e', 'e.id', 'a.effect_id')
    .select('a.body')
    .where('e.endpoint', '=', endpoint)
    .where('a.status', '<', 300)
    .execute()
  return new Set(rows.map(({ body }) => idOf(JSON.parse(body) as Fields)))
}
