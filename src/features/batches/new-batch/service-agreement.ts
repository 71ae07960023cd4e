/**
 * Compares the service's Validate and Preview with our own check. For the file that will be sent, the service agrees if it reads every row
 * and every row is valid. For the rows as written in the chosen file, it agrees if it accepts those that we send unchanged; rows that we
 * correct or leave out may be rejected. Pure.
 */
import { type CsvCheck, type CsvPreview, sumOf } from '#contract/index.ts'
import type { Located } from '#recipients/worker/protocol.ts'
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

const whole = (sentence: string): Disagreement => ({ sentence, row: null })

/** Whether the answer contains nothing about the rows: the service answers in another format. */
export const isEmptyCheck = ({ valid, totalRows, columns, errors }: CsvCheck): boolean =>
  columns.length === 0 && errors.length === 0 && (totalRows === null || (totalRows === 0 && !valid))

/** Whether a preview has another format: no row has the column that every row must have. */
export const isForeignPreview = ({ rows, totalRows }: CsvPreview): boolean =>
  rows === null || (rows.length === 0 ? totalRows === null : rows.every((row) => row.phone_number === undefined))

/** All differences between the service's check and ours: the whole file first, then each row. */
export function disagreementsOfCheck(sent: SentFile, answer: CsvCheck): Disagreement[] {
  const found: Disagreement[] = []
  if (answer.totalRows !== null && answer.totalRows !== sent.rows) {
    found.push(whole(texts.otherRowCountSent(answer.totalRows, sent.rows)))
  }
  const refused = (answer.invalidRows ?? 0) + (answer.duplicateRows ?? 0)
  if (refused > answer.errors.length) {
    found.push(whole(texts.unnamedRejections(refused - answer.errors.length, answer.errors.length > 0)))
  } else if (answer.valid === false && answer.errors.length === 0) {
    found.push(whole(texts.invalidWithoutReason))
  }
  const unseen = sent.columns.filter((column) => answer.columns.length > 0 && !answer.columns.includes(column))
  if (unseen.length > 0) found.push(whole(texts.columnsNotFound(unseen)))
  return [
    ...found,
    ...answer.errors.map((error) => ({
      row: error.row !== null && error.row > 1 ? error.row : null,
      sentence: sentenceOf(error),
    })),
  ]
}

const sentenceOf = ({ column, value, code, message }: CsvCheck['errors'][number]): string =>
  texts.rejection(column, value, message || code)

export interface AsReadAgreement {
  found: Disagreement[]
  /** Rows that it rejects as written, and that are sent corrected. */
  corrected: number
  /** Rows that it rejects, and that are left out. */
  leftOut: number
  /** Rows that are left out and that it would accept; null: unknown, because it did not name every rejected row. */
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
  const found: Disagreement[] = []
  if (answer.totalRows !== null && answer.totalRows !== sent.rows)
    found.push(whole(texts.otherRowCount(answer.totalRows, sent.rows)))
  let corrected = 0
  let leftOut = 0
  const seen = new Set<number>()
  for (const [at, error] of answer.errors.entries()) {
    const row = located[at]
    if (error.row === null || error.row <= 1) found.push(whole(sentenceOf(error)))
    if (!row || seen.has(row.number)) continue
    seen.add(row.number)
    if (row.verdict !== 'valid') leftOut++
    else if (row.asWritten && error.code !== 'duplicate_number' && error.code !== 'ragged_row')
      found.push({ row: row.number, sentence: sentenceOf(error) })
    else corrected++
  }
  const refused = sumOf(answer.invalidRows, answer.duplicateRows)
  const isComplete = !answer.truncated && refused !== null && refused <= seen.size
  return { found, corrected, leftOut, accepted: isComplete ? Math.max(0, notCalled - leftOut) : null }
}

/** Compares the first rows of the service's Preview with ours, cell by cell. */
export function disagreementsOfPreview(first: readonly Record<string, string>[], answer: CsvPreview): Disagreement[] {
  const rows = answer.rows ?? []
  const compared = Math.min(first.length, rows.length)
  const found: Disagreement[] = []
  if (rows.length === 0 && first.length > 0) found.push(whole(texts.noRowsShown))
  for (let at = 0; at < compared; at++) {
    for (const [column, value] of Object.entries(first[at] ?? {})) {
      const read = rows[at]?.[column]
      if (read === undefined || read === value) continue
      found.push({ row: at + 2, sentence: texts.otherValue(column, read, value) })
    }
  }
  return found
}
