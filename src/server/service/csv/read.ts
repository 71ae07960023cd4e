/** What is made of an uploaded file: the answers of Validate and Preview, and the rows to call (interface 4). Pure. */
import { type CsvCheck, type CsvPreview, csvLimits } from '#contract/index.ts'
import { readRecipients } from '#recipients/read.ts'

const read = (file: Uint8Array) => readRecipients(file, { strict: true })

/** The file cannot be taken: why, for people. */
export interface FileRefused {
  refused: string
}

/** The calls to be placed, in their order. Two lists of texts, since a list of objects takes thrice as long to another process. */
export interface RowsToCall {
  numbers: string[]
  /** JSON of each row's columns. */
  metadata: string[]
}

/** The answer of Validate, also for a file that cannot be read. */
function check(file: Uint8Array): CsvCheck {
  const result = read(file)
  if (!result.ok) {
    const { message } = result.refusal
    return {
      valid: false,
      totalRows: 0,
      validRows: 0,
      invalidRows: 0,
      duplicateRows: 0,
      columns: [],
      errors: [{ row: 1, column: '', value: '', code: 'unreadable_file', message }],
      truncated: false,
    }
  }
  const { counts, columns, problems } = result.file
  return {
    valid: problems.length === 0,
    totalRows: counts.read - counts.blank,
    validRows: counts.valid,
    invalidRows: counts.invalid,
    duplicateRows: counts.duplicate,
    columns,
    errors: problems
      .slice(0, csvLimits.errors)
      .map(({ row, column, value, code, message }) => ({ row, column, value, code, message })),
    truncated: problems.length > csvLimits.errors,
  }
}

/** The first rows, as they stand in the file. */
function preview(file: Uint8Array, limit: number): CsvPreview | FileRefused {
  const result = read(file)
  if (!result.ok) return { refused: result.refusal.message }
  const { columns, rows, counts, delimiter, encoding } = result.file
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return {
    columns,
    rows: filled
      .slice(0, limit)
      .map(({ cells }) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))),
    totalRows: counts.read - counts.blank,
    delimiter,
    encoding,
  }
}

/** The rows to call; refused when any of them cannot be called. */
function rowsToCall(file: Uint8Array): RowsToCall | FileRefused {
  const result = read(file)
  if (!result.ok) return { refused: result.refusal.message }
  const { problems, recipients } = result.file
  const [first] = problems
  if (first !== undefined) {
    const others =
      problems.length === 1
        ? ''
        : ` ${problems.length - 1} more ${problems.length === 2 ? 'row has' : 'rows have'} problems.`
    return { refused: `${first.message}${others} No call was placed.` }
  }
  return {
    numbers: recipients.map(({ phone_number }) => phone_number),
    metadata: recipients.map(({ values }) => JSON.stringify(values)),
  }
}

/** What can be done with a file, by name: so that it can be asked for in another process. */
export const readings = { check, preview, rowsToCall }
export type Reading = keyof typeof readings

/** What another process is asked for. */
export interface Wanted {
  reading: Reading
  file: Uint8Array
  limit: number
}
