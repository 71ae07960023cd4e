/** Reads uploaded files for Validate, Preview and Start (interface section 4). Pure functions. */
import { type CsvCheck, type CsvPreview, csvLimits } from '#contract/index.ts'
import { readRecipients } from '#recipients/read.ts'

const readStrictly = (file: Uint8Array) => readRecipients(file, { strict: true })

/** The file was not accepted. The message is shown to the user. */
export interface RejectedFile {
  rejected: string
}

/** The calls to place, in file order. Lists of strings pass between processes three times as fast as a list of objects. */
export interface RowsToCall {
  numbers: string[]
  /** JSON of each row's columns. */
  metadata: string[]
}

/** The answer of Validate, also if the file cannot be read. */
function check(file: Uint8Array): CsvCheck {
  const result = readStrictly(file)
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

/** The first rows, unchanged. */
function preview(file: Uint8Array, limit: number): CsvPreview | RejectedFile {
  const result = readStrictly(file)
  if (!result.ok) return { rejected: result.refusal.message }
  const { columns, rows, counts, delimiter, encoding } = result.file
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return {
    columns,
    rows: filled
      .slice(0, limit)
      .map(({ cells }) => Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? '']))),
    totalRows: counts.read - counts.blank,
    delimiter,
    encoding,
  }
}

/** The rows to call. The file is rejected if any row cannot be called. */
function rowsToCall(file: Uint8Array): RowsToCall | RejectedFile {
  const result = readStrictly(file)
  if (!result.ok) return { rejected: result.refusal.message }
  const { problems, recipients } = result.file
  const [firstProblem] = problems
  if (firstProblem !== undefined) {
    const otherProblems =
      problems.length === 1
        ? ''
        : ` ${problems.length - 1} more ${problems.length === 2 ? 'row has' : 'rows have'} problems.`
    return { rejected: `${firstProblem.message}${otherProblems} No call was placed.` }
  }
  return {
    numbers: recipients.map(({ phone_number }) => phone_number),
    metadata: recipients.map(({ values }) => JSON.stringify(values)),
  }
}

/** The operations by name, so that a child process can be asked for one. */
export const csvOperations = { check, preview, rowsToCall }
export type CsvOperation = keyof typeof csvOperations

/** A request to the child process. */
export interface CsvRequest {
  operation: CsvOperation
  file: Uint8Array
  limit: number
}
