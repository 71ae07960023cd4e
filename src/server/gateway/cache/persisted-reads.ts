/**
 * Persists snapshots, so that after a restart operators see the last known state with its true age while the service does not respond.
 * Writes are batched. Rows are deleted after a day, since they hold people's texts and numbers; a read whose query may hold a number
 * is not persisted. Snapshots belong to one API key and are never used with another. Gateways that share the store exchange snapshots
 * through these rows, so they write each one at once, including refusals.
 */
import type { ExpressionBuilder, Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { EndpointDefinition, RefusalData } from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Core } from '../cluster/core.ts'
import { dateOf, dayMs, hourMs, maxClockDifferenceMs, momentOf, sharedMomentOf } from '../shared/clock.ts'
import { saveSetting } from '../store/settings.ts'
import type { Store, Tables } from '../store/store.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import { answerSnapshot, parseReadKey, refusalSnapshot, type Snapshot } from './cached-reads.ts'
import { type Read, readKey } from './read.ts'
import { readEndpoint } from './read-rules.ts'

const maxBytes = 16 * 1024 * 1024
const maxRows = 2_000
/** The shortest time between two writes, and the delay after the first change. */
const writeIntervalMs = 2_000
const firstWriteDelayMs = 250
const settingName = 'last read'

interface Row {
  at: number
  body: string
  refusal: string | null
  fingerprint: string
}

export interface PersistedRead {
  read: Read
  snapshot: Snapshot
}

interface PersistedReadsDeps extends Pick<Core, 'store' | 'clock' | 'log'> {
  cluster: Pick<Cluster, 'isShared' | 'number'>
  serviceHealth: ServiceHealth
  /** The fingerprint of the API key with which everything is read. */
  fingerprint: string
  /** The workspaces in the configuration. */
  workspaces: readonly { id: string }[]
}

const hasSearchText = (read: Read) => read.query.search !== undefined

/** Whether the answer to a read is persisted and shared with other gateways. Files are not. */
export const isPersisted = (read: Read): boolean =>
  !(/* guard: no-number-is-kept */ hasSearchText(read)) && isJson(read)
const rowSize = (body: string) => Math.max(1, Buffer.byteLength(body))
const isJson = ({ name }: Read) => (readEndpoint(name) as EndpointDefinition).response !== undefined

/**
 * Loads the persisted snapshots.
 *
 * @returns the store, and the snapshots, oldest first. All are stale: they are used only when the service does not answer
 */
