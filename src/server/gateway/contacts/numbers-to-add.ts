/** Turns a file into entries for the do-not-call list. A million numbers take seconds, so a process of its own does it. */
import { doNotCallLimits } from '#contract/gateway/do-not-call.ts'
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
  numbers: number
  invalid: number
  /** The first few invalid rows. */
  rows: { row: number; text: string; problem: string }[]
}

/** @throws Refusal as `readNumbers` */
export function readSlices({ bytes, until, key, numbersPerSlice, ...options }: NumbersToRead): NumbersRead {
  const entries: string[] = []
  const rows: NumbersRead['rows'] = []
  let invalid = 0
  for (const part of readNumbers(bytes, options)) {
    for (const fileRow of part) {
      if ('number' in fileRow)
        entries.push(encodeEntry(numberHash(key, fileRow.number), lastTwoOf(fileRow.number), until))
      else if ('hash' in fileRow) entries.push(encodeEntry(fileRow.hash, fileRow.lastTwo, fileRow.until ?? until))
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
  const slices: string[] = []
  for (let from = 0; from < uniqueEntries.length; from += numbersPerSlice)
    slices.push(uniqueEntries.slice(from, from + numbersPerSlice).join('\n'))
  return { slices, numbers: entries.length, invalid, rows }
}
