/**
 * Delta encoding of answers with a long list (RFC 3229): only the rows that changed since the answer that the browser has. Requested with
 * `A-IM: rows` and If-None-Match, answered with 226 and `IM: rows`.
 */
export const changedRowsName = 'rows'
export const rowsChanged = 226

export interface ChangedRows {
  /** The field with the list. */
  list: string
  /** The current values of all other fields. */
  rest: object
  /** Indexes in the old list of rows that were removed or changed. */
  gone: number[]
  /** New and changed rows with their indexes in the new list, in ascending order. */
  rows: [place: number, row: Record<string, unknown>][]
}

/**
 * Applies the changes to an answer. Unchanged rows stay the same objects.
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
