/**
 * The gateway's tables: one set for the embedded database and PostgreSQL. Ids are text, times epoch milliseconds, structured
 * values JSON text, yes and no 1 and 0. `effects` and `history` can only grow; the database itself refuses anything else.
 * Longer than 300 lines, since every table is described in the same place.
 */
import type { Generated, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ApprovalState, BatchExport, DoNotCallSource, PreparedReason } from '#contract/index.ts'
import { type DatabaseLocation, openDatabase } from '#server/database/open.ts'
import { first } from './migrations/01-10/01-ledger-and-registry.ts'
import { second } from './migrations/01-10/02-review-and-calls.ts'
import { third } from './migrations/01-10/03-webhook-events.ts'
import { fourth } from './migrations/01-10/04-record-writes.ts'
import { fifth } from './migrations/01-10/05-snapshots.ts'
import { invitationsByEmail, invitationsByMaker } from './migrations/01-10/06-invitation-email.ts'
import { rests } from './migrations/01-10/07-launch-remainders.ts'
import { settledOnce } from './migrations/01-10/08-settled-once.ts'
import { workspacesOfWrites } from './migrations/01-10/09-write-workspace.ts'
import { contacts } from './migrations/01-10/10-contacts.ts'
import { rechecks } from './migrations/11-20/11-rechecks.ts'
import { searchWordsColumns } from './migrations/11-20/12-search-words.ts'
import { dismissedDecisions } from './migrations/11-20/13-dismissed-decisions.ts'
import { doNotCall } from './migrations/11-20/14-do-not-call.ts'
import { preparedBatches } from './migrations/11-20/15-prepared-batches.ts'
import { approvals } from './migrations/11-20/16-approvals.ts'
import { breakerStops } from './migrations/11-20/17-breaker.ts'
import { launchesOfBatches } from './migrations/11-20/18-launches-of-batches.ts'
import { batchClosings } from './migrations/11-20/19-batch-closings.ts'
import { doNotCallTakeBack } from './migrations/11-20/20-do-not-call-take-back.ts'
import { gateways } from './migrations/21-30/21-gateways.ts'
import { requestPlaces } from './migrations/21-30/22-request-places.ts'
import { sharedReads } from './migrations/21-30/23-shared-reads.ts'
import { openEffects } from './migrations/21-30/24-open-effects.ts'
import { exports } from './migrations/21-30/25-exports.ts'
import { indexes } from './migrations/21-30/26-indexes.ts'
import { auditFilters } from './migrations/21-30/27-audit-filters.ts'

/** What was asked for, once for each intention. Ids and keyed hashes; no numbers, no texts. */
export interface EffectRow {
  id: string
  endpoint: string
  /** JSON of ids by name. */
  ids: string
  target: string | null
  /** Keyed hash of the Idempotency-Key and the operator. */
  key: string
  /** Keyed hash of all that was to be sent. */
  body: string
  operator_id: string
  operator: string
  at: number
}

/** What became of it, step by step. The audit is these two tables. */
export interface HistoryRow {
  seq: Generated<number>
  effect_id: string
  state: string
  at: number
  /** null: Switchboard itself. */
  operator: string | null
  happened: number | null
  reason: string | null
}

