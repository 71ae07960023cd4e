/** The embedded service's keys and webhook, for administrators; only where this process runs it. */
import type { Contract, Operator, ResponseOf, SimulationKey } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { notFound, notOffered, refusal } from '../shared/refusals.ts'

/** What the process hands in where it runs the service itself. */
export interface EmbeddedService {
  webhookSecret: string
  /** Where it delivers its events; null: nowhere (yet). */
  webhookAddress: () => string | null
  deliveries: (page: { page: number; limit: number }) => Promise<ResponseOf<Contract['simulationDeliveryList']>>
  keys: {
    list: () => Promise<SimulationKey[]>
    create: (name: string) => Promise<{ key: string; kept: SimulationKey }>
    revoke: (id: string) => Promise<boolean>
  }
}

export type Simulation = ReturnType<typeof createSimulation>

/**
 * @param embedded null: the service is somebody else's, and all of this is 404 `not_offered`
 * @param own the fingerprint of the key that Switchboard itself uses
 */
export function createSimulation({
  embedded,
  own,
  recordAction,
}: {
  embedded: EmbeddedService | null
  own: string
  recordAction: RecordAction
}) {
  const here = (): EmbeddedService => {
    if (!embedded) throw notOffered()
    return embedded
  }

  return {
    async show() {
      const { keys, webhookSecret, webhookAddress } = here()
      return { keys: await keys.list(), webhookSecret, webhookAddress: webhookAddress() }
    },

    /** The log of deliveries, the latest first. */
    deliveries: async (page: { page: number; limit: number }) => here().deliveries(page),

    async createKey(name: string, operator: Operator) {
      const { keys } = here()
      return recordAction({ endpoint: 'simulationKeyCreate', ids: {}, operator }, () => keys.create(name))
    },

    /** At once. @throws Refusal 404; 409 for the key that Switchboard itself uses */
    async revokeKey(keyId: string, operator: Operator) {
      const { keys } = here()
      const key = (await keys.list()).find(({ id }) => id === keyId)
      if (!key) throw notFound('There is no such key. Nothing was revoked.')
      // guard: own-key-stays
      if (key.fingerprint === own)
        throw refusal({
          status: 409,
          code: 'own_key',
          message: 'Switchboard itself uses this key, so it was not revoked.',
        })
      return recordAction({ endpoint: 'simulationKeyRevoke', ids: { keyId }, operator }, async () => ({
        revoked: await keys.revoke(keyId),
      }))
    },
  }
}
