/**
 * Counts the requests to the service of all gateways by the minute and the hour in which they were sent. A gateway that is killed loses
 * those of its last seconds, and those without an answer.
 */
import { sql } from 'kysely'
import type { Lane } from '#contract/index.ts'
import { type Clock, dateOf, hourMs } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Requester } from '../shared/requester.ts'
import { createCountBuffer } from '../store/count-buffer.ts'
import type { Store } from '../store/store.ts'
import type { RequestService } from './budgeted-request.ts'

export const spans = { minute: 60_000, hour: hourMs } as const
export type Span = keyof typeof spans

const writeIntervalMs = 3_000
/** After a long time without the database, all counts at once would be more values than a statement may have. */
const rowsPerStatement = 500
/** How long counts are kept: minutes for a chart of the last hour, hours to compare a year with the one before. */
const retentionMs: Record<Span, number> = { minute: 25 * hourMs, hour: 800 * 24 * hourMs }

interface Count {
  span: Span
  at: number
  lane: Lane
  page: string
  operator_id: string
  requests: number
}

export type RequestHistory = ReturnType<typeof createRequestHistory>

/** Creates the history. Nothing is written before the first request. */
export function createRequestHistory(deps: { store: Store; clock: Clock; log: Log }) {
  const { store, clock, log } = deps
  let deletedAt = 0

  const buffer = createCountBuffer<Count>({
    keyOf: ({ span, at, lane, page, operator_id }) => JSON.stringify([span, at, lane, page, operator_id]),
    add: (one, other) => ({ ...one, requests: one.requests + other.requests }),
    intervalMs: writeIntervalMs,
    write: (counts) =>
      store.transaction().execute(async (transaction) => {
        for (let first = 0; first < counts.length; first += rowsPerStatement)
          await transaction
            .insertInto('request_counts')
            .values(counts.slice(first, first + rowsPerStatement))
            .onConflict((conflict) =>
              conflict
                .columns(['span', 'at', 'lane', 'page', 'operator_id'])
                .doUpdateSet({ requests: sql`request_counts.requests + excluded.requests` }),
            )
            .execute()
        await deleteOld(transaction)
      }),
    onError: (error) =>
      log.error({ error: String(error) }, 'could not record how many requests were sent to the service'),
  })

  /** @param sentAt by the steady clock, ms */
  function count(lane: Lane, { page, person = '' }: Requester, sentAt: number): void {
    const at = dateOf(clock, sentAt)
    for (const span of Object.keys(spans) as Span[])
      buffer.count({ span, at: at - (at % spans[span]), lane, page, operator_id: person, requests: 1 })
  }

  async function deleteOld(transaction: Store): Promise<void> {
    const now = clock.now()
    if (now - deletedAt < hourMs) return
    for (const span of Object.keys(spans) as Span[])
      await transaction
        .deleteFrom('request_counts')
        .where('span', '=', span)
        .where('at', '<', now - retentionMs[span])
        .execute()
    deletedAt = now
  }

  return {
    /** The same, but counts each request that may have reached the service. */
    observed:
      (requestService: RequestService): RequestService =>
      async (request, lane, requester, waitMs) => {
        const response = await requestService(request, lane, requester, waitMs)
        if (response.kind === 'answer' || response.wasOpened) count(lane, requester, response.sentAt)
        return response
      },
    /** Writes what was counted, and waits for it. */
    flush: buffer.flush,
  }
}
