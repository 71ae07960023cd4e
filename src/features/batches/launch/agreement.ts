/**
 * Where the service's Validate and Preview of the clean file agree with our own check, and where not. They were asked about the
 * rows that would be sent, so agreement means: every row is read and every row is valid. Pure.
 */
import type { CsvCheck, CsvPreview } from '#contract/index.ts'
import { number, plural } from '#ui/format.ts'

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

/** An answer that says nothing at all: the service has the endpoint, but not the form that we know. */
export const isEmptyCheck = (answer: CsvCheck): boolean =>
  !answer.valid && answer.totalRows === 0 && answer.columns.length === 0 && answer.errors.length === 0

/** Every way in which the service's check differs from ours, the whole file first, then row by row. */
export function disagreementsOfCheck(sent: SentFile, answer: CsvCheck): Disagreement[] {
  const found: Disagreement[] = []
  if (answer.totalRows !== sent.rows) {
    found.push(
      whole(`The service read ${plural(answer.totalRows, 'row', 'rows')}; we would send ${number(sent.rows)}.`),
    )
  }
  const refused = answer.invalidRows + answer.duplicateRows
  if (refused > answer.errors.length) {
    const unnamed = refused - answer.errors.length
    const more = answer.errors.length > 0 ? 'more ' : ''
    found.push(
      whole(`The service would refuse ${plural(unnamed, `${more}row`, `${more}rows`)} and does not say which.`),
    )
  } else if (!answer.valid && answer.errors.length === 0) {
    found.push(whole('The service says that this file is not valid and does not say why.'))
  }
  const unseen = sent.columns.filter((column) => answer.columns.length > 0 && !answer.columns.includes(column))
  if (unseen.length > 0)
    found.push(
      whole(`The service did not see ${unseen.length === 1 ? 'the column' : 'the columns'} ${unseen.join(', ')}.`),
    )
  return [
    ...found,
    ...answer.errors.map(({ row, column, value, code, message }) => ({
      row: row > 1 ? row : null,
      sentence: `${column ? `Column ${column}` : 'This row'}${value ? ` “${value}”` : ''}: ${message || code || 'refused without a reason'}`,
    })),
  ]
}

/** The same for its Preview: the first rows, compared cell by cell. */
export function disagreementsOfPreview(first: readonly Record<string, string>[], answer: CsvPreview): Disagreement[] {
  const compared = Math.min(first.length, answer.rows.length)
  const found: Disagreement[] = []
  if (answer.rows.length === 0 && first.length > 0) found.push(whole('The service shows no row of this file.'))
  for (let at = 0; at < compared; at++) {
    for (const [column, value] of Object.entries(first[at] ?? {})) {
      const read = answer.rows[at]?.[column]
      if (read === undefined || read === value) continue
      found.push({ row: at + 2, sentence: `Column ${column}: the service reads “${read}” where we read “${value}”.` })
    }
  }
  return found
}
