/** Migration: an edit can be the approval too. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const approvingEdits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('decisions').addColumn('approved_by_edit', 'integer').execute()
    await sql`update decisions set approved_by_edit = 1 where action = 'EditAndApprove' and second_id is null and sent = 1`.execute(
      db,
    )
  },
}
