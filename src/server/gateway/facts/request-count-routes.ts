/** The endpoint that counts requests to the service. */
import type { Contract, ParsedQueryOf, RequestCounts, requestAnswerEndpoints } from '#contract/index.ts'
import { type Handler, parseQueryOf } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import type { Store } from '../store/store.ts'
import type { Budget } from '../upstream/budget.ts'
import type { RequestHistory } from '../upstream/request-history.ts'
import { countRequests } from './count-requests.ts'

export function requestCountRoutes(deps: {
  store: Store
  requestHistory: Pick<RequestHistory, 'flush'>
  budget: Pick<Budget, 'rate'>
}): Record<keyof typeof requestAnswerEndpoints, Handler> {
  const { store, requestHistory, budget } = deps
  return {
    // Not cached: counts of other gateways are not announced to this one.
    requestCountList: async (c) => {
      const { id, roles } = operatorOf(c)
      const query = parseQueryOf(c, 'requestCountList') as ParsedQueryOf<Contract['requestCountList']>
      await requestHistory.flush()
      // guard: names-of-requesters-are-for-administrators
      const viewer = roles.includes('admin') ? null : id
      const counts = await countRequests(store, { ...query, viewer })
      return c.json({ ...counts, perMinute: budget.rate.perMinute } satisfies RequestCounts)
    },
  }
}