export interface Tables {
  settings: { name: string; value: string }
  /** The gateways that use this store, or did lately. */
  gateways: {
    number: Generated<number>
    /** Counts up while it is alive. */
    beat: number
    started_at: number
    /** When it said goodbye, or was ended by another. */
    ended_at: number | null
    taken_over_by: number | null
  }
  /** Of a PostgreSQL: what any 60 s may hold, as places that gateways take (upstream/shared-places.ts). Epoch ms are the database's. */
  request_places: {
    /** From 1. */
    place: number
    /** Counts up with each taking. */
    taken: Generated<number>
    /** While its request is under way: when the place is free if nobody says how it ended. */
    free_at: Generated<number>
    gateway: number | null
    /** null: nothing that counts was sent. */
    lane: string | null
    page: string | null
    operator: string | null
    person: string | null
    /** 1: the service did not know what was asked for. */
    refused: Generated<number>
    /** 1: it is one of those that `request_budget` counts as under way until it ends. */
    holds_token: Generated<number>
    sent_at: number | null
    ended_at: number | null
  }
  /** One row. */
  request_budget: {
    id: number
    paused_until: Generated<number>
    /** Of the last 429. */
    refused_at: number | null
    /** Of a plan with a burst: the bucket, in parts of which a request costs 60,000. */
    level: number
    level_at: number
    under_way: Generated<number>
  }
  sends: { seq: Generated<number>; at: number; lane: string; page: string; operator: string }
  effects: EffectRow
  history: HistoryRow
  /** The effects that are not over. A row is deleted with the end of its effect. */
  open_effects: OpenEffectTable
  /** The steps of each endpoint, in their order. Kept by triggers of the history. */
  history_endpoints: { endpoint: string; at: number; seq: number; operator: string | null; state: string }
  /** The effects that name a thing among their ids. Kept by triggers of the effects. */
  effect_things: { thing: string; effect_id: string }
  /** Targets that may not be touched by a second effect now. */
  live_targets: { target: string; effect_id: string; batch_id: string | null }
  /** The final answer of an effect, for whoever asks again with its key; deleted after a day. */
  answers: { effect_id: string; status: number; body: string; at: number }
  known_batches: {
    batch_id: string
    /** The same for a batch and those that call its remaining people: the first start's effect, or a batch that was not started here. */
    launch_id: string
    /** When the newest batch of its launch was started, or seen. Kept by triggers. */
    launch_at: Generated<number>
    name: string
    /** Name and id as search compares them. */
    words: string
    agent_id: string | null
    started_by: string | null
    started_at: number | null
    effect_id: string | null
    /** When the team first saw it. */
    seen_at: number
    progress: string | null
    progress_at: number | null
    complete: number
    /** 1: only an event named it; nobody here started or opened it. */
    heard: Generated<number>
  }
  /** In the embedded database: what search finds by its letters, numbered. Kept by triggers of `seen` and `known_batches`. */
  search_entries: { number: number; kind: string; id: string }
  /** Agents, flows, calls and conversations that the team has seen, as search finds them. */
  seen: { kind: string; id: string; title: string; note: string; digits: string; words: string; at: number }
  links: {
    token: string
    roles: string
    email: string | null
    expires_at: number
    used_at: number | null
    /** An operator's name; null: Switchboard itself, or not known. */
    made_by: string | null
    made_at: number | null
  }
  /** People, as the library for sign-ins keeps them (authentication.ts), which has other columns too. */
  user: {
    id: string
    name: string
    email: string
    /** JSON of roles. */
    roles: string | null
    disabled: number | boolean | null
  }
  /** Their sessions, of the same library. */
  session: { userId: string }
  /** When an operator last did something. */
  operators_seen: { operator_id: string; at: number }
  /** Calls that an event named, of the agent and number of a call without an answer. */
  announced_calls: { effect_id: string; call_id: string; room_name: string; at: number }
  /** What was last read of the service, by what decides the answer; deleted after a day. */
  last_read: {
    read: string
    at: number
    body: string
    /** JSON of RefusalData: the service's word that it will not answer this. */
    refusal: string | null
    /** Of the key under which it was read. */
    fingerprint: string | null
  }
  /**
   * What a gateway asks the service for now, so that no other asks for it too: until then. `read_at`: the moment of the last answer. It stands
   * here too, so that whoever may ask learns of an answer that came a moment before. Deleted an hour after its end.
   */
  reads_under_way: { read: string; gateway: number; until: number; read_at: number | null }
  /** What the people at each gateway look at: JSON of `SharedLook`s. */
  looks: { gateway: number; looks: string }
  /** How many events were delivered in each minute, by their kind; deleted after an hour. */
  webhook_counts: { minute: number; word: string; count: number; last_at: number }
  /** Who has which draft in front of them. */
  claims: {
    conversation_id: string
    message_id: string
    operator_id: string
    operator: string
    editing: number
    until: number
  }
  /** Batches that are recorded whole and wait for something before they are started; deleted when started, discarded or past `until`. */
  prepared_batches: PreparedBatchTable
  approvals: ApprovalTable
  /** When the service was last read for an unknown effect and did not show that it happened; deleted when it is settled. */
  rechecks: { effect_id: string; at: number }
  /** The request of a command that a reading can settle; deleted when the effect ends. */
  writes: {
    effect_id: string
    /** JSON of the path's parameters. */
    params: string
    /** JSON; null without one. */
    body: string
    /** null where the service needs none. */
    workspace: string | null
  }
  /** What is to be sent by a decision, and what was answered; deleted a day after its end. */
  decisions: DecisionTable
  /** Conversations that the team has seen: these are looked at for drafts. */
  known_conversations: { workspace: string; conversation_id: string; seen_at: number }
  /** Calls that the team placed. A row without a call's id is one whose outcome nobody knows (yet). */
  placed_calls: {
    effect_id: string
    /** Keyed hash of the number. */
    number: string
    to_number: string
    agent_id: string
    agent_name: string
    call_id: string | null
    room_name: string | null
    operator: string
    at: number
  }
  /** The sources of calls: a start, the people it holds back, or a single call. */
  contact_sources: {
    /** Counts up in the order in which they are committed. */
    id: Generated<number>
    effect_id: string
    kind: 'batch' | 'rest' | 'call' | 'approval'
    /** Of a `rest`: the prepared batch that holds its people. */
    prepared_id: string | null
    at: number
    /** When its last call was over, epoch ms; `notEnded` while its batch goes on; 0: nobody was called. */
    ended_at: number
  }
  /** The people: a keyed hash of the number for each person and source. Deleted after a year. */
  contacts: { number: string; source: number }
  /** Numbers that a workspace may not call: keyed hashes as in `contacts`. Never deleted with those. */
  do_not_call: {
    workspace: string
    number: string
    last_two: string
    addition: number
    /** When it ends, epoch ms; `noEnd` without one. */
    until: number
    /** Since then it does not count; deleted a day later. */
    removed_at: number | null
  }
  /** What the numbers that were added together share. */
  do_not_call_additions: {
    /** Counts up in the order of adding. */
    id: Generated<number>
    workspace: string
    operator: string
    at: number
    reason: string
    source_kind: DoNotCallSource
    source_name: string | null
    source_id: string | null
    /** null: added before this was recorded. */
    operator_id: string | null
  }
  /** Entries that an addition replaced, since it lasts longer: kept while it can be undone. */
  do_not_call_replaced: {
    addition: number
    number: string
    was_addition: number
    was_until: number
    at: number
  }
  /** One row, changed by whatever puts numbers on a list. */
  do_not_call_version: { version: number }
  /** Batches that the breaker cancelled, or tried to. */
  breaker_stops: {
    batch_id: string
    /** The cancel of the last attempt. */
    effect_id: string
    /** From 1. */
    attempt: number
    /** JSON of BreakerStop. */
    facts: string
  }
  /** When a batch must be cancelled because calling hours end. */
  batch_closings: BatchClosingTable
  exports: ExportTable
  /** The subject of a start, shown while its outcome is unknown; deleted a day after its end. */
  start_subjects: {
    effect_id: string
    name: string
    calls: number
    /** JSON: the first few, E.164. */
    numbers: string
  }
}

