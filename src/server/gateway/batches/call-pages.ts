/**
 * Reads the calls of a batch page by page, under the budget and at a pace that leaves most of it to people: for exports, and for what
 * remains of a batch when calling hours have ended. One page after another, whoever reads.
 */
import {
  type BatchCall,
  type BatchCallList,
  type CallSelection,
  pageLimit,
  Refusal,
  serviceEndpoints,
} from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import { parseReadAnswer, pathWithQuery } from '../upstream/answers.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import { noAnswer, refusedByService } from '../upstream/refusals.ts'
import { wasNeverPlaced } from './export-csv.ts'
import { createPace, type Pace } from './export-pace.ts'

/** ms that a page waits for its place before its turn comes again. */
const patience = 8_000
/** A page that brings no answer is asked again so often, after so many ms. */
const tries = 4
const between = 5_000

interface Wanted {
  batchId: string
  status: CallSelection
}

/** Whether a call is one of those: the service has no list of those that were never called. */
export const isWanted = ({ status }: Pick<Wanted, 'status'>, call: BatchCall): boolean =>
  status !== 'never_called' || /* guard: only-never-placed-calls-continue */ wasNeverPlaced(call)

export type CallPages = ReturnType<typeof createCallPages>

export function createCallPages({ ask, clock, perMinute }: { ask: RequestService; clock: Clock; perMinute: number }) {
  const pace: Pace = createPace(perMinute, clock.steady)

  /** A page, in its turn. A spent budget is waited for; other troubles a few times. */
  async function readPage(wanted: Wanted, page: number, who: Requester, signal: AbortSignal): Promise<BatchCallList> {
    for (let left = tries - 1; ; ) {
      await pace.turn(signal)
      try {
        return await read(wanted, page, who)
      } catch (error) {
        if (!(error instanceof Refusal) || signal.aborted) throw error
        const { code, by, status, retryAfter } = error.data
        const isLate = code === 'over_budget'
        if (!isLate && (left === 0 || (by === 'service' && status < 500))) throw error
        if (!isLate) left -= 1
        await pace.sleep(isLate ? (retryAfter ?? 1) * 1_000 : between, signal)
      }
    }
  }

  async function read({ batchId, status }: Wanted, page: number, who: Requester): Promise<BatchCallList> {
    const endpoint = serviceEndpoints.batchCallList
    const asked = status === 'never_called' ? 'cancelled' : status
    const path = pathWithQuery(endpoint.path, { batchId }, { page, limit: pageLimit.most, status: asked })
    const outgoing = { kind: 'read', endpoint: 'batchCallList', method: 'GET', path, workspace: null } as const
    const exchange = await ask(outgoing, 'reads', who, patience)
    if (exchange.kind === 'failure') throw noAnswer(exchange)
    if (exchange.status < 200 || exchange.status > 299) throw refusedByService(exchange, clock.now())
    return parseReadAnswer(endpoint, exchange.body.toString('utf8'), { batchId }) as BatchCallList
  }

  return {
    /**
     * Reads all pages.
     *
     * @param take what is done with each page; false: nothing new was on it, so a service that gives the same page for ever is not asked for ever
     * @throws Refusal where a page cannot be read; the signal's reason
     */
    async readAll(
      wanted: Wanted,
      who: Requester,
      signal: AbortSignal,
      take: (page: BatchCallList) => boolean | Promise<boolean>,
    ): Promise<void> {
      for (let page = 1; ; page += 1) {
        const list = await readPage(wanted, page, who, signal)
        signal.throwIfAborted()
        if (!(await take(list)) || !list.pagination.hasNext) return
      }
    },

    /** Seconds that so many pages need, when nobody else reads. */
    secondsFor: (pages: number): number => pace.secondsFor(pages),
  }
}
