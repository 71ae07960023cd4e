/** Records every action that changes Switchboard itself before it is performed, so that it appears in the audit. */
import { randomUUID } from 'node:crypto'
import { type EndpointName, type Operator, Refusal } from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import { appendOutcome, insertEffect } from './history.ts'
import { notRecorded } from './refusals.ts'
import type { WriteQueue } from './write-queue.ts'

interface AdminAction {
  endpoint: EndpointName
  /** Ids of what is changed, without names. */
  ids: Record<string, string>
  operator: Operator
  /** The reason that the operator gave. */
  reason?: string
}

/**
 * Records an action, performs it, and records its end.
 *
 * @throws Refusal 503 when it cannot be recorded, in which case it is not performed; and every refusal of `perform`
 */
export type RecordAction = <T>(action: AdminAction, perform: () => Promise<T>) => Promise<T>

export function createActionRecorder(deps: {
  store: Store
  cluster: Pick<Cluster, 'number' | 'assertMember'>
  writeQueue: WriteQueue
  clock: Clock
}): RecordAction {
  const { store, cluster, writeQueue, clock } = deps
  return async ({ endpoint, ids, operator, reason }, perform) => {
    const id = randomUUID()
    const operatorFields = { operator_id: operator.id, operator: operator.name, at: clock.now() }
    const effect = { id, endpoint, ids: JSON.stringify(ids), target: null, key: id, body: '', ...operatorFields }
    try {
      await store.transaction().execute(async (store) => {
        await cluster.assertMember(store)
        await insertEffect(store, effect, { state: 'sending', gateway: cluster.number })
      })
    } catch {
      // guard: own-changes-are-recorded
      throw notRecorded()
    }
    const recordEnd = (state: 'done' | 'refused', reason: string | null) =>
      writeQueue.write(() =>
        store.transaction().execute(async (store) => {
          await appendOutcome(store, id, { state, at: clock.now(), operator: operator.name, reason })
        }),
      )
    try {
      const result = await perform()
      await recordEnd('done', reason ?? null)
      return result
    } catch (error) {
      await recordEnd('refused', error instanceof Refusal ? error.code : 'broken')
      throw error
    }
  }
}
