/**
 * Finds the rows behind a figure, the latest first. They are found in slices, so that a rare combination of filters over a long period holds
 * up nobody.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Store } from '../../store/store.ts'

/** Rows that one statement looks through. */
const rowsPerSlice = 5_000

interface Source<Row> {
  table: 'call_facts' | 'decision_facts'
  /** The only workspace whose rows are looked through; absent: of all. */
  workspace?: string
  /** The rows of a slice that the filters leave, the latest first. */
  rowsIn: (range: { from: number; to: number }, limit: number) => Promise<readonly Row[]>
}

/** When the slice before a time begins, epoch ms; null: no slice is left between `from` and `to`. */
async function sliceBefore(
  store: Store,
  { table, workspace }: Pick<Source<never>, 'table' | 'workspace'>,
  from: number,
  to: number,
): Promise<number | null> {
  const row = await store
    .selectFrom(table)
    .select('at')
    .$if(workspace !== undefined, (query) => query.where('workspace', '=', workspace ?? ''))
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(rowsPerSlice)
    .executeTakeFirst()
  return row ? row.at : null
}

/**
 * @param period epoch ms; `to` is not included
 * @param page from 1
 * @returns a page of the rows, and whether more follow
 */
export async function findLatest<Row>(
  store: Store,
  period: { from: number; to: number },
  { page, limit }: { page: number; limit: number },
  source: Source<Row>,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const first = (page - 1) * limit
  const needed = first + limit + 1
  const found: Row[] = []
  for (let to = period.to; found.length < needed && to > period.from; ) {
    const from: number = (await sliceBefore(store, source, period.from, to)) ?? period.from
    found.push(...(await source.rowsIn({ from, to }, needed - found.length)))
    to = from
    await yieldToEventLoop()
  }
  return { rows: found.slice(first, first + limit), hasMore: found.length > first + limit }
}
