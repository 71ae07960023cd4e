/** When the data were read that the page shows. The top bar says how old the oldest are, so that not every panel has to. */
import { useEffect, useSyncExternalStore } from 'react'

const shown = new Map<symbol, number>()
const listeners = new Set<() => void>()
let oldest: number | null = null

function update() {
  const next = shown.size === 0 ? null : Math.min(...shown.values())
  if (next === oldest) return
  oldest = next
  for (const listener of listeners) listener()
}

/** Counts data as shown while the component is. @param readAt when they were read, epoch ms by this browser's clock; null: not yet */
export function useShownAge(readAt: number | null): void {
  useEffect(() => {
    if (readAt === null) return
    const key = Symbol('age')
    shown.set(key, readAt)
    update()
    return () => {
      shown.delete(key)
      // After the effects of the same data's next reading, or their age would be gone for a moment.
      queueMicrotask(update)
    }
  }, [readAt])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** When the oldest data on the page were read, epoch ms by this browser's clock; null: the page shows none. */
export const useOldestShown = (): number | null => useSyncExternalStore(subscribe, () => oldest)
