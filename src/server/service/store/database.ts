/**
 * The service's tables. IDs and JSON are text, times are epoch milliseconds, booleans are 1 and 0. Derived data (a batch's counts, a call's
 * transcript) is not stored.
 */
import type { Generated, Kysely } from 'kysely'
import type { WebhookEvent } from '#contract/index.ts'
import { openDatabase } from '#server/database/open.ts'
import type { TableDefinition } from '#server/database/tables.ts'

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
  /** The outcome if nobody ends the call earlier. */
  planned_outcome: string
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

/** Both the outbox and the delivery log of events. */
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

/** A row of the command log for each request that changes something. */
interface CommandRow {
  seq: Generated<number>
  at: number
  organisation: string
  endpoint: string
  /** JSON of the IDs in the request. */
  ids: string
  /** The sender's User-Agent. */
  sender: string
  /** 1 once the command had its effect, even if its answer got lost. */
  effect: 0 | 1
}

/** A batch or conversation that the service made by itself, so that a demo stays alive. */
export interface ActivityRow {
  /** `seeded-batch`: a batch of the seed data, of which only the calls at once and the drafts are limited. `call`: of an earlier version. */
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

/** The columns of `RecordRow`. */
const recordColumns = `id text primary key, organisation text not null, workspace text not null, name text not null,
  record text not null, created_at bigint not null, updated_at bigint not null`

const statements = [
  'create table setting (name text primary key, value text)',
  'create table workspace (id text primary key, organisation text not null, name text not null)',
  `create table api_key (hash text primary key, organisation text not null, workspaces text not null, id text, name text,
    created_at bigint)`,
  `create table agent (${recordColumns})`,
  `create table flow (${recordColumns}, agent_id text)`,
  'create index flow_of_agent on flow (agent_id)',
  `create table messaging_agent (${recordColumns})`,
  `create table message_flow (${recordColumns}, agent_id text)`,
  'create table briefing (id text primary key, content text not null)',
  `create table call (call_id text primary key, room_name text not null unique, organisation text not null, workspace text not null,
    agent_id text not null, flow_id text not null, briefing text not null references briefing (id), batch_id text, job_id text,
    from_number text not null, to_number text not null, customer_name text, metadata text not null, seed text not null,
    speed real not null, status text not null, outcome text, started_at bigint not null, due_at bigint not null, ended_at bigint,
    duration integer, muted_at bigint, planned_outcome text not null)`,
  'create index call_history on call (workspace, started_at)',
  'create index call_of_batch on call (batch_id)',
  'create index call_state on call (status, due_at)',
  'create index call_to on call (to_number)',
  `create table batch (id text primary key, organisation text not null, agent_id text not null, status text not null,
    total integer not null, scheduled_at bigint, callback text, created_at bigint not null, started_at bigint, dialled_at bigint,
    completed_at bigint, label text)`,
  'create index batch_state on batch (status)',
  `create table job (job_id text primary key, batch_id text not null references batch (id) on delete cascade, position integer not null,
    phone_number text not null, metadata text not null, status text not null, not_before bigint not null, attempts integer not null,
    call_id text, error text, start_time bigint, end_time bigint, duration integer)`,
  'create index job_due on job (batch_id, status, not_before desc, position)',
  'create index job_ended on job (batch_id, end_time)',
  'create index job_state on job (batch_id, status, position)',
  `create table conversation (id text primary key, workspace text not null, user_id text not null, flow_id text, agent_id text not null,
    customer_name text, customer_email text, customer_phone text, created_at bigint not null, updated_at bigint not null)`,
  'create index conversation_of on conversation (customer_phone, agent_id)',
  'create index conversation_recent on conversation (workspace, updated_at)',
  `create table message (id text primary key, conversation_id text not null references conversation (id), position integer not null,
    direction text not null, sent integer not null, message text not null, status text not null, created_at bigint not null,
    updated_at bigint not null)`,
  'create index message_order on message (conversation_id, position)',
  'create index message_state on message (status, conversation_id)',
  'create table reply (message_id text primary key, conversation_id text not null, due_at bigint not null, text text not null, draft text)',
  'create index reply_due on reply (due_at)',
  'create table activity (kind text not null, id text not null, created_at bigint not null, max_calls integer, primary key (kind, id))',
  `create table event (seq integer primary key autoincrement, id text not null, event text not null, body text not null,
    status text not null, answer text, attempts integer not null, created_at bigint not null, due_at bigint not null,
    attempted_at bigint)`,
  'create index event_due on event (status, due_at, seq)',
  `create table command (seq integer primary key autoincrement, at bigint not null, organisation text not null, endpoint text not null,
    ids text not null, sender text not null, effect integer not null)`,
  'create index command_at on command (at)',
]

const definition: TableDefinition = { number: 1, lastCommits: { 0: '57708398' }, statements: () => statements }

/**
 * Opens the service's database, and creates its tables if it has none.
 *
 * @param contents see `DatabaseLocation`
 */
export const openServiceDatabase = (file: string, contents?: Uint8Array): Promise<Database> =>
  openDatabase<Tables>({ file, ...(contents && { contents }) }, definition)
