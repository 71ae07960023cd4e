/** The cluster of an embedded database, which only one process uses: it takes over all earlier gateways' work at the start. */
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Store } from '../store/store.ts'
import type { Cluster } from './cluster.ts'

const row = (now: number) => ({ beat: 0, started_at: now, ended_at: null, taken_over_by: null })

/** Records this gateway. On a full disk it uses the next number, recorded with its first work, so that reads and cancels still work. */
async function assignNumber(store: Store, now: number): Promise<{ number: number; isRecorded: boolean }> {
  try {
    const { number } = await store.insertInto('gateways').values(row(now)).returning('number').executeTakeFirstOrThrow()
    return { number, isRecorded: true }
  } catch (error) {
    if (!isDatabaseFault(error)) throw error
    const last = await store.selectFrom('gateways').select('number').orderBy('number', 'desc').executeTakeFirst()
    return { number: (last?.number ?? 0) + 1, isRecorded: false }
  }
}

/** Creates the cluster with this gateway as its only member. */
export async function createSingleGateway(store: Store, now: () => number): Promise<Cluster> {
  const { number, isRecorded } = await assignNumber(store, now())
  const listeners: ((numbers: readonly number[]) => Promise<void>)[] = []
  return {
    isShared: false,
    number,
    isMember: () => true,
    async assertMember(store) {
      if (isRecorded) return
      await store
        .insertInto('gateways')
        .values({ number, ...row(now()) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    isLeader: () => true,
    members: () => [number],
    silentMembers: () => [],
    publish: () => {},
    subscribe: () => {},
    position: () => Promise.resolve(null),
    waitForPosition: () => Promise.resolve(),
    onTakeOver: (listener) => void listeners.push(listener),
    selectDisconnected: (numbers) => Promise.resolve(numbers),
    onFenced: () => {},
    onResync: () => {},
    async start() {
      const rows = await store.selectFrom('gateways').select('number').where('number', '<>', number).execute()
      if (rows.length === 0) return
      for (const listener of listeners) await listener(rows.map((row) => row.number))
      // A full disk must not prevent the start: the rows are found again at the next one.
      await store
        .deleteFrom('gateways')
        .where('number', '<>', number)
        .execute()
        .catch(() => {})
    },
    close: () => Promise.resolve(),
  }
}
