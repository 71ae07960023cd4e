/** The audit: who did what to which thing when with which outcome (design: Audit). Ids only, newest first. */
import type { EffectState, HistoryEntry } from '#contract/index.ts'
import { writeLeftOut } from '#recipients/write.ts'
import type { Store } from './database.ts'
import { paginate } from './effects.ts'

interface Wanted {
  /** A name, as it stands in the history. */
  operator?: string | undefined
  endpoint?: string | undefined
  state?: EffectState | undefined
}

/** Rows that one export holds at most. */
const longestExport = 100_000

export type Audit = ReturnType<typeof createAudit>

export function createAudit(store: Store) {
  const steps = ({ operator, endpoint, state }: Wanted) => {
    let rows = store.selectFrom('history as h').innerJoin('effects as e', 'e.id', 'h.effect_id')
    if (operator !== undefined) rows = rows.where('h.operator', '=', operator)
    if (endpoint !== undefined) rows = rows.where('e.endpoint', '=', endpoint)
    if (state !== undefined) rows = rows.where('h.state', '=', state)
    return rows
  }
  const read = async (wanted: Wanted, limit: number, offset: number): Promise<HistoryEntry[]> => {
    const rows = await steps(wanted)
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
      .orderBy('h.seq', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map((row) => ({
      seq: row.seq,
      effectId: row.effect_id,
      endpoint: row.endpoint,
      ids: JSON.parse(row.ids) as Record<string, string>,
      state: row.state as EffectState,
      operator: row.operator,
      at: row.at,
      happened: row.happened === null ? null : row.happened === 1,
      reason: row.reason,
    }))
  }

  return {
    async list({ page, limit, ...wanted }: Wanted & { page: number; limit: number }) {
      const { total } = await steps(wanted)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { entries: await read(wanted, limit, (page - 1) * limit), pagination: paginate(page, limit, total) }
    },

    /** As a CSV file for a spreadsheet: no cell begins a formula. */
    async export(wanted: Wanted): Promise<string> {
      const columns = ['seq', 'at', 'operator', 'endpoint', 'state', 'happened', 'reason', 'effectId', 'ids']
      const entries = await read(wanted, longestExport, 0)
      const rows = entries.map((entry, index) => ({
        number: index + 2,
        cells: [
          `${entry.seq}`,
          new Date(entry.at).toISOString(),
          entry.operator ?? 'Switchboard',
          entry.endpoint,
          entry.state,
          entry.happened === null ? '' : `${entry.happened}`,
          entry.reason ?? '',
          entry.effectId,
          Object.entries(entry.ids)
            .map(([name, id]) => `${name}=${id}`)
            .join(' '),
        ],
      }))
      return writeLeftOut(columns, rows)
    },
  }
}
