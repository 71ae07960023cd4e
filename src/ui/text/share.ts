/** Shares of a whole, and how they are shown. Pure. */
import { number } from './format-number.ts'

/** @param whole null: unknown @returns from 0 to 1; null without a whole */
export const shareOf = (part: number, whole: number | null): number | null => (whole ? part / whole : null)

/** A share as it is shown, so that two that look equal are called equal. @returns a whole number from 0 to 100 */
export const percentOf = (share: number): number => Math.round(share * 100)

/** "42%"; a dash for null. */
export const percent = (share: number | null): string => (share === null ? '–' : `${number(percentOf(share))}%`)

/** The difference of two shares as they are shown, in percentage points. Above 0: the later one is higher. */
export const pointsBetween = (earlier: number, later: number): number => percentOf(later) - percentOf(earlier)
