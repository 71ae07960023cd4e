/** Migration: the result of each decision about a draft. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const decisionFacts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('decision_facts')
      .addColumn('effect_id', 'text', (column) => column.primaryKey())
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text')
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('reject_reason', 'text')
      .addColumn('waited_seconds', 'integer')
      .addColumn('edited_share', 'integer')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    // Everything that a count reads, so that it reads only this index.
    await db.schema
      .createIndex('decision_facts_counted')
      .on('decision_facts')
      .columns([
        'workspace',
        'at',
        'result',
        'agent_id',
        'operator_id',
        'operator',
        'reject_reason',
        'waited_seconds',
        'edited_share',
      ])
      .execute()
    await db.schema.createIndex('decision_facts_message').on('decision_facts').column('message_id').execute()
    await db.schema.createIndex('decision_facts_at').on('decision_facts').column('at').execute()
    await sql`create index decision_facts_open on decision_facts (at) where result is null`.execute(db)
  },
}
