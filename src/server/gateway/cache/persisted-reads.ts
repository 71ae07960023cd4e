/**
 * What was last read of the service, kept over a restart: whoever comes back while the service is away sees the last known state
 * with its true age. Written together and seldom, for a day at most, since texts and numbers of people stand in it; a reading
 * whose own words hold a number is not kept. It belongs to one key of the service: under another one nothing of it is shown.
 * Gateways that share the store have each other's readings from here: each is written at once, the service's word that something is
 * not there too.
 */
import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { EndpointDefinition, RefusalData } from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, dateOf, momentOf, sharedMomentOf } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { type Store, saveSetting, type Tables } from '../store/store.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import { answerSnapshot, parseReadKey, refusalSnapshot, type Snapshot } from './cached-reads.ts'
import { type Read, readKey } from './read.ts'
import { readEndpoint } from './read-rules.ts'

const maxBytes = 16 * 1024 * 1024
const maxRows = 2_000
/** ms between two writings, and from the first thing to be written until then. */
const writeIntervalMs = 2_000
const firstWriteDelayMs = 250
const hour = 3_600_000
const day = 24 * hour
const setting = 'last read'

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

interface PersistedReadsDeps {
  store: Store
  cluster: Pick<Cluster, 'isShared' | 'number'>
  clock: Clock
  state: ServiceHealth
  log: Log
  /** Of the key under which everything is read. */
  fingerprint: string
  /** Those that the configuration names. */
  workspaces: readonly { id: string }[]
}

const hasSearchText = (read: Read) => read.query.search !== undefined

/** Whether the answer to a read is kept, and known to other gateways. A file is not. */
export const isPersisted = (read: Read): boolean =>
  !(/* guard: no-number-is-kept */ hasSearchText(read)) && isJson(read)
const rowSize = (body: string) => Math.max(1, Buffer.byteLength(body))
const isJson = ({ name }: Read) => (readEndpoint(name) as EndpointDefinition).response !== undefined

/**
 * Opens what is kept.
 *
 * @returns it, and the readings that stand, the oldest first. None of them counts as fresh: they answer where the service cannot
 */
