/** Lets only one tab edit a new batch, because two would overwrite each other's changes in storage. Another tab can steal the lock. */
import { closingTabMs, heldLocks, holdLock } from '#ui/tab-lock.ts'

const prefix = 'switchboard-launch-'

let release: (() => void) | null = null
/** Counts what this tab locked and released. A lock that comes after a later one is not kept. */
let changes = 0

/** Releases this tab's lock, also one that it still waits for. */
export function releaseLock(): void {
  changes += 1
  release?.()
  release = null
}

/**
 * Locks a new batch for this tab, and releases this tab's previous lock.
 *
 * @param mode `wait`: waits briefly for a tab that is closing; `take`: steals the lock from another tab
 * @param onStolen called when another tab steals the lock
 * @returns false if another tab holds the lock, or this tab locked or released another one meanwhile; without Web Locks, no other tab holds it
 */
export async function lockNewBatch(id: string, mode: 'wait' | 'take', onStolen: () => void): Promise<boolean> {
  releaseLock()
  const options = mode === 'take' ? { steal: true } : { signal: AbortSignal.timeout(closingTabMs()) }
  const change = changes
  const held = await holdLock(prefix + id, options, onStolen)
  if (change !== changes) {
    held?.()
    return false
  }
  release = held
  return held !== null
}

/** IDs of the new batches that are locked by any tab of this browser. */
export const lockedNewBatches = (): Promise<Set<string>> => heldLocks(prefix)
