/** Operations endpoints: audit, connection, simulation, webhooks, counts, budget, health and metrics. */
import { gatewayEndpoints, type Operator, type Session, signatureHeader } from '#contract/index.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import type { Poller } from '../cache/poller.ts'
import type { Core } from '../cluster/core.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { readBytes } from '../http/parse.ts'
import { operatorOf, ownAddress, workspaceOf } from '../http/request.ts'
import type { Budget } from '../upstream/budget.ts'
import type { ServiceDriftLog } from '../upstream/service-drift.ts'
import type { Audit } from './audit.ts'
import { budgetOf } from './budget.ts'
import type { TestConnection } from './connection-test.ts'
import { type CountSources, countsOf } from './counts.ts'
import { assertMayReadMetrics, type Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import type { Simulation } from './simulation.ts'
import { createStatus, type StatusSources } from './status.ts'
import type { Webhooks } from './webhooks.ts'

export function operationRoutes(
  deps: Pick<Core, 'configuration' | 'workspaces' | 'clock'> & {
    audit: Audit
    testConnection: TestConnection
    simulation: Simulation
    webhooks: Webhooks
    driftLog: Pick<ServiceDriftLog, 'show'>
    counts: CountSources
    status: StatusSources
    session: {
      /** The session as shown to an operator; null: to somebody who is not signed in. */
      show: (operator: Operator | null) => Promise<Session>
      /** Called when a page of this session polls. */
      onPoll: (c: GatewayContext) => void
    }
    budget: Budget
    poller: Poller
    readiness: Readiness
    metrics: Metrics
    cached: AnswerCache
  },
) {
  const { audit, simulation, webhooks, driftLog, configuration, cached, clock } = deps
  const status = createStatus({
    ...deps.status,
    counts: (viewer) => countsOf(deps.counts, viewer),
    session: deps.session.show,
  })
  return {
    historyList: cached({
      argsOf: (c) => parseQueryOf(c, 'historyList') as Parameters<Audit['list']>[0],
      answer: (wanted) => audit.list(wanted),
    }),
    historyExport: async (c) => {
      c.header('content-disposition', 'attachment; filename="audit.csv"')
      c.header('content-type', 'text/csv; charset=utf-8')
      return c.body(audit.export(parseQueryOf(c, 'historyExport')))
    },

    connectionTest: async (c) => {
      await parseJsonBody(c, 'connectionTest')
      return c.json(await deps.testConnection(workspaceOf(c, deps), operatorOf(c).name))
    },

    simulationShow: async (c) => c.json(await simulation.show()),
    simulationDeliveryList: async (c) => c.json(await simulation.deliveries(parseQueryOf(c, 'simulationDeliveryList'))),
    simulationKeyCreate: async (c) => {
      const { name } = await parseJsonBody(c, 'simulationKeyCreate')
      return c.json(await simulation.createKey(name, operatorOf(c)))
    },
    simulationKeyRevoke: async (c) => c.json(await simulation.revokeKey(parseId(c, 'keyId'), operatorOf(c))),

    webhookReceive: async (c) => {
      const signature = c.req.header(signatureHeader)
      const { workspace } = parseQueryOf(c, 'webhookReceive')
      await webhooks.receive(Buffer.from(await readBytes(c.req.raw)), signature, workspace)
      return c.body(null, 204)
    },
    webhookShow: cached({
      argsOf: (c) => ({ address: `${ownAddress(c, configuration)}${gatewayEndpoints.webhookReceive.path}` }),
      answer({ address }) {
        // Counts change with every event and with time, so the answer is never reused.
        addExpiry(clock.steady())
        return webhooks.show(address)
      },
    }),

    serviceDriftShow: cached({
      argsOf: () => ({}),
      answer() {
        // It changes with every answer of the service, so the answer is never reused.
        addExpiry(clock.steady())
        return driftLog.show()
      },
    }),

    health: async (c) => c.json({ status: 'ok' }),
    ready: async (c) => c.json(await deps.readiness.check()),
    metricsShow: async (c) => {
      assertMayReadMetrics(c, configuration)
      const { text, contentType } = await deps.metrics.render()
      c.header('content-type', contentType)
      return c.body(text)
    },

    countShow: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps), operator: operatorOf(c) }),
      answer: (viewer) => countsOf(deps.counts, viewer),
    }),
    statusShow: cached({
      argsOf(c) {
        const operator = c.get('operator')
        return { operator, workspace: operator && workspaceOf(c, deps) }
      },
      onRequest: deps.session.onPoll,
      answer: ({ operator, workspace }) => status(operator, workspace),
    }),
    budgetShow: cached({
      argsOf(c) {
        const { name, roles } = operatorOf(c)
        return { viewer: roles.includes('admin') ? null : name }
      },
      answer: ({ viewer }) => budgetOf(deps, viewer),
    }),
  } satisfies Record<string, Handler>
}
