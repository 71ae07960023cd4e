/** A version of the dashboard: the time of its build and a hash of what was built (vite.config.ts). */
const codeIn = (version: string) => version.split(' ')[1]

/**
 * Whether a page should be loaded again, since the gateway serves another dashboard than the one that it is of.
 *
 * @param theirs the version that the gateway serves; null: none
 * @param own that of the page; null: the development server, which replaces pages by itself, has none
 * @param isFileMissing a file of the page is no longer there: then an earlier version is a reason too, since somebody went back to it.
 *   Otherwise it is a gateway that has not been renewed yet
 */
export function isOutdated(theirs: string | null, own: string | null, isFileMissing: boolean): boolean {
  if (theirs === null || own === null || codeIn(theirs) === codeIn(own)) return false
  return isFileMissing || theirs > own
}
