/** Migration: how each kept call ended, if the service told it in a batch's calls or in its history. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const keptCallOutcomes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('kept_calls').addColumn('end_status', 'text').execute()
    await db.schema.alterTable('kept_calls').addColumn('outcome', 'text').execute()
    await db.schema
      .createIndex('kept_calls_status')
      .on('kept_calls')
      .columns(['workspace', 'end_status', 'first_seen_at'])
      .execute()
    await db.schema.createIndex('kept_calls_batch').on('kept_calls').columns(['batch_id', 'phone']).execute()
  },
}
