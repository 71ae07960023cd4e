/** Migrations: the rows of batches as they were last seen, and an index with everything that the results of a batch read, in the place of the one that only found the calls of a row. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const batchResults: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index call_facts_of_batch on call_facts (batch_id, job_id, at, state, outcome, duration, attempt, local_hour) where job_id is not null`.execute(
      db,
    )
    await sql`drop index call_facts_row`.execute(db)
  },
}

export const batchRows: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('batch_rows')
      .addColumn('batch_id', 'text', (column) => column.notNull())
      .addColumn('job_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer')
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('duration', 'double precision')
      .addColumn('call', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('batch_rows_pk', ['batch_id', 'job_id'])
      .execute()
    await db.schema.createIndex('batch_rows_seen').on('batch_rows').column('seen_at').execute()
  },
}
