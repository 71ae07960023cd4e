/** Migration: figures about decisions have reviewers' IDs. Their names are cleared and are in no index. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const reviewersById: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('decision_facts_counted').execute()
    await sql`update decision_facts set operator = ''`.execute(db)
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
        'reject_reason',
        'waited_seconds',
        'edited_share',
      ])
      .execute()
  },
}
