/**
 * Reads a file strictly, with all that a start needs of it. What comes out is few texts and numbers: 50,000 objects would take as long
 * to arrive from another process as to be read.
 */
import { createHash } from 'node:crypto'
import { launchLimits } from '#contract/shared/limits.ts'
import { writeRecipients } from '#recipients/file/write.ts'
import { recipientsText } from '#recipients/fingerprint.ts'
import { readRecipients } from '#recipients/read.ts'
import { optedOutIn } from '#recipients/table/opt-outs.ts'
import { numberHash } from '../contacts/number-hash.ts'
import { refusal } from '../shared/refusals.ts'

export interface FileToCheck {
  file: Uint8Array
  /** Of the numbers' hashes. */
  key: string
}

/** What is known of a file beside its people. */
export interface About {
  /** How many rows say "do not call", and the columns that say it. */
  optedOut: { rows: number; columns: string[] }
  /** The numbers as `recipientsText` gives them. Personal data. */
  everybody: string
  /** Of the file's bytes. */
  digest: string
}

/** A file that can be started. */
export interface Read extends About {
  /** One in each line. */
  numbers: string
  hashes: string
  rows: Uint32Array<ArrayBuffer>
  /** The clean file, and where in it each row ends; first of all that of the columns' names. */
  text: Uint8Array<ArrayBuffer>
  ends: Uint32Array<ArrayBuffer>
}

const namedProblems = 3

/** Every row must be one that can be called: what is left out was left out in the page, where a person saw it. @throws Refusal 400 */
export function read({ file, key }: FileToCheck): Read {
  const result = readRecipients(file, { strict: true, limits: launchLimits })
  if (!result.ok)
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: `${result.refusal.message} Nothing was sent.`,
      fields: { file: result.refusal.message },
    })
  const { problems, recipients, names, columns, rows, phoneColumn } = result.file
  // guard: rows-can-be-called
  if (problems.length > 0 || recipients.length === 0) {
    const first = problems.slice(0, namedProblems).map(({ message }) => message)
    const more = problems.length > namedProblems ? ` And ${problems.length - namedProblems} more.` : ''
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: `${problems.length} rows cannot be called. Nothing was sent. ${first.join(' ')}${more}`,
      fields: { file: 'Some rows cannot be called.' },
    })
  }
  const numbers = recipients.map(({ phone_number }) => phone_number)
  const head = writeRecipients({ names, recipients: [] })
  const lines = recipients.map((one) => writeRecipients({ names, recipients: [one] }).slice(head.length))
  const ends = new Uint32Array(lines.length + 1)
  let end = 0
  for (const [at, line] of [head, ...lines].entries()) {
    end += Buffer.byteLength(line)
    ends[at] = end
  }
  return {
    numbers: numbers.join('\n'),
    hashes: numbers.map((number) => numberHash(key, number)).join('\n'),
    rows: Uint32Array.from(recipients, ({ row }) => row),
    text: new TextEncoder().encode([head, ...lines].join('')),
    ends,
    optedOut: optedOutIn(
      columns,
      rows.map(({ cells }) => cells),
      phoneColumn,
    ),
    everybody: recipientsText(numbers),
    digest: createHash('sha256').update(file).digest('base64url'),
  }
}
