/** The endpoint that counts requests to the service. */
import type { Contract, ParsedQueryOf, RequestCounts, requestReportEndpoints } from '#contract/index.ts'
import { computeUntil } from '#server/database/dependencies.ts'
import { type Handler, parseQueryOf } from '../http/handler.ts'
import type { ReportTurns } from '../http/report-turns.ts'
import { operatorOf } from '../http/request.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import type { Budget } from '../upstream/budget.ts'
import type { RequestHistory } from '../upstream/request-history.ts'
import { countRequests } from './count-requests.ts'
import { countedPeriod } from './counted-period.ts'

export function requestCountRoutes(deps: {
  store: Store
  requestHistory: Pick<RequestHistory, 'flush'>
  budget: Pick<Budget, 'rate'>
  reports: ReportTurns
  clock: Clock
}): Record<keyof typeof requestReportEndpoints, Handler> {
  const { store, requestHistory, budget, reports, clock } = deps
  return {
    // Not cached: counts of other gateways are not announced to this one.
    requestCountList: async (c) => {
      const { id, roles } = operatorOf(c)
      const query = parseQueryOf(c, 'requestCountList') as ParsedQueryOf<Contract['requestCountList']>
      // As many days also of counts by hour: requests have only a few rows a day.
      const period = countedPeriod({ from: query.from, to: query.to, zone: query.zone, by: 'day' }, clock.now())
      await requestHistory.flush()
      // guard: names-of-requesters-are-for-administrators
      const viewer = roles.includes('admin') ? null : id
      const counted = { ...query, from: period.from, to: period.to, viewer }
      const counts = await reports(c, counted, (signal) => computeUntil(signal, () => countRequests(store, counted)))
      return c.json({ ...counts, perMinute: budget.rate.perMinute } satisfies RequestCounts)
    },
  }
}
