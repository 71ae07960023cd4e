/** Where a person's timeline comes from: the gateway's tables, each read by an index. */
import type { EffectState, PersonEntry } from '#contract/index.ts'
import { nobodyCalled } from '../contacts/states.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import { findCallsOfNumber } from '../registry/search.ts'
import type { Store } from '../store/store.ts'

/** The most entries of each kind, the latest first. */
const maxEntriesOfKind = 200
/** The most IDs in one statement. */
const maxIdsPerStatement = 100

type Entry<Kind extends PersonEntry['kind']> = Extract<PersonEntry, { kind: Kind }>

/** What is known of the end of a call that nobody saw. */
export const unseenEnd = { duration: null, endedAt: null, endStatus: null, outcome: null }

/** Calls that were placed by hand, by the keyed hash of the number in the ledger. */
async function findPlacedCalls(store: Store, ledgerHash: string): Promise<Entry<'call'>[]> {
  const rows = await store
    .selectFrom('placed_calls')
    .select(['effect_id', 'room_name', 'agent_name', 'operator', 'at'])
    .where('number', '=', ledgerHash)
    .orderBy('at', 'desc')
    .limit(maxEntriesOfKind)
    .execute()
  return rows.map(({ effect_id, room_name, agent_name, operator, at }) => ({
    kind: 'call',
    key: `call/${effect_id}`,
    at,
    roomName: room_name ?? '',
    agentName: agent_name || null,
    operator,
    batchId: null,
    state: room_name === null ? 'unknown' : 'seen',
    lines: 0,
    ...unseenEnd,
  }))
}

/** Calls of a number that were seen live or as part of a batch, with what is kept of them. */
async function findSeenCalls(store: Store, workspace: string, number: string): Promise<Entry<'call'>[]> {
  const seen = await findCallsOfNumber(store, number)
  const rooms = seen.map(({ id }) => id)
  const keptRows =
    rooms.length === 0
      ? []
      : await store
          .selectFrom('kept_calls')
          .select(['room_name', 'batch_id', 'agent', 'duration', 'line_count', 'first_seen_at'])
          .select(['ended_at', 'end_status', 'outcome'])
          .where('workspace', '=', workspace)
          .where('room_name', 'in', rooms)
          .execute()
  const keptByRoom = new Map(keptRows.map((row) => [row.room_name, row]))
  return seen.map(({ id, at }) => {
    const kept = keptByRoom.get(id)
    return {
      kind: 'call',
      key: `call/${id}`,
      at: kept?.first_seen_at ?? at,
      roomName: id,
      agentName: kept?.agent || null,
      operator: null,
      batchId: kept?.batch_id ?? null,
      state: kept && kept.ended_at !== null ? 'ended' : 'seen',
      lines: kept?.line_count ?? 0,
      duration: kept?.duration ?? null,
      endedAt: kept?.ended_at ?? null,
      endStatus: kept?.end_status ?? null,
      outcome: kept?.outcome ?? null,
    }
  })
}

/**
 * The calls of a number, each once. A call that was placed by hand and seen later has the facts of both.
 *
 * @param number E.164
 * @param ledgerHash the number's hash in `placed_calls`
 */
export async function findCalls(
  store: Store,
  workspace: string,
  number: string,
  ledgerHash: string,
): Promise<Entry<'call'>[]> {
  const placed = await findPlacedCalls(store, ledgerHash)
  const seen = await findSeenCalls(store, workspace, number)
  const placedByRoom = new Map(placed.map((call) => [call.roomName, call]))
  const seenRooms = new Set(seen.map(({ roomName }) => roomName))
  return [
    ...placed.filter(({ roomName }) => roomName === '' || !seenRooms.has(roomName)),
    ...seen.map((call) => {
      const { operator = null, at = call.at, agentName = null } = placedByRoom.get(call.roomName) ?? {}
      return { ...call, operator, at, agentName: call.agentName ?? agentName }
    }),
  ]
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
 * The batches that contain a number, by its hash in `contacts`, of the last year. Held-back people stay in `contacts` for a day, also if
 * their batch was started, whose start has them then, or was discarded.
 */
export async function findBatches(store: Store, contactHash: string): Promise<Entry<'batch'>[]> {
  const rows = await store
    .selectFrom('contacts as c')
    .innerJoin('contact_sources as s', 's.list', 'c.list')
    .innerJoin('effects as e', 'e.id', 's.effect_id')
    .leftJoin('known_batches as b', 'b.effect_id', 's.effect_id')
    .leftJoin('start_subjects as t', 't.effect_id', 's.effect_id')
    .leftJoin('prepared_batches as p', 'p.id', 's.prepared_id')
    .select(['s.id', 's.kind', 's.at', 's.ended_at', 'e.operator', 'b.batch_id', 'b.name as batch_name'])
    .select(['t.name as start_name', 'p.batch_id as prepared_batch'])
    .where('c.number', '=', contactHash)
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
