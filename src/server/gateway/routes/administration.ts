/** Endpoints of administration: operators, audit, the connection, a simulation's keys; and placing a call. */
import type { administrationEndpoints } from '#contract/index.ts'
import type { GatewayContext } from '../http/context.ts'
import { body, type Handler, idOf, query } from '../http/handler.ts'
import { operatorOf, ownAddress, whoOf, workspaceOf } from '../http/request.ts'
import type { Audit } from '../operations/audit.ts'
import type { Asker } from '../operators/confirmation.ts'
import { cookieOf } from '../operators/sign-in.ts'
import type { Parts } from './deps.ts'

const askerOf = (c: GatewayContext, password: string | undefined): Asker => ({
  operator: operatorOf(c),
  cookie: cookieOf(c),
  password,
})

export function administrationHandlers(parts: Parts): Record<keyof typeof administrationEndpoints, Handler> {
  const { operatorAdministration, audit, simulation, placedCalls, snapshots } = parts

  return {
    operatorList: async (c) => c.json(await operatorAdministration.list(operatorOf(c))),
    operatorInvite: async (c) => {
      const { password, ...wanted } = await body(c, 'operatorInvite')
      return c.json(await operatorAdministration.invite(wanted, ownAddress(c, parts), askerOf(c, password)))
    },
    operatorUpdate: async (c) => {
      const { password, ...wanted } = await body(c, 'operatorUpdate')
      return c.json(await operatorAdministration.update(idOf(c, 'operatorId'), wanted, askerOf(c, password)))
    },
    invitationWithdraw: async (c) =>
      c.json(await operatorAdministration.withdraw(idOf(c, 'invitationId'), operatorOf(c))),

    historyList: async (c) => c.json(await audit.list(query(c, 'historyList') as Parameters<Audit['list']>[0])),
    historyExport: async (c) => {
      c.header('content-disposition', 'attachment; filename="audit.csv"')
      c.header('content-type', 'text/csv; charset=utf-8')
      return c.body(audit.export(query(c, 'historyExport')))
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
    simulationDeliveryList: async (c) =>
      c.json(await simulation.deliveries(query(c, 'simulationDeliveryList') as { page: number; limit: number })),
    simulationKeyCreate: async (c) => {
      const { name } = await body(c, 'simulationKeyCreate')
      return c.json(await simulation.createKey(name, operatorOf(c)))
    },
    simulationKeyRevoke: async (c) => c.json(await simulation.revokeKey(idOf(c, 'keyId'), operatorOf(c))),
  }
}
