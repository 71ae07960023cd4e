/** How much of what happened the figures about calls rest on. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Coverage } from '#contract/index.ts'
import { calledStates } from '../cache/call-end.ts'
import type { Store } from '../store/store.ts'

/** The calls of so many ended rows are counted by one statement, unless one batch has more. */
const rowsPerSlice = 5_000
const batchesPerSlice = 100
/** Batches that one statement reads. */
const batchesPerPage = 1_000

interface BatchQuery {
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
  agentId?: string | undefined
  batchId?: string | undefined
}

/** When the first call that belongs to the workspace or to a batch began, epoch ms; null: none is recorded, or none is kept. */
export async function callsSince(store: Store, workspace: string): Promise<number | null> {
  const firsts: number[] = []
  for (const owner of ['', workspace]) {
    const first = store.selectFrom('call_facts').select('at').where('workspace', '=', owner).orderBy('at').limit(1)
    firsts.push((await first.executeTakeFirst())?.at ?? Infinity)
  }
  const earliest = Math.min(...firsts)
  return earliest === Infinity ? null : earliest
}

/** Batches with the rows of each that have ended, as the service counts them; null: it was not asked yet, or does not say. */
type EndedOrUnknown = readonly (readonly [batchId: string, ended: number | null])[]
type Ended = readonly (readonly [batchId: string, ended: number])[]

function* slicesOf(batches: Ended): Generator<Ended> {
  let slice: (readonly [string, number])[] = []
  let rows = 0
  for (const batch of batches) {
    if (slice.length === batchesPerSlice || (rows > 0 && rows + batch[1] > rowsPerSlice)) {
      yield slice
      slice = []
      rows = 0
    }
    slice.push(batch)
    rows += batch[1]
  }
  if (slice.length > 0) yield slice
}

/** The batches that began in the period, page by page: of some years they are many. */
async function* endedRows(store: Store, { from, to, agentId, batchId }: BatchQuery): AsyncGenerator<EndedOrUnknown> {
  const ofPeriod = store
    .selectFrom('known_batches')
    .select(['batch_id', 'progress', 'started_at'])
    .where('started_at', '<', to)
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId ?? ''))
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .orderBy('started_at')
    .orderBy('batch_id')
    .limit(batchesPerPage)
  let isLast = false
  let [startedAt, id] = [from, '']
  while (!isLast) {
    const batches = await ofPeriod.where(sql<boolean>`(started_at, batch_id) > (${startedAt}, ${id})`).execute()
    yield batches.map(({ batch_id, progress }) => {
      const { completed, failed } = JSON.parse(progress ?? '{}') as Partial<Record<string, number | null>>
      const ended = typeof completed === 'number' && typeof failed === 'number' ? completed + failed : null
      return [batch_id, ended] as const
    })
    const last = batches.at(-1)
    isLast = batches.length < batchesPerPage
    startedAt = last?.started_at ?? to
    id = last?.batch_id ?? ''
  }
}

async function countSlice(store: Store, slice: Ended): Promise<{ ended: number; seen: number }> {
  const rowsOfBatches = await store
    .selectFrom('call_facts')
    .select([
      'batch_id',
      sql<number | string>`count(distinct job_id)`.as('ended'),
      sql<number | string>`count(distinct case when outcome_source <> 'state' or record = 1 then job_id end)`.as(
        'seen',
      ),
    ])
    .where(
      'batch_id',
      'in',
      slice.map(([batchId]) => batchId),
    )
    .where('job_id', 'is not', null)
    // A row that waits to be called back has not ended.
    .where('state', 'in', calledStates)
    .groupBy('batch_id')
    .execute()
  const rows = new Map(rowsOfBatches.map((row) => [row.batch_id, row]))
  let ended = 0
  let seen = 0
  for (const [batchId, endedThen] of slice) {
    const row = rows.get(batchId)
    // More may have been seen to end since the service was asked.
    ended += Math.max(endedThen, Number(row?.ended ?? 0))
    seen += Number(row?.seen ?? 0)
  }
  return { ended, seen }
}

/**
 * How many rows of batches that began in the period have ended according to the service, and for how many of them the outcome is known.
 * Batches of which the service has not said that are counted apart. All numbers ignore country and flow, by which the service does not
 * count. Counted in slices, so that other requests run in between; each reads only the index `call_facts_of_batch`.
 */
export async function coverageOf(store: Store, query: BatchQuery): Promise<Coverage> {
  const coverage = { ended: 0, seen: 0, unknownBatches: 0 }
  for await (const batches of endedRows(store, query)) {
    const counted = batches.filter((batch): batch is Ended[number] => batch[1] !== null)
    coverage.unknownBatches += batches.length - counted.length
    for (const slice of slicesOf(counted)) {
      const { ended, seen } = await countSlice(store, slice)
      coverage.ended += ended
      coverage.seen += seen
      await yieldToEventLoop()
    }
    await yieldToEventLoop()
  }
  return coverage
}
