/** Migration: the request budget that all gateways on one PostgreSQL share, with a row for each request slot. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const requestPlaces: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('request_places')
      .addColumn('place', 'integer', (column) => column.primaryKey())
      .addColumn('taken', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('free_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('gateway', 'bigint')
      .addColumn('lane', 'text')
      .addColumn('page', 'text')
      .addColumn('operator', 'text')
      .addColumn('person', 'text')
      .addColumn('refused', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('holds_token', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('sent_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema
      .createTable('request_budget')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('paused_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('refused_at', 'bigint')
      .addColumn('level', 'bigint', (column) => column.notNull())
      .addColumn('level_at', 'bigint', (column) => column.notNull())
      .addColumn('under_way', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
