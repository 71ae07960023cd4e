/**
 * The gateway's tables, the same for the embedded database and PostgreSQL. IDs are text, times are epoch milliseconds, structured
 * values are JSON text, booleans are 1 and 0. `effects` and `history` are append-only; triggers refuse updates and deletions.
 * Longer than 300 lines, since every table is described in the same place.
 */
import type { Generated, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type {
  ApprovalState,
  BatchExport,
  CallOutcome,
  DoNotCallSource,
  DraftResult,
  OutcomeSource,
  PreparedReason,
  VersionCause,
  VersionKind,
  ViewPage,
} from '#contract/index.ts'
import { type DatabaseLocation, openDatabase } from '#server/database/open.ts'
import { ledgerAndRegistry } from './migrations/01-10/01-ledger-and-registry.ts'
import { reviewAndCalls } from './migrations/01-10/02-review-and-calls.ts'
import { webhookEvents } from './migrations/01-10/03-webhook-events.ts'
import { recordWrites } from './migrations/01-10/04-record-writes.ts'
import { snapshots } from './migrations/01-10/05-snapshots.ts'
import { invitationCreator, invitationEmail } from './migrations/01-10/06-invitation-email.ts'
import { launchRemainders } from './migrations/01-10/07-launch-remainders.ts'
import { settledOnce } from './migrations/01-10/08-settled-once.ts'
import { writeWorkspace } from './migrations/01-10/09-write-workspace.ts'
import { contacts } from './migrations/01-10/10-contacts.ts'
import { rechecks } from './migrations/11-20/11-rechecks.ts'
import { searchWords } from './migrations/11-20/12-search-words.ts'
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
import { keptCalls } from './migrations/21-30/28-kept-calls.ts'
import { rejectReasons } from './migrations/21-30/30-reject-reasons.ts'
import { keptCallSearch } from './migrations/31-40/32-kept-call-search.ts'
import { keptCallOutcomes } from './migrations/31-40/33-kept-call-outcomes.ts'
import { firstApprovals } from './migrations/31-40/36-first-approvals.ts'
import { callNotes } from './migrations/31-40/37-call-notes.ts'
import { savedViews } from './migrations/31-40/38-saved-views.ts'
import { newDrafts } from './migrations/31-40/39-new-drafts.ts'
import { formerNames } from './migrations/31-40/40-former-names.ts'
import { recordVersions } from './migrations/41-50/41-record-versions.ts'
import { passwordLinks } from './migrations/41-50/42-password-links.ts'
import { callMoods } from './migrations/41-50/43-call-moods.ts'
import { passkeys } from './migrations/41-50/44-passkeys.ts'
import { recordIds } from './migrations/41-50/45-record-ids.ts'
import { passkeyChallenges } from './migrations/41-50/46-passkey-challenges.ts'
import { callFacts } from './migrations/41-50/47-call-facts.ts'
import { callCorrections } from './migrations/41-50/48-call-corrections.ts'
import { decisionFacts } from './migrations/41-50/48-decision-facts.ts'
import { versionsOfCalls } from './migrations/41-50/49-versions-of-calls.ts'
import { batchResults, batchRows } from './migrations/41-50/50-batch-results.ts'
import { requestCounts } from './migrations/51-60/51-request-counts.ts'
import { knownOutcomes } from './migrations/51-60/52-known-outcomes.ts'

/** A command to the service, recorded before it is sent. Contains IDs and keyed hashes, but no phone numbers and no texts. */
export interface EffectRow {
  id: string
  endpoint: string
  /** JSON of IDs by name. */
  ids: string
  /** What the effect changes. While the effect is in progress, a second effect on the same target is refused; null: none is. */
  target: string | null
  /** Keyed hash of the Idempotency-Key and the operator. */
  key: string
  /** Keyed hash of the request. */
  body: string
  operator_id: string
  operator: string
  at: number
}

/** A state that an effect reached. The audit log consists of the effects and their history. */
export interface HistoryRow {
  seq: Generated<number>
  effect_id: string
  state: string
  at: number
  /** The operator's name; null: Switchboard itself. */
  operator: string | null
  /** In the state `settled`: 1 if the command took effect, 0 if not. null in other states. */
  happened: number | null
  reason: string | null
}

export interface Tables {
  settings: { name: string; value: string }
  /** The gateways that use this store or have used it recently. */
  gateways: {
    number: Generated<number>
    /** Heartbeat: increases while the gateway is alive. */
    beat: number
    started_at: number
    /** When the gateway stopped or another gateway took over its work. */
    ended_at: number | null
    taken_over_by: number | null
  }
  /**
   * PostgreSQL only: the requests that the plan allows in 60 s. Each row is one request slot. A gateway takes a
   * slot before it sends a request (upstream/shared-slots.ts). Times are those of the database's clock.
   */
  request_places: {
    /** The slot's number, from 1. */
    place: number
    /** How often the slot was taken. */
    taken: Generated<number>
    /** While the request is in progress: when the slot becomes free if the outcome is never recorded. */
    free_at: Generated<number>
    gateway: number | null
    /** The request's priority lane; null: no request that counts was sent. */
    lane: string | null
    page: string | null
    operator: string | null
    person: string | null
    /** 1: the service answered that the requested record does not exist. */
    refused: Generated<number>
    /** 1: `request_budget.under_way` counts this request until it ends. */
    holds_token: Generated<number>
    sent_at: number | null
    ended_at: number | null
  }
  /** PostgreSQL only: the state of the shared request budget, in one row. */
  request_budget: {
    id: number
    paused_until: Generated<number>
    /** Time of the last 429. */
    refused_at: number | null
    /** For a plan with a burst: the level of the token bucket. A request costs 60,000 units. */
    level: number
    level_at: number
    /** Requests in progress. */
    under_way: Generated<number>
  }
  /** The requests that were sent to the service, for the request budget. */
  sends: { seq: Generated<number>; at: number; lane: string; page: string; operator: string }
  /** How many requests all gateways sent, twice: by minute for the last day, and by hour. Other gateways' counts are added. */
  request_counts: {
    span: 'minute' | 'hour'
    /** When the minute or hour begins, epoch ms. */
    at: number
    lane: string
    page: string
    /** '': the gateway itself. */
    operator_id: string
    requests: number
  }
  effects: EffectRow
  history: HistoryRow
  /** The effects without a final state. A row is deleted when its effect ends. */
  open_effects: OpenEffectTable
  /** The rows of `history` by endpoint. Triggers on `history` maintain it. */
  history_endpoints: { endpoint: string; at: number; seq: number; operator: string | null; state: string }
  /** The effects by each ID in their `ids`. Triggers on `effects` maintain it. */
  effect_things: { thing: string; effect_id: string }
  /** Targets of effects in progress: a second effect with the same target is refused. */
  live_targets: { target: string; effect_id: string; batch_id: string | null }
  /** The final answer of an effect, for repeated requests with its Idempotency-Key. Deleted after a day. */
  answers: { effect_id: string; status: number; body: string; at: number }
  /** The batches that the team has started or opened, or that an event named. */
  known_batches: {
    batch_id: string
    /** Shared by a batch and the batches for its remaining people: the first start's effect ID; the batch ID if it was started elsewhere. */
    launch_id: string
    /** When the newest batch of the launch was started or seen. Triggers maintain it. */
    launch_at: Generated<number>
    name: string
    /** Name and ID, folded for search. */
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
    /** 1: only an event named the batch; nobody has started or opened it in Switchboard. */
    heard: Generated<number>
  }
  /** Embedded database only: numbers the rows of the full-text index. Triggers on `seen`, `known_batches` and `kept_calls` maintain it. */
  search_entries: { number: number; kind: string; id: string }
  /** The search index: agents, flows, calls and conversations that the team has seen. */
  seen: { kind: string; id: string; title: string; note: string; digits: string; words: string; at: number }
  /** Invitation links. */
  links: {
    token: string
    roles: string
    email: string | null
    expires_at: number
    used_at: number | null
    /** The operator's name; null: Switchboard itself, or unknown. */
    made_by: string | null
    made_at: number | null
  }
  /** Operators, in a table of the authentication library (authentication.ts). The table has further columns. */
  user: {
    id: string
    name: string
    email: string
    /** JSON of roles. */
    roles: string | null
    disabled: number | boolean | null
  }
  /** Sessions, in a table of the same library. */
  session: { userId: string }
  /** The operators' passkeys. Deleted when their owner removes them. */
  passkeys: {
    id: string
    /** The ID that the authenticator chose. */
    credential: string
    operator_id: string
    name: string
    /** DER of a SubjectPublicKeyInfo, base64url. */
    public_key: string
    /** A number of COSE. */
    algorithm: number
    counter: number
    created_at: number
    last_used_at: number | null
  }
  /** The challenges that passkeys have answered, so that each works once. Deleted after they have expired. */
  passkey_challenges: { challenge: string; expires_at: number }
  /** Links for a new password, at most one for each operator. Deleted when it is used, withdrawn or replaced, and after it has expired. */
  password_links: {
    operator_id: string
    /** A hash. */
    token: string
    /** A name, or "Terminal". */
    made_by: string
    made_at: number
    expires_at: number
  }
  /** The names that operators had before. Kept as long as the audit, which lists people by name. */
  former_names: { operator_id: string; name: string }
  /** When each operator was last active. */
  operators_seen: { operator_id: string; at: number }
  /** Calls in events that match a placed call whose outcome is unknown, by agent and number. */
  announced_calls: { effect_id: string; call_id: string; room_name: string; at: number }
  /** The last answer to each read of the service. Deleted after a day. */
  last_read: {
    /** Identifies the read: everything that its answer depends on. */
    read: string
    at: number
    body: string
    /** JSON of RefusalData, if the service refused the read. */
    refusal: string | null
    /** Fingerprint of the API key that was used. */
    fingerprint: string | null
  }
  /**
   * Reads that a gateway is sending to the service: until `until`, no other gateway sends the same read. `read_at` is the time of the last
   * answer, so that the next gateway to claim the read sees an answer that arrived just before. Deleted an hour after `until`.
   */
  reads_under_way: { read: string; gateway: number; until: number; read_at: number | null }
  /** What the operators at each gateway are viewing: JSON of `SharedLook`s. */
  looks: { gateway: number; looks: string }
  /** How many events were delivered in each minute, by kind (`word`). Deleted after an hour. */
  webhook_counts: { minute: number; word: string; count: number; last_at: number }
  /** Which operator is reviewing which draft. */
  claims: {
    conversation_id: string
    message_id: string
    operator_id: string
    operator: string
    editing: number
    until: number
  }
  /** Batches that wait to be started, with their recipients. Deleted when they are started or discarded, or after `until`. */
  prepared_batches: PreparedBatchTable
  approvals: ApprovalTable
  /** When the service was last checked for an effect with an unknown outcome, without result. Deleted when the effect is resolved. */
  rechecks: { effect_id: string; at: number }
  /** The request of a command whose outcome a later read can show. Deleted when the effect ends. */
  writes: {
    effect_id: string
    /** JSON of the path's parameters. */
    params: string
    /** JSON; null if the request has no body. */
    body: string
    /** null if the endpoint needs none. */
    workspace: string | null
  }
  /** What a review decision sends, and the answer. Deleted a day after the decision ends. */
  decisions: DecisionTable
  /** Conversations that the team has seen. They are polled for drafts. */
  known_conversations: { workspace: string; conversation_id: string; seen_at: number }
  /** Approvals by the first of two reviewers. Deleted a week later. */
  first_approvals: {
    workspace: string
    conversation_id: string
    message_id: string
    /** Hash of the draft's text that the reviewer saw. */
    text_hash: string
    /** The text that they approved instead; null: the draft's text. */
    edited_message: string | null
    /** The customer's last message that they saw; '' if there was none. */
    last_inbound: string
    operator_id: string
    operator: string
    /** Epoch ms. */
    at: number
  }
  /** Named filters of a page. An operator has one of each name. */
  saved_views: {
    id: string
    workspace: string
    page: ViewPage
    owner_id: string
    owner: string
    name: string
    /** The name in lower case, by which names are compared. */
    folded_name: string
    /** JSON of ViewFilters. */
    filters: string
    /** 1: the whole team sees it. */
    is_shared: number
  }
  record_versions: RecordVersionTable
  /** What records contained, as JSON. Versions with the same content share a row. Deleted with the last version that has it. */
  record_bodies: { hash: string; body: string }
  /** Calls that the team placed. Without a `call_id`, the outcome is not yet known. */
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
  /** What was seen of each call, kept after it ended. Deleted after the workspace's retention time. Times are epoch ms. */
  kept_calls: {
    workspace: string
    room_name: string
    batch_id: string | null
    /** JSON of the call as it was last read, without its transcript. */
    call: string
    /** JSON: the lines of the transcript, each with the time at which it was first seen. */
    lines: string
    /** JSON: the sentiment over time, each with the line before it; null: written by an earlier version, or never read. */
    moods: string | null
    customer: string
    phone: string
    agent: string
    sentiment: string
    /** Seconds. */
    duration: number | null
    line_count: number
    /** Everything that was said, with the names, folded for search. */
    words: string
    first_seen_at: number
    read_at: number
    /** When its end was noticed; null: it was not. */
    ended_at: number | null
    /** completed or failed, if the service told it. */
    end_status: string | null
    /** Why it ended: completed · busy · no_answer · voicemail · failed. */
    outcome: string | null
  }
  call_facts: CallFactTable
  /** The rows of batches as they were last seen, so that they can be sorted and searched. Deleted with kept calls of the same age. */
  batch_rows: {
    batch_id: string
    job_id: string
    /** Its place among all rows in the service's order, from 1; null: not known. */
    position: number | null
    /** E.164, as the service reported it. */
    number: string
    name: string
    /** The name, folded for the search. */
    words: string
    state: string
    /** Epoch ms. */
    started_at: number | null
    /** Seconds. */
    duration: number | null
    /** The row as the service reported it: JSON of `BatchCall` without its result. */
    call: string
    seen_at: number
  }
  /** What people say came of calls, instead of what was seen. Deleted with the figures. */
  call_corrections: CallCorrectionTable
  /** What came of each decision about a draft, without its text and its customer. Deleted with the figures. */
  decision_facts: DecisionFactTable
  /** The team's notes on kept calls. Deleted with their call. */
  call_notes: {
    /** A hash of the Idempotency-Key, so that a note that is submitted twice is stored once. */
    id: string
    workspace: string
    room_name: string
    text: string
    operator_id: string
    operator: string
    /** Epoch ms. */
    at: number
  }
  /** The team's tags on kept calls. Deleted with their call. */
  call_tags: {
    workspace: string
    room_name: string
    /** The tag in lower case: two spellings are the same tag. */
    folded: string
    tag: string
  }
  /** Why people are or will be called: a batch's start, its held-back people, a start that waits for approval, or a single call. */
  contact_sources: {
    /** Increases in commit order. */
    id: Generated<number>
    effect_id: string
    kind: 'batch' | 'rest' | 'call' | 'approval'
    /** For kind `rest` (held-back people): the prepared batch that contains them. */
    prepared_id: string | null
    at: number
    /** When the last call ended, epoch ms; `notEnded` while the batch is running; 0: nobody was called. */
    ended_at: number
  }
  /** The people by source: keyed hashes of their numbers. Deleted after a year. */
  contacts: { number: string; source: number }
  /** Numbers that a workspace must not call: keyed hashes as in `contacts`, but kept longer than a year. */
  do_not_call: {
    workspace: string
    number: string
    last_two: string
    addition: number
    /** When the entry expires, epoch ms; `noEnd`: never. */
    until: number
    /** When the entry was removed. The row is deleted a day later. */
    removed_at: number | null
  }
  /** What numbers that were added together have in common. */
  do_not_call_additions: {
    /** Increases with each addition. */
    id: Generated<number>
    workspace: string
    operator: string
    at: number
    reason: string
    source_kind: DoNotCallSource
    source_name: string | null
    source_id: string | null
    /** null: added by a version that did not record it. */
    operator_id: string | null
  }
  /** Entries that a longer-lasting addition replaced. Stored as long as the addition can be undone. */
  do_not_call_replaced: {
    addition: number
    number: string
    was_addition: number
    was_until: number
    at: number
  }
  /** One row, updated whenever numbers are added to a do-not-call list. */
  do_not_call_version: { version: number }
  /** Batches that the circuit breaker cancelled, or tried to cancel, because too many calls failed. */
  breaker_stops: {
    batch_id: string
    /** The effect of the last cancel attempt. */
    effect_id: string
    /** Number of the last attempt, from 1. */
    attempt: number
    /** JSON of BreakerStop. */
    facts: string
  }
  /** When each batch must be cancelled because calling hours end. */
  batch_closings: BatchClosingTable
  exports: ExportTable
  /** The batch of a start, shown while the start's outcome is unknown. Deleted a day after the effect ends. */
  start_subjects: {
    effect_id: string
    name: string
    calls: number
    /** JSON: the first few phone numbers, E.164. */
    numbers: string
  }
}

/**
 * What came of each call that was seen to end, without its number and its words. Deleted after the retention time of the figures, which is
 * longer than that of the calls themselves.
 */
export interface CallFactTable {
  id: string
  /** '': it was only seen in a batch, which belongs to no workspace. */
  workspace: string
  call_id: string | null
  room_name: string | null
  batch_id: string | null
  job_id: string | null
  /** Keyed hash of the number, as in `contacts`; null: unknown. */
  person: string | null
  agent_id: string | null
  /** The version of the agent when the call began; null: not known. */
  agent_version: number | null
  /** The flow that it followed, and its version then; null: not known. */
  flow_id: string | null
  flow_version: number | null
  /** ISO 3166. */
  country: string | null
  /** When the call began on the clock of the person called: 0 to 23, and 0 (Monday) to 6. */
  local_hour: number | null
  local_weekday: number | null
  /** The number of the call among those seen of its row, from 1; null: not of a batch. */
  attempt: number | null
  state: string
  /** The outcome or the error in the service's words; ''. */
  reason: string
  outcome: CallOutcome
  outcome_source: OutcomeSource
  /** The line of the transcript on which a guess rests. */
  outcome_line: number | null
  /** How many lines of the transcript the guess is based on. */
  line_count: number
  /** Seconds. */
  duration: number | null
  sentiment: string
  /** When it began, epoch ms, or as near as is known. */
  at: number
}

export interface CallCorrectionTable {
  room_name: string
  /** As the name of the room has it; null: it has none. */
  call_id: string | null
  outcome: CallOutcome
  /** JSON of the outcome in `call_facts` before the correction, and what was seen since; null: the call was not seen to end yet. */
  seen: string | null
  operator_id: string
  operator: string
  at: number
}

export interface DecisionFactTable {
  effect_id: string
  workspace: string
  conversation_id: string
  message_id: string
  /** The agent of the conversation; null: unknown. */
  agent_id: string | null
  operator_id: string
  operator: string
  /** null: the decision has not ended, or its end was not counted yet. */
  result: DraftResult | null
  reject_reason: string | null
  /** How long the draft had waited when it was decided; null: unknown. */
  waited_seconds: number | null
  /** How much of the words an edit changed, percent; null: no edit. */
  edited_share: number | null
  /** When it was decided, epoch ms. */
  at: number
}

export interface OpenEffectTable {
  effect_id: string
  state: 'held' | 'sending' | 'unknown'
  /** The gateway that owns the effect. Only the owner sends it. null: no owner, for example when the outcome is unknown. */
  gateway: number | null
  /** For a held effect: when it is sent, epoch ms. */
  due_at: number | null
  /** For a held effect that was not sent on time: a sentence with the reason. */
  delayed: string | null
}

export interface PreparedBatchTable {
  id: string
  /** The first start of the launch that the batch belongs to. */
  effect_id: string
  /** What the batch waits for. */
  reason: PreparedReason
  /** The part's number, of `parts`, if the launch is split into parts that start one after another; otherwise 1 of 1. */
  part: number
  parts: number
  /** Keyed hash of agent and all recipients of the launch. */
  target: string
  /** The batch of the launch that was started before this one; null while the outcome of that start is unknown; '' if its ID is unknown. */
  batch_id: string | null
  /** The effect of this batch's own start, while it is in progress or its outcome is unknown. */
  start_id: string | null
  /** JSON of LaunchFields, and of what is shown before the start. */
  fields: string
  /** CSV in the service's format. */
  file: string
  calls: number
  operator: string
  /** Who started the launch, and in which workspace; null: recorded by an earlier version. */
  operator_id: string | null
  workspace: string | null
  at: number
  /** When the batch is discarded, epoch ms; null: it does not wait for a person. */
  until: number | null
  /** Who starts the batch. */
  started_by: 'person' | 'gateway'
  /** The earliest time at which the gateway starts the batch, epoch ms; null: as soon as possible. */
  starts_at: number | null
  /** A sentence: why the gateway does not start the batch itself. */
  problem: string | null
}

/** Starts that wait for approval by a second person. The file is cleared at the decision, the row is deleted a week later. */
export interface ApprovalTable {
  /** The effect of the request for approval. */
  effect_id: string
  workspace: string
  /** Keyed hash of agent and all recipients. */
  target: string
  /** The fingerprint of the recipients. */
  print: string
  /** JSON of LaunchFields, and of what is shown to the second person. */
  fields: string
  /** CSV in the service's format; '' after the decision. */
  file: string
  calls: number
  operator_id: string
  operator: string
  at: number
  /** When the request for approval expires, epoch ms. */
  until: number
  state: Exclude<ApprovalState, 'starting'>
  /** The effect of the start, unless it failed. */
  start_id: string | null
  /** A sentence: why the last attempt to start the batch was refused. */
  problem: string | null
  decided_by: string | null
  decided_at: number | null
  reason: string | null
}

/** An export of a batch's calls as a file. Deleted half an hour after the export ends. */
export interface ExportTable {
  id: string
  /** The gateway that reads the calls. */
  gateway: number
  batch_id: string
  status: BatchExport['status']
  form: BatchExport['form']
  operator_id: string
  operator: string
  /** The page from which the export was requested. */
  page: string
  at: number
  state: BatchExport['state']
  /** How many calls were read so far. */
  read: number
  /** How many of the calls read are in the file. */
  rows: number
  /** How many calls the service reports; null: not reported yet. */
  total: number | null
  message: string
  ended_at: number | null
  /** CSV; null until the export is complete. */
  file: string | null
}

/**
 * Versions of agents, flows, messaging agents and message flows. Deleted two years after the next version replaced them; those of a
 * deleted record two years after its deletion.
 */
export interface RecordVersionTable {
  kind: VersionKind
  /** '' for kinds that belong to no workspace. */
  workspace: string
  record_id: string
  /** From 1, without gaps. The highest is the latest. */
  number: number
  /** When the command ended, or when the record was first seen like this, epoch ms. */
  at: number
  cause: VersionCause
  /** The operator's name; null: the version was only seen. */
  operator: string | null
  effect_id: string | null
  name: string
  /** Of a flow: its agent. */
  agent_id: string | null
  /** The row of `record_bodies`; null: nothing was known of the record when it was deleted. */
  hash: string | null
  /** 1: the answer had not all fields, so a later read may complete the version. */
  is_partial: number
  /** When the next version replaced it, epoch ms; null: it is the latest. */
  replaced_at: number | null
  /** The record and the version from which this one was restored. */
  origin_id: string | null
  origin_number: number | null
}

export interface BatchClosingTable {
  /** The effect of the batch's start. */
  start_id: string
  /** When calling hours end for the first of the batch's people, epoch ms. */
  closes_at: number
  /** Where calling hours end first, in local time: "20:00 in United States (Honolulu)". */
  place: string
  /** Who starts a batch with the remaining people. */
  after_hours: 'person' | 'gateway'
  /** JSON of the start's fields, without the people who are called. */
  fields: string
  /** Keyed hash of agent and all recipients of the launch. */
  target: string
  workspace: string
  /**
   * `open`: the batch may still be running. `cancelled`: Switchboard cancelled the batch and must still read who was never called.
   * `prepared`: a batch with the remaining people was prepared. `ended`: the batch ended before, or nobody was left.
   */
  state: 'open' | 'cancelled' | 'prepared' | 'ended'
  /** How many cancels were tried. `cancel_id`: the effect of the last one. */
  attempt: number
  cancel_id: string | null
  cancelled_at: number | null
  /** A sentence: why the last cancel had no effect. */
  problem: string | null
}

export interface DecisionTable {
  effect_id: string
  /** The separate effect of the approval that follows an edit. */
  second_id: string | null
  workspace: string
  conversation_id: string
  message_id: string
  action: string
  edited_message: string | null
  /** Hash of the text that the reviewer saw. */
  text_hash: string
  /** The customer's last message when the reviewer decided; '' if there was none. */
  last_inbound: string
  /** The customer's number or address. */
  sends_to: string | null
  /** Always 1. `open_effects` contains the current state. */
  held: number
  sent: number | null
  /** JSON of RefusalData. */
  refusal: string | null
  /** 1: the reviewer has dismissed the outcome. */
  dismissed: number
  /** Why a draft was rejected: one of the workspace's reasons; null: none was given. The ledger's ids have it too. */
  reject_reason: string | null
  /** What the reviewer wrote about it; null: nothing. Deleted with this row, a day after the decision ended. */
  reject_note: string | null
  /** JSON of the flow and the recipient of a new draft, which is requested after the rejection; null: none. Deleted with this row. */
  redraft: string | null
  /** 1: the agent wrote the new draft, 0: it did not; null: not requested yet. */
  redrafted: number | null
}
export type Store = Kysely<Tables>

/** All migrations. They run in the order of their names. */
export const migrations: Record<string, Migration> = {
  '2026-11-20 first tables': ledgerAndRegistry,
  '2026-11-21 review and administration': reviewAndCalls,
  '2026-11-22 events': webhookEvents,
  '2026-11-23 writes': recordWrites,
  '2026-11-24 what was last read': snapshots,
  '2026-11-25 invitations by e-mail': invitationEmail,
  '2026-11-26 rests': launchRemainders,
  '2026-11-27 settled once': settledOnce,
  '2026-11-28 workspaces of writes': writeWorkspace,
  '2026-11-29 contacts': contacts,
  '2026-12-02 who made an invitation': invitationCreator,
  '2026-12-03 rechecks': rechecks,
  '2026-12-05 search words': searchWords,
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
  '2026-12-28 kept calls': keptCalls,
  '2027-01-01 kept call search': keptCallSearch,
  '2027-01-02 kept call outcomes': keptCallOutcomes,
  '2027-01-03 reject reasons': rejectReasons,
  '2027-01-06 first approvals': firstApprovals,
  '2027-01-07 call notes': callNotes,
  '2027-01-08 saved views': savedViews,
  '2027-01-09 new drafts': newDrafts,
  '2027-01-10 former names': formerNames,
  '2027-01-11 record versions': recordVersions,
  '2027-01-12 password links': passwordLinks,
  '2027-01-13 call moods': callMoods,
  '2027-01-14 passkeys': passkeys,
  '2027-01-15 record IDs': recordIds,
  '2027-01-16 passkey challenges': passkeyChallenges,
  '2027-01-17 call facts': callFacts,
  '2027-01-18 call corrections': callCorrections,
  '2027-01-18 decision facts': decisionFacts,
  '2027-01-19 versions of calls': versionsOfCalls,
  '2027-01-20 batch results': batchResults,
  '2027-01-20 batch rows': batchRows,
  '2027-01-21 request counts': requestCounts,
  '2027-01-22 known outcomes': knownOutcomes,
}

/** Tables whose changes are not announced to other gateways: no gateway caches them, or triggers maintain them with an announced table. */
const untrackedTables = [
  'gateways',
  'sends',
  'last_read',
  'reads_under_way',
  'looks',
  'webhook_counts',
  'request_counts',
  'history_endpoints',
  'effect_things',
]

/** Opens the gateway's store and brings its tables up to date. Throws DatabaseBusy like `openDatabase`. */
export const openStore = (location: DatabaseLocation): Promise<Store> =>
  openDatabase<Tables>('url' in location ? { ...location, untracked: untrackedTables } : location, migrations)

/** Reads a setting. If it does not exist, stores a new value first. */
export async function ensureSetting(store: Store, name: string, createValue: () => string): Promise<string> {
  await store
    .insertInto('settings')
    .values({ name, value: createValue() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await store.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}

/** Reads a setting; undefined if it does not exist. */
export async function readSetting(store: Store, name: string): Promise<string | undefined> {
  const row = await store.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Creates or overwrites a setting. */
export async function saveSetting(store: Store, name: string, value: string): Promise<void> {
  await store
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Overwrites a setting if it still has the value that was read before.
 *
 * @param before the value that was read; undefined: the setting did not exist
 * @returns false, without a change, if another gateway has changed the setting since then
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
