/**
 * Records sign-ins, failed sign-ins and sign-outs in the history (promise R51). The number of rows about failures is bounded, so that
 * strangers cannot fill the disk: for each account, and for all unknown accounts together, each of the first few failures within 15 minutes
 * has a row, then the 10th, the 100th and so on. The entered texts are not stored: an unknown e-mail may be a mistyped password.
 */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { EndpointName, Operator } from '#contract/index.ts'
import { appendHistory } from '../ledger/history.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'

/** How long failures of one kind are counted together. */
const countingWindowMs = 15 * 60_000
/** The number of failures with a row each. */
const maxSingleRows = 5

/** The operator in the history if a sign-in failed. */
export const notSignedIn = 'Not signed in'

type AccessEndpoint = Extract<
  EndpointName,
  'signIn' | 'signOut' | 'linkUse' | 'providerSignIn' | 'passkeySignIn' | 'passwordReset'
>
type Ids = Record<string, string>

const hasRow = (count: number): boolean => count <= maxSingleRows || /^10+$/.test(`${count}`)

export type AccessHistory = ReturnType<typeof createAccessHistory>

/** Writes each row as soon as the database accepts it. A failed write does not prevent signing in or out. */
export function createAccessHistory(parts: { store: Store; writeQueue: Pick<WriteQueue, 'write'>; clock: Clock }) {
  const { store, writeQueue, clock } = parts
  const counts = new LRUCache<string, { count: number }>({
    ...atMost(1_000),
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
    /** Records that somebody signed in or out. */
    recordSuccess: (endpoint: AccessEndpoint, operator: Operator, ids: Ids = {}): Promise<void> =>
      write(endpoint, { operatorId: operator.id, ...ids }, operator, null),

    /**
     * Records that a sign-in failed.
     *
     * @param ids IDs of the account or invitation that was used, if it exists
     * @param reason the refusal's code
     */
    async recordFailure(endpoint: AccessEndpoint, ids: Ids, reason: string): Promise<void> {
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
