/** The table of events: both the outbox and the delivery log. */
import { type Generated, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { WebhookEvent } from '#contract/index.ts'

export interface EventRow {
  /** Order in which events were enqueued. */
  seq: Generated<number>
  id: string
  event: WebhookEvent
  /** The bytes that are sent and signed, the same in every attempt. */
  body: string
  status: 'waiting' | 'delivered' | 'given_up'
  /** Result of the last attempt: a status code, or the reason why there is none. */
  answer: string | null
  attempts: number
  created_at: number
  /** Earliest next attempt. */
  due_at: number
  attempted_at: number | null
}

export const events: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('event')
      .addColumn('seq', sql`integer`, (c) => c.primaryKey().autoIncrement())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('answer', 'text')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('attempted_at', 'bigint')
      .execute()
    await db.schema.createIndex('event_due').on('event').columns(['status', 'due_at', 'seq']).execute()
  },
}
