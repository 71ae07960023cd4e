/** A step of the gateway's tables: an effect is settled once, also where two people settle it in one moment. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const settledOnce: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create unique index history_settled_once on history (effect_id) where state = 'settled'`.execute(db)
  },
}
