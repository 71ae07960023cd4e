/** Lists calls that are kept, page by page in the order of an index, and finds them by name, number or what was said. */
import { type RawBuilder, sql } from 'kysely'
import {
  type CallOutcome,
  type Found,
  type KeptCallFilter,
  type KeptCallOrder,
  type ListedCall,
  type LiveCall,
} from '#contract/index.ts'
import { searchDigits } from '#phone/search-digits.ts'
import { hasEnded } from '../../cache/call-end.ts'
import { batchNames } from '../../registry/batches.ts'
import { containsPartsBySuffix, findRows, indexQueryOf } from '../../registry/search.ts'
import { contains, containsParts, partsOf } from '../../registry/search-index.ts'
import { paginate } from '../../shared/pagination.ts'
import { countUpToLimit } from '../../store/count.ts'
import type { Store } from '../../store/store.ts'
import type { CallTables } from '../../store/tables/calls.ts'
import { excerptOf } from './call-excerpt.ts'
import type { KeptLine } from './kept-lines.ts'

/** The latest matches that a search returns. Nobody reads more; a further word finds the others. */
export const maxFoundCalls = 50
/** The latest calls whose words are compared one by one. Fewer than elsewhere, because a row has a whole transcript. */
const maxScannedCalls = 300

const columns = [
  'room_name',
  'batch_id',
  'customer',
  'phone',
  'agent',
  'sentiment',
  'duration',
  'line_count',
  'first_seen_at',
  'read_at',
  'ended_at',
] as const

type CallRow = Pick<CallTables['kept_calls'], (typeof columns)[number]>

/** The expressions of each order, exactly as the indexes of `kept_calls` have them. Calls without a name come last. */
const orderExpressions: Readonly<Record<KeptCallOrder, readonly RawBuilder<unknown>[]>> = {
  newest: [sql`first_seen_at desc`],
  oldest: [sql`first_seen_at`],
  name: [sql`(case when customer = '' then 1 else 0 end)`, sql`lower(customer)`, sql`first_seen_at`],
  agent: [sql`agent`, sql`first_seen_at`],
  longest: [sql`(coalesce(duration, -1)) desc`, sql`first_seen_at desc`],
}

/** A call has its agent's ID in its room's name (interface 6), or from its batch; an agent whose name was unknown is stored by its ID. */
function agentConditions(name: string | undefined, id: string | undefined): RawBuilder<boolean>[] {
  const hasName = sql<boolean>`agent = ${name ?? ''}`
  if (id === undefined) return name === undefined ? [] : [hasName]
  const ofBatch = sql`batch_id in (select batch_id from known_batches where agent_id = ${id})`
  const hasId = sql`(substr(room_name, 1, ${id.length + 1}) = ${`${id}-`} or agent = ${id} or ${ofBatch})`
  return [name === undefined ? sql<boolean>`${hasId}` : sql<boolean>`(${hasId} or ${hasName})`]
}

/** The calls that are in progress, by room: what the wall shows is true of a call on every page. */
type CallsInProgress = ReadonlyMap<string, LiveCall>

function isInProgress(live: CallsInProgress): RawBuilder<boolean> {
  if (live.size === 0) return sql<boolean>`1 = 0`
  return sql<boolean>`room_name in (${sql.join([...live.keys()])})`
}

/** Whether a call has this outcome. The columns are renamed, so that `room_name` is that of the kept call under any name. */
function hasOutcome(outcome: CallOutcome): RawBuilder<boolean> {
  const known = sql`select 1 from (select room_name as room, outcome as word from call_facts) as f where room = room_name`
  return outcome === 'unknown'
    ? sql<boolean>`not exists (${known} and word <> 'unknown')`
    : sql<boolean>`exists (${known} and word = ${outcome})`
}

