/** The embedded service's keys and webhook, for administrators. Available only if this process runs the service. */
import type { Contract, Operator, ResponseOf, SimulationKey } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { notFound, notOffered, refusal } from '../shared/refusals.ts'

/** The embedded service, if this process runs it. */
export interface EmbeddedService {
  webhookSecret: string
  /** The address that it delivers events to; null while there is none. */
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
 * @param embedded null: an external service, for which every function throws 404 `not_offered`
 * @param ownFingerprint the fingerprint of the key that Switchboard itself uses
 */
export function createSimulation({
  embedded,
  ownFingerprint,
  recordAction,
}: {
  embedded: EmbeddedService | null
  ownFingerprint: string
  recordAction: RecordAction
}) {
  const requireEmbedded = (): EmbeddedService => {
    if (!embedded) throw notOffered()
    return embedded
  }

  return {
    async show() {
      const { keys, webhookSecret, webhookAddress } = requireEmbedded()
      return { keys: await keys.list(), webhookSecret, webhookAddress: webhookAddress() }
    },

    /** The delivery log, the latest first. */
    deliveries: async (page: { page: number; limit: number }) => requireEmbedded().deliveries(page),

    async createKey(name: string, operator: Operator) {
      const { keys } = requireEmbedded()
      return recordAction({ endpoint: 'simulationKeyCreate', ids: {}, operator }, () => keys.create(name))
    },

    /** Revokes a key at once. @throws Refusal 404; 409 for the key that Switchboard itself uses */
    async revokeKey(keyId: string, operator: Operator) {
      const { keys } = requireEmbedded()
      const key = (await keys.list()).find(({ id }) => id === keyId)
      if (!key) throw notFound('This key does not exist. Nothing was revoked.')
      // guard: own-key-stays
      if (key.fingerprint === ownFingerprint)
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
