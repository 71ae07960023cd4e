/** Values that are kept until something that they were made from changes: a table, a thing in memory, or the time. */
import { LRUCache } from 'lru-cache'
import { type Notes, note, usesAll } from '#server/database/noting.ts'
import { type Clock, distanceOf } from './clock.ts'

/** Nothing is kept for longer, ms, whatever it is made from. */
const longest = 60_000
/** While changes may not be heard of, a value counts for so long, ms. */
const unsure = 1_000

export interface Kept<T> extends Notes {
  value: T
  /** Steady ms: when it began to be made. */
  at: number
  /** Between the clocks, when it was made: its dates hold until the date is set. */
  distance: number
}

/**
 * Makes a value once for everybody who asks with equal arguments, and again after something that it was made from has changed.
 *
 * @param parts.size how many values are kept, or how much of what `parts.sizeOf` counts
 * @param make is given the arguments only: they name the value
 */
export function createKept<Args, T>(
  parts: { clock: Clock; size?: number; sizeOf?: (value: T) => number },
  make: (args: Args) => T | Promise<T>,
) {
  const { clock, size = 1_000, sizeOf = () => 1 } = parts
  const kept = new LRUCache<string, Kept<T>>({ maxSize: size, sizeCalculation: ({ value }) => sizeOf(value) })
  const underWay = new Map<string, Promise<Kept<T>>>()

  function holds({ versions, until, at, distance }: Kept<T>): boolean {
    const now = clock.steady()
    if (now >= until || distance !== distanceOf(clock)) return false
    let isSure = true
    for (const [source, version] of versions) {
      // guard: kept-value-follows-its-sources
      if (source.version() !== version) return false
      isSure &&= source.isCurrent?.() ?? true
    }
    return isSure || now - at < unsure
  }

  async function makeNow(key: string, args: Args): Promise<Kept<T>> {
    const at = clock.steady()
    const notes: Notes = { versions: new Map(), until: at + longest }
    const distance = distanceOf(clock)
    const value = await note(notes, async () => make(args))
    // What goes on behind it notes nothing more.
    const entry = { versions: new Map(notes.versions), until: notes.until, value, at, distance }
    kept.set(key, entry)
    return entry
  }

  async function find(key: string, args: Args): Promise<Kept<T>> {
    const before = kept.get(key)
    if (before && holds(before)) return before
    const joined = underWay.get(key)
    const entry = await joined?.catch(() => null)
    if (entry && holds(entry)) return entry
    // What began after this call has seen every change before it.
    const later = underWay.get(key)
    if (later && later !== joined) return later
    const made = makeNow(key, args)
    underWay.set(key, made)
    try {
      return await made
    } finally {
      if (underWay.get(key) === made) underWay.delete(key)
    }
  }

  /** @throws whatever `make` throws; that is not kept */
  async function get(args: Args): Promise<Kept<T>> {
    const entry = await find(JSON.stringify(args), args)
    usesAll(entry)
    return entry
  }

  return {
    get,
    value: async (args: Args): Promise<T> => (await get(args)).value,
    /** What was made last, whether or not it still holds. */
    last: (args: Args): Kept<T> | undefined => kept.get(JSON.stringify(args)),
  }
}
