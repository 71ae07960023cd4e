/** Windows of a file's rows, kept while they are shown: what is old stays on the screen until what is new has come. */
import type { RowWindow, ShownRow } from '#recipients/worker/protocol.ts'

/** Rows that are asked together. */
const chunk = 200

export interface RowsCache {
  /** The row at this place among those that the filter lets through; undefined while it is not there yet. */
  at: (place: number) => ShownRow | undefined
  /** How many the filter lets through; null while that is not known. */
  total: () => number | null
  /** Asks for the rows of these places, as this lookup found them, unless they are there as of this revision. */
  want: (first: number, last: number, view: number, revision: number) => void
  follow: (listener: () => void) => () => void
  /** Changes with what is kept. */
  version: () => number
}

/** @param fetch gives rows `from` up to but without `to` */
export function createRowsCache(fetch: (from: number, to: number, view: number) => Promise<RowWindow>): RowsCache {
  const chunks = new Map<number, readonly ShownRow[]>()
  const asked = new Map<number, string>()
  const listeners = new Set<() => void>()
  let total: number | null = null
  let version = 0

  async function ask(at: number, view: number, stamp: string): Promise<void> {
    asked.set(at, stamp)
    const window = await fetch(at * chunk, (at + 1) * chunk, view).catch(() => null)
    if (window === null || asked.get(at) !== stamp) return
    chunks.set(at, window.rows)
    total = window.total
    version++
    for (const listener of listeners) listener()
  }
  return {
    at: (place) => chunks.get(Math.floor(place / chunk))?.[place % chunk],
    total: () => total,
    want(first, last, view, revision) {
      const stamp = `${view}/${revision}`
      for (let at = Math.floor(first / chunk); at <= Math.floor(last / chunk); at++) {
        if (asked.get(at) !== stamp) void ask(at, view, stamp)
      }
    },
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    version: () => version,
  }
}
