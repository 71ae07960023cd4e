/**
 * Commands whose outcome a reading can show, other than decisions: what was sent is kept until the outcome is known, the thing is
 * read and compared, and a person decides about what no reading shows (design: the ledger).
 */
import { type BatchProgress, type EndpointName, pageLimit } from '#contract/index.ts'
import type { Who } from './budget.ts'
import type { Clock } from './clock.ts'
import type { Store } from './database.ts'
import { type EffectWithState, effectRows, settleUnknown } from './effects.ts'
import type { Endings } from './endings.ts'
import type { CommandName, ReadName } from './freshness.ts'
import type { Outcome } from './intentions.ts'
import type { Rechecks } from './looking.ts'
import type { Read, Snapshot, Snapshots } from './snapshots.ts'
import { createdIn, type Fields, idOf, wasReplaced, wasUpdated } from './write-check.ts'

/** What was asked for. */
export interface Asked {
  name: EndpointName
  params: Record<string, string>
  body: unknown
  /** null where the service needs none. */
  workspace: string | null
}

interface Write extends Asked {
  effectId: string
  body: Fields
  operator: string
  /** Epoch ms: when it was recorded, just before it was sent. */
  began: number
}

interface Rule {
  /** The page that shows the thing. */
  page: 'agents' | 'flows' | 'batches' | 'calls'
  read: (write: Write) => Omit<Read, 'workspace'>
  /** The answer that the command would have had, made from a reading that shows that it was carried out; null: it does not show it. */
  answer: (snapshot: Snapshot, write: Write, store: Store) => object | null | Promise<object | null>
}

interface Family {
  page: 'agents' | 'flows'
  show: ReadName
  list: ReadName
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
    // Two of the same name that nobody knows of: neither can be told from the other.
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

/** A total map: of a new command it has to be said how a reading shows it. null: none does, so a person has to settle it. */
const rules: Record<CommandName, Rule | null> = {
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
  // Settled by what the conversation shows (decision-settling.ts).
  messageAction: null,
}
const ruleOf = (name: string): Rule | null | undefined => rules[name as CommandName]

const writeRows = (store: Store) =>
  effectRows(store)
    .innerJoin('writes as w', 'w.effect_id', 'e.id')
    .select(['w.params', 'w.body as sent', 'w.workspace'])
type WriteRow = EffectWithState & { params: string; sent: string; workspace: string | null }

const fieldsOf = (body: unknown): Fields => (body ?? {}) as Fields
const writeOf = (row: WriteRow): Write => ({
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

export type Writes = ReturnType<typeof createWrites>

export function createWrites(parts: {
  store: Store
  snapshots: Snapshots
  rechecks: Rechecks
  endings: Endings
  clock: Clock
}) {
  const { store, snapshots, rechecks, endings, clock } = parts

  const forget = (effectId: string): Promise<void> =>
    endings.write(async () => void (await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()))

  const settle = async (write: Write): Promise<boolean> => {
    const { effectId, name, params } = write
    const isOver = await store.transaction().execute(async (store) => {
      const { state } = await effectRows(store).where('e.id', '=', effectId).executeTakeFirstOrThrow()
      if (state === 'sending') return false
      const reason = 'The service shows it.'
      await settleUnknown(store, effectId, { happened: true, reason, operator: null, at: clock.now() })
      await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()
      return true
    })
    if (isOver) snapshots.makeOld(name as CommandName, params)
    return isOver
  }

  /** @param at epoch ms: since when it is unknown */
  function recheck(write: Write, rule: Rule, at: number): void {
    rechecks.add({
      effectId: write.effectId,
      at,
      read: { ...rule.read(write), workspace: write.workspace },
      who: { operator: write.operator, page: rule.page },
      shows: async (snapshot) => (await rule.answer(snapshot, write, store)) !== null,
      settle: () => settle(write),
    })
  }

  return {
    /** What is to stand beside the effect's record; undefined for commands that no reading settles. */
    record({ name, params, body, workspace }: Asked) {
      if (!ruleOf(name)) return undefined
      const values = { params: JSON.stringify(params), body: JSON.stringify(body ?? null), workspace }
      return async (store: Store, effectId: string): Promise<void> => {
        await store
          .insertInto('writes')
          .values({ effect_id: effectId, ...values })
          .execute()
      }
    },

    /**
     * Reads back at once what a command may have changed, because its 2xx did not show it.
     *
     * @returns the answer that the command should have had; null: the service does not show that it was carried out, or cannot be read
     */
    async readBack(effectId: string, asked: Asked, who: Who): Promise<object | null> {
      const rule = ruleOf(asked.name)
      if (!rule) return null
      const row = await effectRows(store)
        .where('e.id', '=', effectId)
        .executeTakeFirst()
        .catch(() => undefined)
      const write = {
        ...asked,
        effectId,
        body: fieldsOf(asked.body),
        operator: who.operator,
        began: row?.at ?? clock.now(),
      }
      const read = { ...rule.read(write), workspace: asked.workspace }
      const snapshot = await snapshots.fresh(read, 'commands', who, 0).catch(() => null)
      return snapshot && (await rule.answer(snapshot, write, store))
    },

    /**
     * Reads again, before the same thing is asked for once more, what an earlier unknown command may have changed.
     *
     * @returns the answer of an earlier one that asked for exactly this and is now known to have been carried out; else null
     */
    async readFirst({ name, params, body, workspace }: Asked): Promise<object | null> {
      const rule = ruleOf(name)
      if (!rule) return null
      const rows = await writeRows(store).where('e.endpoint', '=', name).where('h.state', '=', 'unknown').execute()
      const writes = rows
        .map(writeOf)
        .filter((write) => JSON.stringify([write.params, write.workspace]) === JSON.stringify([params, workspace]))
      const same = (write: Write) => JSON.stringify(write.body) === JSON.stringify(fieldsOf(body))
      for (const write of writes.filter((one) => same(one) || Object.keys(params).length > 0)) {
        const snapshot = await rechecks.now(write.effectId)
        const answer = snapshot && same(write) ? await rule.answer(snapshot, write, store) : null
        if (answer) return answer
      }
      return null
    },

    /** It has ended: what is unknown is read again, and what was sent is needed no more otherwise. */
    async ended(effectId: string, asked: Asked, state: Outcome['state']): Promise<void> {
      const rule = ruleOf(asked.name)
      if (!rule) return
      if (state !== 'unknown') return forget(effectId)
      const row = await writeRows(store).where('e.id', '=', effectId).executeTakeFirst()
      if (row) recheck(writeOf(row), rule, clock.now())
    },

    /** Somebody settled the effect by hand. */
    forget,

    /** After a start: what is unknown, or will be recorded so, is read again. Call once, after `Effects.recover`. */
    async recover(): Promise<void> {
      for (const row of await writeRows(store).select('h.at as since').execute()) {
        const rule = ruleOf(row.endpoint)
        if (rule && ['unknown', 'sending'].includes(row.state)) recheck(writeOf(row), rule, row.since)
        else await forget(row.id)
      }
    },
  }
}
