/** Loads modules after the page was painted: a page can be read without the list of a select or the groups of a phone number. */
import { useSyncExternalStore } from 'react'
import { loadWithRetries } from './lazy-part.ts'

/** Runs the work after the next frame. */
const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work))

/**
 * Creates a hook that returns the module, or null until it is loaded. Loading starts after the first component that uses the hook was
 * painted, and never delays the rows of a page.
 */
export function loadedLater<Module>(load: () => Promise<Module>): () => Module | null {
  let loaded: Module | null = null
  let isRequested = false
  const listeners = new Set<() => void>()
  const request = async () => {
    loaded = await loadWithRetries(load)
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (!isRequested) afterPaint(() => void request())
    isRequested = true
    return () => listeners.delete(listener)
  }
  const nothing = () => null
  return () => useSyncExternalStore(subscribe, () => loaded, nothing)
}
