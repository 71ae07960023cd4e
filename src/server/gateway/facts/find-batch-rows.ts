/**
 * Sorts, filters and searches the rows of a batch that were seen. What is compared is read in slices, so that other requests run in between;
 * whole rows are read only for the page that is shown.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type BatchCall,
  type BatchRow,
  type BatchRowColumn,
  type BatchRowList,
  type CallOutcome,
  type Contract,
  callOutcomes,
  hasPart,
  type ParsedBodyOf,
  rowsInRanges,
  searchParts,
} from '#contract/index.ts'
import { containsDigits, searchDigits } from '#phone/search-digits.ts'
import { hasEnded } from '../cache/call-end.ts'
import type { Clock } from '../shared/clock.ts'
import { createMemo, createMemoValues } from '../shared/memo.ts'
import { paginate } from '../shared/pagination.ts'
import type { Store } from '../store/store.ts'
import { readRows, reasonKey, type SeenCall } from './batch-results.ts'
import { readReportedRows } from './coverage.ts'

export type RowSearch = ParsedBodyOf<Contract['batchRowFind']>

const rowsPerSlice = 2_000
/** Rows of batches that are kept compared in memory. */
const maxRemembered = 100_000
export const rowsPerPage = 25
/** Row numbers of files that are kept read in memory. */
const maxRememberedNumbers = 100_000
/** A batch without rows takes about as much memory as so many rows: its key, and what it depends on. */
export const rowsBeside = 20

/** What is compared of a row. */
interface ComparedRow {
  job_id: string
  position: number | null
  number: string
  words: string
  state: string
  started_at: number | null
  duration: number | null
  outcome: CallOutcome | null
  attempts: number
  reason: string
  /** When it was read, epoch ms. */
  seen_at: number
}

/** The outcomes of the calls of each row. @param jobIds reads only these rows */
export async function outcomesOfRows(store: Store, batchId: string, jobIds?: readonly string[]) {
  const outcomes = new Map<string, Pick<ComparedRow, 'outcome' | 'attempts' | 'reason'>>()
  const keep = (calls: readonly (SeenCall & { reason: string })[]) => {
    const last = calls.at(-1)
    if (last) outcomes.set(last.job_id, { outcome: last.outcome, attempts: calls.length, reason: last.reason })
  }
  await readRows(store, batchId, ['reason'], keep, jobIds)
  return outcomes
}

/** @param jobIds reads only these rows */
async function readCompared(store: Store, batchId: string, jobIds?: readonly string[]): Promise<ComparedRow[]> {
  const outcomes = await outcomesOfRows(store, batchId, jobIds)
  const rows: ComparedRow[] = []
  for (let after = ''; ; ) {
    const slice = await store
      .selectFrom('batch_rows')
      .select(['job_id', 'position', 'number', 'words', 'state', 'started_at', 'duration', 'seen_at'])
      .where('batch_id', '=', batchId)
      .where('job_id', '>', after)
      .$if(jobIds !== undefined, (query) => query.where('job_id', 'in', jobIds ?? []))
      .orderBy('job_id')
      .limit(rowsPerSlice)
      .execute()
    for (const row of slice)
      rows.push({ ...row, ...(outcomes.get(row.job_id) ?? { outcome: null, attempts: 0, reason: '' }) })
    after = slice.at(-1)?.job_id ?? after
    if (slice.length < rowsPerSlice) return rows
    await yieldToEventLoop()
  }
}

const states: readonly string[] = ['completed', 'failed', 'active', 'waiting', 'cancelled']
const rank = (list: readonly string[], word: string | null): number | null =>
  word === null ? null : list.includes(word) ? list.indexOf(word) : list.length

/** The value by which a column sorts; null and '' come last in both directions. */
const valueOf: Record<BatchRowColumn, (row: ComparedRow) => string | number | null> = {
  row: ({ position }) => position,
  number: ({ number }) => number,
  name: ({ words }) => words,
  state: ({ state }) => rank(states, state),
  outcome: ({ outcome }) => rank(callOutcomes, outcome),
  attempts: ({ attempts }) => attempts || null,
  started: ({ started_at }) => started_at,
  duration: ({ duration }) => duration,
}

function compare(column: BatchRowColumn, order: RowSearch['order']) {
  const read = valueOf[column]
  const direction = order === 'ascending' ? 1 : -1
  return (one: ComparedRow, other: ComparedRow): number => {
    const [a, b] = [read(one), read(other)]
    const [aIsEmpty, bIsEmpty] = [a === null || a === '', b === null || b === '']
    if (aIsEmpty || bIsEmpty) {
      if (aIsEmpty !== bIsEmpty) return aIsEmpty ? 1 : -1
    } else if (a !== b) return (a ?? 0) < (b ?? 0) ? -direction : direction
    // Equal ones stay in the order of the file.
    return (one.position ?? Number.MAX_SAFE_INTEGER) - (other.position ?? Number.MAX_SAFE_INTEGER)
  }
}