export interface OpenEffectTable {
  effect_id: string
  state: 'held' | 'sending' | 'unknown'
  /** The gateway that it belongs to, and that alone sends it; null: none has it, such as one whose outcome is unknown. */
  gateway: number | null
  /** Of a held one: when it is sent, epoch ms. */
  due_at: number | null
  /** Of a held one: a sentence that says why it was not sent at its time. */
  delayed: string | null
}

export interface PreparedBatchTable {
  id: string
  /** The start of the launch that it belongs to. */
  effect_id: string
  /** What it waits for. */
  reason: PreparedReason
  /** Its number among the parts of its launch that start one after another; 1 of 1 where there is one. */
  part: number
  parts: number
  /** Keyed hash of agent and all recipients of the launch. */
  target: string
  /** The batch of the launch that started last before it; null while nobody knows whether the launch started; '' where it has no known id. */
  batch_id: string | null
  /** Its own start, while that is under way or unknown. */
  start_id: string | null
  /** JSON of LaunchFields, and what a person is told before its start. */
  fields: string
  /** CSV as the service takes it. */
  file: string
  calls: number
  operator: string
  /** Whoever started the launch, and where; null: recorded by a version that did not need them. */
  operator_id: string | null
  workspace: string | null
  at: number
  /** Epoch ms: when it is discarded; null: it does not wait for a person. */
  until: number | null
  /** Who starts it. */
  started_by: 'person' | 'gateway'
  /** Epoch ms: not started by the gateway before; null: as soon as nothing else is in its way. */
  starts_at: number | null
  /** A sentence: why the gateway leaves its start to a person after all. */
  problem: string | null
}

/** Starts that wait for a second person. A week after its end a row is deleted; its file goes at once. */
export interface ApprovalTable {
  /** Of the request. */
  effect_id: string
  workspace: string
  /** Keyed hash of agent and all recipients. */
  target: string
  /** The fingerprint of the recipients. */
  print: string
  /** JSON of LaunchFields, and what the second person is told. */
  fields: string
  /** CSV as the service takes it; '' once it is decided. */
  file: string
  calls: number
  operator_id: string
  operator: string
  at: number
  /** Epoch ms. */
  until: number
  state: Exclude<ApprovalState, 'starting'>
  /** Its start, while that is under way or unknown, and once it is done. */
  start_id: string | null
  /** A sentence: why the last attempt to start it was refused. */
  problem: string | null
  decided_by: string | null
  decided_at: number | null
  reason: string | null
}

/** A batch's calls as a file, for the operator who asked; deleted half an hour after its end. */
export interface ExportTable {
  id: string
  /** The gateway that reads the calls. */
  gateway: number
  batch_id: string
  status: BatchExport['status']
  form: BatchExport['form']
  operator_id: string
  operator: string
  /** Where the operator asked for it. */
  page: string
  at: number
  state: BatchExport['state']
  /** Calls that were read. */
  read: number
  /** Of these, those that are wanted. */
  rows: number
  /** What the service counts; null: it has not said. */
  total: number | null
  message: string
  ended_at: number | null
  /** CSV; null until it is whole. */
  file: string | null
}

