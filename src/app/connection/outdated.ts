/** A version of the dashboard: the time of its build and a hash of what was built (vite.config.ts). */
const codeIn = (version: string) => version.split(' ')[1]

/**
 * Whether the page should be reloaded because the gateway serves another version of the dashboard.
 *
 * @param theirs the version that the gateway serves; null if it has none
 * @param own the version of the page; null in the development server, which updates pages itself
 * @param isFileMissing whether a file of the page is gone. Then an older version is a reason too: somebody went back to it. Otherwise
 *   it comes from a gateway that is not updated yet
 */
export function isOutdated(theirs: string | null, own: string | null, isFileMissing: boolean): boolean {
  if (theirs === null || own === null || codeIn(theirs) === codeIn(own)) return false
  return isFileMissing || theirs > own
}
