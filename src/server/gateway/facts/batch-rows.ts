/**
 * The rows of batches as they were last seen in an answer of the service that somebody read anyway. The service neither sorts its lists nor
 * finds names, so the page of a batch does both with these rows. They name people, so they are kept no longer than calls.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type BatchCall, type BatchCallList, foldText } from '#contract/index.ts'
import { nameInRow } from '#recipients/file/call-rows.ts'
import { hasEnded } from '../cache/call-end.ts'
import type { Read } from '../cache/read.ts'
import { atMost } from '../shared/at-most.ts'
import { type Clock, dayMs, hourMs } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store, Tables } from '../store/store.ts'

/** Rows that were written lately, so that polls of a batch do not write them again. */
const maxRemembered = 20_000
/** How much later a row that has not ended is written again although nothing in it has changed, so that its age is known. */
const unchangedMs = 30_000
const rowsPerStatement = 50
const rowsPerDeletion = 500

type SeenRow = Tables['batch_rows']

/** A page of a batch's calls, and where it is among all of them; null: the page is of a selection. */
interface Page {
  batchId: string
  calls: readonly BatchCall[]
  firstPosition: number | null
}

function pageIn({ name, params, query }: Read, data: unknown): Page | null {
  const { batchId } = params
  if (batchId === undefined) return null
  if (name === 'batchCallShow') return { batchId, calls: [data as BatchCall], firstPosition: null }
  if (name !== 'batchCallList') return null
  const {
    calls,
    pagination: { page, limit },
  } = data as BatchCallList
  const isOfAll = (query.status ?? 'all') === 'all' && !query.search
  return { batchId, calls, firstPosition: isOfAll ? (page - 1) * limit + 1 : null }
}

const rowOf = (batchId: string, call: BatchCall, position: number | null, seenAt: number): SeenRow => {
  const name = nameInRow(call)
  return {
    batch_id: batchId,
    job_id: call.jobId,
    position,
    number: call.phone_number,
    name,
    words: foldText(name),
    state: call.status,
    started_at: call.startTime ?? null,
    duration: call.duration ?? null,
    // What was said is stored with the call itself.
    call: JSON.stringify({ ...call, result: undefined }),
    seen_at: seenAt,
  }
}

const keyOf = (batchId: string, jobId: string): string => `${batchId}/${jobId}`

/** @param deps.retentionDays how many days the workspace that keeps calls the longest keeps them; 0: none is kept */
export function createBatchRows(deps: { store: Store; retentionDays: () => Promise<number>; clock: Clock; log: Log }) {
  const { store, retentionDays, clock, log } = deps
  const written = new LRUCache<string, string>(atMost(maxRemembered))
  let pending: Promise<void> = Promise.resolve()
  const deleteTimer = setInterval(() => void deleteOld().catch(() => {}), hourMs).unref()

  async function write(rows: readonly SeenRow[]): Promise<void> {
    try {
      // guard: no-row-is-kept-without-retention
      if ((await retentionDays()) === 0) {
        written.clear()
        return
      }
      for (let from = 0; from < rows.length; from += rowsPerStatement) {
        await store
          .insertInto('batch_rows')
          .values(rows.slice(from, from + rowsPerStatement))
          .onConflict((conflict) =>
            conflict
              .columns(['batch_id', 'job_id'])
              .doUpdateSet((eb) => ({
                position: eb.fn.coalesce('excluded.position', 'batch_rows.position'),
                number: eb.ref('excluded.number'),
                name: eb.ref('excluded.name'),
                words: eb.ref('excluded.words'),
                state: eb.ref('excluded.state'),
                started_at: eb.ref('excluded.started_at'),
                duration: eb.ref('excluded.duration'),
                call: eb.ref('excluded.call'),
                seen_at: eb.ref('excluded.seen_at'),
              }))
              // Another gateway may have read it later.
              .whereRef('excluded.seen_at', '>=', 'batch_rows.seen_at'),
          )
          .execute()
        await yieldToEventLoop()
      }
    } catch (error) {
      written.clear()
      log.debug({ error: String(error) }, 'could not keep the rows of a batch')
    }
  }

  /** Adds the rows of a page. What cannot be written is learned from the next answer. */
  function add({ batchId, calls, firstPosition }: Page, seenAt: number): void {
    // The last of several with one ID, because a statement can write a row only once.
    const places = new Map(calls.map(({ jobId }, index) => [jobId, index]))
    const rows = calls.flatMap((call, index) => {
      if (call.jobId === '' || places.get(call.jobId) !== index) return []
      const row = rowOf(batchId, call, firstPosition === null ? null : firstPosition + index, seenAt)
      const key = keyOf(batchId, call.jobId)
      const age = hasEnded(row) ? '' : Math.floor(seenAt / unchangedMs)
      const content = `${row.position ?? ''} ${age} ${row.call}`
      if (written.get(key) === content) return []
      written.set(key, content)
      return [row]
    })
    if (rows.length > 0) pending = pending.then(() => write(rows))
  }

  /** Deletes rows that were last seen before calls are deleted. A row that is seen again is kept again. */
  async function deleteOld(): Promise<void> {
    const before = clock.now() - (await retentionDays()) * dayMs
    for (;;) {
      const old = await store
        .selectFrom('batch_rows')
        .select(['batch_id', 'job_id'])
        .where('seen_at', '<=', before)
        .orderBy('seen_at')
        .limit(rowsPerDeletion)
        .execute()
      for (const { batch_id, job_id } of old) written.delete(keyOf(batch_id, job_id))
      for (const [batchId, rows] of Map.groupBy(old, ({ batch_id }) => batch_id)) {
        await store
          .deleteFrom('batch_rows')
          .where('batch_id', '=', batchId)
          .where(
            'job_id',
            'in',
            rows.map(({ job_id }) => job_id),
          )
          .where('seen_at', '<=', before)
          .execute()
        await yieldToEventLoop()
      }
      if (old.length < rowsPerDeletion) return
    }
  }

  return {
    add,

    /** Learns from an answer of the service. @param seenAt when it was read, epoch ms */
    observe(read: Read, data: unknown, seenAt: number): void {
      const page = pageIn(read, data)
      if (page) add(page, seenAt)
    },

    deleteOld,

    /** Resolves when everything that was seen so far is written. */
    settled: (): Promise<void> => pending,

    close(): Promise<void> {
      clearInterval(deleteTimer)
      return pending
    },
  }
}
