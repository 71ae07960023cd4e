/** Migration: batches and calls that webhook events named. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const webhookEvents: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .alterTable('known_batches')
      .addColumn('heard', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('announced_calls')
      .addColumn('effect_id', 'text', (column) => column.notNull().references('effects.id'))
      .addColumn('call_id', 'text', (column) => column.notNull())
      .addColumn('room_name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('announced_calls_key', ['effect_id', 'call_id'])
      .execute()
  },
}
