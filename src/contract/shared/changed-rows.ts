/**
 * An answer with a long list, told as what changed since the answer that a browser has (RFC 3229): asked for with `A-IM: rows` beside
 * If-None-Match, answered with 226 and `IM: rows`.
 */
export const changedRowsName = 'rows'
export const rowsChanged = 226

export interface ChangedRows {
  /** The field with the list. */
  list: string
  /** Every other field, as it is now. */
  rest: object
  /** The places of rows that are no longer there, or changed, in the list as it was. */
  gone: number[]
  /** Rows that are new or changed, each with its place in the list as it is now; in the order of their places. */
  rows: [place: number, row: Record<string, unknown>][]
}

/**
 * The answer as it is now. Rows that did not change are the same objects as before.
 *
 * @param before the answer that the browser has
 */
export function withChangedRows(before: unknown, { list, rest, gone, rows }: ChangedRows): object {
  const now = (before as Record<string, Record<string, unknown>[] | undefined>)[list]?.filter(
    (_, place) => !gone.includes(place),
  )
  for (const [place, row] of rows) now?.splice(place, 0, row)
  return { ...rest, [list]: now }
}
