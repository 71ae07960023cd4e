/** Migration: why a reviewer rejected a draft. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const rejectReasons: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['reject_reason', 'reject_note'])
      await db.schema.alterTable('decisions').addColumn(column, 'text').execute()
  },
}
