/**
 * Writes to agents and flows, of calls or of messages, whose answer was lost: what was sent is kept, and the record is read and
 * compared, until a reading or a person decides what became of it (design: the ledger).
 */
import { type EndpointName, pageLimit } from '#contract/index.ts'
import type { Clock } from './clock.ts'
import type { Store } from './database.ts'
import { type EffectWithState, effectRows, settleUnknown } from './effects.ts'
import type { Endings } from './endings.ts'
import type { CommandName, ReadName } from './freshness.ts'
import type { Outcome } from './intentions.ts'
import type { Log } from './log.ts'
import { createLooking, isBelieved, type Said } from './looking.ts'
import type { Read, Snapshots } from './snapshots.ts'
import { type Fields, idOf, wasCreated, wasReplaced, wasUpdated } from './write-check.ts'

interface Rule {
  deed: 'create' | 'update' | 'replace' | 'delete'
  show: ReadName
  list: ReadName
  /** The pages that show it, and the name of the list in its answer. */
  page: 'agents' | 'flows'
  /** The list comes bare, and cannot be searched (interface 7). */
  bare?: true
}

const agent = { show: 'agentShow', list: 'agentList', page: 'agents' } as const
const flow = { show: 'flowShow', list: 'flowList', page: 'flows' } as const
const messagingAgent = { show: 'messagingAgentShow', list: 'messagingAgentList', page: 'agents', bare: true } as const
const messageFlow = { show: 'messageFlowShow', list: 'messageFlowList', page: 'flows', bare: true } as const
const rules: Partial<Record<CommandName, Rule>> = {
  agentCreate: { ...agent, deed: 'create' },
  agentUpdate: { ...agent, deed: 'update' },
  agentDelete: { ...agent, deed: 'delete' },
  flowCreate: { ...flow, deed: 'create' },
  flowUpdate: { ...flow, deed: 'update' },
  flowDelete: { ...flow, deed: 'delete' },
  messagingAgentCreate: { ...messagingAgent, deed: 'create' },
  messagingAgentReplace: { ...messagingAgent, deed: 'replace' },
  messageFlowCreate: { ...messageFlow, deed: 'create' },
  messageFlowReplace: { ...messageFlow, deed: 'replace' },
}

type Write = EffectWithState & { params: string; sent: string; workspace: string | null }

type Listed = Record<Rule['page'], Fields[]> & { pagination: { hasNext: boolean } }
/** null: there is more than was read. */
const listedIn = (answer: Listed, page: Rule['page']) => (answer.pagination.hasNext ? null : answer[page])
const wholeOf = (list: Fields[]) => (list.length < pageLimit.most ? list : null)

export type Writes = ReturnType<typeof createWrites>

export function createWrites(parts: {
  store: Store
  snapshots: Snapshots
  endings: Endings
  clock: Clock
  log: Log
  checks: readonly number[]
}) {
  const { store, snapshots, endings, clock } = parts

  const writes = (store: Store) =>
    effectRows(store)
      .innerJoin('writes as w', 'w.effect_id', 'e.id')
      .select(['w.params', 'w.body as sent', 'w.workspace'])

  const forget = (effectId: string): Promise<void> =>
    endings.write(async () => void (await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()))

  /** What other creations are known to have made. */
  async function madeByOthers(endpoint: string): Promise<ReadonlySet<string>> {
    const rows = await store
      .selectFrom('answers as a')
      .innerJoin('effects as e', 'e.id', 'a.effect_id')
      .select('a.body')
      .where('e.endpoint', '=', endpoint)
      .where('a.status', '<', 300)
      .execute()
    return new Set(rows.map(({ body }) => idOf(JSON.parse(body) as Fields)))
  }

  async function readList(row: Write, { list, page, bare }: Rule, sent: Fields): Promise<boolean | null> {
    const rivals = await writes(store).where('e.endpoint', '=', row.endpoint).where('e.id', '!=', row.id).execute()
    // Two of the same name that nobody knows of: neither can be told from the other.
    if (rivals.some((rival) => (JSON.parse(rival.sent) as Fields).name === sent.name)) return null
    const query = { page: 1, limit: pageLimit.most, ...(!bare && { search: String(sent.name) }) }
    const { refusal, data } = await fresh(row, { name: list, params: {}, query }, page)
    if (refusal) return null
    const found = bare ? wholeOf(data as Fields[]) : listedIn(data as Listed, page)
    const others = await madeByOthers(row.endpoint)
    return found && wasCreated(found, { name: sent.name, began: row.at, others })
  }

  const fresh = ({ operator, workspace }: Write, read: Omit<Read, 'workspace'>, page: string) =>
    snapshots.fresh({ ...read, workspace }, 'reads', { operator, page }, 0)

  async function whatHappened(row: Write, rule: Rule): Promise<boolean | null> {
    const sent = JSON.parse(row.sent) as Fields
    if (rule.deed === 'create') return readList(row, rule, sent)
    const params = JSON.parse(row.params) as Record<string, string>
    const { refusal, data } = await fresh(row, { name: rule.show, params, query: {} }, rule.page)
    const gone = refusal?.status === 404 && refusal.code !== 'not_offered'
    if (rule.deed === 'delete') return gone ? true : refusal ? null : false
    if (refusal) return null
    return rule.deed === 'replace' ? wasReplaced(data as Fields, sent, row.at) : wasUpdated(data as Fields, sent)
  }

  async function read(effectId: string, before: Said): Promise<Said> {
    const row = await writes(store).where('e.id', '=', effectId).executeTakeFirst()
    const rule = rules[row?.endpoint as CommandName]
    if (!row || !rule) return 'over'
    // Its end may not be recorded yet.
    if (row.state === 'sending') return null
    if (row.state !== 'unknown') return 'over'
    const happened = await whatHappened(row, rule)
    if (!isBelieved(happened, before)) return happened
    const reason = happened ? 'The service shows it.' : 'The service shows that it did not happen.'
    await store.transaction().execute(async (store) => {
      await settleUnknown(store, effectId, { happened, reason, operator: null, at: clock.now() })
      await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()
    })
    snapshots.makeOld(row.endpoint as CommandName, JSON.parse(row.params) as Record<string, string>)
    return 'over'
  }

  const looking = createLooking(read, parts)

  return {
    /** What is to stand beside the effect's record; undefined for commands that are settled otherwise. */
    record(name: EndpointName, params: Record<string, string>, body: unknown, workspace: string | null) {
      if (!rules[name as CommandName]) return undefined
      const values = { params: JSON.stringify(params), body: JSON.stringify(body ?? null), workspace }
      return async (store: Store, effectId: string): Promise<void> => {
        await store
          .insertInto('writes')
          .values({ effect_id: effectId, ...values })
          .execute()
      }
    },

    /** It has ended: what is unknown is looked at, and what was sent is needed no more otherwise. */
    async ended(effectId: string, state: Outcome['state']): Promise<void> {
      if (state === 'unknown') looking.look(effectId)
      else await forget(effectId)
    },

    /** Somebody settled the effect by hand. */
    forget,

    /** After a start: what is unknown is looked at. Call once, after `Effects.recover`. */
    async recover(): Promise<void> {
      for (const { id, state } of await writes(store).execute())
        if (state === 'unknown') looking.look(id)
        else await forget(id)
    },

    close: () => looking.close(),
  }
}
