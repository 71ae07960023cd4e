/** Opens the store as one of its gateways, or as the only one. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { lockSchema } from '#server/database/lock.ts'
import { type DatabaseLocation, identifier } from '#server/database/open.ts'
import { type Clock, clock } from '../shared/clock.ts'
import { assertNotMoved } from '../store/moved.ts'
import { saveSetting } from '../store/settings.ts'
import { openStore, type Store } from '../store/store.ts'
import type { Cluster } from './cluster.ts'
import { joinCluster } from './postgres-cluster.ts'
import { createSingleGateway } from './single-gateway.ts'

export interface GatewayStore {
  store: Store
  cluster: Cluster
  /** The clock that all gateways of the store go by. */
  clock: Clock
  /** Resolves with a message for operators when another process has taken the store: this one must end. */
  takenOver: Promise<string>
  /** Releases the lock for other processes. Call it after the store is closed. */
  release: () => Promise<void>
}

/** `beatMs` as in `lockSchema`, `maxSilenceMs` as in `joinCluster`: the defaults unless a test has no time for them. */
export interface Pace {
  beatMs?: number
  maxSilenceMs?: number
}

const lastProcessSetting = 'last process'

/**
 * Opens the store as one of its gateways. An embedded database allows one process, by its file lock. On PostgreSQL the gateways share a
 * schema lock: while it is not held, every statement and transaction fails with DatabaseUnavailable.
 *
 * @param shared whether other gateways may use the PostgreSQL at the same time
 * @throws DatabaseBusy when another process has the store
 */
export async function openGatewayStore(
  location: DatabaseLocation,
  shared = true,
  { beatMs, maxSilenceMs }: Pace = {},
): Promise<GatewayStore> {
  if ('file' in location) {
    const store = await openStore(location)
    await assertNotMoved(store).catch(async (error: unknown) => {
      await store.destroy()
      throw error
    })
    const cluster = await createSingleGateway(store, clock.now)
    return { store, cluster, clock, takenOver: new Promise(() => {}), release: () => Promise.resolve() }
  }
  const processId = randomUUID()
  let store: Store | undefined
  // Uses the lock's connection, since the pool refuses statements while the lock is not held.
  const isUntouched = async (connection: pg.Client) => {
    if (!store) return true
    const table = `${pg.escapeIdentifier(identifier(location.schema))}.settings`
    const { rows } = await connection.query<{ value: string }>(`select value from ${table} where name = $1`, [
      lastProcessSetting,
    ])
    return rows[0]?.value === processId
  }
  const lock = await lockSchema({ ...location, shared, beatMs, isUntouched })
  try {
    store = await openStore({ ...location, lock })
    await saveSetting(store, lastProcessSetting, processId)
    const membership = await joinCluster({ store, lock, schema: location.schema, isAlone: !shared, maxSilenceMs })
    return { store, ...membership, takenOver: lock.takenOver, release: lock.release }
  } catch (error) {
    await store?.destroy()
    await lock.release()
    throw error
  }
}
