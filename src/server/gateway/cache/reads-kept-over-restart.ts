/**
 * What was last read of the service, kept over a restart: whoever comes back while the service is away sees the last known state
 * with its true age. Written together and seldom, for a day at most, since texts and numbers of people stand in it; a reading
 * whose own words hold a number is not kept. It belongs to one key of the service: under another one nothing of it is shown.
 */
import { LRUCache } from 'lru-cache'
import { type Clock, dateOf, momentOf } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { type Store, saveSetting } from '../store/store.ts'
import type { ServiceState } from '../upstream/service-health.ts'
import { readOf, type Snapshot, snapshotOf } from './cached-reads.ts'
import { keyOf, type Read } from './read.ts'

const mostBytes = 16 * 1024 * 1024
const most = 2_000
/** ms between two writings, and from the first thing to be written until then. */
const writeEvery = 2_000
const soon = 250
const hour = 3_600_000
const day = 24 * hour
const setting = 'last read'

interface Row {
  at: number
  body: string
}

interface LastReadParts {
  store: Store
  clock: Clock
  state: ServiceState
  log: Log
  /** Of the key under which everything is read. */
  fingerprint: string
  /** Those that the configuration names. */
  workspaces: readonly { id: string }[]
}

const hasNumber = (read: Read) => read.query.search !== undefined

/**
 * Opens what is kept.
 *
 * @returns it, and the readings that stand, the oldest first. None of them counts as fresh: they answer where the service cannot
 */
export async function openLastRead(parts: LastReadParts) {
  /** The size of each row that stands, or will; what has no room any more is deleted. */
  const sizes: LRUCache<string, number> = new LRUCache<string, number>({
    max: most,
    maxSize: mostBytes,
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
  const pruning: NodeJS.Timeout = setInterval(() => void prune().catch(() => {}), hour)
  pruning.unref()

  /** Keeps an answer of the service; its word that something is not there ends what was kept. */
  function observe(read: Read, snapshot: Snapshot): void {
    const key = keyOf(read)
    if (typeof snapshot.body !== 'string' || /* guard: no-number-is-kept */ hasNumber(read)) return
    if (snapshot.refusal) {
      if (!sizes.delete(key)) return
      changed.set(key, null)
    } else {
      changed.set(key, { at: dateOf(parts.clock, snapshot.readAt), body: snapshot.body })
      sizes.set(key, Math.max(1, Buffer.byteLength(snapshot.body)))
      // Larger than everything together may be: then it is not kept at all.
      if (!sizes.has(key)) changed.set(key, null)
    }
    const wait = Math.max(soon, writtenAt + writeEvery - parts.clock.steady())
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
    const { store, log, state, fingerprint } = parts
    const changes = changed
    if (changes.size === 0) return
    changed = new Map()
    const known = JSON.stringify({ fingerprint, mode: state.mode })
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
      })
      saved = known
      await prune()
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
  }

  async function load(): Promise<{ read: Read; snapshot: Snapshot }[]> {
    const { store, clock, state, fingerprint, workspaces } = parts
    // On a full disk nothing is deleted either; what is too old is left out.
    await prune().catch(() => {})
    const owner = await store.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
    const known = JSON.parse(owner?.value ?? '{}') as { fingerprint?: string; mode?: ServiceState['mode'] }
    if (known.fingerprint !== fingerprint) {
      isForeign = true
      await deleteForeign(store).catch(() => {})
      return []
    }
    state.restoreMode(known.mode ?? 'unknown')
    const rows = await store
      .selectFrom('last_read')
      .selectAll()
      .where('at', '>=', clock.now() - day)
      .orderBy('at')
      .execute()
    return rows.flatMap(({ read: key, at, body }) => {
      sizes.set(key, Math.max(1, Buffer.byteLength(body)))
      const read = readOf(key)
      const isOurs = read !== null && (read.workspace === null || workspaces.some(({ id }) => id === read.workspace))
      if (!isOurs) return []
      try {
        const snapshot = snapshotOf(read, Buffer.from(body), momentOf(clock, at))
        return [{ read, snapshot: { ...snapshot, old: true } }]
      } catch {
        // Written by another version, and unreadable to this one: the service will be asked.
        return []
      }
    })
  }

  return { lastRead: { observe, write, close }, readings: await load() }
}

export type LastRead = Awaited<ReturnType<typeof openLastRead>>['lastRead']
