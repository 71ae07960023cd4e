/** The table of the command log: a row for each request that changes something. */
import type { Generated } from 'kysely'
import type { Migration } from 'kysely/migration'

export interface CommandRow {
  seq: Generated<number>
  at: number
  organisation: string
  endpoint: string
  /** JSON of the IDs in the request. */
  ids: string
  /** The sender's User-Agent. */
  sender: string
  /** 1 once the command had its effect, even if its answer got lost. */
  effect: 0 | 1
}

export const commands: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('command')
      .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('organisation', 'text', (c) => c.notNull())
      .addColumn('endpoint', 'text', (c) => c.notNull())
      .addColumn('ids', 'text', (c) => c.notNull())
      .addColumn('sender', 'text', (c) => c.notNull())
      .addColumn('effect', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('command_at').on('command').column('at').execute()
  },
}
