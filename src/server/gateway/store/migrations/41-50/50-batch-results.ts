/** Migration: an index with everything that the results of a batch read, in the place of the one that only found the calls of a row. */
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