export interface BatchClosingTable {
  /** The start of the batch in the ledger. */
  start_id: string
  /** Epoch ms: when the first of its people is outside the calling hours. */
  closes_at: number
  /** Where the hours end first, and by the clock of that place: "20:00 in United States (Honolulu)". */
  place: string
  /** Who starts the rest. */
  after_hours: 'person' | 'gateway'
  /** JSON of the fields of the start. They name no person who is called. */
  fields: string
  /** Keyed hash of agent and all recipients of the launch. */
  target: string
  workspace: string
  /** `open`: it may still run · `cancelled`: by Switchboard, and who was never called is to be read · `ended`: before, or with nobody left. */
  state: 'open' | 'cancelled' | 'prepared' | 'ended'
  /** Cancels that were tried, and the last of them. */
  attempt: number
  cancel_id: string | null
  cancelled_at: number | null
  /** A sentence: why the last try had no effect. */
  problem: string | null
}

export interface DecisionTable {
  effect_id: string
  /** The approval that follows an edit, once it is under way: an effect of its own. */
  second_id: string | null
  workspace: string
  conversation_id: string
  message_id: string
  action: string
  edited_message: string | null
  /** Of the text that was on the screen. */
  text_hash: string
  /** The customer's last message that the reviewer can have seen; '' if there was none. */
  last_inbound: string
  /** The customer's number or address. */
  sends_to: string | null
  /** Always 1: `open_effects` tells whether it is held. */
  held: number
  sent: number | null
  /** JSON of RefusalData. */
  refusal: string | null
  /** 1: its owner has read how it ended. */
  dismissed: number
}
export type Store = Kysely<Tables>

/** Every step of the tables, by name. They run in the order of their names. */
export const migrations: Record<string, Migration> = {
  '2026-11-20 first tables': first,
  '2026-11-21 review and administration': second,
  '2026-11-22 events': third,
  '2026-11-23 writes': fourth,
  '2026-11-24 what was last read': fifth,
  '2026-11-25 invitations by e-mail': invitationsByEmail,
  '2026-11-26 rests': rests,
  '2026-11-27 settled once': settledOnce,
  '2026-11-28 workspaces of writes': workspacesOfWrites,
  '2026-11-29 contacts': contacts,
  '2026-12-02 who made an invitation': invitationsByMaker,
  '2026-12-03 rechecks': rechecks,
  '2026-12-05 search words': searchWordsColumns,
  '2026-12-07 dismissed decisions': dismissedDecisions,
  '2026-12-14 do not call': doNotCall,
  '2026-12-15 prepared batches': preparedBatches,
  '2026-12-16 approvals': approvals,
  '2026-12-17 breaker': breakerStops,
  '2026-12-18 launches of batches': launchesOfBatches,
  '2026-12-19 batch closings': batchClosings,
  '2026-12-20 do not call take back': doNotCallTakeBack,
  '2026-12-21 gateways': gateways,
  '2026-12-22 request places': requestPlaces,
  '2026-12-23 shared reads': sharedReads,
  '2026-12-24 open effects': openEffects,
  '2026-12-25 exports': exports,
  '2026-12-26 indexes': indexes,
  '2026-12-27 audit filters': auditFilters,
}

/** What changes all the time and is in nobody's memory, and what triggers keep beside tables that are announced. */
const untrackedTables = [
  'gateways',
  'sends',
  'last_read',
  'reads_under_way',
  'looks',
  'webhook_counts',
  'history_endpoints',
  'effect_things',
]

/** Opens the gateway's store and brings its tables up to date. Throws DatabaseBusy like `openDatabase`. */
export const openStore = (where: DatabaseLocation): Promise<Store> =>
  openDatabase<Tables>('url' in where ? { ...where, untracked: untrackedTables } : where, migrations)

/** A value that is made once and kept with the store. */
export async function ensureSetting(store: Store, name: string, make: () => string): Promise<string> {
  await store
    .insertInto('settings')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await store.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}

/** A value that is kept with the store; undefined where there is none. */
export async function readSetting(store: Store, name: string): Promise<string | undefined> {
  const row = await store.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Keeps a value, in place of the one before. */
export async function saveSetting(store: Store, name: string, value: string): Promise<void> {
  await store
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Keeps a value in place of the one that was read before.
 *
 * @param before undefined: there was none
 * @returns false when another gateway has put another in its place since: then nothing is changed
 */
export async function replaceSetting(
  store: Store,
  name: string,
  before: string | undefined,
  value: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        .where('settings.value', '=', before ?? ''),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}
