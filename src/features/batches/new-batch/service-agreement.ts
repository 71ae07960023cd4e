/**
 * Compares the service's Validate and Preview responses with Switchboard's own check. For the file that will be sent, the service agrees
 * if it reads every row and every row is valid. For the rows as written in the chosen file, it agrees if it accepts those that are sent
 * unchanged. It may reject rows that Switchboard corrects or leaves out. Pure.
 */
import { type CsvCheck, type CsvPreview, sumOf } from '#contract/index.ts'
import type { Located } from '#recipients/worker/protocol.ts'
import { number, plural } from '#ui/text/format-number.ts'
import * as texts from './service-check-texts.ts'

/** What was sent to be checked. */
export interface SentFile {
  rows: number
  columns: readonly string[]
}

export interface Disagreement {
  /** What differs. */
  sentence: string
  /** Row of the file that was sent, numbered as in a spreadsheet; null: the whole file. */
  row: number | null
}

const aboutWholeFile = (sentence: string): Disagreement => ({ sentence, row: null })

/** Whether the answer contains nothing about the rows, because the service answers in another format. */
export const isEmptyCheck = ({ valid, totalRows, columns, errors }: CsvCheck): boolean =>
  columns.length === 0 && errors.length === 0 && (totalRows === null || (totalRows === 0 && !valid))

/** Whether a preview has another format: no row has the column that every row must have. */
export const isPreviewInUnknownFormat = ({ rows, totalRows }: CsvPreview): boolean =>
  rows === null || (rows.length === 0 ? totalRows === null : rows.every((row) => row.phone_number === undefined))

/** All differences between the service's check and Switchboard's: those of the whole file first, then those of each row. */
export function disagreementsOfCheck(sent: SentFile, answer: CsvCheck): Disagreement[] {
  const disagreements: Disagreement[] = []
  if (answer.totalRows !== null && answer.totalRows !== sent.rows) {
    disagreements.push(
      aboutWholeFile(
        `The service read ${plural(answer.totalRows, 'row', 'rows')}. Switchboard will send ${number(sent.rows)}.`,
      ),
    )
  }
  const rejectedCount = (answer.invalidRows ?? 0) + (answer.duplicateRows ?? 0)
  if (rejectedCount > answer.errors.length) {
    disagreements.push(
      aboutWholeFile(texts.unnamedRejections(rejectedCount - answer.errors.length, answer.errors.length > 0)),
    )
  } else if (answer.valid === false && answer.errors.length === 0) {
    disagreements.push(aboutWholeFile('The service says that this file is not valid. It does not say why.'))
  }
  const missingColumns = sent.columns.filter((column) => answer.columns.length > 0 && !answer.columns.includes(column))
  if (missingColumns.length > 0)
    disagreements.push(
      aboutWholeFile(
        `The service did not find the ${missingColumns.length === 1 ? 'column' : 'columns'} ${missingColumns.join(', ')}.`,
      ),
    )
  return [
    ...disagreements,
    ...answer.errors.map((error) => ({
      row: error.row !== null && error.row > 1 ? error.row : null,
      sentence: sentenceOf(error),
    })),
  ]
}

const sentenceOf = ({ column, value, code, message }: CsvCheck['errors'][number]): string =>
  `${column ? `Column ${column}` : 'This row'}${value ? ` “${value}”` : ''}: ${message || code || 'rejected without a reason'}`

export interface AsReadAgreement {
  disagreements: Disagreement[]
  /** Rows that the service rejects as written, and that are sent corrected. */
  corrected: number
  /** Rows that the service rejects, and that are left out. */
  leftOut: number
  /** Rows that are left out and that the service would accept; null: unknown, because it did not name every rejected row. */
  accepted: number | null
}

/**
 * Compares the service's check of the rows as written with what is sent of them.
 *
 * @param located the rows that its errors name, in their order, in the chosen file
 * @param notCalled how many rows are not called, without blank ones
 */
export function agreementAsRead(
  answer: CsvCheck,
  located: readonly (Located | null)[],
  sent: SentFile,
  notCalled: number,
): AsReadAgreement {
  const disagreements: Disagreement[] = []
  if (answer.totalRows !== null && answer.totalRows !== sent.rows)
    disagreements.push(
      aboutWholeFile(
        `The service read ${plural(answer.totalRows, 'row', 'rows')}. Switchboard read ${number(sent.rows)}.`,
      ),
    )
  let corrected = 0
  let leftOut = 0
  const handledRows = new Set<number>()
  for (const [index, error] of answer.errors.entries()) {
    const row = located[index]
    if (error.row === null || error.row <= 1) disagreements.push(aboutWholeFile(sentenceOf(error)))
    if (!row || handledRows.has(row.number)) continue
    handledRows.add(row.number)
    if (row.verdict !== 'valid') leftOut++
    else if (row.asWritten && error.code !== 'duplicate_number' && error.code !== 'ragged_row')
      disagreements.push({ row: row.number, sentence: sentenceOf(error) })
    else corrected++
  }
  const rejectedCount = sumOf(answer.invalidRows, answer.duplicateRows)
  const isComplete = !answer.truncated && rejectedCount !== null && rejectedCount <= handledRows.size
  return { disagreements, corrected, leftOut, accepted: isComplete ? Math.max(0, notCalled - leftOut) : null }
}

/** Compares the first rows of the service's Preview with Switchboard's, cell by cell. */
export function disagreementsOfPreview(
  firstRows: readonly Record<string, string>[],
  answer: CsvPreview,
): Disagreement[] {
  const rows = answer.rows ?? []
  const comparedRows = Math.min(firstRows.length, rows.length)
  const disagreements: Disagreement[] = []
  if (rows.length === 0 && firstRows.length > 0)
    disagreements.push(aboutWholeFile('The service shows no rows of this file.'))
  for (let index = 0; index < comparedRows; index++) {
    for (const [column, value] of Object.entries(firstRows[index] ?? {})) {
      const serviceValue = rows[index]?.[column]
      if (serviceValue === undefined || serviceValue === value) continue
      disagreements.push({
        row: index + 2,
        sentence: `Column ${column}: the service reads “${serviceValue}”, Switchboard reads “${value}”.`,
      })
    }
  }
  return disagreements
}
