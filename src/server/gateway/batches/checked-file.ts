/** Checks files to start. A process of its own parses them (`read-file.ts`), so that they do not block other requests. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { rowsInRanges } from '#contract/index.ts'
import type { Reading } from '#server/child/reader.ts'
import { type FileSource, readElsewhere } from '../shared/file-reader.ts'
import { refusal } from '../shared/refusals.ts'
import type { FileToCheck } from './checked-file-child.ts'
import type { FileFacts, ParsedFile, ParsedPeople } from './read-file.ts'

/** A person whom a file calls. */
export interface FileRecipient {
  /** The row's number in a spreadsheet. */
  row: number
  /** Its number in the file that a person chose, from which this file was written; null: not known. */
  fileRow: number | null
  /** E.164. */
  phone_number: string
  /** Index in the file, from 0. */
  index: number
}

/** The people of a file that can be started. */
export interface CheckedPeople extends FileFacts {
  recipients: FileRecipient[]
  /** Keyed hashes of the numbers, in the order of the recipients. */
  hashes: string[]
}

export interface CheckedFile extends CheckedPeople {
  /** Writes the clean file that calls these recipients. */
  write: (subset: readonly FileRecipient[]) => Buffer<ArrayBuffer>
  /** The size of that file in bytes. */
  sizeOf: (subset: readonly FileRecipient[]) => number
}

/** Rows assembled before other work gets a turn. */
const rowsPerTurn = 10_000

const otherRows = () =>
  refusal({
    status: 400,
    code: 'invalid_request',
    message: 'The row numbers are not those of this file. Nothing was sent.',
    fields: { fileRows: 'They are not the numbers of this file’s rows.' },
  })

async function assemblePeople(
  { numbers, hashes, rows, ...facts }: ParsedPeople,
  fileRows: readonly number[] | null,
): Promise<CheckedPeople> {
  // guard: row-numbers-are-of-this-file
  if (fileRows && fileRows.length !== rows.length) throw otherRows()
  const recipients: FileRecipient[] = []
  for (const [place, phone_number] of numbers.split('\n').entries()) {
    recipients.push({ row: rows[place] ?? 0, fileRow: fileRows?.[place] ?? null, phone_number, index: place })
    if (recipients.length % rowsPerTurn === 0) await yieldToEventLoop()
  }
  return { ...facts, recipients, hashes: hashes.split('\n') }
}

async function assemble(
  { text, ends, ...parsed }: ParsedFile,
  fileRows: readonly number[] | null,
): Promise<CheckedFile> {
  const headerBytes = ends[0] ?? 0
  const sizeOf = (subset: readonly FileRecipient[]): number =>
    subset.reduce((sum, { index: place }) => sum + (ends[place + 1] ?? 0) - (ends[place] ?? 0), headerBytes)
  return {
    ...(await assemblePeople(parsed, fileRows)),
    sizeOf,
    write(subset) {
      const written = Buffer.allocUnsafeSlow(sizeOf(subset))
      written.set(text.subarray(0, headerBytes))
      let offset = headerBytes
      for (let first = 0; first < subset.length; ) {
        // Copy consecutive rows in one step.
        let end = first + 1
        while (end < subset.length && subset[end]?.index === (subset[end - 1]?.index ?? 0) + 1) end += 1
        const startByte = ends[subset[first]?.index ?? 0] ?? 0
        const endByte = ends[(subset[end - 1]?.index ?? 0) + 1] ?? 0
        written.set(text.subarray(startByte, endByte), offset)
        offset += endByte - startByte
        first = end
      }
      return written
    },
  }
}

export type FileChecks = ReturnType<typeof createFileChecks>

const child = new URL('./checked-file-child.ts', import.meta.url)

/** Creates the checks of files to start. They throw Refusal 400 for a file that cannot be started. @param key of the number hashes */
export const createFileChecks = (key: string) => ({
  /** @param fileRows its row numbers (`rowRanges`) in the file that a person chose; Refusal 400 if they are not its own */
  checkFile: async (file: FileSource, reading: Reading, fileRows: string | null = null): Promise<CheckedFile> => {
    const task: FileToCheck = { file, key, wanted: 'file' }
    return assemble(
      await readElsewhere<ParsedFile>(child, task, reading),
      fileRows === null ? null : (rowsInRanges(fileRows) ?? []),
    )
  },

  /** Reads only whom it calls. */
  checkPeople: async (file: FileSource, reading: Reading): Promise<CheckedPeople> => {
    const task: FileToCheck = { file, key, wanted: 'people' }
    return assemblePeople(await readElsewhere<ParsedPeople>(child, task, reading), null)
  },
})
