/** Migration: the outcome of each call that was seen. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const callFacts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('call_facts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('call_id', 'text')
      .addColumn('room_name', 'text')
      .addColumn('batch_id', 'text')
      .addColumn('job_id', 'text')
      .addColumn('person', 'text')
      .addColumn('agent_id', 'text')
      .addColumn('country', 'text')
      .addColumn('local_hour', 'integer')
      .addColumn('local_weekday', 'integer')
      .addColumn('attempt', 'integer')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('outcome_source', 'text', (column) => column.notNull())
      .addColumn('outcome_line', 'integer')
      .addColumn('line_count', 'integer', (column) => column.notNull())
      .addColumn('duration', 'integer')
      .addColumn('sentiment', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    const index = (name: string, ...columns: string[]) =>
      db.schema.createIndex(name).on('call_facts').columns(columns).execute()
    await sql`create unique index call_facts_call on call_facts (call_id) where call_id is not null`.execute(db)
    await sql`create index call_facts_room on call_facts (room_name) where room_name is not null`.execute(db)
    await sql`create index call_facts_row on call_facts (batch_id, job_id, at) where job_id is not null`.execute(db)
    await db.schema.createIndex('known_batches_started').on('known_batches').column('started_at').execute()
    // Everything that a count reads, so that it reads only this index.
    await index(
      'call_facts_counted',
      'at',
      'workspace',
      'agent_id',
      'batch_id',
      'country',
      'local_weekday',
      'local_hour',
      'attempt',
      'outcome',
      'duration',
      'sentiment',
    )
  },
}
