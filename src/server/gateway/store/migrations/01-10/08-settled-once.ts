/** Migration: an effect can be settled only once, even if two people settle it at the same time. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const settledOnce: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create unique index history_settled_once on history (effect_id) where state = 'settled'`.execute(db)
  },
}
