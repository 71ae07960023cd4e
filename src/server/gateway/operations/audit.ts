/** The audit: who did what to which thing when with which outcome (design: Audit). Ids and names of things only, newest first. */
import { sql } from 'kysely'
import { type EffectState, type HistoryEntry, pageLimit } from '#contract/index.ts'
import { writeLeftOut, writeMoreLeftOut } from '#recipients/file/write.ts'
import { batchNames } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import { countUpToLimit } from '../store/count.ts'
import type { Store } from '../store/store.ts'

interface Wanted {
  /** A name, as it stands in the history. */
  operator?: string | undefined
  endpoint?: string | undefined
  state?: EffectState | undefined
  /** The id of what it was done to, or of what came of it. */
  thing?: string | undefined
  /** Epoch ms, both included. */
  from?: number | undefined
  to?: number | undefined
}

/** A step in the order of all: by time, and those of one moment by their number. */
interface Place {
  at: number
  seq: number
}

/** Rows of an export that are in memory at a time. */
const chunk = 500

const columns = ['seq', 'at', 'operator', 'endpoint', 'state', 'happened', 'reason', 'effectId', 'ids', 'names']
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
]

export type Audit = ReturnType<typeof createAudit>

export function createAudit({ store, registry }: { store: Store; registry: Registry }) {
  /**
   * The steps. They are in the order of an index, the latest first, of which there is one for each set of filters; those of a thing are
   * few, and are found by its effects: the plus keeps the database from going through the steps of all.
   */
  const steps = ({ operator, endpoint, state, thing, from, to }: Wanted, before?: Place) => {
    const isOfThing = thing !== undefined
    const of = endpoint === undefined ? 'h' : 'x'
    const [at, seq] = [
      sql<number>`${sql.raw(isOfThing ? '+' : '')}${sql.ref(`${of}.at`)}`,
      sql.ref<number>(`${of}.seq`),
    ]
    let rows = store
      .selectFrom('history as h')
      .$if(endpoint !== undefined, (some) =>
        some.innerJoin('history_endpoints as x', 'x.seq', 'h.seq').where('x.endpoint', '=', endpoint ?? ''),
      )
    if (operator !== undefined) rows = rows.where(sql.ref(`${of}.operator`), '=', operator)
    if (state !== undefined) rows = rows.where(sql.ref(`${of}.state`), '=', state)
    if (from !== undefined) rows = rows.where(at, '>=', from)
    if (to !== undefined) rows = rows.where(at, '<=', to)
    if (before !== undefined) rows = rows.where(sql<boolean>`(${at}, ${seq}) < (${before.at}, ${before.seq})`)
    if (isOfThing) rows = rows.where('h.effect_id', 'in', effectsOf(thing))
    return rows.orderBy(at, 'desc').orderBy(seq, 'desc')
  }

  /** The effects that a thing was asked with, or that it came of: a call its room, a start its batch. */
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

  /** Where a step is in that order; undefined: there is none, nor an earlier one. */
  async function placeOf(seq: number): Promise<Place | undefined> {
    const steps = store.selectFrom('history').select('at').where('seq', '<=', seq)
    const found = await steps.orderBy('seq', 'desc').limit(1).executeTakeFirst()
    return found && { at: found.at, seq }
  }

  /** Their names, as far as anybody has seen them. The service is not asked. */
  async function namesOf(
    all: readonly Record<string, string>[],
  ): Promise<(ids: Record<string, string>) => Record<string, string>> {
    const batches = await batchNames(
      store,
      all.flatMap(({ batchId }) => batchId ?? []),
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

  /** @param before the step to go on from, itself left out */
  async function read(wanted: Wanted, limit: number, before: number | undefined): Promise<HistoryEntry[]> {
    const place = before === undefined ? undefined : await placeOf(before)
    if (before !== undefined && !place) return []
    const rows = await steps(wanted, place)
      .innerJoin('effects as e', 'e.id', 'h.effect_id')
      // What came of it has an id of its own: a call its room, a start its batch.
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
    return rows.map((row, at) => ({
      seq: row.seq,
      effectId: row.effect_id,
      endpoint: row.endpoint,
      ids: ids[at] ?? {},
      names: names(ids[at] ?? {}),
      state: row.state as EffectState,
      operator: row.operator,
      at: row.at,
      happened: row.happened === null ? null : row.happened === 1,
      reason: row.reason,
    }))
  }

  return {
    /** One page. `next`: what to give as `before` for the older ones; null when there are none. */
    async list({ before, limit = pageLimit.default, ...wanted }: Wanted & { before?: number; limit?: number }) {
      const total = await countUpToLimit(store, steps(wanted).select('h.seq'))
      const entries = await read(wanted, limit + 1, before)
      const page = entries.slice(0, limit)
      return { entries: page, total, next: entries.length > limit ? (page.at(-1)?.seq ?? null) : null }
    },

    /**
     * As a CSV file for a spreadsheet: no cell begins a formula. Read as it is taken, some rows at a time, so that a history of
     * any length fits.
     */
    export(wanted: Wanted): ReadableStream<Uint8Array> {
      const encoder = new TextEncoder()
      let before: number | undefined
      return new ReadableStream(
        {
          async pull(controller) {
            const entries = await read(wanted, chunk, before)
            const rows = entries.map(cells)
            const text = before === undefined ? writeLeftOut(columns, rows) : writeMoreLeftOut(rows)
            if (text !== '') controller.enqueue(encoder.encode(text))
            before = entries.at(-1)?.seq
            if (entries.length < chunk) controller.close()
          },
        },
        { highWaterMark: 0 },
      )
    },
  }
}
