/** One exchange with the service under the budget: take a place, send, learn from the answer. Everything that leaves goes here. */
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

/** A little more than asked, so that many who wait do not come back in the same moment. */
const maxJitterMs = 250

/** What has not been written so long, ms, after its place was asked for is not sent: the process stood still. */
const maxSendDelayMs = 10_000

/**
 * Sends when the budget allows it.
 *
 * @param wait ms that the caller is willing to wait for its place; 0: now or not at all
 * @throws Refusal `over_budget` when there is no place: nothing was sent
 */
export type RequestService = (outgoing: Outgoing, lane: Lane, who: Requester, wait: number) => Promise<ServiceResponse>
/** `sentAt`: when it went out, by the steady clock. */
export type ServiceResponse = Exchange & { sentAt: number }

export function createRequestService(parts: {
  upstream: Upstream
  requestQueue: RequestQueue
  budget: Budget
  serviceHealth: ServiceHealth
  cluster: Pick<Cluster, 'number' | 'isMember'>
  clock: Clock
  random: () => number
}): RequestService {
  const { upstream, requestQueue, budget, serviceHealth: state, cluster, clock } = parts

  /**
   * Whether a request may be written now: another gateway may have taken over what this one had under way. A cancel goes without that,
   * also while the database is away.
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
    state.recordExchange(outgoing, exchange, clock)
    if (exchange.kind === 'answer') {
      const { 'retry-after': after, date } = exchange.headers
      const refused = exchange.status === 429
      // guard: pause-the-service-asks-for
      if (refused || after !== undefined) {
        requestQueue.pause(readRetryAfter(after, date, clock.now()) + Math.floor(parts.random() * maxJitterMs), refused)
      }
    }
    return { ...exchange, sentAt }
  }
}
