/** Helpers for long lists in statements: process a slice at a time, and pass a slice as rows of a table. */
import { sql } from 'kysely'
import { isSqlite } from '#server/database/open.ts'
import type { Store } from '../store/store.ts'

/** Rows of one statement. Between two statements other requests have their turn. */
export const sliceRows = 500

/** A list as rows with one column, `value`: one parameter, where a thousand cost ten times as much. */
export const elements = (store: Store, list: readonly string[]) =>
  isSqlite(store)
    ? sql`json_each(${JSON.stringify(list)})`
    : sql`json_array_elements_text(cast(${JSON.stringify(list)} as json)) as value`
