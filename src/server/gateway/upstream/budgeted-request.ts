/** One exchange with the service under the budget: take a slot, send, record the answer. Every request to the service uses this. */
import type { Lane } from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, minuteMs } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import type { Budget, SentRequest } from './budget.ts'
import type { Exchange, ServiceRequest, Upstream } from './http-client.ts'
import { overBudget } from './refusals.ts'
import type { Places, RequestQueue } from './request-queue.ts'
import { readRetryAfter } from './retry-after.ts'
import type { ServiceHealth } from './service-health.ts'

/** Whether the service answered that the requested record does not exist. */
const meansUnknownTarget = (status: number) => status === 400 || status === 404 || status === 410

/** The most that is added to a Retry-After, so that waiting clients do not all retry at the same moment. */
const maxJitterMs = 250

/** A request is not sent if more time than this has passed since it requested its slot: the process was suspended in between. */
const maxSendDelayMs = 10_000

export interface RequesterWithPlaces extends Requester {
  /** Slots that were taken before, for its next requests. */
  places?: Places
}

/**
 * Sends when the budget allows it.
 *
 * @param waitMs how long to wait for a slot; 0: now or not at all
 * @throws Refusal `over_budget` when there is no slot: nothing was sent
 */
export type RequestService = (
  request: ServiceRequest,
  lane: Lane,
  requester: RequesterWithPlaces,
  waitMs: number,
) => Promise<ServiceResponse>
/** `sentAt`: when the request was sent, by the steady clock, ms. */
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
  function maySend(lane: Lane, sent: SentRequest, gatewayNumber: number): boolean {
    if (clock.steady() - sent.startedAt > maxSendDelayMs) return false
    if (lane === 'cancel') return true
    return cluster.isMember() && cluster.number === gatewayNumber
  }

  return async (request, lane, { places, ...requester }, waitMs) => {
    const gatewayNumber = /* guard: command-goes-under-its-own-number */ request.gateway ?? cluster.number
    const sent = await (places?.take() ?? requestQueue.take(lane, requester, waitMs))
    // guard: nothing-leaves-without-room
    if (!sent) {
      const now = clock.steady()
      const isPaused = lane !== 'cancel' && budget.pausedUntil > now
      const { at, limitedBy: by } = requestQueue.nextAt(lane, requester)
      const reason = isPaused ? 'pause' : lane === 'cancel' && by === 'database' ? 'cutOff' : by
      throw overBudget((Math.min(at, now + minuteMs) - now) / 1000, budget.rate.perMinute, reason)
    }
    const sentAt = clock.steady()
    const exchange = await upstream.send(request, () => maySend(lane, sent, gatewayNumber))
    if (exchange.kind === 'answer') sent.isTargetUnknown = meansUnknownTarget(exchange.status)
    requestQueue.done(sent, exchange.kind === 'failure' && !exchange.wasOpened ? 'never' : undefined)
    serviceHealth.recordExchange(request, exchange, clock)
    if (exchange.kind === 'answer') {
      const { 'retry-after': retryAfter, date } = exchange.headers
      const isRefusal = exchange.status === 429
      // guard: pause-the-service-asks-for
      if (isRefusal || retryAfter !== undefined) {
        requestQueue.pause(
          readRetryAfter(retryAfter, date, clock.now()) + Math.floor(deps.random() * maxJitterMs),
          isRefusal,
        )
      }
    }
    return { ...exchange, sentAt }
  }
}
