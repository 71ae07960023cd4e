/**
 * Reads the calls of a batch page by page, at a pace that leaves most of the request budget to people. Used by exports, and to find the
 * people a batch had not called when calling hours ended. All readers share the pace.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type BatchCall, type BatchCallList, type CallSelection, pageLimit, Refusal } from '#contract/index.ts'
import type { Read } from '../cache/read.ts'
import { readDirectly } from '../cache/read-directly.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import { wasNeverPlaced } from './export-csv.ts'

/** How long one page waits for a slot of the budget before it is retried. */
const pageWaitMs = 8_000
/** How often a page is requested if the service does not answer. */
const maxAttempts = 4
const retryDelayMs = 5_000

export interface CallQuery {
  batchId: string
  status: CallSelection
}

/** Whether a call matches the selection. The service cannot filter by "never called", so the gateway does. */
export const isSelected = ({ status }: Pick<CallQuery, 'status'>, call: BatchCall): boolean =>
  status !== 'never_called' || /* guard: only-never-placed-calls-continue */ wasNeverPlaced(call)

/** The read of a page of a batch's calls, from 1. */
export const callPageRead = (batchId: string, page: number, status = 'all'): Read => ({
  name: 'batchCallList',
  params: { batchId },
  query: { page, limit: pageLimit.most, status },
  workspace: null,
})

/** Pages that can be read at once after a pause. */
const burstPages = 5

const sleep = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false })

/**
 * Limits how fast all readers together may read: a burst of a few pages, then a third of the requests that the service's plan allows.
 *
 * @param requestsPerMinute the limit of the service's plan
 * @param now returns the time of a clock that never goes back, ms
 */
function createPace(requestsPerMinute: number, now: () => number) {
  const intervalMs = 60_000 / Math.max(1, Math.floor(requestsPerMinute / 3))
  /** When the whole burst is available again, ms. */
  let refilledAt = -Infinity
  return {
    /** Resolves when the next page may be requested. @throws when the signal is aborted */
    async waitForTurn(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted()
      const nowMs = now()
      refilledAt = Math.max(refilledAt, nowMs) + intervalMs
      const waitMs = refilledAt - burstPages * intervalMs - nowMs
      if (waitMs > 0) await sleep(waitMs, signal)
    },
    /** @returns seconds that this many pages take if nobody else reads */
    estimateSeconds: (pages: number): number =>
      Math.max(0, (refilledAt - now() + (pages - burstPages) * intervalMs) / 1_000),
    /** Lets the next page wait for a whole interval, as if the burst had just been read. */
    skipBurst(): void {
      refilledAt = Math.max(refilledAt, now() + burstPages * intervalMs)
    },
  }
}

export type CallPages = ReturnType<typeof createCallPages>

export function createCallPages({
  requestService,
  clock,
  requestsPerMinute,
  onPage: reportPage,
}: {
  requestService: RequestService
  clock: Clock
  requestsPerMinute: number
  /** Called with each page. */
  onPage?: (read: Read, list: BatchCallList) => void
}) {
  const pace = createPace(requestsPerMinute, clock.steady)

  /** Reads one page when the pace allows it. Waits as long as the budget is spent; retries other errors a few times. */
  async function readPage(
    query: CallQuery,
    page: number,
    requester: Requester,
    signal: AbortSignal,
  ): Promise<BatchCallList> {
    for (let attemptsLeft = maxAttempts - 1; ; ) {
      await pace.waitForTurn(signal)
      try {
        return await read(query, page, requester)
      } catch (error) {
        if (!(error instanceof Refusal) || signal.aborted) throw error
        const { code, by, status, retryAfter } = error.data
        const isOverBudget = code === 'over_budget'
        if (!isOverBudget && (attemptsLeft === 0 || (by === 'service' && status < 500))) throw error
        if (!isOverBudget) attemptsLeft -= 1
        await sleep(isOverBudget ? (retryAfter ?? 1) * 1_000 : retryDelayMs, signal)
      }
    }
  }

  async function read({ batchId, status }: CallQuery, page: number, requester: Requester): Promise<BatchCallList> {
    const statusFilter = status === 'never_called' ? 'cancelled' : status
    const read = callPageRead(batchId, page, statusFilter)
    const list = (await readDirectly({ requestService, clock }, read, 'reads', requester, pageWaitMs)) as BatchCallList
    reportPage?.(read, list)
    return list
  }

  return {
    /**
     * Reads all pages.
     *
     * @param onPage called with each page. False: the page had nothing new, so reading stops. A service that repeats the same page
     *   cannot cause an endless loop.
     * @throws Refusal if a page cannot be read; AbortError when the signal is aborted
     */
    async readAll(
      query: CallQuery,
      requester: Requester,
      signal: AbortSignal,
      onPage: (page: BatchCallList) => boolean | Promise<boolean>,
    ): Promise<void> {
      for (let page = 1; ; page += 1) {
        const list = await readPage(query, page, requester, signal)
        signal.throwIfAborted()
        if (!(await onPage(list)) || !list.pagination.hasNext) return
      }
    },

    /** @returns seconds that this many pages take if nobody else reads */
    estimateSeconds: (pages: number): number => pace.estimateSeconds(pages),

    /** Lets the next page wait as if the first ones had just been read. Reading that goes on after a restart is no new reading. */
    skipBurst: (): void => pace.skipBurst(),
  }
}