function matcher({ text, state, outcome, reason }: RowSearch) {
  const parts = searchParts(text)
  const digits = searchDigits(text)
  // The start of a number, before it has enough digits to be read as one.
  const isStart = digits.length === 0 && /^[\s()+./-]*\d[\d\s()+./-]*$/.test(text)
  const alternatives = isStart ? [text.replace(/\D/g, '')] : digits
  return (row: ComparedRow): boolean =>
    (state === 'all' || row.state === state) &&
    (outcome === undefined || row.outcome === outcome) &&
    (reason === undefined || (row.state === 'failed' && reasonKey(row.reason) === reason)) &&
    (parts.every((part) => hasPart(row.words, part)) || containsDigits(row.number, alternatives))
}

/** @returns the number of the row at a place among all rows of its batch, from 1; the place itself, where the file is not known */
export type NumberRow = (place: number) => number

/** Reads how the rows of a batch are numbered. */
export type ReadNumberRow = (batchId: string) => Promise<NumberRow>

/** Creates the reader of row numbers, which remembers those of the batches that were asked for lately. */
export function createFileRowReader(store: Store, clock: Clock): ReadNumberRow {
  const remembered = createMemo(
    { clock, values: createMemoValues<readonly number[]>(maxRememberedNumbers, (rows) => rows.length + rowsBeside) },
    async (batchId: string) => {
      const stored = await store
        .selectFrom('known_batches as b')
        .innerJoin('started_file_rows as r', 'r.start_id', 'b.effect_id')
        .select('r.file_rows')
        .where('b.batch_id', '=', batchId)
        .executeTakeFirst()
      return rowsInRanges(stored?.file_rows ?? '') ?? []
    },
  )
  return async (batchId) => {
    const rows = await remembered.value(batchId)
    return (place) => rows[place - 1] ?? place
  }
}

type LastCall = NonNullable<BatchRow['lastCall']>

/** The source of the outcome of the last call of each of these rows, and its room. */
async function lastCallsOf(store: Store, batchId: string, jobIds: readonly string[]): Promise<Map<string, LastCall>> {
  const lastCalls = new Map<string, LastCall>()
  await readRows(
    store,
    batchId,
    ['room_name'],
    (calls) => {
      const last = calls.at(-1)
      if (last) lastCalls.set(last.job_id, { source: last.outcome_source, roomName: last.room_name })
    },
    jobIds,
  )
  return lastCalls
}

async function readWhole(
  store: Store,
  batchId: string,
  shown: readonly ComparedRow[],
  lastCalls: ReadonlyMap<string, LastCall>,
  numberRow: NumberRow,
): Promise<BatchRow[]> {
  if (shown.length === 0) return []
  const whole = await store
    .selectFrom('batch_rows')
    .select(['job_id', 'name', 'call'])
    .where('batch_id', '=', batchId)
    .where(
      'job_id',
      'in',
      shown.map(({ job_id }) => job_id),
    )
    .execute()
  const byJob = new Map(whole.map((row) => [row.job_id, row]))
  return shown.flatMap(({ job_id, position, outcome, attempts }) => {
    const row = byJob.get(job_id)
    if (!row) return []
    const call = JSON.parse(row.call) as BatchCall
    const lastCall = lastCalls.get(job_id)
    // The numbers of the file ascend as the places do, so the order by place is the order by row.
    const number = position === null ? null : numberRow(position)
    return [{ call, row: number, name: row.name, outcome, attempts, ...(lastCall && { lastCall }) }]
  })
}

/** When the rows that had not ended were read; of several times the earliest. null: all had ended. */
function readAtOf(rows: readonly ComparedRow[]): number | null {
  let readAt: number | null = null
  for (const row of rows) if (!hasEnded(row) && row.seen_at < (readAt ?? Infinity)) readAt = row.seen_at
  return readAt
}

/**
 * Creates the search for the rows of a batch that were seen. It sends nothing to the service. What is compared is read again only after
 * calls or rows have changed, because every page of a batch asks every few seconds.
 */
export function createBatchRowSearch(store: Store, clock: Clock, numberRowsOf: ReadNumberRow) {
  const compared = createMemo(
    { clock, values: createMemoValues<readonly ComparedRow[]>(maxRemembered, (rows) => rows.length + rowsBeside) },
    (batchId: string) => readCompared(store, batchId),
  )
  return async function findBatchRows(batchId: string, search: RowSearch): Promise<BatchRowList> {
    const { jobIds, page } = search
    const rows = jobIds ? await readCompared(store, batchId, jobIds) : await compared.value(batchId)
    const found = rows.filter(matcher(search))
    await yieldToEventLoop()
    found.sort(compare(search.sort, search.order))
    const limit = jobIds?.length ?? rowsPerPage
    const lastCalls = jobIds ? await lastCallsOf(store, batchId, jobIds) : new Map<string, LastCall>()
    const from = (page - 1) * limit
    return {
      rows: await readWhole(store, batchId, found.slice(from, from + limit), lastCalls, await numberRowsOf(batchId)),
      pagination: paginate(page, limit, found.length),
      seen: rows.length,
      total: (await readReportedRows(store, batchId)).total,
      readAt: readAtOf(rows),
    }
  }
}
