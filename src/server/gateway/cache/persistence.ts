/**
 * What was last read of the service, kept over a restart: whoever comes back while the service is away sees the last known state
 * with its true age. Written together and seldom, for a day at most, since texts and numbers of people stand in it; a reading
 * whose own words hold a number is not kept. It belongs to one key of the service: under another one nothing of it is shown.
 */
import { LRUCache } from 'lru-cache'
import { type Clock, dateOf, momentOf } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { type Store, saveSetting } from '../store/store.ts'
import type { ServiceState } from '../upstream/health.ts'
import { keyOf, type Read } from './read.ts'
import { readOf, type Snapshot, snapshotOf } from './snapshots.ts'

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

export class LastRead {
  /** The size of each row that stands, or will; what has no room any more is deleted. */
  #sizes: LRUCache<string, number>
  /** What is to be written; null: deleted. */
  #changed = new Map<string, Row | null>()
  #timer: NodeJS.Timeout | undefined
  #writtenAt = -Infinity
  #writing: Promise<void> = Promise.resolve()
  #known = ''
  #isForeign = false
  readonly #pruning: NodeJS.Timeout
  readonly #parts: LastReadParts

  private constructor(parts: LastReadParts) {
    this.#parts = parts
    this.#sizes = new LRUCache<string, number>({
      max: most,
      maxSize: mostBytes,
      sizeCalculation: (size) => size,
      dispose: (_, key, reason) => {
        if (reason === 'evict') this.#changed.set(key, null)
      },
    })
    this.#pruning = setInterval(() => void this.#prune().catch(() => {}), hour)
    this.#pruning.unref()
  }

  /**
   * Opens what is kept.
   *
   * @returns it, and the readings that stand, the oldest first. None of them counts as fresh: they answer where the service cannot
   */
  static async open(parts: LastReadParts) {
    const kept = new LastRead(parts)
    return { lastRead: kept, readings: await kept.#load() }
  }

  /** Keeps an answer of the service; its word that something is not there ends what was kept. */
  observe(read: Read, snapshot: Snapshot): void {
    const key = keyOf(read)
    if (typeof snapshot.body !== 'string' || /* guard: no-number-is-kept */ hasNumber(read)) return
    if (snapshot.refusal) {
      if (!this.#sizes.delete(key)) return
      this.#changed.set(key, null)
    } else {
      this.#changed.set(key, { at: dateOf(this.#parts.clock, snapshot.readAt), body: snapshot.body })
      this.#sizes.set(key, Math.max(1, Buffer.byteLength(snapshot.body)))
      // Larger than everything together may be: then it is not kept at all.
      if (!this.#sizes.has(key)) this.#changed.set(key, null)
    }
    const wait = Math.max(soon, this.#writtenAt + writeEvery - this.#parts.clock.steady())
    this.#timer ??= setTimeout(() => void this.write(), wait).unref()
  }

  /** Writes what has changed. With a full disk it stays to be written: reading goes on. */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writtenAt = this.#parts.clock.steady()
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#pruning)
    await this.write()
  }

  async #write(): Promise<void> {
    const { store, log, state, fingerprint } = this.#parts
    const changes = this.#changed
    if (changes.size === 0) return
    this.#changed = new Map()
    const known = JSON.stringify({ fingerprint, mode: state.mode })
    try {
      await store.transaction().execute(async (within) => {
        // Whose these are, and whether of a simulation, stands with them: a crash leaves none that are nobody's.
        await this.#deleteForeign(within)
        if (known !== this.#known) await saveSetting(within, setting, known)
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
      this.#known = known
      await this.#prune()
    } catch (error) {
      this.#changed = new Map([...changes, ...this.#changed])
      log.error({ error: String(error) }, 'what was read could not be kept')
    }
  }

  /** On a full disk what was read under another key is not deleted at once, but before anything is written beside it. */
  async #deleteForeign(store: Store): Promise<void> {
    if (!this.#isForeign) return
    await store.deleteFrom('last_read').execute()
    this.#isForeign = false
  }

  async #prune(): Promise<void> {
    const { store, clock } = this.#parts
    await store
      .deleteFrom('last_read')
      .where('at', '<', clock.now() - day)
      .execute()
  }

  async #load(): Promise<{ read: Read; snapshot: Snapshot }[]> {
    const { store, clock, state, fingerprint, workspaces } = this.#parts
    // On a full disk nothing is deleted either; what is too old is left out.
    await this.#prune().catch(() => {})
    const owner = await store.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
    const known = JSON.parse(owner?.value ?? '{}') as { fingerprint?: string; mode?: ServiceState['mode'] }
    if (known.fingerprint !== fingerprint) {
      this.#isForeign = true
      await this.#deleteForeign(store).catch(() => {})
      return []
    }
    state.mode = known.mode ?? 'unknown'
    const rows = await store
      .selectFrom('last_read')
      .selectAll()
      .where('at', '>=', clock.now() - day)
      .orderBy('at')
      .execute()
    return rows.flatMap(({ read: key, at, body }) => {
      this.#sizes.set(key, Math.max(1, Buffer.byteLength(body)))
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
}
