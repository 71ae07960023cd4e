/**
 * One tab works on a launch. Two would overwrite each other's repairs, which both keep under the same name. The browser's own locks say
 * which tab it is: they end with the tab, however it ends, and another tab can take one over.
 */

const prefix = 'switchboard-launch-'
/** A tab that is reloaded may find its own lock still held for a moment, ms. */
const lockTimeoutMs = 1_000

let release: (() => void) | undefined

/** This tab works on no launch any more. */
export function releaseLaunch(): void {
  release?.()
  release = undefined
}

/**
 * From now on this tab works on the launch, and on no other.
 *
 * @param how `wait` for a tab that has just ended; `take` it from another tab
 * @param onTaken another tab has taken it over
 * @returns false: another tab works on it. Always true if the browser has no locks
 */
export function lockLaunch(id: string, how: 'wait' | 'take', onTaken: () => void): Promise<boolean> {
  releaseLaunch()
  // Browsers offer them in secure contexts only.
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

/** The launches that some tab of this browser works on. */
export async function lockedLaunches(): Promise<Set<string>> {
  const locks = (navigator as Partial<Navigator>).locks
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
