/** Turns a file into entries for the do-not-call list. A million numbers take seconds, so a process of its own does it. */
import { doNotCallLimits } from '#contract/gateway/do-not-call.ts'
import { otherSpelling } from '#phone/telephone.ts'
import { type ReadOptions, readNumbers } from './do-not-call-file.ts'
import { encodeEntry, hashOfEncodedEntry, lastTwoOf } from './encoded-entry.ts'
import { numberHash } from './number-hash.ts'

export interface NumbersToRead extends ReadOptions {
  bytes: Uint8Array
  /** Epoch ms; null: no end. */
  until: number | null
  /** Key of the hashes. */
  key: string
  /** Maximum numbers in each slice. */
  numbersPerSlice: number
}

export interface NumbersRead {
  /** Encoded entries (`encoded-entry.ts`), one in each line, sorted by hash and without duplicates. */
  slices: string[]
  /**
   * Hashes of the other spellings of these numbers, one in each line, to find who still includes them. An exported entry has none, because
   * its number is unknown.
   */
  otherSpellings: string[]
  numbers: number
  invalid: number
  /** The first few invalid rows. */
  rows: { row: number; text: string; problem: string }[]
}

/** @throws Refusal as `readNumbers` */
export function readSlices({ bytes, until, key, numbersPerSlice, ...options }: NumbersToRead): NumbersRead {
  const entries: string[] = []
  const otherHashes = new Set<string>()
  const rows: NumbersRead['rows'] = []
  let invalid = 0
  for (const part of readNumbers(bytes, options)) {
    for (const fileRow of part) {
      if ('number' in fileRow) {
        entries.push(encodeEntry(numberHash(key, fileRow.number), lastTwoOf(fileRow.number), until))
        const other = otherSpelling(fileRow.number)
        if (other !== undefined) otherHashes.add(numberHash(key, other))
      } else if ('hash' in fileRow) entries.push(encodeEntry(fileRow.hash, fileRow.lastTwo, fileRow.until ?? until))
      else {
        invalid += 1
        if (rows.length < doNotCallLimits.namedRows) rows.push(fileRow)
      }
    }
  }
  entries.sort()
  // If a number has several entries, keep the one that lasts longest.
  const uniqueEntries = entries.filter(
    (entry, index) => hashOfEncodedEntry(entries[index + 1] ?? '') !== hashOfEncodedEntry(entry),
  )
  // A file with both spellings finds nobody twice.
  for (const entry of uniqueEntries) otherHashes.delete(hashOfEncodedEntry(entry))
  const inSlices = (lines: readonly string[]) =>
    Array.from({ length: Math.ceil(lines.length / numbersPerSlice) }, (_, index) =>
      lines.slice(index * numbersPerSlice, (index + 1) * numbersPerSlice).join('\n'),
    )
  return {
    slices: inSlices(uniqueEntries),
    otherSpellings: inSlices([...otherHashes]),
    numbers: entries.length,
    invalid,
    rows,
  }
}
