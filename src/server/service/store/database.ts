/**
 * The service's tables. IDs and JSON are text, times are epoch milliseconds, booleans are 1 and 0. Derived data (a batch's
 * counts, a call's transcript) is not stored.
 * This file exceeds 300 lines to keep row types and their columns in one place.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { openDatabase } from '#server/database/open.ts'
import { type CommandRow, commands } from './command-table.ts'
import { type EventRow, events } from './event-table.ts'

/** Shared columns of agents, flows, messaging agents and message flows (`records/records.ts`). */
export interface RecordRow {
  id: string
  organisation: string
  /** Calls of an agent belong to the agent's workspace. */
  workspace: string
  name: string
  /** JSON of the other fields. */
  record: string
  created_at: number
  updated_at: number
}

export interface CallRow {
  call_id: string
  room_name: string
  organisation: string
  workspace: string
  agent_id: string
  flow_id: string
  /** ID of the snapshot of agent and flow at dialling, from which the call's script is computed. */
  briefing: string
  batch_id: string | null
  job_id: string | null
  from_number: string
  to_number: string
  customer_name: string | null
  /** JSON of the row's columns, which are the variables of prompts. */
  metadata: string
  seed: string
  /** Simulated carrier seconds per second of the clock. */
  speed: number
  status: 'active' | 'completed' | 'failed'
  outcome: string | null
  /** The outcome if nobody ends the call earlier; null for calls of earlier versions. */
  planned_outcome: string | null
  started_at: number
  /** When the call's script ends. */
  due_at: number
  ended_at: number | null
  /** Seconds since the answer. */
  duration: number | null
  muted_at: number | null
}

export interface JobRow {
  job_id: string
  batch_id: string
  position: number
  phone_number: string
  metadata: string
  status: 'waiting' | 'active' | 'completed' | 'failed' | 'cancelled'
  /** Earliest time of a callback; 0 for rows that were never called. */
  not_before: number
  attempts: number
  call_id: string | null
  error: string | null
  start_time: number | null
  end_time: number | null
  duration: number | null
}

export interface BatchRow {
  id: string
  organisation: string
  agent_id: string
  /** `receiving`: rows are still being written, and the client has no batch ID yet. */
  status: 'receiving' | 'scheduled' | 'queued' | 'processing' | 'completed' | 'cancelled' | 'failed'
  total: number
  scheduled_at: number | null
  /** JSON of `SmartCallback`. */
  callback: string | null
  created_at: number
  started_at: number | null
  /** When the batch last dialled. */
  dialled_at: number | null
  completed_at: number | null
  /** Name of a seeded batch; null for batches created over the API. */
  label: string | null
}

export interface ConversationRow {
  id: string
  workspace: string
  user_id: string
  flow_id: string | null
  agent_id: string
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  created_at: number
  updated_at: number
}

export interface MessageRow {
  id: string
  conversation_id: string
  position: number
  direction: 'outbound' | 'inbound'
  sent: 0 | 1
  message: string
  status: 'pending' | 'approved' | 'received' | 'rejected'
  created_at: number
  updated_at: number
}

/** A batch, single call or conversation that the service made by itself, so that a demo stays alive. */
interface ActivityRow {
  /** `seeded-batch`: a batch of the seed data, of which only the calls at once and the drafts are limited. */
  kind: 'batch' | 'seeded-batch' | 'call' | 'conversation'
  id: string
  created_at: number
  /** How many calls of a batch run at once; null: as many as the plan allows. */
  max_calls: number | null
}

export interface Tables {
  setting: { name: string; value: string }
  workspace: { id: string; organisation: string; name: string }
  api_key: {
    hash: string
    organisation: string
    workspaces: string
    /** Set for keys created at run time; null for the installation's own, derived and configured keys. */
    id: string | null
    name: string | null
    created_at: number | null
  }
  agent: RecordRow
  flow: RecordRow & { agent_id: string | null }
  messaging_agent: RecordRow
  message_flow: RecordRow & { agent_id: string | null }
  briefing: { id: string; content: string }
  call: CallRow
  batch: BatchRow
  job: JobRow
  conversation: ConversationRow
  message: MessageRow
  /** Customers' scheduled replies to sent messages. */
  reply: {
    message_id: string
    conversation_id: string
    due_at: number
    text: string
    /** The agent's draft that follows; null if there is none. */
    draft: string | null
  }
  /** What the service did by itself (`activity/`); everything else was requested. */
  activity: ActivityRow
  event: EventRow
  command: CommandRow
}
export type Database = Kysely<Tables>

