/** How much of what happened the figures about calls rest on: the only place that counts which rows have ended and whose outcome is known. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Coverage } from '#contract/index.ts'
import { calledStates } from '../cache/call-end.ts'
import type { Progress } from '../registry/batches.ts'
import type { Store } from '../store/store.ts'

/** The calls of so many ended rows are counted by one statement, unless one batch has more. */
const rowsPerSlice = 5_000
const batchesPerSlice = 100
/** Batches that one statement reads. */
const batchesPerPage = 1_000

/** The rows of a batch by what their last call tells. Rows that wait to be called back are in none. */
interface EndedRows {
  /** The batch said that they have ended; `toldSeen`: more than their state is known. */
  told: number
  toldSeen: number
  /** Only their call was seen to end, as the history tells it: a row whose call failed may wait to be called back. */
  untold: number
  untoldSeen: number
}

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

/** Batches with their rows as the service counts them. */
type Reported = readonly (readonly [batchId: string, ReportedRows])[]

function* slicesOf(batches: Reported): Generator<Reported> {
  let slice: Reported[number][] = []
  let rows = 0
  for (const batch of batches) {
    const ended = batch[1].ended ?? 0
    if (slice.length === batchesPerSlice || (rows > 0 && rows + ended > rowsPerSlice)) {
      yield slice
      slice = []
      rows = 0
    }
    slice.push(batch)
    rows += ended
  }
  if (slice.length > 0) yield slice
}

/** The batches that began in the period, page by page: of some years they are many. */
async function* endedRows(store: Store, { from, to, agentId, batchId }: BatchQuery): AsyncGenerator<Reported> {
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
    yield batches.map(({ batch_id, progress }) => [batch_id, reportedRows(progress)] as const)
    const last = batches.at(-1)
    isLast = batches.length < batchesPerPage
    startedAt = last?.started_at ?? to
    id = last?.batch_id ?? ''
  }
}

/** The ended rows of each of some batches; batches without any are missing. Reads only the index `call_facts_of_batch`. */
export async function countEndedRows(
  store: Store,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, EndedRows>> {
  const sumOf = (condition: string) => sql<number | string>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`
  const isSeen = `(outcome_source <> 'state' or record = 1)`
  const calls = store
    .selectFrom('call_facts')
    .select(['batch_id', 'state', 'outcome_source', 'record'])
    .select(sql`lead(job_id) over (partition by batch_id, job_id order by at)`.as('later_call'))
    .where('batch_id', 'in', batchIds)
    .where('job_id', 'is not', null)
  const rows = await store
    .selectFrom(calls.as('calls'))
    .select('batch_id')
    .select([sumOf(`state <> ''`).as('told'), sumOf(`state <> '' and ${isSeen}`).as('toldSeen')])
    .select([sumOf(`state = ''`).as('untold'), sumOf(`state = '' and ${isSeen}`).as('untoldSeen')])
    .where('later_call', 'is', null)
    .where('state', 'in', [...calledStates, ''])
    .groupBy('batch_id')
    .execute()
  return new Map(
    rows.map(({ batch_id, told, toldSeen, untold, untoldSeen }) => [
      `${batch_id}`,
      { told: Number(told), toldSeen: Number(toldSeen), untold: Number(untold), untoldSeen: Number(untoldSeen) },
    ]),
  )
}

export interface ReportedRows {
  total: number | null
  /** Rows that have ended; null: the service was not asked yet, or does not say. */
  ended: number | null
  isComplete: boolean
}

/** The rows of a batch as the service counts them. @param progress as `known_batches` stores it */
export function reportedRows(progress: string | null): ReportedRows {
  const { total, completed, failed, isComplete } = JSON.parse(progress ?? '{}') as Partial<Progress>
  const ended = typeof completed === 'number' && typeof failed === 'number' ? completed + failed : null
  return { total: total ?? null, ended, isComplete: isComplete === true }
}

/** The rows of a known batch as the service counts them. */
export async function readReportedRows(store: Store, batchId: string): Promise<ReportedRows> {
  const known = store.selectFrom('known_batches').select('progress').where('batch_id', '=', batchId)
  return reportedRows((await known.executeTakeFirst())?.progress ?? null)
}

/** How much is known of the ended rows of a batch. @param rows undefined: none */
export function coverageOfRows(
  { told, toldSeen, untold, untoldSeen }: EndedRows = { told: 0, toldSeen: 0, untold: 0, untoldSeen: 0 },
  { ended, isComplete }: ReportedRows,
): { ended: number | null; seenToEnd: number; seen: number } {
  // No row of a complete batch waits to be called back. One that was cancelled then has not ended by the service's count.
  const over = isComplete && ended !== null ? Math.min(untold, Math.max(0, ended - told)) : 0
  const seenToEnd = told + over
  return {
    // More may have been seen to end since the service was asked.
    ended: ended === null ? null : Math.max(ended, seenToEnd),
    seenToEnd,
    seen: toldSeen + Math.min(untoldSeen, over),
  }
}

/**
 * How many rows of batches that began in the period have ended according to the service, how many of them were seen to end, and for how
 * many the outcome is known. Batches of which the service has not said that are counted apart. All numbers ignore country and flow, by
 * which the service does not count. Counted in slices, so that other requests run in between.
 */
export async function coverageOf(store: Store, query: BatchQuery): Promise<Coverage> {
  const coverage = { ended: 0, seenToEnd: 0, seen: 0, unknownBatches: 0 }
  for await (const batches of endedRows(store, query)) {
    const counted = batches.filter(([, { ended }]) => ended !== null)
    coverage.unknownBatches += batches.length - counted.length
    for (const slice of slicesOf(counted)) {
      const rows = await countEndedRows(
        store,
        slice.map(([batchId]) => batchId),
      )
      for (const [batchId, reported] of slice) {
        const { ended, seenToEnd, seen } = coverageOfRows(rows.get(batchId), reported)
        coverage.ended += ended ?? 0
        coverage.seenToEnd += seenToEnd
        coverage.seen += seen
      }
      await yieldToEventLoop()
    }
    await yieldToEventLoop()
  }
  return coverage
}
