/** Helpers for SQL statements with long lists, which are processed in slices. */
import { sql } from 'kysely'
import { isSqlite } from '#server/database/open.ts'
import type { Store } from '../store/store.ts'

/** Rows of one SQL statement. Other requests run between two statements. */
export const rowsPerSlice = 500

/** SQL for a list as rows with one column, `value`. The list is one parameter, because a thousand parameters take ten times as long. */
export const listAsRows = (store: Store, list: readonly string[]) =>
  isSqlite(store)
    ? sql`json_each(${JSON.stringify(list)})`
    : sql`json_array_elements_text(cast(${JSON.stringify(list)} as json)) as value`
