/**
 * The breaker cancels a running batch whose calls fail for technical reasons (contract: call-failures.ts). It takes the counts from reads
 * that are made anyway. The reasons are only in the list of calls, so one page of at most 100 calls is read when the counts could stop
 * the batch, and again when half as many more calls have ended. That is at most 20 requests for a batch of 50,000 calls, and none for a
 * batch that goes well.
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
  readFailures,
} from '#contract/index.ts'
import type { Snapshot, Snapshots } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import { type Progress, progressIn } from '../registry/batches.ts'
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { type AutomaticStops, retryMs } from './automatic-stops.ts'

/** The reasons are read again when the number of ended calls has grown by this factor. */
const rereadGrowth = 1.5
/** How long the read of the reasons waits for the request budget. */
const maxWaitMs = 8_000
/** Maximum number of reasons stored. */
const maxReasons = 5
const who = { operator: '', page: 'batches' }

/** Reads the last full page of failed calls, which are the latest if the service lists calls in order. */
const failedCalls = (batchId: string, failed: number): Read => ({
  name: 'batchCallList',
  params: { batchId },
  query: { page: Math.max(1, Math.floor(failed / pageLimit.most)), limit: pageLimit.most, status: 'failed' },
  workspace: null,
})

/** Why a batch was stopped, for the audit. */
const auditReason = ({ ended, failed, read, technical }: BreakerStop): string =>
  failed <= read
    ? `${technical} of the first ${ended} calls failed for a technical reason.`
    : `${failed} of the first ${ended} calls failed; ${technical} of the ${read} known reasons are technical.`

/** Whether the batch's start left its breaker on. A batch that was not started here is never cancelled. */
const isOn = (ids: string | null): boolean =>
  ids !== null && /* guard: breaker-can-be-off */ (JSON.parse(ids) as { breaker?: string }).breaker !== 'off'

export function createBreaker(deps: { automaticStops: AutomaticStops; snapshots: Snapshots; clock: Clock; log: Log }) {
  const { automaticStops, snapshots, clock, log } = deps
  /** By batch: when it is checked again. After a restart every batch is checked once. */
  const nextChecks = new LRUCache<string, { ended: number; notBefore: number }>(atMost(2_000))
  const running = new Map<string, Promise<void>>()
  let closed = false

  /** Checks again after a minute, however few calls end until then. */
  const checkLater = (batchId: string): void => {
    nextChecks.set(batchId, { ended: 0, notBefore: clock.steady() + retryMs })
  }

  async function check(batchId: string, seen: Progress): Promise<void> {
    const { ids, attempt, mayStop } = await automaticStops.find(batchId)
    if (!isOn(ids)) return
    // guard: breaker-stops-once
    if (!mayStop) return checkLater(batchId)
    const { data, refusal } = await snapshots.refresh(failedCalls(batchId, seen.failed ?? 0), 'reads', who, maxWaitMs)
    if (refusal || closed) return
    const { calls, summary } = data as BatchCallList
    // The list may be newer than the counts that led here, so prefer its own counts.
    const { completed, failed } = summary.completed === null || summary.failed === null ? seen : summary
    const failures = failuresIn(calls)
    if (!breaks({ completed, failed }, failures)) return
    const facts = {
      at: clock.now(),
      ended: (completed ?? 0) + (failed ?? 0),
      failed: failed ?? 0,
      ...readFailures(failures),
      reasons: failures.filter(({ reason }) => isTechnical(reason)).slice(0, maxReasons),
    }
    await automaticStops.stop(batchId, attempt + 1, facts, auditReason(facts))
    log.warn({ batchId, ended: facts.ended, technical: facts.technical }, 'the breaker cancelled a batch')
  }

  return {
    /** Takes a batch's progress from an answer of the service, and stops the batch if its calls fail. */
    observe(read: Read, snapshot: Snapshot): void {
      const { batchId } = read.params
      const progress = snapshot.refusal ? null : progressIn(read, snapshot.data)
      if (closed || !batchId || !progress || running.has(batchId)) return
      // guard: breaker-leaves-ended-batches
      if (hasEnded(progress) || progress.status === 'cancelled' || progress.waiting === 0) return
      const ended = (progress.completed ?? 0) + (progress.failed ?? 0)
      const before = nextChecks.get(batchId)
      // guard: breaker-reads-seldom
      if (!mayBreak(progress) || (before && (ended < before.ended * rereadGrowth || clock.steady() < before.notBefore)))
        return
      nextChecks.set(batchId, { ended, notBefore: 0 })
      const done = check(batchId, progress)
        .catch((error: unknown) => {
          // The cancel was refused, or its outcome is unknown. The ledger says which at the next check.
          checkLater(batchId)
          log.error(
            { batchId, error: error instanceof Refusal ? error.code : String(error) },
            'the breaker could not check or cancel a batch',
          )
        })
        .finally(() => running.delete(batchId))
      running.set(batchId, done)
    },

    /** Resolves when no check is running. */
    async close(): Promise<void> {
      closed = true
      await Promise.all(running.values())
    },
  }
}