export async function openPersistedReads(deps: PersistedReadsDeps) {
  const { isShared } = deps.cluster
  /** The size of each stored or pending row. Evicted rows are deleted. */
  const sizes: LRUCache<string, number> = new LRUCache<string, number>({
    max: maxRows,
    maxSize: maxBytes,
    sizeCalculation: (size) => size,
    dispose: (_, key, reason) => {
      if (reason === 'evict') pendingChanges.set(key, null)
    },
  })
  /** Pending changes; null: the row is deleted. */
  let pendingChanges = new Map<string, Row | null>()
  let timer: NodeJS.Timeout | undefined
  let lastWriteAt = -Infinity
  let pendingWrite: Promise<void> = Promise.resolve()
  let savedOwner = ''
  let isForeign = false
  let onWritten: (reads: string[]) => void = () => {}
  const pruneTimer: NodeJS.Timeout = setInterval(() => void prune().catch(() => {}), hourMs)
  pruneTimer.unref()

  /** Persists a snapshot. A refusal deletes the row, unless gateways share the rows: then the refusal is stored too. */
  function observe(read: Read, snapshot: Snapshot): void {
    const key = readKey(read)
    if (!isPersisted(read) || typeof snapshot.body !== 'string') return
    const { readAt, body, refusal } = snapshot
    if (refusal && !isShared) {
      if (!sizes.delete(key)) return
      pendingChanges.set(key, null)
    } else {
      const row = { body, refusal: refusal && JSON.stringify(refusal), fingerprint: deps.fingerprint }
      pendingChanges.set(key, { at: dateOf(deps.clock, readAt), ...row })
      sizes.set(key, rowSize(body))
      // This row alone exceeds the maximum size of all rows, so it is not stored.
      if (!sizes.has(key)) pendingChanges.set(key, null)
    }
    if (isShared) return void write()
    const delayMs = Math.max(firstWriteDelayMs, lastWriteAt + writeIntervalMs - deps.clock.steady())
    timer ??= setTimeout(() => void write(), delayMs).unref()
  }

  /** Writes pending changes. On a full disk they stay pending, and reads continue. */
  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    lastWriteAt = deps.clock.steady()
    pendingWrite = pendingWrite.then(() => writeChanges())
    return pendingWrite
  }

  async function close(): Promise<void> {
    clearInterval(pruneTimer)
    await write()
  }

  async function writeChanges(): Promise<void> {
    const { store, log, serviceHealth, fingerprint, cluster } = deps
    // The same order at all gateways avoids deadlocks.
    const changes = new Map([...pendingChanges].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (changes.size === 0) return
    pendingChanges = new Map()
    const owner = JSON.stringify({ fingerprint, mode: serviceHealth.mode })
    const { number } = cluster
    try {
      await store.transaction().execute(async (transaction) => {
        // The fingerprint and mode are stored in the same transaction, so a crash leaves no rows without an owner.
        await deleteForeign(transaction)
        if (owner !== savedOwner) await saveSetting(transaction, settingName, owner)
        for (const [read, row] of changes) {
          await (row === null
            ? transaction.deleteFrom('last_read').where('read', '=', read)
            : transaction
                .insertInto('last_read')
                .values({ read, ...row })
                .onConflict((conflict) => {
                  const update = conflict.column('read').doUpdateSet(row)
                  return isShared ? update.where(isReplaceable(row.at)) : update
                })
          ).execute()
        }
        // Ends the claims: waiting gateways find the answer, or read themselves.
        if (isShared)
          for (const [read, row] of changes)
            await transaction
              .updateTable('reads_under_way')
              .set({ until: deps.clock.now(), ...(row && { read_at: row.at }) })
              .where('read', '=', read)
              .where('gateway', '=', number)
              .execute()
      })
      savedOwner = owner
      onWritten([...changes.keys()])
      if (!isShared) await prune()
    } catch (error) {
      pendingChanges = new Map([...changes, ...pendingChanges])
      log.error({ error: String(error) }, 'could not persist snapshots')
    }
  }

  /**
   * Whether a row may be replaced by a snapshot of this date (epoch ms). Another gateway may have written a newer one while this one had no
   * database. A later date than now was written before the clock was set back.
   */
  const isReplaceable = (at: number) => (eb: ExpressionBuilder<Tables, 'last_read'>) =>
    eb.or([
      eb('last_read.at', '<=', at),
      eb('last_read.at', '>', deps.clock.now() + maxClockDifferenceMs),
      eb('last_read.fingerprint', '<>', deps.fingerprint),
    ])

  /** Deletes another API key's rows. If that fails on a full disk, it is retried before the next write. */
  async function deleteForeign(store: Store): Promise<void> {
    if (!isForeign) return
    await store.deleteFrom('last_read').execute()
    isForeign = false
  }

  async function prune(): Promise<void> {
    const { store, clock } = deps
    await store
      .deleteFrom('last_read')
      .where('at', '<', clock.now() - dayMs)
      .execute()
    if (isShared)
      await store
        .deleteFrom('reads_under_way')
        .where('until', '<', clock.now() - hourMs)
        .execute()
  }

  /** Loads the snapshots of an earlier process or of other gateways. */
  async function loadSnapshots(): Promise<PersistedRead[]> {
    const { store, serviceHealth, fingerprint } = deps
    // On a full disk, deleting fails too. Old rows are skipped below.
    await prune().catch(() => {})
    const ownerRow = await store
      .selectFrom('settings')
      .select('value')
      .where('name', '=', settingName)
      .executeTakeFirst()
    const owner = JSON.parse(ownerRow?.value ?? '{}') as { fingerprint?: string; mode?: ServiceHealth['mode'] }
    const isOurs = owner.fingerprint === fingerprint
    if (isOurs) serviceHealth.restoreMode(owner.mode ?? 'unknown')
    else if (!isShared) {
      isForeign = true
      await deleteForeign(store).catch(() => {})
      return []
    }
    const persisted = await loadSince(deps.clock.now() - dayMs)
    return persisted.map(({ read, snapshot }) => ({ read, snapshot: { ...snapshot, stale: true } }))
  }

  /** The snapshots since a date (epoch ms), oldest first. */
  async function loadSince(date: number): Promise<PersistedRead[]> {
    return parseRows(await selectRows().where('at', '>=', date).orderBy('at').execute())
  }

  /** The stored snapshot of a read; undefined if there is none that can be parsed. */
  async function find(key: string): Promise<PersistedRead | undefined> {
    return parseRows(await selectRows().where('read', '=', key).execute())[0]
  }

  function selectRows() {
    const query = deps.store.selectFrom('last_read').selectAll()
    return isShared ? query.where('fingerprint', '=', deps.fingerprint) : query
  }

  function parseRows(rows: readonly Selectable<Tables['last_read']>[]): PersistedRead[] {
    const { clock, workspaces } = deps
    return rows.flatMap(({ read: key, at, body, refusal }) => {
      sizes.set(key, rowSize(body))
      const read = parseReadKey(key)
      const isOurs = read !== null && (read.workspace === null || workspaces.some(({ id }) => id === read.workspace))
      if (!isOurs) return []
      const readAt = /* guard: gateways-name-one-date */ (isShared ? sharedMomentOf : momentOf)(clock, at)
      if (refusal !== null) return [{ read, snapshot: refusalSnapshot(JSON.parse(refusal) as RefusalData, readAt) }]
      try {
        return [{ read, snapshot: answerSnapshot(read, Buffer.from(body), readAt) }]
      } catch {
        // Another version wrote the row and this one cannot parse it. The next read gets the data from the service.
        return []
      }
    })
  }

  const persistedReads = {
    observe,
    loadSince,
    find,
    write,
    close,
    /** Calls back with the keys that were written. */
    onWritten: (listener: (reads: string[]) => void): void => {
      onWritten = listener
    },
  }
  return { persistedReads, restored: (await loadSnapshots()).filter(({ snapshot }) => !snapshot.refusal) }
}

export type PersistedReads = Awaited<ReturnType<typeof openPersistedReads>>['persistedReads']
