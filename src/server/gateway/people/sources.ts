/** Where a person's timeline comes from: the gateway's tables, each read by an index. */
import { type BatchCall, type EffectState, type PersonEntry, speakerOf } from '#contract/index.ts'
import { hasEnded } from '../cache/call-end.ts'
import type { KeptLine } from '../calls/kept/kept-lines.ts'
import { nobodyCalled, notEnded } from '../contacts/states.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import { batchNames } from '../registry/batches.ts'
import { findCallsOfNumber } from '../registry/search.ts'
import type { Store } from '../store/store.ts'

/** The most entries of each kind, the latest first. */
const maxEntriesOfKind = 200
/** The most IDs in one statement. */
const maxIdsPerStatement = 100

type Entry<Kind extends PersonEntry['kind']> = Extract<PersonEntry, { kind: Kind }>

type Call = Entry<'call'>

/** What is known of a call that nobody saw. */
export const unseen = {
  roomName: '',
  agentName: null,
  operator: null,
  batchId: null,
  batchName: null,
  state: 'seen',
  lines: 0,
  duration: null,
  endedAt: null,
  result: null,
  resultSource: null,
  said: null,
} satisfies Partial<Call>

/** A number in both of its spellings, as the tables have it. */
export interface SearchedNumber {
  /** E.164, and without the plus. */
  spellings: readonly string[]
  /** Keyed hashes in the ledger. */
  ledgerHashes: readonly string[]
  /** Keyed hashes in `contacts` and `call_facts`. */
  hashes: readonly string[]
}

/** Calls that were placed by hand. */
async function findPlacedCalls(store: Store, { ledgerHashes }: SearchedNumber): Promise<Call[]> {
  const rows = await store
    .selectFrom('placed_calls')
    .select(['effect_id', 'room_name', 'agent_name', 'operator', 'at'])
    .where('number', 'in', ledgerHashes)
    .orderBy('at', 'desc')
    .limit(maxEntriesOfKind)
    .execute()
  return rows.map(({ effect_id, room_name, agent_name, operator, at }) => ({
    ...unseen,
    kind: 'call',
    key: `call/${effect_id}`,
    at,
    roomName: room_name ?? '',
    agentName: agent_name || null,
    operator,
    state: room_name === null ? 'unknown' : 'seen',
  }))
}

/** Calls that were seen to end, also those whose details were deleted since. */
async function findEndedCalls(
  store: Store,
  workspace: string,
  { hashes }: SearchedNumber,
  nameOfAgent: (agentId: string) => string | null,
): Promise<{ call: Call; jobId: string | null }[]> {
  const rows = await store
    .selectFrom('call_facts')
    .select(['id', 'room_name', 'batch_id', 'job_id', 'agent_id', 'outcome', 'outcome_source'])
    .select(['outcome_line', 'duration', 'at'])
    .where('person', 'in', hashes)
    .where('workspace', 'in', ['', workspace])
    .orderBy('at', 'desc')
    .limit(maxEntriesOfKind)
    .execute()
  return rows.map((row) => ({
    jobId: row.job_id,
    call: {
      ...unseen,
      kind: 'call',
      key: `call/${row.id}`,
      at: row.at,
      roomName: row.room_name ?? '',
      agentName: row.agent_id === null ? null : nameOfAgent(row.agent_id),
      batchId: row.batch_id,
      state: 'ended',
      duration: row.duration,
      result: row.outcome === 'unknown' ? null : row.outcome,
      resultSource: row.outcome === 'unknown' ? null : row.outcome_source,
    },
  }))
}

/** The rows of batches that were not seen to end as calls: those that wait, and those that ended without a call. */
async function findRows(
  store: Store,
  { spellings }: SearchedNumber,
  isSeen: (batchId: string, jobId: string) => boolean,
): Promise<Call[]> {
  const rows = await store
    .selectFrom('batch_rows')
    .select(['batch_id', 'job_id', 'state', 'started_at', 'duration', 'call', 'seen_at'])
    .where('number', 'in', spellings)
    .orderBy('seen_at', 'desc')
    .limit(maxEntriesOfKind)
    .execute()
  return rows
    .filter(({ batch_id, job_id }) => !isSeen(batch_id, job_id))
    .map(({ batch_id, job_id, state, started_at, duration, call, seen_at }) => ({
      ...unseen,
      kind: 'call',
      key: `row/${batch_id}/${job_id}`,
      at: started_at ?? seen_at,
      roomName: (JSON.parse(call) as Partial<BatchCall>).roomName ?? '',
      batchId: batch_id,
      state: rowStates[state] ?? 'seen',
      duration,
    }))
}

