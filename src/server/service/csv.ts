/** The service's view of an uploaded file: the answers of Validate and Preview, and the rows to call (interface 4). */
import { type CsvCheck, type CsvPreview, csvLimits } from '#contract/index.ts'
import { type Recipient, readRecipients } from '#recipients/read.ts'
import { invalid } from './refused.ts'

const read = (file: Uint8Array) => readRecipients(file, { strict: true })

/** Two rows that show how it is meant; the numbers are nobody's. */
export const template = [
  'phone_number,first_name,last_name,email,custom_field_1,custom_field_2',
  '+14155550134,Dana,Whitfield,dana.whitfield@example.com,Thursday,10:30',
  '+447700900123,Oliver,Marsh,oliver.marsh@example.com,Friday,14:00',
  '',
].join('\r\n')

/**
 * Checks a file. The counts do not overlap, and blank rows are in none; `valid` means no errors at all.
 *
 * @returns the answer of Validate, also for a file that cannot be read
 */
export function checkFile(file: Uint8Array): CsvCheck {
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

/**
 * The first rows, as they stand in the file.
 *
 * @param limit how many
 * @throws Refused 400 when the file cannot be read
 */
export function previewFile(file: Uint8Array, limit: number): CsvPreview {
  const result = read(file)
  if (!result.ok) throw invalid(result.refusal.message)
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

/**
 * The rows to call.
 *
 * @throws Refused 400 when any row cannot be called: Start refuses a file that is not valid (interface 4)
 */
export function recipientsOf(file: Uint8Array): Recipient[] {
  const result = read(file)
  if (!result.ok) throw invalid(result.refusal.message)
  const { problems, recipients } = result.file
  const [first] = problems
  if (first !== undefined) {
    const others =
      problems.length === 1
        ? ''
        : ` ${problems.length - 1} more ${problems.length === 2 ? 'row has' : 'rows have'} problems.`
    throw invalid(`${first.message}${others} No call was placed.`)
  }
  return recipients
}
