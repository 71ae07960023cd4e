/** One exchange with the service under the budget: take a slot, send, record the answer. Every request to the service goes through here. */
import type { Lane } from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import type { Budget, SentRequest } from './budget.ts'
import type { Exchange, Outgoing, Upstream } from './http-client.ts'
import { overBudget } from './refusals.ts'
import type { RequestQueue } from './request-queue.ts'
import { readRetryAfter } from './retry-after.ts'
import type { ServiceHealth } from './service-health.ts'

const minute = 60_000
/** The service says that the requested thing does not exist. */
const isUnknownTarget = (status: number) => status === 400 || status === 404 || status === 410

/** Added to a Retry-After, so that waiting clients do not all return in the same moment. */
const maxJitterMs = 250

/** A request not written this long after it requested its slot is not sent: the process was suspended in between. */
const maxSendDelayMs = 10_000

/**
 * Sends when the budget allows it.
 *
 * @param wait ms to wait for a slot; 0: now or not at all
 * @throws Refusal `over_budget` when there is no slot: nothing was sent
 */
export type RequestService = (outgoing: Outgoing, lane: Lane, who: Requester, wait: number) => Promise<ServiceResponse>
/** `sentAt`: when it was sent, by the steady clock, ms. */
export type ServiceResponse = Exchange & { sentAt: number }

export function createRequestService(deps: {
  upstream: Upstream
  requestQueue: RequestQueue
  budget: Budget
  serviceHealth: ServiceHealth
  cluster: Pick<Cluster, 'number' | 'isMember'>
  clock: Clock
  random: () => number
}): RequestService {
  const { upstream, requestQueue, budget, serviceHealth, cluster, clock } = deps

  /**
   * Whether a request may be written now. It may not if another gateway may have taken over this one's work. A cancel is sent regardless,
   * and also while the database is unavailable.
   */
  function maySend(lane: Lane, sent: SentRequest, number: number): boolean {
    if (clock.steady() - sent.startedAt > maxSendDelayMs) return false
    if (lane === 'cancel') return true
    return cluster.isMember() && cluster.number === number
  }

  return async (outgoing, lane, who, wait) => {
    const number = /* guard: command-goes-under-its-own-number */ outgoing.gateway ?? cluster.number
    const sent = await requestQueue.take(lane, who, wait)
    // guard: nothing-leaves-without-room
    if (!sent) {
      const now = clock.steady()
      const paused = lane !== 'cancel' && budget.pausedUntil > now
      const { at, by } = requestQueue.nextAt(lane, who)
      const why = paused ? 'pause' : lane === 'cancel' && by === 'database' ? 'cutOff' : by
      throw overBudget((Math.min(at, now + minute) - now) / 1000, budget.rate.perMinute, why)
    }
    const sentAt = clock.steady()
    const exchange = await upstream.send(outgoing, () => maySend(lane, sent, number))
    if (exchange.kind === 'answer') sent.refused = isUnknownTarget(exchange.status)
    requestQueue.done(sent, exchange.kind === 'failure' && !exchange.opened ? 'never' : undefined)
    serviceHealth.recordExchange(outgoing, exchange, clock)
    if (exchange.kind === 'answer') {
      const { 'retry-after': after, date } = exchange.headers
      const refused = exchange.status === 429
      // guard: pause-the-service-asks-for
      if (refused || after !== undefined) {
        requestQueue.pause(readRetryAfter(after, date, clock.now()) + Math.floor(deps.random() * maxJitterMs), refused)
      }
    }
    return { ...exchange, sentAt }
  }
}