const filterConditions = (
  { agent, agentId, since, state, outcome, sentiment }: KeptCallFilter,
  live: CallsInProgress,
): RawBuilder<boolean>[] => [
  ...(since === undefined ? [] : [sql<boolean>`first_seen_at >= ${since}`]),
  ...agentConditions(agent, agentId),
  ...(sentiment === undefined ? [] : [sql<boolean>`lower(sentiment) = ${sentiment.toLowerCase()}`]),
  ...(state === 'in_progress' ? [isInProgress(live)] : []),
  ...(state === 'ended' || state === 'with_transcript' ? [sql<boolean>`not (${isInProgress(live)})`] : []),
  ...(state === 'with_transcript' ? [sql<boolean>`line_count > 0`] : []),
  ...(outcome === undefined ? [] : [hasOutcome(outcome)]),
]

/** The IDs of the calls' agents: as the batch or whoever placed the call has them, or the beginning of the room, if it is a known agent. */
async function loadOrigins(store: Store, rows: readonly CallRow[]) {
  const rooms = rows.map(({ room_name }) => room_name)
  const beginningOf = (room: string) => room.slice(0, Math.max(0, room.lastIndexOf('-')))
  const [batches, placed, agents] = await Promise.all([
    store
      .selectFrom('known_batches')
      .select(['batch_id', 'agent_id'])
      .where('batch_id', 'in', ['', ...rows.flatMap(({ batch_id }) => batch_id ?? [])])
      .execute(),
    store.selectFrom('placed_calls').select(['room_name', 'agent_id']).where('room_name', 'in', rooms).execute(),
    store
      .selectFrom('seen')
      .select('id')
      .where('kind', '=', 'agent')
      .where('id', 'in', [...new Set(rooms.map(beginningOf))])
      .execute(),
  ])
  const ofBatch = new Map(batches.map(({ batch_id, agent_id }) => [batch_id, agent_id]))
  const ofRoom = new Map(placed.map(({ room_name, agent_id }) => [room_name, agent_id]))
  const known = new Set(agents.map(({ id }) => id))
  return {
    agentIdOf: ({ room_name, batch_id }: CallRow) =>
      (batch_id !== null && ofBatch.get(batch_id)) ||
      ofRoom.get(room_name) ||
      (known.has(beginningOf(room_name)) ? beginningOf(room_name) : null),
    isPlaced: ({ room_name }: CallRow) => ofRoom.has(room_name),
  }
}

/** What is known of a call now. The row of one in progress is written only when its transcript changes. */
function stateOf(
  row: CallRow,
  call: LiveCall | undefined,
  state: string | undefined,
): Pick<ListedCall, 'state' | 'duration' | 'readAt'> {
  const { duration, read_at: readAt } = row
  if (call) {
    const live = call.notFound ? 'not_found' : 'in_progress'
    return { state: live, duration: call.duration ?? duration, readAt: call.readAt }
  }
  return { state: hasEnded({ ...row, state }) ? 'ended' : 'end_not_seen', duration, readAt }
}

/** The numbers of the team's notes on some calls, by room. */
async function countNotes(store: Store, workspace: string, roomNames: readonly string[]) {
  const rows = await store
    .selectFrom('call_notes')
    .select(({ fn }) => ['room_name', fn.countAll().as('count')])
    .where('workspace', '=', workspace)
    .where('room_name', 'in', roomNames)
    .groupBy('room_name')
    .execute()
  return (roomName: string) => Number(rows.find(({ room_name }) => room_name === roomName)?.count ?? 0)
}

/** What came of some calls, by room. */
async function loadResults(store: Store, roomNames: readonly string[]) {
  const rows = await store
    .selectFrom('call_facts')
    .select(['room_name', 'state', 'outcome', 'outcome_source'])
    .where('room_name', 'in', roomNames)
    .execute()
  return new Map(rows.map((row) => [row.room_name, row]))
}

