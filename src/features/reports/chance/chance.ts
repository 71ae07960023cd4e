/** What a few cases can say about the next ones. Pure. */

/** Of a hundred statements that rest on this, about five are due to chance (standard deviations of the normal distribution). */
const certainty = 1.96

/**
 * The share that is at least to be expected of further cases: the lower end of the Wilson interval. 12 of 20 say less than 290 of 500.
 *
 * @param whole at least 1
 * @returns from 0 to 1
 */
export function leastShare(part: number, whole: number): number {
  const share = part / whole
  const square = certainty ** 2
  const spread = certainty * Math.sqrt((share * (1 - share)) / whole + square / (4 * whole ** 2))
  return Math.max(0, (share + square / (2 * whole) - spread) / (1 + square / whole))
}

/** Some of all cases. */
export interface Part {
  part: number
  /** At least 1. */
  whole: number
}

/** Whether two shares differ so little, or rest on so few cases, that both may be of the same kind. */
export function mayBeChance(one: Part, other: Part): boolean {
  const share = (one.part + other.part) / (one.whole + other.whole)
  const spread = Math.sqrt(share * (1 - share) * (1 / one.whole + 1 / other.whole))
  return Math.abs(one.part / one.whole - other.part / other.whole) <= certainty * spread
}
