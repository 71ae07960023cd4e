/** Migration: batches that the circuit breaker stopped because their calls failed, and why. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const breakerStops: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('breaker_stops')
      .addColumn('batch_id', 'text', (column) => column.primaryKey())
      .addColumn('effect_id', 'text', (column) => column.notNull().references('effects.id'))
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .execute()
  },
}
