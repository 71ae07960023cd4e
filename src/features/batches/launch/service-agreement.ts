/**
 * Where the service's Validate and Preview agree with our own check, and where not. Asked about the file that will be sent, it
 * agrees when every row is read and every row is valid. Asked about the rows as they stand in the chosen file, it agrees when it
 * takes those that we send untouched; what it refuses and we put right or leave out is no quarrel. Pure.
 */
import { type CsvCheck, type CsvPreview, sumOf } from '#contract/index.ts'
import type { Located } from '#recipients/worker/protocol.ts'
import { number, plural } from '#ui/text/format-number.ts'

/** What was sent to be checked. */
export interface SentFile {
  rows: number
  columns: readonly string[]
}

export interface Disagreement {
  /** What the service says otherwise, as a sentence. */
  sentence: string
  /** The row of the file that was sent, counted as a spreadsheet does; null: it is about the whole file. */
  row: number | null
}

const whole = (sentence: string): Disagreement => ({ sentence, row: null })

/** An answer that says nothing of the rows: the service has the endpoint, but not the form that we know. */
export const isEmptyCheck = ({ valid, totalRows, columns, errors }: CsvCheck): boolean =>
  columns.length === 0 && errors.length === 0 && (totalRows === null || (totalRows === 0 && !valid))

/** A preview in a form that we do not know: none of its rows has the column that every row has. */
export const isForeignPreview = ({ rows, totalRows }: CsvPreview): boolean =>
  rows === null || (rows.length === 0 ? totalRows === null : rows.every((row) => row.phone_number === undefined))

/** Every way in which the service's check differs from ours, the whole file first, then row by row. */
export function disagreementsOfCheck(sent: SentFile, answer: CsvCheck): Disagreement[] {
  const found: Disagreement[] = []
  if (answer.totalRows !== null && answer.totalRows !== sent.rows) {
    found.push(
      whole(`The service read ${plural(answer.totalRows, 'row', 'rows')}; we would send ${number(sent.rows)}.`),
    )
  }
  const refused = (answer.invalidRows ?? 0) + (answer.duplicateRows ?? 0)
  if (refused > answer.errors.length) {
    const unnamed = refused - answer.errors.length
    const more = answer.errors.length > 0 ? 'more ' : ''
    found.push(
      whole(`The service would refuse ${plural(unnamed, `${more}row`, `${more}rows`)} and does not say which.`),
    )
  } else if (answer.valid === false && answer.errors.length === 0) {
    found.push(whole('The service says that this file is not valid and does not say why.'))
  }
  const unseen = sent.columns.filter((column) => answer.columns.length > 0 && !answer.columns.includes(column))
  if (unseen.length > 0)
    found.push(
      whole(`The service did not see ${unseen.length === 1 ? 'the column' : 'the columns'} ${unseen.join(', ')}.`),
    )
  return [
    ...found,
    ...answer.errors.map((error) => ({
      row: error.row !== null && error.row > 1 ? error.row : null,
      sentence: sentenceOf(error),
    })),
  ]
}

const sentenceOf = ({ column, value, code, message }: CsvCheck['errors'][number]): string =>
  `${column ? `Column ${column}` : 'This row'}${value ? ` “${value}”` : ''}: ${message || code || 'refused without a reason'}`

export interface AsReadAgreement {
  found: Disagreement[]
  /** Rows that it refuses as they stand, and that are sent put right. */
  putRight: number
  /** Rows that it refuses, and that are left out. */
  leftOut: number
  /** Rows that are left out and that it would take; null: it did not name every row that it refuses. */
  taken: number | null
}

/**
 * The service's check of the rows as they stand, beside what becomes of them.
 *
 * @param located the rows that its errors name, in their order, in the chosen file
 * @param notCalled how many rows are not called, blank ones aside
 */
export function agreementAsRead(
  answer: CsvCheck,
  located: readonly (Located | null)[],
  sent: SentFile,
  notCalled: number,
): AsReadAgreement {
  const found: Disagreement[] = []
  if (answer.totalRows !== null && answer.totalRows !== sent.rows)
    found.push(whole(`The service read ${plural(answer.totalRows, 'row', 'rows')} where we read ${number(sent.rows)}.`))
  let putRight = 0
  let leftOut = 0
  const told = new Set<number>()
  for (const [at, error] of answer.errors.entries()) {
    const row = located[at]
    if (error.row === null || error.row <= 1) found.push(whole(sentenceOf(error)))
    if (!row || told.has(row.number)) continue
    told.add(row.number)
    if (row.verdict !== 'valid') leftOut++
    else if (row.asWritten && error.code !== 'duplicate_number' && error.code !== 'ragged_row')
      found.push({ row: row.number, sentence: sentenceOf(error) })
    else putRight++
  }
  const refused = sumOf(answer.invalidRows, answer.duplicateRows)
  const named = !answer.truncated && refused !== null && refused <= told.size
  return { found, putRight, leftOut, taken: named ? Math.max(0, notCalled - leftOut) : null }
}

/** The same for its Preview, of a form that we know: the first rows, compared cell by cell. */
export function disagreementsOfPreview(first: readonly Record<string, string>[], answer: CsvPreview): Disagreement[] {
  const rows = answer.rows ?? []
  const compared = Math.min(first.length, rows.length)
  const found: Disagreement[] = []
  if (rows.length === 0 && first.length > 0) found.push(whole('The service shows no row of this file.'))
  for (let at = 0; at < compared; at++) {
    for (const [column, value] of Object.entries(first[at] ?? {})) {
      const read = rows[at]?.[column]
      if (read === undefined || read === value) continue
      found.push({ row: at + 2, sentence: `Column ${column}: the service reads “${read}” where we read “${value}”.` })
    }
  }
  return found
}
