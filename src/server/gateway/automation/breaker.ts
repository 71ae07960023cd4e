/**
 * The breaker: a running batch whose calls fail for technical reasons is cancelled (contract: call-failures.ts). It learns the counts from
 * readings that are made anyway. Why calls failed is only in the list of calls, one page of at most 100, so that is read when the counts
 * alone could stop the batch, and again when half as many calls more have ended: at most 20 requests for a batch of 50,000, and none
 * for a batch that goes well.
 */
import { LRUCache } from 'lru-cache'
import {
  type BatchCallList,
  type BreakerStop,
  breaks,
  failuresIn,
  hasEnded,
  isTechnical,
  mayBreak,
  pageLimit,
  Refusal,
} from '#contract/index.ts'
import type { Snapshot, Snapshots } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import type { InTransaction } from '../ledger/types.ts'
import { type Progress, progressIn } from '../registry/batches.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'

/** Calls that have to end before the reasons are read again, as a share of those that had ended. */
const growth = 1.5
/** A cancel that was refused is tried again after this long, ms. */
const retryMs = 60_000
/** ms that the reading of the reasons waits for its place in the budget. */
const patience = 8_000
/** Reasons that are stored. */
const maxReasons = 5
const who = { operator: '', page: 'batches' }

/** The latest failed calls that fill a page, as far as the service lists calls in the order in which it makes them. */
const failedCalls = (batchId: string, failed: number): Read => ({
  name: 'batchCallList',
  params: { batchId },
  query: { page: Math.max(1, Math.floor(failed / pageLimit.most)), limit: pageLimit.most, status: 'failed' },
  workspace: null,
})

/** Why a batch is stopped, as it stands in the audit. */
const reasonOf = ({ ended, failed, read, technical }: BreakerStop): string =>
  failed <= read
    ? `${technical} of the first ${ended} calls failed for a technical reason.`
    : `${failed} of the first ${ended} calls failed: ${technical} of the ${read} that were read for a technical reason.`

/** What a batch's start chose: whether its breaker is on. A batch that was not started here is not ours to cancel. */
const isOn = (ids: string | null): boolean =>
  ids !== null && /* guard: breaker-can-be-off */ (JSON.parse(ids) as { breaker?: string }).breaker !== 'off'

export type Breaker = ReturnType<typeof createBreaker>

/** @param deps.cancel cancels a batch in Switchboard's own name. @throws Refusal */
export function createBreaker(deps: {
  store: Store
  snapshots: Snapshots
  clock: Clock
  log: Log
  cancel: (batchId: string, intention: { key: string; reason: string; also: InTransaction }) => Promise<unknown>
}) {
  const { store, snapshots, clock, log, cancel } = deps
  /** When each batch is looked at again. After a restart every batch is, once. */
  const looked = new LRUCache<string, { ended: number; notBefore: number }>({ max: 2_000 })
  const underWay = new Map<string, Promise<void>>()
  let closed = false

  /** The batch's start, and the earlier attempt to stop it. */
  async function recordsOf(batchId: string) {
    const start = await store
      .selectFrom('known_batches as b')
      .leftJoin('effects as e', 'e.id', 'b.effect_id')
      .leftJoin('breaker_stops as s', 's.batch_id', 'b.batch_id')
      .select(['e.ids', 's.attempt', 's.effect_id as stop'])
      .where('b.batch_id', '=', batchId)
      .executeTakeFirst()
    if (!start?.stop) return { ids: start?.ids ?? null, attempt: 0, mayStop: true }
    const { state, happened } = await effectRows(store).where('e.id', '=', start.stop).executeTakeFirstOrThrow()
    // What nobody knows the outcome of is not sent again by itself.
    const mayStop = state === 'refused' || (state === 'settled' && happened === 0)
    return { ids: start.ids, attempt: start.attempt ?? 0, mayStop }
  }

  async function stop(batchId: string, attempt: number, facts: BreakerStop): Promise<void> {
    const also: InTransaction = async (store, effectId) => {
      const row = { effect_id: effectId, attempt, facts: JSON.stringify(facts) }
      await store
        .insertInto('breaker_stops')
        .values({ batch_id: batchId, ...row })
        .onConflict((conflict) => conflict.column('batch_id').doUpdateSet(row))
        .execute()
    }
    await cancel(batchId, { key: `breaker/${batchId}/${attempt}`, reason: reasonOf(facts), also })
    log.warn({ batchId, ended: facts.ended, technical: facts.technical }, 'the breaker cancelled a batch')
  }

  async function consider(batchId: string, seen: Progress): Promise<void> {
    const { ids, attempt, mayStop } = await recordsOf(batchId)
    if (!isOn(ids)) return
    // guard: breaker-stops-once
    if (!mayStop) return
    const { data, refusal } = await snapshots.refresh(failedCalls(batchId, seen.failed ?? 0), 'reads', who, patience)
    if (refusal || closed) return
    const { calls, summary } = data as BatchCallList
    // The list may be newer than the counts that led here: its own belong to it, where it has them.
    const { completed, failed } = summary.completed === null || summary.failed === null ? seen : summary
    const failures = failuresIn(calls)
    if (!breaks({ completed, failed }, failures)) return
    const reasons = failures.filter(({ reason }) => isTechnical(reason))
    const sum = (counts: typeof failures) => counts.reduce((all, { count }) => all + count, 0)
    await stop(batchId, attempt + 1, {
      at: clock.now(),
      ended: (completed ?? 0) + (failed ?? 0),
      failed: failed ?? 0,
      read: sum(failures),
      technical: sum(reasons),
      reasons: reasons.slice(0, maxReasons),
    })
  }

  return {
    /** Learns from an answer of the service how far a batch is, and stops it if its calls fail. */
    observe(read: Read, snapshot: Snapshot): void {
      const { batchId } = read.params
      const progress = snapshot.refusal ? null : progressIn(read, snapshot.data)
      if (closed || !batchId || !progress || underWay.has(batchId)) return
      // guard: breaker-leaves-ended-batches
      if (hasEnded(progress) || progress.status === 'cancelled' || progress.waiting === 0) return
      const ended = (progress.completed ?? 0) + (progress.failed ?? 0)
      const before = looked.get(batchId)
      // guard: breaker-reads-seldom
      if (!mayBreak(progress) || (before && (ended < before.ended * growth || clock.steady() < before.notBefore)))
        return
      looked.set(batchId, { ended, notBefore: 0 })
      const done = consider(batchId, progress)
        .catch((error: unknown) => {
          // Nothing was cancelled, or nobody knows: the ledger says which when it is looked at again.
          looked.set(batchId, { ended: 0, notBefore: clock.steady() + retryMs })
          log.error(
            { batchId, error: error instanceof Refusal ? error.code : String(error) },
            'the breaker could not look at a batch, or not cancel it',
          )
        })
        .finally(() => underWay.delete(batchId))
      underWay.set(batchId, done)
    },

    /** Resolves when nothing is being looked at. */
    async close(): Promise<void> {
      closed = true
      await Promise.all(underWay.values())
    },
  }
}
