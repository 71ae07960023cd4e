/** The cluster of an embedded database, which one process has alone: whatever other gateways left is taken over at the start. */
import type { Store } from '../store/store.ts'
import type { Cluster } from './cluster.ts'

/** Enters this gateway. */
export async function enterAlone(store: Store, now: () => number): Promise<Cluster> {
  const { number } = await store
    .insertInto('gateways')
    .values({ beat: 0, started_at: now(), ended_at: null, taken_over_by: null })
    .returning('number')
    .executeTakeFirstOrThrow()
  const listeners: ((numbers: readonly number[]) => Promise<void>)[] = []
  return {
    isShared: false,
    number,
    isMember: () => true,
    assertMember: () => Promise.resolve(),
    isLeader: () => true,
    members: () => [number],
    publish: () => {},
    subscribe: () => {},
    onTakeOver: (listener) => void listeners.push(listener),
    onFenced: () => {},
    onResync: () => {},
    async start() {
      const rows = await store.selectFrom('gateways').select('number').where('number', '<>', number).execute()
      for (const listener of listeners) await listener(rows.map((row) => row.number))
      await store.deleteFrom('gateways').where('number', '<>', number).execute()
    },
    close: () => Promise.resolve(),
  }
}