export async function openPersistedReads(parts: PersistedReadsDeps) {
  const { isShared } = parts.cluster
  /** The size of each row that stands, or will; what has no room any more is deleted. */
  const sizes: LRUCache<string, number> = new LRUCache<string, number>({
    max: maxRows,
    maxSize: maxBytes,
    sizeCalculation: (size) => size,
    dispose: (_, key, reason) => {
      if (reason === 'evict') changed.set(key, null)
    },
  })
  /** What is to be written; null: deleted. */
  let changed = new Map<string, Row | null>()
  let timer: NodeJS.Timeout | undefined
  let writtenAt = -Infinity
  let writing: Promise<void> = Promise.resolve()
  let saved = ''
  let isForeign = false
  let onWritten: (reads: string[]) => void = () => {}
  const pruning: NodeJS.Timeout = setInterval(() => void prune().catch(() => {}), hour)
  pruning.unref()

  /** Keeps an answer of the service; where gateways share it also its word that something is not there, which else ends what was kept. */
  function observe(read: Read, snapshot: Snapshot): void {
    const key = readKey(read)
    if (!isPersisted(read) || typeof snapshot.body !== 'string') return
    const { readAt, body, refusal } = snapshot
    if (refusal && !isShared) {
      if (!sizes.delete(key)) return
      changed.set(key, null)
    } else {
      const row = { body, refusal: refusal && JSON.stringify(refusal), fingerprint: parts.fingerprint }
      changed.set(key, { at: dateOf(parts.clock, readAt), ...row })
      sizes.set(key, rowSize(body))
      // Larger than everything together may be: then it is not kept at all.
      if (!sizes.has(key)) changed.set(key, null)
    }
    if (isShared) return void write()
    const wait = Math.max(firstWriteDelayMs, writtenAt + writeIntervalMs - parts.clock.steady())
    timer ??= setTimeout(() => void write(), wait).unref()
  }

  /** Writes what has changed. With a full disk it stays to be written: reading goes on. */
  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writtenAt = parts.clock.steady()
    writing = writing.then(() => writeChanges())
    return writing
  }

  async function close(): Promise<void> {
    clearInterval(pruning)
    await write()
  }

  async function writeChanges(): Promise<void> {
    const { store, log, state, fingerprint, cluster } = parts
    // In one order at all gateways, so that none waits for another that waits for it.
    const changes = new Map([...changed].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (changes.size === 0) return
    changed = new Map()
    const known = JSON.stringify({ fingerprint, mode: state.mode })
    const { number } = cluster
    try {
      await store.transaction().execute(async (within) => {
        // Whose these are, and whether of a simulation, stands with them: a crash leaves none that are nobody's.
        await deleteForeign(within)
        if (known !== saved) await saveSetting(within, setting, known)
        for (const [read, row] of changes) {
          await (row === null
            ? within.deleteFrom('last_read').where('read', '=', read)
            : within
                .insertInto('last_read')
                .values({ read, ...row })
                .onConflict((conflict) => conflict.column('read').doUpdateSet(row))
          ).execute()
        }
        // Whoever waits for these finds them; or may ask for itself.
        if (isShared)
          for (const [read, row] of changes)
            await within
              .updateTable('reads_under_way')
              .set({ until: parts.clock.now(), ...(row && { read_at: row.at }) })
              .where('read', '=', read)
              .where('gateway', '=', number)
              .execute()
      })
      saved = known
      onWritten([...changes.keys()])
      if (!isShared) await prune()
    } catch (error) {
      changed = new Map([...changes, ...changed])
      log.error({ error: String(error) }, 'what was read could not be kept')
    }
  }

  /** On a full disk what was read under another key is not deleted at once, but before anything is written beside it. */
  async function deleteForeign(store: Store): Promise<void> {
    if (!isForeign) return
    await store.deleteFrom('last_read').execute()
    isForeign = false
  }

  async function prune(): Promise<void> {
    const { store, clock } = parts
    await store
      .deleteFrom('last_read')
      .where('at', '<', clock.now() - day)
      .execute()
    if (isShared)
      await store
        .deleteFrom('reads_under_way')
        .where('until', '<', clock.now() - hour)
        .execute()
  }

  /** What an earlier process left, or other gateways read. */
  async function open(): Promise<PersistedRead[]> {
    const { store, state, fingerprint } = parts
    // On a full disk nothing is deleted either; what is too old is left out.
    await prune().catch(() => {})
    const owner = await store.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
    const known = JSON.parse(owner?.value ?? '{}') as { fingerprint?: string; mode?: ServiceHealth['mode'] }
    const isOurs = known.fingerprint === fingerprint
    if (isOurs) state.restoreMode(known.mode ?? 'unknown')
    else if (!isShared) {
      isForeign = true
      await deleteForeign(store).catch(() => {})
      return []
    }
    const readings = await since(parts.clock.now() - day)
    return readings.map(({ read, snapshot }) => ({ read, snapshot: { ...snapshot, stale: true } }))
  }

  /** What stands of the readings since a date (epoch ms), the oldest first. */
  async function since(date: number): Promise<PersistedRead[]> {
    return keptIn(await rows().where('at', '>=', date).orderBy('at').execute())
  }

  /** What stands of this reading; undefined: nothing, or nothing that can be read. */
  async function find(key: string): Promise<PersistedRead | undefined> {
    return keptIn(await rows().where('read', '=', key).execute())[0]
  }

  function rows() {
    const query = parts.store.selectFrom('last_read').selectAll()
    return isShared ? query.where('fingerprint', '=', parts.fingerprint) : query
  }

  function keptIn(rows: readonly Selectable<Tables['last_read']>[]): PersistedRead[] {
    const { clock, workspaces } = parts
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
        // Written by another version, and unreadable to this one: the service will be asked.
        return []
      }
    })
  }

  const persistedReads = {
    observe,
    since,
    find,
    write,
    close,
    /** Told of what was written, by what decides the answer. */
    onWritten: (listener: (reads: string[]) => void): void => {
      onWritten = listener
    },
  }
  return { persistedReads, restored: (await open()).filter(({ snapshot }) => !snapshot.refusal) }
}

export type PersistedReads = Awaited<ReturnType<typeof openPersistedReads>>['persistedReads']
