/** Turns a file into entries for the do-not-call list. It takes seconds for a million numbers, so large files run in a child process. */
import { doNotCallLimits } from '#contract/gateway/do-not-call.ts'
import { type ReadOptions, readNumbers } from './do-not-call-file.ts'
import { entryText, hashOfEntryText, lastTwoOf } from './listed.ts'
import { numberHash } from './number-hash.ts'

export interface NumbersToRead extends ReadOptions {
  bytes: Uint8Array
  /** Epoch ms; null: no end. */
  until: number | null
  /** Key of the hashes. */
  key: string
  /** Numbers in each slice. */
  perSlice: number
}

export interface NumbersRead {
  /** Encoded entries (`listed.ts`), one in each line, sorted by hash and without duplicates. */
  slices: string[]
  numbers: number
  invalid: number
  /** The first invalid rows. */
  rows: { row: number; text: string; problem: string }[]
}

/** @throws Refusal as `readNumbers` */
export function readSlices({ bytes, until, key, perSlice, ...options }: NumbersToRead): NumbersRead {
  const found: string[] = []
  const rows: NumbersRead['rows'] = []
  let invalid = 0
  for (const part of readNumbers(bytes, options)) {
    for (const one of part) {
      if ('number' in one) found.push(entryText(numberHash(key, one.number), lastTwoOf(one.number), until))
      else if ('hash' in one) found.push(entryText(one.hash, one.lastTwo, one.until ?? until))
      else {
        invalid += 1
        if (rows.length < doNotCallLimits.namedRows) rows.push(one)
      }
    }
  }
  found.sort()
  // If a number has several entries, keep the one that lasts longest.
  const once = found.filter((one, at) => hashOfEntryText(found[at + 1] ?? '') !== hashOfEntryText(one))
  const slices: string[] = []
  for (let from = 0; from < once.length; from += perSlice) slices.push(once.slice(from, from + perSlice).join('\n'))
  return { slices, numbers: found.length, invalid, rows }
}
