/** Caches computed values until something that they depend on changes: a table, data in memory, or the time. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { addDependenciesOf, type Dependencies, trackDependencies } from '#server/database/dependencies.ts'
import { type Clock, clockDistance } from './clock.ts'

/** Maximum age of a cached value, ms. */
const maxAgeMs = 60_000
/** Maximum age of a cached value while changes may be missed, ms. */
const maxAgeUnsureMs = 1_000

export interface Memo<T> extends Dependencies {
  value: T
  /** When its computation started, ms of the steady clock. */
  at: number
  /** Distance between the two clocks when it was computed. If the date is set later, its dates are wrong. */
  distance: number
}

/** Longer keys are hashed, so that nobody fills the memory with keys. */
const maxKeyLength = 200

/** The key of a value: a text of limited length that depends on all arguments. */
export function keyOf(args: unknown): string {
  const text = JSON.stringify(args) ?? ''
  // guard: keys-are-short
  return text.length <= maxKeyLength ? text : createHash('sha256').update(text).digest('base64url')
}

export type MemoValues<T> = LRUCache<string, Memo<T>>

/**
 * Creates the place where memos keep their values. Memos that share one also share its size.
 *
 * @param size maximum total size of all values
 * @param sizeOf the size of a value, which must also count its key and what is kept beside it
 */
export const createMemoValues = <T>(size = 1_000, sizeOf: (value: T) => number = () => 1): MemoValues<T> =>
  new LRUCache<string, Memo<T>>({ maxSize: size, sizeCalculation: ({ value }) => sizeOf(value) })

/**
 * Computes a value once for all callers with equal arguments, and again after a dependency has changed.
 *
 * @param parts.values where values are kept; by default a thousand of them
 * @param parts.name tells the memos apart that share a place
 * @param compute gets only the arguments, which are the cache key
 */
export function createMemo<Args, T>(
  parts: { clock: Clock; values?: MemoValues<T>; name?: string },
  compute: (args: Args) => T | Promise<T>,
) {
  const { clock, values: cached = createMemoValues<T>(), name = '' } = parts
  const underWay = new Map<string, Promise<Memo<T>>>()
  const cacheKeyOf = (args: Args) => name + keyOf(args)

  function isValid({ versions, expiresAt, at, distance }: Memo<T>): boolean {
    const now = clock.steady()
    if (now >= expiresAt || distance !== clockDistance(clock)) return false
    let isSure = true
    for (const [source, version] of versions) {
      // guard: kept-value-follows-its-sources
      if (source.version() !== version) return false
      isSure &&= source.isCurrent?.() ?? true
    }
    return isSure || now - at < maxAgeUnsureMs
  }

  async function computeNow(key: string, args: Args, signal?: AbortSignal): Promise<Memo<T>> {
    const at = clock.steady()
    const dependencies: Dependencies = { versions: new Map(), expiresAt: at + maxAgeMs, ...(signal && { signal }) }
    const distance = clockDistance(clock)
    const value = await trackDependencies(dependencies, async () => compute(args))
    // A copy, so that work that continues in the background does not change it.
    const entry = { versions: new Map(dependencies.versions), expiresAt: dependencies.expiresAt, value, at, distance }
    cached.set(key, entry)
    return entry
  }

  function findValid(key: string): Memo<T> | null {
    const before = cached.get(key)
    return before && isValid(before) ? before : null
  }

  async function find(key: string, args: Args, signal?: AbortSignal): Promise<Memo<T>> {
    const before = findValid(key)
    if (before) return before
    const joined = underWay.get(key)
    const entry = await joined?.catch(() => null)
    if (entry && isValid(entry)) return entry
    // A computation that started after this call includes every change before it.
    const later = underWay.get(key)
    if (later && later !== joined) return later
    const computed = computeNow(key, args, signal)
    underWay.set(key, computed)
    try {
      return await computed
    } finally {
      if (underWay.get(key) === computed) underWay.delete(key)
    }
  }

  /**
   * @param signal ends when nobody wants the value any more. Only for values that no two callers compute at the same time
   * @throws what `compute` throws; errors are not cached
   */
  async function get(args: Args, signal?: AbortSignal): Promise<Memo<T>> {
    const entry = await find(cacheKeyOf(args), args, signal)
    addDependenciesOf(entry)
    return entry
  }

  return {
    get,
    value: async (args: Args): Promise<T> => (await get(args)).value,
    /** The cached value; null if it has to be computed. */
    valid: (args: Args): Memo<T> | null => findValid(cacheKeyOf(args)),
    /** The value that was computed last, whether or not it is still valid. */
    last: (args: Args): Memo<T> | undefined => cached.get(cacheKeyOf(args)),
  }
}