async function toCalls(
  store: Store,
  workspace: string,
  rows: readonly CallRow[],
  live: CallsInProgress,
): Promise<Omit<ListedCall, 'found'>[]> {
  if (rows.length === 0) return []
  const names = await batchNames(
    store,
    rows.flatMap(({ batch_id }) => batch_id ?? []),
  )
  const roomNames = rows.map(({ room_name }) => room_name)
  const noteCountOf = await countNotes(store, workspace, roomNames)
  const { agentIdOf, isPlaced } = await loadOrigins(store, rows)
  const results = await loadResults(store, roomNames)
  return rows.map((row) => {
    const result = results.get(row.room_name)
    const isKnown = result !== undefined && result.outcome !== 'unknown'
    return {
      roomName: row.room_name,
      customerName: row.customer,
      phone: row.phone,
      agentName: row.agent,
      agentId: agentIdOf(row),
      batchId: row.batch_id,
      batchName: row.batch_id === null ? null : (names.get(row.batch_id) ?? null),
      isPlaced: isPlaced(row),
      sentiment: row.sentiment,
      ...stateOf(row, live.get(row.room_name), result?.state),
      lineCount: row.line_count,
      firstSeenAt: row.first_seen_at,
      endedAt: row.ended_at,
      result: isKnown ? result.outcome : null,
      resultSource: isKnown ? result.outcome_source : null,
      noteCount: noteCountOf(row.room_name),
    }
  })
}

/** A page of a workspace's kept calls, and their number up to a thousand. @param live those in progress */
export async function listKeptCalls(
  store: Store,
  workspace: string,
  { page, limit, order, ...filter }: KeptCallFilter & { page: number; limit: number; order: KeptCallOrder },
  live: CallsInProgress = new Map(),
) {
  let matching = store.selectFrom('kept_calls').where('workspace', '=', workspace)
  for (const condition of filterConditions(filter, live)) matching = matching.where(condition)
  const total = await countUpToLimit(store, matching.select('room_name'))
  let ordered = matching.select(columns)
  for (const expression of orderExpressions[order]) ordered = ordered.orderBy(expression)
  const rows = await ordered
    .limit(limit + 1)
    .offset((page - 1) * limit)
    .execute()
  const calls = await toCalls(store, workspace, rows.slice(0, limit), live)
  return {
    calls: calls.map((call) => ({ ...call, found: null })),
    pagination: paginate(page, limit, total, rows.length > limit),
  }
}

/**
 * Finds the latest kept calls that contain each word of the text in their name, number, agent or transcript, or a number in any spelling.
 *
 * @param limit the most calls that are returned
 * @param live those in progress
 */
export async function findKeptCalls(
  store: Store,
  workspace: string,
  text: string,
  { limit = maxFoundCalls, ...filter }: KeptCallFilter & { limit?: number } = {},
  live: CallsInProgress = new Map(),
): Promise<ListedCall[]> {
  const digits = searchDigits(text)
  const isNumber = digits.length > 0
  const parts = partsOf(text, isNumber)
  const hasWords = containsParts(parts)
  if (!hasWords) return []
  const and = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
  const or = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
  const others = [sql<boolean>`workspace = ${workspace}`, ...filterConditions(filter, live)]
  const hasDigits = digits.map((part) => contains('phone', part))
  const rows = await findRows<CallRow & { lines: string }>(
    store,
    {
      table: sql`kept_calls`,
      index: 'kept_calls_letters',
      kind: sql`'kept-call/' || workspace`,
      id: sql`room_name`,
      at: sql`first_seen_at`,
      columns: sql.join([...columns, 'lines'].map((column) => sql.ref(column))),
      matches: and([...others, or([hasWords, ...hasDigits])]),
      matchesBySuffix: and([...others, or([containsPartsBySuffix(parts), ...hasDigits])]),
      scannedRows: maxScannedCalls,
      limit,
    },
    indexQueryOf(parts, digits),
  )
  const calls = await toCalls(store, workspace, rows, live)
  return calls.map((call, index) => {
    const lines = JSON.parse(rows[index]?.lines ?? '[]') as KeptLine[]
    return {
      ...call,
      found: excerptOf(
        lines.map(({ line }) => line),
        parts,
      ),
    }
  })
}

/** The search entry of a kept call: what was found in it, or its agent. */
export const foundCall = ({ roomName, customerName, phone, agentName, found }: ListedCall): Found => ({
  kind: 'call',
  id: roomName,
  title: customerName || phone || roomName,
  note: found ? `“${found.pieces.map(({ text }) => text).join('')}”` : agentName,
})