/** Creates a table with the columns of `RecordRow`. */
const recordTable = (db: Kysely<unknown>, name: string) =>
  db.schema
    .createTable(name)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organisation', 'text', (c) => c.notNull())
    .addColumn('workspace', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('record', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())

const firstTables: Migration = {
  up: async (db) => {
    const table = (name: string) => db.schema.createTable(name)
    await table('setting')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text')
      .execute()
    await table('workspace')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organisation', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .execute()
    await table('api_key')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('organisation', 'text', (c) => c.notNull())
      .addColumn('workspaces', 'text', (c) => c.notNull())
      .execute()
    await recordTable(db, 'agent').execute()
    await recordTable(db, 'flow').addColumn('agent_id', 'text').execute()
    await db.schema.createIndex('flow_of_agent').on('flow').column('agent_id').execute()
    await table('briefing')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('content', 'text', (c) => c.notNull())
      .execute()
    await table('call')
      .addColumn('call_id', 'text', (c) => c.primaryKey())
      .addColumn('room_name', 'text', (c) => c.notNull().unique())
      .addColumn('organisation', 'text', (c) => c.notNull())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('agent_id', 'text', (c) => c.notNull())
      .addColumn('flow_id', 'text', (c) => c.notNull())
      .addColumn('briefing', 'text', (c) => c.notNull().references('briefing.id'))
      .addColumn('batch_id', 'text')
      .addColumn('job_id', 'text')
      .addColumn('from_number', 'text', (c) => c.notNull())
      .addColumn('to_number', 'text', (c) => c.notNull())
      .addColumn('customer_name', 'text')
      .addColumn('metadata', 'text', (c) => c.notNull())
      .addColumn('seed', 'text', (c) => c.notNull())
      .addColumn('speed', 'real', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text')
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('duration', 'integer')
      .addColumn('muted_at', 'bigint')
      .execute()
    await db.schema.createIndex('call_state').on('call').columns(['status', 'due_at']).execute()
    await db.schema.createIndex('call_history').on('call').columns(['workspace', 'started_at']).execute()
    await table('batch')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organisation', 'text', (c) => c.notNull())
      .addColumn('agent_id', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('total', 'integer', (c) => c.notNull())
      .addColumn('scheduled_at', 'bigint')
      .addColumn('callback', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('dialled_at', 'bigint')
      .addColumn('completed_at', 'bigint')
      .addColumn('label', 'text')
      .execute()
    await db.schema.createIndex('batch_state').on('batch').column('status').execute()
    await table('job')
      .addColumn('job_id', 'text', (c) => c.primaryKey())
      .addColumn('batch_id', 'text', (c) => c.notNull().references('batch.id').onDelete('cascade'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('phone_number', 'text', (c) => c.notNull())
      .addColumn('metadata', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('call_id', 'text')
      .addColumn('error', 'text')
      .addColumn('start_time', 'bigint')
      .addColumn('end_time', 'bigint')
      .addColumn('duration', 'integer')
      .execute()
    await db.schema.createIndex('job_state').on('job').columns(['batch_id', 'status', 'position']).execute()
    await db.schema.createIndex('job_ended').on('job').columns(['batch_id', 'end_time']).execute()
    await table('conversation')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('flow_id', 'text')
      .addColumn('agent_id', 'text', (c) => c.notNull())
      .addColumn('customer_name', 'text')
      .addColumn('customer_email', 'text')
      .addColumn('customer_phone', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('conversation_recent').on('conversation').columns(['workspace', 'updated_at']).execute()
    await db.schema.createIndex('conversation_of').on('conversation').columns(['customer_phone', 'agent_id']).execute()
    await table('message')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('conversation_id', 'text', (c) => c.notNull().references('conversation.id'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('direction', 'text', (c) => c.notNull())
      .addColumn('sent', 'integer', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('message_order').on('message').columns(['conversation_id', 'position']).execute()
    await table('reply')
      .addColumn('message_id', 'text', (c) => c.primaryKey())
      .addColumn('conversation_id', 'text', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('reply_due').on('reply').column('due_at').execute()
  },
}

/** Adds the columns of keys that are created at run time. */
const createdKeyColumns: Migration = {
  up: async (db) => {
    await db.schema.alterTable('api_key').addColumn('id', 'text').execute()
    await db.schema.alterTable('api_key').addColumn('name', 'text').execute()
    await db.schema.alterTable('api_key').addColumn('created_at', 'bigint').execute()
  },
}

/** Adds messaging agents and message flows. */
const messagingTables: Migration = {
  up: async (db) => {
    await recordTable(db, 'messaging_agent').execute()
    await recordTable(db, 'message_flow').addColumn('agent_id', 'text').execute()
  },
}

/** Adds indexes for counting the calls to a number and for finding a batch's next row. */
const diallingIndexes: Migration = {
  up: async (db) => {
    await db.schema.createIndex('call_to').on('call').column('to_number').execute()
    await db.schema
      .createIndex('job_due')
      .on('job')
      .columns(['batch_id', 'status', 'not_before desc', 'position'])
      .execute()
  },
}

/** Adds the outcome that was chosen at dialling, because the setting may change while the call is stored. */
const plannedOutcome: Migration = {
  up: async (db) => {
    await db.schema.alterTable('call').addColumn('planned_outcome', 'text').execute()
    await sql`update call set planned_outcome = outcome where outcome is not null`.execute(db)
  },
}

/** Adds what the service does by itself, and the draft that follows a customer's reply. */
const activityTable: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('activity')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('max_calls', 'integer')
      .addPrimaryKeyConstraint('activity_key', ['kind', 'id'])
      .execute()
    await db.schema.alterTable('reply').addColumn('draft', 'text').execute()
    await db.schema.createIndex('call_of_batch').on('call').column('batch_id').execute()
  },
}

/** Adds an index for counting the messages that wait for review. */
const pendingMessages: Migration = {
  up: async (db) => {
    await db.schema.createIndex('message_state').on('message').columns(['status', 'conversation_id']).execute()
  },
}

/**
 * Opens the service's database, creating and migrating it as needed.
 *
 * @param contents see `DatabaseLocation`
 */
export const openServiceDatabase = (file: string, contents?: Uint8Array): Promise<Database> =>
  openDatabase<Tables>(
    { file, ...(contents && { contents }) },
    {
      '0001_first': firstTables,
      '0002_created_keys': createdKeyColumns,
      '0003_events': events,
      '0004_messaging': messagingTables,
      '0005_dialling': diallingIndexes,
      '0006_commands': commands,
      '0007_planned_outcome': plannedOutcome,
      '0008_activity': activityTable,
      '0009_pending_messages': pendingMessages,
    },
  )
