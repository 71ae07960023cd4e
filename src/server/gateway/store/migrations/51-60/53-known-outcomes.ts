/** Migration: what an outcome rests on, in the index of the results of batches, which then reads nothing else. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const knownOutcomes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index call_facts_of_batch`.execute(db)
    await sql`create index call_facts_of_batch on call_facts (batch_id, job_id, at, state, outcome, outcome_source, duration, attempt, local_hour) where job_id is not null`.execute(
      db,
    )
  },
}
