/** Shares of a whole, and how they are shown. Pure. */
import { number } from './format-number.ts'

/** @param whole null: unknown @returns from 0 to 1; null without a whole */
export const shareOf = (part: number, whole: number | null): number | null => (whole ? part / whole : null)

/**
 * A share as it is compared: differences are those of whole percents. 0 and 100 mean none and all, so that a few are never called none.
 *
 * @param share from 0 to 1 @returns a whole number from 0 to 100
 */
export function percentOf(share: number): number {
  const whole = Math.round(share * 100)
  return share > 0 && share < 1 ? Math.min(99, Math.max(1, whole)) : whole
}

/** "42%"; "<1%" and ">99%" if it is not exactly none or all; a dash for null. @param share from 0 to 1 */
export function percent(share: number | null): string {
  if (share === null) return '–'
  const sign = share > 0 && share < 0.005 ? '<' : share < 1 && share >= 0.995 ? '>' : ''
  return `${sign}${number(percentOf(share))}%`
}

/** "42% of 1,204" on one line; only the percentage if there is nothing to say of the base. @param share from 0 to 1 */
export const percentWithBase = (share: number | null, base: number | null | undefined): string =>
  share === null || base == null ? percent(share) : `${percent(share)}\u00a0of\u00a0${number(base)}`

/** The difference of two shares as they are shown, in percentage points. Above 0: the later one is higher. */
export const pointsBetween = (earlier: number, later: number): number => percentOf(later) - percentOf(earlier)
