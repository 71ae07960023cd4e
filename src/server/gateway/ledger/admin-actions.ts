/** Records what administrators change in Switchboard itself, before it is done, so that it appears in the audit. */
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
  /** Ids of the changed things; no names. */
  ids: Record<string, string>
  operator: Operator
  /** Why, in the operator's own words. */
  reason?: string
}

/**
 * Records an action, performs it, and records its end.
 *
 * @throws Refusal 503 when it cannot be recorded, in which case it is not performed; and every refusal of `act`
 */
export type RecordAction = <T>(action: AdminAction, act: () => Promise<T>) => Promise<T>

export function createActionRecorder(parts: {
  store: Store
  cluster: Pick<Cluster, 'number'>
  writeQueue: WriteQueue
  clock: Clock
}): RecordAction {
  const { store, cluster, writeQueue, clock } = parts
  return async ({ endpoint, ids, operator, reason }, act) => {
    const id = randomUUID()
    const by = { operator_id: operator.id, operator: operator.name, at: clock.now() }
    const effect = { id, endpoint, ids: JSON.stringify(ids), target: null, key: id, body: '', ...by }
    try {
      await store
        .transaction()
        .execute((store) => insertEffect(store, effect, { state: 'sending', gateway: cluster.number }))
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
      const done = await act()
      await recordEnd('done', reason ?? null)
      return done
    } catch (error) {
      await recordEnd('refused', error instanceof Refusal ? error.code : 'broken')
      throw error
    }
  }
}
