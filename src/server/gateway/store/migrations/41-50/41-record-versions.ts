/** Migration: versions of agents, flows, messaging agents and message flows. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const recordVersions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('record_bodies')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('record_versions')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('record_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('cause', 'text', (column) => column.notNull())
      .addColumn('operator', 'text')
      .addColumn('effect_id', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text')
      .addColumn('hash', 'text', (column) => column.references('record_bodies.hash'))
      .addColumn('is_partial', 'integer', (column) => column.notNull())
      .addColumn('replaced_at', 'bigint')
      .addColumn('origin_id', 'text')
      .addColumn('origin_number', 'integer')
      .addPrimaryKeyConstraint('record_versions_key', ['kind', 'workspace', 'record_id', 'number'])
      .execute()
    const index = (name: string, ...columns: string[]) =>
      db.schema.createIndex(name).on('record_versions').columns(columns).execute()
    await index('record_versions_hash', 'hash')
    await index('record_versions_effect', 'effect_id')
    await index('record_versions_origin', 'origin_id')
    await index('record_versions_agent', 'agent_id')
    await index('record_versions_replaced', 'replaced_at')
    // The latest versions that are deletions, newest first.
    await index('record_versions_deleted', 'kind', 'workspace', 'cause', 'replaced_at', 'at')
  },
}