/** The name beside a number in the row of a batch that was read last; null: none has one. */
export async function findNameInRows(store: Store, spellings: readonly string[]): Promise<string | null> {
  const row = await store
    .selectFrom('batch_rows')
    .select('name')
    .where('number', 'in', spellings)
    .where('name', '<>', '')
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name ?? null
}

const rowStates: Readonly<Record<string, Call['state']>> = {
  waiting: 'waiting',
  active: 'live',
  completed: 'ended',
  failed: 'ended',
  cancelled: 'cancelled',
}

/** What the customer said in a call: the line on which its outcome rests, else their last one. */
function saidIn(lines: string, call: Call, line: number | undefined): string | null {
  const transcript = (JSON.parse(lines) as KeptLine[]).map(({ line: said }) => said)
  const found =
    (call.resultSource === 'transcript' && line !== undefined ? transcript[line] : undefined) ??
    transcript.findLast(({ role }) => speakerOf(role) === 'customer')
  return found?.content ?? null
}

/** Calls of a number that were seen live or in a batch, with what is kept of them. */
async function findSeenRooms(store: Store, { spellings }: SearchedNumber): Promise<Call[]> {
  const numbers = spellings.filter((number) => number.startsWith('+'))
  const seen = (await Promise.all(numbers.map((number) => findCallsOfNumber(store, number)))).flat()
  return seen.map(({ id, at }) => ({ ...unseen, kind: 'call', key: `call/${id}`, at, roomName: id }))
}

/** Adds what is kept of calls, and the names of their batches. */
async function withDetails(store: Store, workspace: string, calls: readonly Call[]): Promise<Call[]> {
  const rooms = calls.map(({ roomName }) => roomName).filter(Boolean)
  const keptRows = await store
    .selectFrom('kept_calls as k')
    .leftJoin('call_facts as f', 'f.room_name', 'k.room_name')
    .select(['k.room_name', 'k.batch_id', 'k.agent', 'k.duration', 'k.line_count', 'k.lines', 'k.first_seen_at'])
    .select(['k.ended_at', 'f.state', 'f.outcome_line'])
    .where('k.workspace', '=', workspace)
    .where('k.room_name', 'in', rooms)
    .execute()
  const keptByRoom = new Map(keptRows.map((row) => [row.room_name, row]))
  const detailed = calls.map((call): Call => {
    const kept = keptByRoom.get(call.roomName)
    if (!kept) return call
    return {
      ...call,
      at: call.state === 'seen' && call.operator === null ? kept.first_seen_at : call.at,
      agentName: kept.agent || call.agentName,
      batchId: kept.batch_id ?? call.batchId,
      state: call.state === 'seen' && hasEnded({ ...kept, state: kept.state ?? '' }) ? 'ended' : call.state,
      lines: kept.line_count,
      duration: kept.duration ?? call.duration,
      endedAt: kept.ended_at,
      said: saidIn(kept.lines, call, kept.outcome_line ?? undefined),
    }
  })
  const names = await batchNames(
    store,
    detailed.flatMap(({ batchId }) => batchId ?? []),
  )
  return detailed.map((call) => ({ ...call, batchName: names.get(call.batchId ?? '') ?? null }))
}

/**
 * The calls of a number, each once, and the rows of batches that still wait to call it. A call that was placed by hand, was in a batch and
 * was seen has the facts of all.
 */
export async function findCalls(
  store: Store,
  workspace: string,
  number: SearchedNumber,
  nameOfAgent: (agentId: string) => string | null,
): Promise<Call[]> {
  const ended = await findEndedCalls(store, workspace, number, nameOfAgent)
  const endedRows = new Set(ended.map(({ call, jobId }) => `${call.batchId}/${jobId}`))
  const rows = await findRows(store, number, (batchId, jobId) => endedRows.has(`${batchId}/${jobId}`))
  const calls = new Map<string, Call>()
  for (const call of [...ended.map((one) => one.call), ...rows, ...(await findSeenRooms(store, number))]) {
    const key = call.roomName || call.key
    if (!calls.has(key)) calls.set(key, call)
  }
  for (const placed of await findPlacedCalls(store, number)) {
    const key = placed.roomName || placed.key
    const { operator, at, agentName } = placed
    const known = calls.get(key)
    calls.set(key, known ? { ...known, operator, at, agentName: known.agentName ?? agentName } : placed)
  }
  return withDetails(store, workspace, [...calls.values()])
}

