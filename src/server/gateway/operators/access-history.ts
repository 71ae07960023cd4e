/**
 * Sign-ins, failed sign-ins and sign-outs as rows of the history (reliability R51). Failures are bounded, so that strangers cannot fill
 * the disk: for each account, and for all unknown accounts together, the first few within 15 minutes have a row each, then the 10th, the
 * 100th and so on. What was typed is not stored: an unknown e-mail may be a mistyped password.
 */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { EndpointName, Operator } from '#contract/index.ts'
import { appendHistory } from '../ledger/history.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'

/** How long failures of one kind are counted together, ms. */
const countingWindowMs = 15 * 60_000
/** Number of failures that get a row each. */
const maxSingleRows = 5

/** The operator in the history if a sign-in failed. */
export const notSignedIn = 'Not signed in'

type AccessEndpoint = Extract<EndpointName, 'signIn' | 'signOut' | 'linkUse' | 'providerSignIn'>
type Ids = Record<string, string>

const hasRow = (count: number): boolean => count <= maxSingleRows || /^10+$/.test(`${count}`)

export type AccessHistory = ReturnType<typeof createAccessHistory>

/** Writes as soon as the database accepts it. A failed write does not prevent signing in or out. */
export function createAccessHistory(parts: { store: Store; writeQueue: Pick<WriteQueue, 'write'>; clock: Clock }) {
  const { store, writeQueue, clock } = parts
  const counts = new LRUCache<string, { count: number }>({
    max: 1_000,
    ttl: countingWindowMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })

  const write = (endpoint: AccessEndpoint, ids: Ids, by: Operator | null, reason: string | null): Promise<void> => {
    const id = randomUUID()
    const at = clock.now()
    const operator = by?.name ?? notSignedIn
    const effect = { id, endpoint, ids: JSON.stringify(ids), target: null, key: id, body: '', at, operator }
    return writeQueue.write(() =>
      store.transaction().execute(async (store) => {
        const { numInsertedOrUpdatedRows } = await store
          .insertInto('effects')
          .values({ ...effect, operator_id: by?.id ?? '' })
          // A retry may find the row already written. That must not fail: other rows wait behind it.
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (Number(numInsertedOrUpdatedRows) === 0) return
        await appendHistory(store, id, { state: reason === null ? 'done' : 'refused', at, operator, reason })
      }),
    )
  }

  return {
    /** Somebody signed in or out. */
    done: (endpoint: AccessEndpoint, operator: Operator, ids: Ids = {}): Promise<void> =>
      write(endpoint, { operatorId: operator.id, ...ids }, operator, null),

    /**
     * A sign-in failed.
     *
     * @param ids the account or invitation that they tried, if it exists
     * @param reason the refusal's code
     */
    async failed(endpoint: AccessEndpoint, ids: Ids, reason: string): Promise<void> {
      const key = JSON.stringify([endpoint, ids, reason])
      const counter = counts.get(key) ?? { count: 0 }
      counter.count += 1
      // The window starts with the first failure; `set` would restart it.
      if (counter.count === 1) counts.set(key, counter)
      const { count } = counter
      if (/* guard: failed-sign-ins-fill-no-disk */ hasRow(count))
        await write(endpoint, { ...ids, ...(count > maxSingleRows && { tries: `${count}` }) }, null, reason)
    },
  }
}
