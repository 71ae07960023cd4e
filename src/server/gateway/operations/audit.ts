/** The audit: who did what to which thing, when, and with which outcome (design: Audit). One row for each action, with ids and names of things only, newest first. */
import { type EffectState, type HistoryEntry, type HistoryStep, pageLimit } from '#contract/index.ts'
import { batchNames } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import { streamCsv } from '../shared/csv-stream.ts'
import { countUpToLimit, sumUpToLimit } from '../store/count.ts'
import type { Store } from '../store/store.ts'
import { versionsMadeBy } from '../versions/audited-versions.ts'
import { auditCsvCells, auditCsvColumns } from './audit-csv.ts'
import { type AuditFilter, inOrder, type Position, selectAudited } from './audited-effects.ts'

/** As requested: an operator's ID, or a name as in the history. */
interface RequestedFilter extends Omit<AuditFilter, 'operators' | 'upTo'> {
  operator?: string | undefined
}

/** Rows of an export in memory at a time. */
const exportChunkRows = 100

const happenedIn = (happened: number | null) => (happened === null ? null : happened === 1)

/** Only the last step of a command has what it made. */
const hasEnded = ({ state }: { state: string }) => state === 'done' || state === 'settled'
const ended = (rows: readonly { state: string; effect_id: string }[]) =>
  rows.filter(hasEnded).map(({ effect_id }) => effect_id)

export type Audit = ReturnType<typeof createAudit>

/** @param deps.namesOf the names that an operator has and had; the argument itself if there is no operator with this ID */
export function createAudit(deps: {
  store: Store
  registry: Registry
  namesOf: (idOrName: string) => Promise<string[]>
}) {
  const { store, registry } = deps
  const filterOf = async ({ operator, ...rest }: RequestedFilter): Promise<AuditFilter> => ({
    ...rest,
    operators: operator === undefined ? undefined : await deps.namesOf(operator),
  })

  /** The position of a step; undefined when neither it nor an earlier one exists. */
  async function positionOf(seq: number): Promise<Position | undefined> {
    const steps = store.selectFrom('history').select('at').where('seq', '<=', seq)
    const found = await steps.orderBy('seq', 'desc').limit(1).executeTakeFirst()
    return found && { at: found.at, seq }
  }

  async function latestSeq(): Promise<number> {
    const found = await store.selectFrom('history').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
    return found?.seq ?? 0
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

  /** All steps of effects by the effects' ids, the oldest first. */
  async function stepsOf(effectIds: readonly string[], upTo: number | undefined): Promise<Map<string, HistoryStep[]>> {
    const steps = new Map<string, HistoryStep[]>(effectIds.map((id) => [id, []]))
    if (effectIds.length === 0) return steps
    const rows = await store
      .selectFrom('history')
      .select(['effect_id', 'state', 'operator', 'at', 'happened', 'reason'])
      .where('effect_id', 'in', effectIds)
      .$if(upTo !== undefined, (some) => some.where('seq', '<=', upTo ?? 0))
      .orderBy('seq')
      .execute()
    for (const { effect_id, state, happened, ...step } of rows)
      steps.get(effect_id)?.push({ ...step, state: state as EffectState, happened: happenedIn(happened) })
    return steps
  }

  /** @param before return only rows that are older than this one */
  async function read(filter: AuditFilter, limit: number, before: number | undefined): Promise<HistoryEntry[]> {
    const position = before === undefined ? undefined : await positionOf(before)
    if (before !== undefined && !position) return []
    const parts = await Promise.all(
      selectAudited(store, filter, position).map((part) =>
        part
          .innerJoin('effects as e', 'e.id', 'h.effect_id')
          // The result has its own id: a call's room, a start's batch.
          .leftJoin('placed_calls as c', 'c.effect_id', 'e.id')
          .leftJoin('known_batches as b', 'b.effect_id', 'e.id')
          .select(['h.seq', 'h.effect_id', 'e.endpoint', 'e.ids', 'h.state', 'e.operator', 'h.at', 'h.happened'])
          .select(['h.reason', 'c.room_name', 'b.batch_id'])
          .limit(limit)
          .execute(),
      ),
    )
    const rows = inOrder(parts).slice(0, limit)
    const steps = await stepsOf(
      rows.map(({ effect_id }) => effect_id),
      filter.upTo,
    )
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
      happened: happenedIn(row.happened),
      reason: row.reason,
      steps: steps.get(row.effect_id) ?? [],
    }))
  }

  return {
    /** One page. `next`: the value of `before` for the next page; null on the last one. */
    async list({
      before,
      limit = pageLimit.default,
      ...wanted
    }: RequestedFilter & { before?: number; limit?: number }) {
      const filter = await filterOf(wanted)
      const counts = await Promise.all(
        selectAudited(store, filter).map((part) => countUpToLimit(store, part.select('h.seq'))),
      )
      const entries = await read(filter, limit + 1, before)
      const page = entries.slice(0, limit)
      return {
        entries: page,
        total: sumUpToLimit(counts),
        next: entries.length > limit ? (page.at(-1)?.seq ?? null) : null,
      }
    },

    /**
     * The audit as a CSV file for a spreadsheet. What happens while it is read is not in it.
     */
    export(wanted: RequestedFilter): ReadableStream<Uint8Array> {
      let filter: AuditFilter | undefined
      let before: number | undefined
      return streamCsv(auditCsvColumns, async () => {
        filter ??= { ...(await filterOf(wanted)), upTo: await latestSeq() }
        const entries = await read(filter, exportChunkRows, before)
        before = entries.at(-1)?.seq
        return { rows: entries.map(auditCsvCells), isLast: entries.length < exportChunkRows }
      })
    },
  }
}
