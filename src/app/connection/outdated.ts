/** The hash in a version of the dashboard, which is the build time and a hash of the built files (vite.config.ts). */
const hashOf = (version: string) => version.split(' ')[1]

/**
 * Whether the page should be reloaded because the gateway serves another version of the dashboard.
 *
 * @param served the version that the gateway serves; null if it has none
 * @param loaded the version of the page; null in the development server, which updates pages itself
 * @param isFileMissing whether a file of the page could not be loaded. Then an older version counts too: the dashboard was rolled back.
 *   Without a missing file, an older version only means that this gateway has not been updated yet
 */
export function isOutdated(served: string | null, loaded: string | null, isFileMissing: boolean): boolean {
  if (served === null || loaded === null || hashOf(served) === hashOf(loaded)) return false
  return isFileMissing || served > loaded
}
