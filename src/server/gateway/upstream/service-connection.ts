/** The connection to the service: every request to it passes the queue, takes a place in the budget, and is observed on its way. */

import type { Core } from '../cluster/core.ts'
import { createBudget } from './budget.ts'
import { createRequestService, type RequestService } from './budgeted-request.ts'
import { createUpstream, type Upstream, type UpstreamLimits } from './http-client.ts'
import { createRequestHistory } from './request-history.ts'
import { openOwnSlots } from './request-log.ts'
import { createRequestQueue } from './request-queue.ts'
import { createServiceDriftLog } from './service-drift.ts'
import { createServiceHealth } from './service-health.ts'
import { openSharedSlots } from './shared-slots.ts'

/** @param deps.metrics measures each request: on the network, and with its wait */
export async function openServiceConnection(
  deps: Pick<Core, 'store' | 'cluster' | 'configuration' | 'clock' | 'log'> & {
    connection: { url: URL; apiKey: string }
    limits: UpstreamLimits | undefined
    metrics: { upstream: (upstream: Upstream) => Upstream; ask: (requestService: RequestService) => RequestService }
    random: () => number
  },
) {
  const { connection, limits, metrics, configuration, cluster, clock } = deps
  const budget = createBudget(configuration.rate)
  const openSlots = cluster.isShared ? openSharedSlots : openOwnSlots
  const slots = await openSlots({ ...deps, budget })
  const requestQueue = createRequestQueue(budget, clock.steady, slots)
  const upstream = metrics.upstream(createUpstream(connection, limits))
  const serviceHealth = createServiceHealth()
  const driftLog = createServiceDriftLog(deps)
  const requestHistory = createRequestHistory(deps)
  const requestService = createRequestService({ ...deps, upstream, requestQueue, budget, serviceHealth })
  return {
    budget,
    requestQueue,
    serviceHealth,
    driftLog,
    requestHistory,
    requestService: driftLog.observed(requestHistory.observed(metrics.ask(requestService))),

    async close(): Promise<void> {
      await upstream.close()
      await slots.close()
      await requestHistory.flush()
    },
  }
}
