/** Migration: review claims and decisions, known conversations, placed calls. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const reviewAndCalls: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .createTable('operators_seen')
      .addColumn('operator_id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('claims')
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('editing', 'integer', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('claims_key', ['conversation_id', 'message_id'])
      .execute()
    await schema
      .createTable('decisions')
      .addColumn('effect_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('second_id', 'text', (column) => column.references('effects.id'))
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('edited_message', 'text')
      .addColumn('text_hash', 'text', (column) => column.notNull())
      .addColumn('last_inbound', 'text', (column) => column.notNull())
      .addColumn('sends_to', 'text')
      .addColumn('held', 'integer', (column) => column.notNull())
      .addColumn('sent', 'integer')
      .addColumn('refusal', 'text')
      .execute()
    await schema.createIndex('decisions_message').on('decisions').column('message_id').execute()
    await schema
      .createTable('known_conversations')
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('known_conversations_key', ['workspace', 'conversation_id'])
      .execute()
    await schema
      .createTable('placed_calls')
      .addColumn('effect_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('to_number', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text', (column) => column.notNull())
      .addColumn('agent_name', 'text', (column) => column.notNull())
      .addColumn('call_id', 'text')
      .addColumn('room_name', 'text')
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('placed_calls_number').on('placed_calls').columns(['number', 'at']).execute()
    await schema.createIndex('placed_calls_at').on('placed_calls').column('at').execute()
  },
}
