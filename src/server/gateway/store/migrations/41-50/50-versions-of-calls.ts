/** Migration: the versions of agent and flow that each seen call used, in the index of the figures. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const versionsOfCalls: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('call_facts').addColumn('agent_version', 'integer').execute()
    await db.schema.alterTable('call_facts').addColumn('flow_id', 'text').execute()
    await db.schema.alterTable('call_facts').addColumn('flow_version', 'integer').execute()
    await db.schema.dropIndex('call_facts_counted').execute()
    // Everything that a count reads, so that it reads only this index.
    await db.schema
      .createIndex('call_facts_counted')
      .on('call_facts')
      .columns([
        'at',
        'workspace',
        'agent_id',
        'batch_id',
        'flow_id',
        'country',
        'local_weekday',
        'local_hour',
        'attempt',
        'outcome',
        'duration',
        'sentiment',
        'agent_version',
        'flow_version',
      ])
      .execute()
  },
}
