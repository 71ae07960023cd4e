/**
 * Lets only one tab edit a new batch, because two would overwrite each other's changes in storage. Uses the browser's Web Locks, which
 * end with the tab, however it ends, and which another tab can steal.
 */

const prefix = 'switchboard-launch-'
/** After a reload, the tab's own previous lock may still be held for a moment. */
const lockTimeoutMs = 1_000

let release: (() => void) | undefined

/** Releases this tab's lock. */
export function releaseLock(): void {
  release?.()
  release = undefined
}

/**
 * Locks this new batch for this tab, and releases any other.
 *
 * @param how `wait` briefly for a tab that is just ending; `take` steals the lock from another tab
 * @param onTaken called when another tab steals the lock
 * @returns false if another tab holds the lock; always true if the browser has no Web Locks
 */
export function lockNewBatch(id: string, how: 'wait' | 'take', onTaken: () => void): Promise<boolean> {
  releaseLock()
  // Only available in secure contexts.
  const locks = (navigator as Partial<Navigator>).locks
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    let isHeld = false
    const options = how === 'take' ? { steal: true } : { signal: AbortSignal.timeout(lockTimeoutMs) }
    const hold = () => {
      isHeld = true
      resolve(true)
      return new Promise<void>((done) => {
        release = done
      })
    }
    locks.request(prefix + id, options, hold).catch(() => {
      if (isHeld) onTaken()
      else resolve(false)
    })
  })
}

/** IDs of the new batches that any tab of this browser has locked. */
export async function lockedNewBatches(): Promise<Set<string>> {
  const locks = (navigator as Partial<Navigator>).locks
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
