/**
 * Migration: `rests`, the recipients held back after the first ten of a launch, become prepared batches, which can wait for other reasons
 * too. A launch may have several, so each has its own ID.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Existing rows expire after a day. */
const dayMs = 24 * 3_600_000

export const preparedBatches: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('prepared_batches')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('effect_id', 'text', (column) => column.notNull().references('effects.id'))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('parts', 'integer', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('batch_id', 'text')
      .addColumn('start_id', 'text', (column) => column.references('effects.id'))
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('operator_id', 'text')
      .addColumn('workspace', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint')
      .addColumn('started_by', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'bigint')
      .addColumn('problem', 'text')
      .execute()
    await sql`insert into prepared_batches (id, effect_id, reason, part, parts, target, batch_id, start_id, fields, file, calls,
        operator, at, until, started_by)
      select effect_id, effect_id, 'after_first_ten', 1, 1, target, batch_id, start_id, fields, file, calls, operator, at,
        at + ${sql.lit(dayMs)}, 'person' from rests`.execute(db)
    await db.schema.dropTable('rests').execute()
    await db.schema.createIndex('prepared_batches_effect').on('prepared_batches').column('effect_id').execute()
    await db.schema.alterTable('contact_sources').addColumn('prepared_id', 'text').execute()
    await sql`update contact_sources set prepared_id = effect_id where kind = 'rest'`.execute(db)
  },
}
