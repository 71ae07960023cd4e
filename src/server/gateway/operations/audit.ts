/** The audit: who did what to which thing, when, and with which outcome (design: Audit). Contains only ids and names of things, newest first. */
import { sql } from 'kysely'
import { auditedChangeText, type EffectState, type HistoryEntry, pageLimit } from '#contract/index.ts'
import { writeLeftOut, writeMoreLeftOut } from '#recipients/file/write.ts'
import { batchNames } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import { countUpToLimit } from '../store/count.ts'
import type { Store } from '../store/store.ts'
import { versionsMadeBy } from '../versions/audited-versions.ts'

interface AuditFilter {
  /** An operator's ID, or a name as in the history. */
  operator?: string | undefined
  endpoint?: string | undefined
  state?: EffectState | undefined
  /** The id of the thing that was changed, or of the result, such as a batch. */
  thing?: string | undefined
  /** Epoch ms, both inclusive. */
  from?: number | undefined
  to?: number | undefined
}

/** A step's position in the order of the audit: by time, then by number. */
interface Position {
  at: number
  seq: number
}

/** Rows of an export in memory at a time. */
const exportChunkRows = 500

const columns = [
  'seq',
  'at',
  'operator',
  'endpoint',
  'state',
  'happened',
  'reason',
  'effectId',
  'ids',
  'names',
  'changes',
]
const pairs = (record: Record<string, string>) =>
  Object.entries(record)
    .map((pair) => pair.join('='))
    .join(' ')
const cells = (entry: HistoryEntry): string[] => [
  `${entry.seq}`,
  new Date(entry.at).toISOString(),
  entry.operator ?? 'Switchboard',
  entry.endpoint,
  entry.state,
  entry.happened === null ? '' : `${entry.happened}`,
  entry.reason ?? '',
  entry.effectId,
  pairs(entry.ids),
  Object.values(entry.names).join(', '),
  (entry.version?.changes ?? []).map(auditedChangeText).join('; '),
]

/** Only the last step of a command has what it made. */
const hasEnded = ({ state }: { state: string }) => state === 'done' || state === 'settled'
const ended = (rows: readonly { state: string; effect_id: string }[]) =>
  rows.filter(hasEnded).map(({ effect_id }) => effect_id)

export type Audit = ReturnType<typeof createAudit>

type Filter = Omit<AuditFilter, 'operator'> & {
  /** Names as in the history. */
  operators: readonly string[] | undefined
}