/** How many rows the batches have that the team has seen, and of how many it is known who they are: started here, or read. */
export async function countKnownRows(store: Store): Promise<{ all: number; known: number }> {
  const batches = await store
    .selectFrom('known_batches')
    .select(['progress', 'effect_id'])
    .select((eb) =>
      eb
        .selectFrom('batch_rows')
        .whereRef('batch_rows.batch_id', '=', 'known_batches.batch_id')
        // Everybody in a batch that was started here is known.
        .where('known_batches.effect_id', 'is', null)
        .select(eb.fn.countAll<number>().as('rows'))
        .as('rows'),
    )
    .where('progress', 'is not', null)
    .execute()
  let [all, known] = [0, 0]
  for (const { progress, effect_id, rows } of batches) {
    const { total } = JSON.parse(progress ?? '{}') as { total?: number | null }
    if (typeof total !== 'number') continue
    all += total
    known += effect_id === null ? Math.min(total, Number(rows)) : total
  }
  return { all, known }
}

/** The decisions about messages of these conversations, from the ledger, which keeps them without texts. */
export async function findDecisions(store: Store, conversationIds: readonly string[]): Promise<Entry<'decision'>[]> {
  const entries: Entry<'decision'>[] = []
  for (let from = 0; from < conversationIds.length; from += maxIdsPerStatement) {
    const rows = await effectRows(store)
      .where('e.id', 'in', (eb) =>
        eb
          .selectFrom('effect_things')
          .select('effect_id')
          .where('thing', 'in', conversationIds.slice(from, from + maxIdsPerStatement)),
      )
      .where('e.endpoint', '=', 'messageAction')
      .orderBy('e.at', 'desc')
      .limit(maxEntriesOfKind)
      .execute()
    for (const { id, at, ids, operator, state, happened } of rows) {
      const { conversationId = '', messageId = '', action = '' } = JSON.parse(ids) as Record<string, string>
      entries.push({
        kind: 'decision',
        key: `decision/${id}`,
        at,
        conversationId,
        messageId,
        action,
        operator,
        state: state as EffectState,
        happened: happened === null ? null : happened === 1,
      })
    }
  }
  return entries
}

const batchStates = { batch: 'started', rest: 'held_back', approval: 'awaiting_approval' } as const

/**
 * The batches that contain a number, by its hashes in `contacts`, of the last year. Held-back people stay in `contacts` for a day, also if
 * their batch was started, whose start has them then, or was discarded.
 */
export async function findBatches(store: Store, hashes: readonly string[]): Promise<Entry<'batch'>[]> {
  const rows = await store
    .selectFrom('contacts as c')
    .innerJoin('contact_sources as s', 's.list', 'c.list')
    .innerJoin('effects as e', 'e.id', 's.effect_id')
    .leftJoin('known_batches as b', 'b.effect_id', 's.effect_id')
    .leftJoin('start_subjects as t', 't.effect_id', 's.effect_id')
    .leftJoin('prepared_batches as p', 'p.id', 's.prepared_id')
    .select(['s.id', 's.kind', 's.at', 's.ended_at', 'e.operator', 'b.batch_id', 'b.name as batch_name'])
    .select(['t.name as start_name', 'p.batch_id as prepared_batch'])
    .where('c.number', 'in', hashes)
    .where('s.kind', '<>', 'call')
    .where((eb) =>
      eb.or([eb('s.kind', '<>', 'rest'), eb.and([eb('p.id', 'is not', null), eb('p.start_id', 'is', null)])]),
    )
    .orderBy('s.at', 'desc')
    .limit(maxEntriesOfKind)
    .execute()
  return rows.flatMap((row) => {
    if (row.kind === 'call') return []
    const batchId = (row.kind === 'rest' ? row.prepared_batch : row.batch_id) || null
    return {
      kind: 'batch',
      key: `batch/${row.id}`,
      at: row.at,
      batchId,
      name: row.batch_name ?? row.start_name ?? batchId ?? '',
      operator: row.operator,
      state: row.ended_at === nobodyCalled ? 'nobody_called' : batchStates[row.kind],
      hasEnded: row.kind === 'batch' && row.ended_at !== notEnded,
    }
  })
}

/** Whether a flow is for calls or for messages; null: no answer has contained it yet. */
export async function findFlowKind(store: Store, flowId: string): Promise<'flow' | 'message-flow' | null> {
  const row = await store
    .selectFrom('seen')
    .select('kind')
    .where('kind', 'in', ['flow', 'message-flow'])
    .where('id', '=', flowId)
    .executeTakeFirst()
  return row ? (row.kind as 'flow' | 'message-flow') : null
}
