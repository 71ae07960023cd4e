/**
 * Finds the rows behind a figure, the latest first. They are found in slices, so that a rare combination of filters over a long period holds
 * up nobody.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Rows that one statement looks through. */
export const rowsPerSlice = 5_000

interface Source<Row> {
  /** When the slice before a time begins, epoch ms; null: no slice is left between `from` and `to`. */
  sliceBefore: (from: number, to: number) => Promise<number | null>
  /** The rows of a slice that the filters leave, the latest first. */
  rowsIn: (range: { from: number; to: number }, limit: number) => Promise<readonly Row[]>
}

/**
 * @param period epoch ms; `to` is not included
 * @param page from 1
 * @returns a page of the rows, and whether more follow
 */
export async function findLatest<Row>(
  period: { from: number; to: number },
  { page, limit }: { page: number; limit: number },
  { sliceBefore, rowsIn }: Source<Row>,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const first = (page - 1) * limit
  const needed = first + limit + 1
  const found: Row[] = []
  for (let to = period.to; found.length < needed && to > period.from; ) {
    const from: number = (await sliceBefore(period.from, to)) ?? period.from
    found.push(...(await rowsIn({ from, to }, needed - found.length)))
    to = from
    await yieldToEventLoop()
  }
  return { rows: found.slice(first, first + limit), hasMore: found.length > first + limit }
}
