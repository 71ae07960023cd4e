/** Checked files: a large one is read in a process of its own, so that others have their turn (`read-file.ts`), and put together here. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { largeBytes } from '#server/child/child.ts'
import { runInQueuedChild } from '../shared/child.ts'
import { type About, type FileToCheck, type Read, read } from './read-file.ts'

/** Somebody whom a file calls. */
export interface Called {
  /** As a spreadsheet counts. */
  row: number
  /** E.164. */
  phone_number: string
  /** Their place in the file, from 0. */
  place: number
}

export interface CheckedFile extends About {
  recipients: Called[]
  /** As `Contacts.hash` gives them, in the order of the recipients. */
  hashes: string[]
  /** The clean file that calls some of them. */
  write: (some: readonly Called[]) => Buffer<ArrayBuffer>
  /** The bytes that it has. */
  sizeOf: (some: readonly Called[]) => number
}

/** Rows that are put together at once. */
const slice = 10_000

async function together({ numbers, hashes, rows, text, ends, ...about }: Read): Promise<CheckedFile> {
  const recipients: Called[] = []
  for (const [place, phone_number] of numbers.split('\n').entries()) {
    recipients.push({ row: rows[place] ?? 0, phone_number, place })
    if (recipients.length % slice === 0) await letOthersRun()
  }
  const headSize = ends[0] ?? 0
  const sizeOf = (some: readonly Called[]): number =>
    some.reduce((sum, { place }) => sum + (ends[place + 1] ?? 0) - (ends[place] ?? 0), headSize)
  return {
    ...about,
    recipients,
    hashes: hashes.split('\n'),
    sizeOf,
    write(some) {
      const written = Buffer.allocUnsafeSlow(sizeOf(some))
      written.set(text.subarray(0, headSize))
      let at = headSize
      for (let from = 0; from < some.length; ) {
        // Rows that follow each other are copied at once.
        let to = from + 1
        while (to < some.length && some[to]?.place === (some[to - 1]?.place ?? 0) + 1) to += 1
        const [begin, end] = [ends[some[from]?.place ?? 0] ?? 0, ends[(some[to - 1]?.place ?? 0) + 1] ?? 0]
        written.set(text.subarray(begin, end), at)
        at += end - begin
        from = to
      }
      return written
    },
  }
}

export type CheckFile = ReturnType<typeof createCheckFile>

/**
 * Reads files that are to be started.
 *
 * @param key of the hashes in `Contacts`
 * @returns a function that throws Refusal 400 for a file that cannot be started as it is
 */
export const createCheckFile =
  (key: string) =>
  async (file: Uint8Array): Promise<CheckedFile> => {
    const wanted: FileToCheck = { file, key }
    const isLarge = /* guard: large-file-stalls-nobody */ file.byteLength >= largeBytes
    return together(
      isLarge
        ? await runInQueuedChild<Read>(new URL('./checked-file-child.ts', import.meta.url), wanted)
        : read(wanted),
    )
  }
