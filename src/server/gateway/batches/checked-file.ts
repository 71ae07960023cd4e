/** Checks files to start. A child process parses large files (`read-file.ts`), so that they do not block other requests. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { childProcessMinBytes } from '#server/child/child.ts'
import { runInQueuedChild } from '../shared/child.ts'
import { type FileFacts, type FileToCheck, type ParsedFile, parseFile } from './read-file.ts'

/** A person whom a file calls. */
export interface FileRecipient {
  /** The row's number in a spreadsheet. */
  row: number
  /** E.164. */
  phone_number: string
  /** Index in the file, from 0. */
  place: number
}

export interface CheckedFile extends FileFacts {
  recipients: FileRecipient[]
  /** From `Contacts.hash`, in the order of the recipients. */
  hashes: string[]
  /** Writes the clean file that calls these recipients. */
  write: (some: readonly FileRecipient[]) => Buffer<ArrayBuffer>
  /** The size of that file in bytes. */
  sizeOf: (some: readonly FileRecipient[]) => number
}

/** Rows assembled before other work gets a turn. */
const rowsPerTurn = 10_000

async function assemble({ numbers, hashes, rows, text, ends, ...about }: ParsedFile): Promise<CheckedFile> {
  const recipients: FileRecipient[] = []
  for (const [place, phone_number] of numbers.split('\n').entries()) {
    recipients.push({ row: rows[place] ?? 0, phone_number, place })
    if (recipients.length % rowsPerTurn === 0) await yieldToEventLoop()
  }
  const headerBytes = ends[0] ?? 0
  const sizeOf = (some: readonly FileRecipient[]): number =>
    some.reduce((sum, { place }) => sum + (ends[place + 1] ?? 0) - (ends[place] ?? 0), headerBytes)
  return {
    ...about,
    recipients,
    hashes: hashes.split('\n'),
    sizeOf,
    write(some) {
      const written = Buffer.allocUnsafeSlow(sizeOf(some))
      written.set(text.subarray(0, headerBytes))
      let at = headerBytes
      for (let from = 0; from < some.length; ) {
        // Copy consecutive rows in one step.
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
 * Creates the check of files to start.
 *
 * @param key of the hashes in `Contacts`
 * @returns a function that throws Refusal 400 for a file that cannot be started
 */
export const createCheckFile =
  (key: string) =>
  async (file: Uint8Array): Promise<CheckedFile> => {
    const wanted: FileToCheck = { file, key }
    const isLarge = /* guard: large-file-stalls-nobody */ file.byteLength >= childProcessMinBytes
    return assemble(
      isLarge
        ? await runInQueuedChild<ParsedFile>(new URL('./checked-file-child.ts', import.meta.url), wanted)
        : parseFile(wanted),
    )
  }
