/**
 * Reports count many rows in slices. Computed at the same time, their slices add up to a standstill, so few are computed at once.
 */

import { keyOf } from '../shared/memo.ts'
import { refusal, requestIncomplete } from '../shared/refusals.ts'
import { createTurns } from '../shared/turns.ts'
import type { GatewayContext } from './context.ts'
import { operatorOf } from './request.ts'

/** A page shows up to five at once. */
const waitingPerPerson = 5

const tooManyReports = () =>
  refusal({
    status: 429,
    code: 'rate_limited',
    message: `${waitingPerPerson} of your reports are still being counted, so this one was not started. Try again when they are shown.`,
    retryAfter: 5,
  })

export type ReportTurns = ReturnType<typeof createReportTurns>

/** Creates the turns of all reports of a gateway. @param atOnce how many are computed at once */
export function createReportTurns(atOnce: number) {
  const turns = createTurns({ atOnce, waitingPerPerson, refuse: tooManyReports, left: requestIncomplete })
  /**
   * Computes a report when it is the turn of the operator who sent the request.
   *
   * @param args everything on which the report depends
   * @param compute gets a signal that ends when nobody waits for the report any more
   * @throws Refusal 429 if too many reports of this operator wait
   */
  return function inTurn<Report>(
    c: GatewayContext,
    args: object,
    compute: (signal: AbortSignal) => Promise<Report>,
  ): Promise<Report> {
    const { signal } = c.req.raw
    const asked = { person: operatorOf(c).id, key: `${c.get('route')} ${keyOf(args)}`, signal }
    return turns.run(asked, compute)
  }
}
