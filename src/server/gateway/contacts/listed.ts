/** A number to be added to the do-not-call list, as one text that sorts by its hash. */
import { hashLength } from './number-hash.ts'

/** `until` of an entry without an end date. */
export const noEnd = Number.MAX_SAFE_INTEGER
/** Characters behind the hash: the last two digits. */
export const lastDigitsLength = 2

/** @param until epoch ms; null: no end */
export const entryText = (hash: string, lastTwo: string, until: number | null): string =>
  `${hash}${lastTwo}${until ?? noEnd}`
/** Its hash alone. */
export const hashOfEntryText = (one: string): string => one.slice(0, hashLength)
/** The last two digits of a number. */
export const lastTwoOf = (number: string): string => number.slice(-lastDigitsLength)
