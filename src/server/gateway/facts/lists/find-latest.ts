/**
 * Finds the rows behind a figure, the latest first. They are found in slices, so that a rare combination of filters over a long period holds
 * up nobody.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Store } from '../../store/store.ts'
import { type Facts, momentAfterSlice } from '../count-calls.ts'

interface Source<Row> extends Facts {
  /** The rows of a slice that the filters leave, the latest first. */
  rowsIn: (range: { from: number; to: number }, limit: number) => Promise<readonly Row[]>
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
    const from: number = (await momentAfterSlice(store, source, { from: period.from, to }, 'desc')) ?? period.from
    found.push(...(await source.rowsIn({ from, to }, needed - found.length)))
    to = from
    await yieldToEventLoop()
  }
  return { rows: found.slice(first, first + limit), hasMore: found.length > first + limit }
}
