/** Caches chunks of a file's rows. Stale rows stay on the screen until their replacements arrive. */
import type { RowWindow, ShownRow } from '#recipients/worker/protocol.ts'

/** Rows per request. */
const chunkSize = 200

export interface RowsCache {
  /** The row at this position among those that match the filter; undefined until it is loaded. */
  rowAt: (place: number) => ShownRow | undefined
  /** How many rows match the filter; null until it is known. */
  total: () => number | null
  /** Loads the rows at these positions of this lookup, unless they are loaded for this revision. */
  load: (first: number, last: number, view: number, revision: number) => void
  subscribe: (listener: () => void) => () => void
  /** Changes whenever the cached rows change. */
  version: () => number
}

/** @param fetchRows returns rows `from` (inclusive) to `to` (exclusive) */
export function createRowsCache(fetchRows: (from: number, to: number, view: number) => Promise<RowWindow>): RowsCache {
  const chunks = new Map<number, readonly ShownRow[]>()
  const requested = new Map<number, string>()
  const listeners = new Set<() => void>()
  let total: number | null = null
  let version = 0

  async function request(chunk: number, view: number, lookupKey: string): Promise<void> {
    requested.set(chunk, lookupKey)
    const window = await fetchRows(chunk * chunkSize, (chunk + 1) * chunkSize, view).catch(() => null)
    if (window === null || requested.get(chunk) !== lookupKey) return
    chunks.set(chunk, window.rows)
    total = window.total
    version++
    for (const listener of listeners) listener()
  }
  return {
    rowAt: (place) => chunks.get(Math.floor(place / chunkSize))?.[place % chunkSize],
    total: () => total,
    load(first, last, view, revision) {
      const lookupKey = `${view}/${revision}`
      for (let chunk = Math.floor(first / chunkSize); chunk <= Math.floor(last / chunkSize); chunk++) {
        if (requested.get(chunk) !== lookupKey) void request(chunk, view, lookupKey)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    version: () => version,
  }
}
