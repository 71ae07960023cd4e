/**
 * Locks that one tab of this browser holds (Web Locks). The browser releases a lock when its tab closes or crashes. Web Locks are only
 * available in secure contexts; without them, every tab gets the lock.
 */

/** How long a lock is waited for that another tab may hold, ms. */
const otherTabMs = 1_000
/** As long, just after a reload: on a busy computer the document that was replaced lives on for seconds, and its lock with it. */
const replacedDocumentMs = 10_000

/** How long to wait for a lock that a closing tab, or the document before a reload, may still hold, ms. */
export function closingTabMs(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const wasJustReloaded = navigation?.type === 'reload' && performance.now() < replacedDocumentMs
  return wasJustReloaded ? replacedDocumentMs : otherTabMs
}

const locksOfBrowser = (): LockManager | undefined => (navigator as Partial<Navigator>).locks

/**
 * @param options `steal: true` takes the lock from another tab; a `signal` says how long to wait for it; `ifAvailable: true` does not wait
 * @param onStolen called when another tab steals the lock
 * @returns a function that releases the lock; null if another tab holds it
 */
export function holdLock(
  name: string,
  options: LockOptions,
  onStolen: () => void = () => undefined,
): Promise<(() => void) | null> {
  const locks = locksOfBrowser()
  if (!locks) return Promise.resolve(() => undefined)
  return new Promise((resolve) => {
    let isHeld = false
    const holdUntilReleased = (lock: Lock | null) => {
      if (lock === null) return resolve(null)
      isHeld = true
      return new Promise<void>((release) => resolve(release))
    }
    locks.request(name, options, holdUntilReleased).catch(() => {
      if (isHeld) onStolen()
      else resolve(null)
    })
  })
}

/** What follows the prefix in the names of the locks that any tab of this browser holds. */
export async function heldLocks(prefix: string): Promise<Set<string>> {
  const { held = [] } = (await locksOfBrowser()?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
