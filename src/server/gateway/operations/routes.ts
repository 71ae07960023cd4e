/** Endpoints of operating Switchboard: audit, connection, simulation, events, counts, budget, health and metrics. */
import { gatewayEndpoints, type Session, signatureHeader } from '#contract/index.ts'
import type { Watcher } from '../cache/watched-reads.ts'
import type { GatewayContext } from '../http/context.ts'
import { tagged } from '../http/etag.ts'
import { body, type Handler, idOf, query } from '../http/handler.ts'
import { bytesOf } from '../http/parse.ts'
import { operatorOf, ownAddress, whoOf, workspaceOf } from '../http/request.ts'
import type { Clock } from '../shared/clock.ts'
import type { Configuration, Workspace } from '../shared/configuration.ts'
import type { Budget } from '../upstream/budget.ts'
import type { Audit } from './audit.ts'
import { budgetOf } from './budget.ts'
import type { TestConnection } from './connection-test.ts'
import { type CountSources, countsOf } from './counts.ts'
import { type Metrics, mayReadMetrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import type { Simulation } from './simulation.ts'
import { type StatusSources, statusOf } from './status.ts'
import type { Webhooks } from './webhooks.ts'

export function operationRoutes(deps: {
  audit: Audit
  testConnection: TestConnection
  simulation: Simulation
  webhooks: Webhooks
  counts: CountSources
  status: StatusSources
  /** The session of whoever asks, as it is. */
  session: (c: GatewayContext) => Promise<Session>
  budget: Budget
  watcher: Watcher
  clock: Clock
  readiness: Readiness
  metrics: Metrics
  configuration: Configuration
  workspaces: readonly Workspace[]
}) {
  const { audit, simulation, webhooks, configuration } = deps
  return {
    historyList: async (c) => c.json(await audit.list(query(c, 'historyList') as Parameters<Audit['list']>[0])),
    historyExport: async (c) => {
      c.header('content-disposition', 'attachment; filename="audit.csv"')
      c.header('content-type', 'text/csv; charset=utf-8')
      return c.body(audit.export(query(c, 'historyExport')))
    },

    connectionTest: async (c) => {
      await body(c, 'connectionTest')
      return c.json(await deps.testConnection(workspaceOf(c, deps), operatorOf(c).name))
    },

    simulationShow: async (c) => c.json(await simulation.show()),
    simulationDeliveryList: async (c) =>
      c.json(await simulation.deliveries(query(c, 'simulationDeliveryList') as { page: number; limit: number })),
    simulationKeyCreate: async (c) => {
      const { name } = await body(c, 'simulationKeyCreate')
      return c.json(await simulation.createKey(name, operatorOf(c)))
    },
    simulationKeyRevoke: async (c) => c.json(await simulation.revokeKey(idOf(c, 'keyId'), operatorOf(c))),

    webhookReceive: async (c) => {
      const signature = c.req.header(signatureHeader)
      const { workspace } = query(c, 'webhookReceive') as { workspace?: string }
      await webhooks.receive(Buffer.from(await bytesOf(c.req.raw)), signature, workspace)
      return c.body(null, 204)
    },
    webhookShow: async (c) =>
      c.json(webhooks.show(`${ownAddress(c, configuration)}${gatewayEndpoints.webhookReceive.path}`)),

    health: async (c) => c.json({ status: 'ok' }),
    ready: async (c) => c.json(await deps.readiness.check()),
    metricsShow: async (c) => {
      mayReadMetrics(c, configuration)
      const { text, contentType } = await deps.metrics.show()
      c.header('content-type', contentType)
      return c.body(text)
    },

    countShow: async (c) =>
      c.json(await countsOf(deps.counts, { workspace: workspaceOf(c, deps), who: whoOf(c), operator: operatorOf(c) })),
    statusShow: async (c) => tagged(c, await statusOf(deps.status, await deps.session(c), () => workspaceOf(c, deps))),
    budgetShow: async (c) => c.json(budgetOf(deps)),
  } satisfies Record<string, Handler>
}
