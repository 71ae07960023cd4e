/** Migration: an index for the versions of a record by its ID alone, with which the audit finds who created it. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const recordIds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('record_versions_record').on('record_versions').column('record_id').execute()
  },
}
