/** Metrics for Prometheus, labelled by route and lane, never by an id, a person or a phone number. */
import { timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { createMiddleware } from 'hono/factory'
import { effectStates, lanes, Refusal } from '#contract/index.ts'
import type { Core } from '../cluster/core.ts'
import type { Env, GatewayContext } from '../http/context.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import { serviceCommandNames } from '../ledger/effects.ts'
import { type Configuration, isLoopback } from '../shared/configuration.ts'
import { refusal } from '../shared/refusals.ts'
import type { Budget } from '../upstream/budget.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import type { Exchange, Upstream } from '../upstream/http-client.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import type { Webhooks } from './webhooks.ts'

const prefix = 'switchboard_'
const dayMs = 24 * 3_600_000
const bucketsSeconds = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 15, 30]

const outcomeOf = (exchange: Exchange): string =>
  exchange.kind === 'answer' ? `${Math.floor(exchange.status / 100)}xx` : exchange.reason

const isEqual = (one: string, other: string) =>
  Buffer.byteLength(one) === Buffer.byteLength(other) && timingSafeEqual(Buffer.from(one), Buffer.from(other))

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics in their own registry, and the wrappers that record them. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const requestSeconds = new Histogram({
    name: `${prefix}request_seconds`,
    help: 'Duration of requests to Switchboard in seconds, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: bucketsSeconds,
    registers,
  })
  const serviceSeconds = new Histogram({
    name: `${prefix}service_seconds`,
    help: 'Duration of requests to the calling service in seconds, by outcome: the class of the status, or why there was no answer.',
    labelNames: ['kind', 'outcome'],
    buckets: bucketsSeconds,
    registers,
  })
  const budgetRefused = new Counter({
    name: `${prefix}budget_refused_total`,
    help: 'Requests to the calling service that were refused because the request budget was used up.',
    labelNames: ['lane'],
    registers,
  })
  for (const lane of lanes) budgetRefused.inc({ lane }, 0)

  let hasDefaults = false
  return {
    /** Records each answer. Paths of no endpoint are labelled `other`, so that requests cannot create labels. */
    requests: createMiddleware<Env>(async (c, next) => {
      const start = performance.now()
      await next()
      const took = (performance.now() - start) / 1000
      requestSeconds.observe({ method: c.req.method, route: c.get('route') ?? 'other', status: c.res.status }, took)
    }),

    /** Wraps the upstream to record its exchanges. */
    upstream: (upstream: Upstream): Upstream => ({
      ...upstream,
      send: async (outgoing, maySend) => {
        const start = performance.now()
        const exchange = await upstream.send(outgoing, maySend)
        serviceSeconds.observe(
          { kind: outgoing.kind, outcome: outcomeOf(exchange) },
          (performance.now() - start) / 1000,
        )
        return exchange
      },
    }),

    /** Wraps the budgeted requests to count those that the budget refuses. */
    ask:
      (ask: RequestService): RequestService =>
      async (outgoing, lane, who, wait) => {
        try {
          return await ask(outgoing, lane, who, wait)
        } catch (error) {
          if (error instanceof Refusal && error.data.code === 'over_budget') budgetRefused.inc({ lane })
          throw error
        }
      },

    /** Registers gauges whose values are read when Prometheus scrapes. */
    registerGauges({ budget, state, store, webhooks, clock }: GaugeSources): void {
      const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge<string>) => unknown) =>
        new Gauge<string>({
          name: prefix + name,
          help,
          labelNames,
          registers,
          async collect() {
            this.reset()
            await collect(this)
          },
        })
      gauge(
        'budget_used',
        'Requests that all gateways sent to the calling service in the last 60 seconds.',
        ['lane'],
        (used) => {
          const recent = budget.sentLastMinute(clock.steady())
          for (const lane of lanes) used.set({ lane }, recent.filter((sent) => sent.lane === lane).length)
        },
      )
      gauge(
        'budget_per_minute',
        'The maximum number of requests to the calling service in any 60 seconds.',
        [],
        (all) => all.set(budget.rate.perMinute),
      )
      gauge(
        'service_up',
        '1 if the calling service answered the last request and accepted the API key, otherwise 0.',
        [],
        (up) => up.set(state.state === 'up' ? 1 : 0),
      )
      gauge(
        'effects',
        'Commands to the calling service of the last 24 hours, by their current state.',
        ['state'],
        async (effects) => {
          const rows = await effectRows(store)
            .clearSelect()
            .select(({ fn }) => ['h.state', fn.countAll<number>().as('count')])
            .where('e.at', '>', clock.now() - dayMs)
            .where('e.endpoint', 'in', serviceCommandNames)
            .groupBy('h.state')
            .execute()
          for (const name of effectStates)
            effects.set({ state: name }, rows.find(({ state }) => state === name)?.count ?? 0)
        },
      )
      gauge(
        'webhook_events',
        'Webhook events of the last hour, by event. `refused`: events without a valid signature.',
        ['event'],
        async (events) => {
          const { lastHour, refused: unsigned } = await webhooks.show('')
          for (const { event, count } of lastHour) events.set({ event }, count)
          events.set({ event: 'refused' }, unsigned)
        },
      )
    },

    /** All metrics in Prometheus' text format. */
    async render(): Promise<{ text: string; contentType: string }> {
      // The default metrics observe the whole process, so collect them only once somebody reads them.
      if (!hasDefaults) collectDefaultMetrics({ register: registry })
      hasDefaults = true
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

interface GaugeSources extends Pick<Core, 'store' | 'clock'> {
  budget: Budget
  state: ServiceHealth
  webhooks: Webhooks
}

/**
 * Metrics can be read with the token; if none is configured, from this machine only. Behind a proxy on this machine every request seems to
 * be local, so with a public URL the token is required.
 *
 * @throws Refusal 401
 */
export function assertMayReadMetrics(
  c: GatewayContext,
  { metricsToken, publicUrl }: Pick<Configuration, 'metricsToken' | 'publicUrl'>,
): void {
  const given = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  const address = (c.env?.incoming?.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  if (
    metricsToken === null
      ? publicUrl === null && isLoopback(address)
      : /* guard: metrics-need-the-token */ isEqual(given, metricsToken)
  )
    return
  c.header('www-authenticate', 'Bearer')
  throw refusal({
    status: 401,
    code: 'metrics_token_required',
    message:
      'Metrics require the token in METRICS_TOKEN. Without a configured token, they can be read on the machine itself.',
  })
}
