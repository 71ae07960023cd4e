/**
 * Lets only one tab edit a new batch, because two would overwrite each other's changes in storage. Uses the browser's Web Locks. The browser
 * releases a lock when its tab closes or crashes, and another tab can steal it.
 */

const prefix = 'switchboard-launch-'
/** After a reload, the tab's own previous lock may stay active for a moment. */
const lockTimeoutMs = 1_000

let release: (() => void) | undefined

/** Releases this tab's lock. */
export function releaseLock(): void {
  release?.()
  release = undefined
}

/**
 * Locks a new batch for this tab, and releases this tab's previous lock.
 *
 * @param mode `wait`: waits briefly for a tab that is closing; `take`: steals the lock from another tab
 * @param onStolen called when another tab steals the lock
 * @returns false if another tab holds the lock; always true if the browser has no Web Locks
 */
export function lockNewBatch(id: string, mode: 'wait' | 'take', onStolen: () => void): Promise<boolean> {
  releaseLock()
  // Only available in secure contexts.
  const locks = (navigator as Partial<Navigator>).locks
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    let isHeld = false
    const options = mode === 'take' ? { steal: true } : { signal: AbortSignal.timeout(lockTimeoutMs) }
    const holdUntilReleased = () => {
      isHeld = true
      resolve(true)
      return new Promise<void>((done) => {
        release = done
      })
    }
    locks.request(prefix + id, options, holdUntilReleased).catch(() => {
      if (isHeld) onStolen()
      else resolve(false)
    })
  })
}

/** IDs of the new batches that are locked by any tab of this browser. */
export async function lockedNewBatches(): Promise<Set<string>> {
  const locks = (navigator as Partial<Navigator>).locks
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
