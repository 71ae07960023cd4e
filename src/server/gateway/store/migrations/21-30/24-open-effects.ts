/**
 * Migration: the effects without a final state, each with the gateway that owns it, so that finding them does not require reading the whole
 * history.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const openEffects: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('open_effects')
      .addColumn('effect_id', 'text', (column) => column.primaryKey())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('gateway', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('delayed', 'text')
      .execute()
    await db.schema.createIndex('open_effects_state').on('open_effects').column('state').execute()
    await sql`
      insert into open_effects (effect_id, state)
      select h.effect_id, h.state from history as h
      where h.state in ('held', 'sending', 'unknown')
        and h.seq = (select max(later.seq) from history as later where later.effect_id = h.effect_id)
    `.execute(db)
  },
}