/** @param deps.namesOf the names that an operator has and had; the argument itself if there is no operator with this ID */
export function createAudit(deps: {
  store: Store
  registry: Registry
  namesOf: (idOrName: string) => Promise<string[]>
}) {
  const { store, registry } = deps
  const filterOf = async ({ operator, ...rest }: AuditFilter): Promise<Filter> => ({
    ...rest,
    operators: operator === undefined ? undefined : await deps.namesOf(operator),
  })

  /**
   * Selects the steps, the latest first. Each set of filters has an index in this order. The steps of one thing are few and are found by
   * its effects: the plus keeps the database from scanning all steps.
   */
  const selectSteps = ({ operators, endpoint, state, thing, from, to }: Filter, before?: Position) => {
    const isOfThing = thing !== undefined
    const table = endpoint === undefined ? 'h' : 'x'
    const [at, seq] = [
      sql<number>`${sql.raw(isOfThing ? '+' : '')}${sql.ref(`${table}.at`)}`,
      sql.ref<number>(`${table}.seq`),
    ]
    let rows = store
      .selectFrom('history as h')
      .$if(endpoint !== undefined, (some) =>
        some.innerJoin('history_endpoints as x', 'x.seq', 'h.seq').where('x.endpoint', '=', endpoint ?? ''),
      )
    if (operators !== undefined) rows = rows.where(sql.ref(`${table}.operator`), 'in', operators)
    if (state !== undefined) rows = rows.where(sql.ref(`${table}.state`), '=', state)
    if (from !== undefined) rows = rows.where(at, '>=', from)
    if (to !== undefined) rows = rows.where(at, '<=', to)
    if (before !== undefined) rows = rows.where(sql<boolean>`(${at}, ${seq}) < (${before.at}, ${before.seq})`)
    if (isOfThing) rows = rows.where('h.effect_id', 'in', effectsOf(thing))
    return rows.orderBy(at, 'desc').orderBy(seq, 'desc')
  }

  /** The effects that name a thing, or that it resulted from: a call's room, a start's batch. */
  const effectsOf = (thing: string) =>
    store
      .selectFrom('effect_things')
      .select('effect_id')
      .where('thing', '=', thing)
      .union(
        store.selectFrom('known_batches').select(sql<string>`effect_id`.as('effect_id')).where('batch_id', '=', thing),
      )
      .union(store.selectFrom('placed_calls').select('effect_id').where('room_name', '=', thing))
      .union(store.selectFrom('placed_calls').select('effect_id').where('call_id', '=', thing))

  /** The position of a step; undefined when neither it nor an earlier one exists. */
  async function positionOf(seq: number): Promise<Position | undefined> {
    const steps = store.selectFrom('history').select('at').where('seq', '<=', seq)
    const found = await steps.orderBy('seq', 'desc').limit(1).executeTakeFirst()
    return found && { at: found.at, seq }
  }

  /** Known names of the things. Does not read the service. */
  async function namesOf(
    idSets: readonly Record<string, string>[],
  ): Promise<(ids: Record<string, string>) => Record<string, string>> {
    const batches = await batchNames(
      store,
      idSets.flatMap(({ batchId }) => batchId ?? []),
    )
    return ({ agentId, messagingAgentId, flowId, messageFlowId, batchId }) => {
      const names = {
        agentId: registry.nameOf('agent', agentId ?? null),
        messagingAgentId: registry.nameOf('agent', messagingAgentId ?? null),
        flowId: registry.nameOf('flow', flowId ?? null),
        messageFlowId: registry.nameOf('flow', messageFlowId ?? null),
        batchId: batches.get(batchId ?? ''),
      }
      return Object.fromEntries(Object.entries(names).filter((pair): pair is [string, string] => Boolean(pair[1])))
    }
  }

  /** @param before return only steps that are older than this one */
  async function read(filter: Filter, limit: number, before: number | undefined): Promise<HistoryEntry[]> {
    const position = before === undefined ? undefined : await positionOf(before)
    if (before !== undefined && !position) return []
    const rows = await selectSteps(filter, position)
      .innerJoin('effects as e', 'e.id', 'h.effect_id')
      // The result has its own id: a call's room, a start's batch.
      .leftJoin('placed_calls as c', 'c.effect_id', 'e.id')
      .leftJoin('known_batches as b', 'b.effect_id', 'e.id')
      .select([
        'h.seq',
        'h.effect_id',
        'e.endpoint',
        'e.ids',
        'h.state',
        'h.operator',
        'h.at',
        'h.happened',
        'h.reason',
      ])
      .select(['c.room_name', 'b.batch_id'])
      .limit(limit)
      .execute()
    const ids = rows.map(
      (row): Record<string, string> => ({
        ...(row.room_name && { roomName: row.room_name }),
        ...(row.batch_id && { batchId: row.batch_id }),
        ...(JSON.parse(row.ids) as Record<string, string>),
      }),
    )
    const names = await namesOf(ids)
    const made = await versionsMadeBy(store, ended(rows))
    /** The ids and names of a step, with the record that its command made. */
    const about = (effectId: string, found: Record<string, string>) => {
      const version = made.get(effectId)
      if (!version) return { ids: found, names: names(found), version: null }
      const { idName, name, ...facts } = version
      const all = { ...found, [idName]: facts.recordId }
      return { ids: all, names: { ...names(all), ...(name && { [idName]: name }) }, version: facts }
    }
    return rows.map((row, at) => ({
      seq: row.seq,
      effectId: row.effect_id,
      endpoint: row.endpoint,
      ...about(hasEnded(row) ? row.effect_id : '', ids[at] ?? {}),
      state: row.state as EffectState,
      operator: row.operator,
      at: row.at,
      happened: row.happened === null ? null : row.happened === 1,
      reason: row.reason,
    }))
  }

  return {
    /** One page. `next`: the value of `before` for the next page; null on the last one. */
    async list({ before, limit = pageLimit.default, ...wanted }: AuditFilter & { before?: number; limit?: number }) {
      const filter = await filterOf(wanted)
      const total = await countUpToLimit(store, selectSteps(filter).select('h.seq'))
      const entries = await read(filter, limit + 1, before)
      const page = entries.slice(0, limit)
      return { entries: page, total, next: entries.length > limit ? (page.at(-1)?.seq ?? null) : null }
    },

    /**
     * The audit as a CSV file for a spreadsheet; no cell starts a formula. Rows are read in chunks as the stream is consumed, so that
     * memory does not depend on the length of the history.
     */
    export(wanted: AuditFilter): ReadableStream<Uint8Array> {
      const encoder = new TextEncoder()
      const filtering = filterOf(wanted)
      let before: number | undefined
      return new ReadableStream(
        {
          async pull(controller) {
            const entries = await read(await filtering, exportChunkRows, before)
            const rows = entries.map(cells)
            const text = before === undefined ? writeLeftOut(columns, rows) : writeMoreLeftOut(rows)
            if (text !== '') controller.enqueue(encoder.encode(text))
            before = entries.at(-1)?.seq
            if (entries.length < exportChunkRows) controller.close()
          },
        },
        { highWaterMark: 0 },
      )
    },
  }
}
