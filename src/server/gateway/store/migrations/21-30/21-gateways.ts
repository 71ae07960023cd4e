/** Migration: the gateways that share this store. Each gateway gets a new number when it starts. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

export const gateways: Migration = {
  async up(db: Kysely<unknown>) {
    const autoIncrementKey = isSqlite(db)
      ? sql`integer primary key autoincrement`
      : sql`bigint generated always as identity primary key`
    await sql`create table gateways (number ${autoIncrementKey}, beat bigint not null, started_at bigint not null,
      ended_at bigint, taken_over_by bigint)`.execute(db)
  },
}
