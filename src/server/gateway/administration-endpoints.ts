/** Endpoints of administration: operators, audit, the connection, a simulation's keys; and placing a call. */
import type { administrationEndpoints } from '#contract/index.ts'
import type { Audit } from './audit.ts'
import type { GatewayContext } from './context.ts'
import { body, type Handler, idOf, query } from './handling.ts'
import type { Parts } from './parts.ts'
import { operatorOf, whoOf, workspaceOf } from './service-endpoints.ts'

export function administrationHandlers(parts: Parts): Record<keyof typeof administrationEndpoints, Handler> {
  const { operatorAdministration, audit, simulation, placedCalls, snapshots, publicUrl } = parts
  /** Where this person has opened Switchboard; the Host header was checked. */
  const addressOf = (c: GatewayContext) => publicUrl?.origin ?? `http://${c.req.header('host')}`

  return {
    operatorList: async (c) => c.json(await operatorAdministration.list()),
    operatorInvite: async (c) => {
      const { roles } = await body(c, 'operatorInvite')
      return c.json(await operatorAdministration.invite(roles, addressOf(c), operatorOf(c)))
    },
    operatorUpdate: async (c) => {
      const id = idOf(c, 'operatorId')
      return c.json(await operatorAdministration.update(id, await body(c, 'operatorUpdate'), operatorOf(c)))
    },

    historyList: async (c) =>
      c.json(await audit.list(query(c, 'historyList') as unknown as Parameters<Audit['list']>[0])),
    historyExport: async (c) => {
      const csv = await audit.export(query(c, 'historyExport'))
      c.header('content-disposition', 'attachment; filename="audit.csv"')
      c.header('content-type', 'text/csv; charset=utf-8')
      return c.body(csv)
    },

    connectionTest: async (c) => {
      await body(c, 'connectionTest')
      return c.json(await parts.testConnection(workspaceOf(c, parts), operatorOf(c).name))
    },

    callPlace: async (c) => {
      const { agentId, toNumber, again = false } = await body(c, 'callPlace')
      const by = { operator: operatorOf(c), key: c.req.header('idempotency-key'), who: whoOf(c) }
      try {
        const workspace = workspaceOf(c, parts)
        return c.json((await placedCalls.place({ agentId, toNumber, again, ...by, workspace })) as object)
      } finally {
        snapshots.makeOld('callSend', {})
      }
    },
    placedCallList: async (c) => c.json({ calls: await placedCalls.list() }),

    simulationShow: async (c) => c.json(await simulation.show()),
    simulationKeyCreate: async (c) => {
      const { name } = await body(c, 'simulationKeyCreate')
      return c.json(await simulation.createKey(name, operatorOf(c)))
    },
    simulationKeyRevoke: async (c) => c.json(await simulation.revokeKey(idOf(c, 'keyId'), operatorOf(c))),
  }
}
