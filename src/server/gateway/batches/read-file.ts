/**
 * Parses a file strictly and returns everything that a start needs. The result is a few strings and typed arrays, because passing
 * 50,000 objects from a child process would take as long as parsing the file.
 */
import { createHash } from 'node:crypto'
import { launchLimits } from '#contract/shared/limits.ts'
import { writeRecipients } from '#recipients/file/write.ts'
import { fingerprintInput } from '#recipients/fingerprint.ts'
import { readRecipients } from '#recipients/read.ts'
import { optedOutIn } from '#recipients/table/opt-outs.ts'
import { numberHash } from '../contacts/number-hash.ts'
import { refusal } from '../shared/refusals.ts'

export interface FileToParse {
  file: Uint8Array
  /** Key of the numbers' hashes. */
  key: string
}

/** Facts about a file besides its people. */
export interface FileFacts {
  /** How many rows say "do not call", and the columns that say it. */
  optedOut: { rows: number; columns: string[] }
  /** Identifies the set of people: their numbers, from `recipientsText`. Personal data. */
  peopleText: string
  /** SHA-256 of the file's bytes. */
  digest: string
  /** The size of the file. */
  bytes: number
}

/** The people of a file that can be started. */
export interface ParsedPeople extends FileFacts {
  /** E.164, one per line. Personal data. */
  numbers: string
  /** Keyed hashes of the numbers, one per line. */
  hashes: string
  /** Row numbers in a spreadsheet. */
  rows: Uint32Array<ArrayBuffer>
}

/** A file that can be started. */
export interface ParsedFile extends ParsedPeople {
  /** The clean file. */
  text: Uint8Array<ArrayBuffer>
  /** Byte offsets where the header and each row of `text` end. */
  ends: Uint32Array<ArrayBuffer>
}

const maxNamedProblems = 3

function readStrictly(file: Uint8Array) {
  const result = readRecipients(file, { strict: true, limits: launchLimits })
  if (!result.ok)
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: `${result.refusal.message} Nothing was sent.`,
      fields: { file: result.refusal.message },
    })
  const { problems, recipients } = result.file
  // guard: rows-can-be-called
  if (problems.length > 0 || recipients.length === 0) {
    const namedProblems = problems.slice(0, maxNamedProblems).map(({ message }) => message)
    const othersText = problems.length > maxNamedProblems ? ` And ${problems.length - maxNamedProblems} more.` : ''
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: `${problems.length} rows cannot be called. Nothing was sent. ${namedProblems.join(' ')}${othersText}`,
      fields: { file: 'Some rows cannot be called.' },
    })
  }
  return result.file
}

function peopleOf(
  { recipients, columns, rows, phoneColumn }: ReturnType<typeof readStrictly>,
  { file, key }: FileToParse,
): ParsedPeople {
  const numbers = recipients.map(({ phone_number }) => phone_number)
  return {
    numbers: numbers.join('\n'),
    hashes: numbers.map((number) => numberHash(key, number)).join('\n'),
    rows: Uint32Array.from(recipients, ({ row }) => row),
    optedOut: optedOutIn(
      columns,
      rows.map(({ cells }) => cells),
      phoneColumn,
    ),
    peopleText: fingerprintInput(numbers),
    digest: createHash('sha256').update(file).digest('base64url'),
    bytes: file.byteLength,
  }
}

/** Reads only the people of a file. @throws Refusal as `parseFile` */
export const parsePeople = (file: FileToParse): ParsedPeople => peopleOf(readStrictly(file.file), file)

/** @throws Refusal 400 if any row cannot be called: the page, where an operator sees such rows, has already left them out */
export function parseFile(file: FileToParse): ParsedFile {
  const read = readStrictly(file.file)
  const { names, recipients } = read
  const header = writeRecipients({ names, recipients: [] })
  const lines = recipients.map((recipient) => writeRecipients({ names, recipients: [recipient] }).slice(header.length))
  const ends = new Uint32Array(lines.length + 1)
  let endByte = 0
  for (const [index, line] of [header, ...lines].entries()) {
    endByte += Buffer.byteLength(line)
    ends[index] = endByte
  }
  return { ...peopleOf(read, file), text: new TextEncoder().encode([header, ...lines].join('')), ends }
}
