/** Events that are to be delivered, or were: the outbox and the log of deliveries are this one table. */
import { type Generated, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { WebhookEvent } from '#contract/index.ts'

export interface EventRow {
  /** In the order in which they were announced. */
  seq: Generated<number>
  id: string
  event: WebhookEvent
  /** The bytes that are sent and signed, the same at each attempt. */
  body: string
  status: 'waiting' | 'delivered' | 'given_up'
  /** Of the last attempt: a status code, or in a word why there is none. */
  answer: string | null
  attempts: number
  created_at: number
  /** Not to be tried before. */
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
