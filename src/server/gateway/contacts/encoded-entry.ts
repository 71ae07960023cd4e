/** A new entry of the do-not-call list, encoded as a text that sorts by the number's hash. */
import { hashLength } from './number-hash.ts'

/** Value of `until` for an entry without an end date. */
export const noEnd = Number.MAX_SAFE_INTEGER
/** Length of the last two digits, which follow the hash. */
export const lastDigitsLength = 2

/** Encodes an entry. @param until epoch ms; null: no end */
export const encodeEntry = (hash: string, lastTwo: string, until: number | null): string =>
  `${hash}${lastTwo}${until ?? noEnd}`
/** The hash of an encoded entry. */
export const hashOfEncodedEntry = (entry: string): string => entry.slice(0, hashLength)
/** The last two digits of a number. */
export const lastTwoOf = (number: string): string => number.slice(-lastDigitsLength)
