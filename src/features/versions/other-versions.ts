/** The versions that another one can be compared with. Pure. */

/** The list shows at most this many versions at a time. */
export const maxListed = 100

/**
 * The versions whose number contains the typed digits, the latest first and at most `maxListed`.
 *
 * @param latest the number of the latest version
 * @param number the version to compare, which is left out
 * @param text what was typed, such as "12" or "Version 12"; without digits, all versions match
 */
export function otherVersions(latest: number, number: number, text: string): number[] {
  const digits = text.replace(/\D/g, '')
  const all = Array.from({ length: latest }, (_, index) => latest - index)
  const matches = all.filter((other) => other !== number && String(other).includes(digits))
  // The exact number comes first, so that it is listed even if many others contain its digits.
  const exact = matches.filter((other) => String(other) === digits)
  return [...exact, ...matches.filter((other) => String(other) !== digits)].slice(0, maxListed)
}
