/** The whole way from a file's bytes to checked recipients. */
import { csvLimits, launchLimits } from '#contract/shared/limits.ts'
import { type Counts, createJudge, type Recipient, type Sheet, type Verdict } from './check/check.ts'
import type { RowProblem } from './check/problem.ts'
import type { Repairs } from './check/repairs.ts'
import { decode } from './file/decode.ts'
import { unguardCell } from './file/formula.ts'
import { type Encoding, type EncodingOffer, type FileRefusal, type Outcome, refuse } from './file/refusal.ts'
import { isBlank } from './table/cells.ts'
import { type Delimiter } from './table/delimiter.ts'
import { isNumber } from './table/header-row.ts'
import { numberOf, type ParseChoices, parse, type Table } from './table/parse.ts'

export type { Counts, Recipient, Verdict } from './check/check.ts'
export type { Reason, RowProblem } from './check/problem.ts'
export type { Encoding, EncodingOffer, FileRefusal } from './file/refusal.ts'
export type { Delimiter } from './table/delimiter.ts'

/** How a person wants a file to be cut into rows. Data: what is not chosen is found. */
export interface Choices {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  /** Spreadsheet number of the row with the columns' names; 0: there is none. */
  headerRow?: number | undefined
  /** Judge as the service does (interface 4): UTF-8, comma, the name `phone_number`, E.164 as written; nothing is repaired. */
  strict?: boolean | undefined
  /** Not given: those of a launch; where it is judged as the service does, the service's. */
  limits?: { bytes: number; rows: number } | undefined
}
const limitsOf = ({ limits, strict }: Choices) => limits ?? (strict ? csvLimits : launchLimits)

export interface Row {
  /** As a spreadsheet counts. */
  number: number
  cells: readonly string[]
}

export interface ReadFile {
  /** Names in the header, in the order of the cells. */
  columns: string[]
  /** The same columns as they are called in the file that is sent; null: not sent. */
  names: (string | null)[]
  encoding: Encoding
  delimiter: Delimiter
  headerRow: number
  /** As read; they never change. */
  rows: Row[]
  /** null: nobody can be called before one is chosen. */
  phoneColumn: string | null
  /** Columns that could hold the numbers. */
  candidates: string[]
  /** `read` is the sum of the others, always. */
  counts: Counts
  /** In the order of the rows: one for each that is invalid or a duplicate, or one for a table without a phone column. */
  problems: RowProblem[]
  recipients: Recipient[]
  /** One for each row of the table. */
  verdicts: readonly Verdict[]
}

export interface TextTable extends Table {
  encoding: Encoding
}

export type Stage = 'decoding' | 'parsing' | 'checking'

const offeredCells = 20
const beyondAscii = /[\u0080-\uffff]/

/** The cells that would read differently in another encoding, for a person to judge it by. */
function describeOffer(encoding: Encoding, text: string, choices: ParseChoices, mostRows: number): EncodingOffer {
  const parsed = parse(text, choices, mostRows)
  if (!parsed.ok) return { encoding, cells: [], count: 0 }
  const { columns, rows, headerRow } = parsed.table
  const cells: EncodingOffer['cells'] = []
  let count = 0
  for (const [place, row] of [columns, ...rows].entries()) {
    for (const [at, cell] of row.entries()) {
      if (!beyondAscii.test(cell)) continue
      count++
      if (cells.length < offeredCells) cells.push({ row: headerRow + place, column: columns[at] ?? '', text: cell })
    }
  }
  return { encoding, cells, count }
}

const megabytes = (bytes: number) => `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`

/** The refusal of a file by its size alone, before it is read; undefined where it may be read. */
export function refuseSize(size: number, choices: Choices): { ok: false; refusal: FileRefusal } | undefined {
  const limits = limitsOf(choices)
  if (size <= limits.bytes) return undefined
  const what = `This file has ${megabytes(size)}; at most ${megabytes(limits.bytes)} are taken.`
  return refuse('too_large', what, 'Split it into several files.')
}

/**
 * The first half of the way: bytes to rows, as they stand in the file. Does not look at what the cells mean.
 *
 * @returns the table; or why the file cannot be used, with an encoding to look at where one fits
 */
export function readTable(
  bytes: Uint8Array,
  choices: Choices = {},
  onStage: (stage: Stage) => void = () => {},
): Outcome<{ table: TextTable }> {
  const limits = limitsOf(choices)
  const tooLarge = refuseSize(bytes.length, choices)
  if (tooLarge) return tooLarge
  const parseChoices: ParseChoices = choices.strict ? { delimiter: ',', strict: true } : choices
  onStage('decoding')
  const decoded = decode(bytes, choices.strict ? 'utf-8' : choices.encoding)
  if (!decoded.ok) {
    const { offers = [], refusal } = decoded
    if (offers.length === 0 || choices.strict) return { ok: false, refusal }
    const encodingOffers = offers.map(({ encoding, text }) => describeOffer(encoding, text, parseChoices, limits.rows))
    const message = `${refusal.message} Or look at the cells below, and read it in the encoding in which they are right.`
    return { ok: false, refusal: { ...refusal, message, encodingOffers } }
  }
  onStage('parsing')
  const parsed = parse(decoded.text, parseChoices, limits.rows)
  if (!parsed.ok) return parsed
  const columns = choices.strict ? parsed.table.columns : parsed.table.columns.map(unguardCell)
  return { ok: true, table: { ...parsed.table, columns, encoding: decoded.encoding } }
}

const nothingRead = () =>
  refuse('no_rows', 'This file has a header but no rows.', 'Add the recipients, one in each row, and choose it again.')

/** Why nobody can be found in this table, whatever is done to it; undefined where somebody may be. */
export function refuseTable(
  { columns, rows, headerRow }: Table,
  { strict }: Choices,
): { ok: false; refusal: FileRefusal } | undefined {
  if (!strict && columns.some(isNumber)) {
    return refuse(
      'no_header',
      `Row ${headerRow} holds a phone number where the names of the columns should be.`,
      'Add a first line with names, such as phone_number,first_name, or say that there is none.',
      { row: headerRow },
    )
  }
  return rows.every(isBlank) ? nothingRead() : undefined
}

/** A judged sheet as one plain value. */
function plain(table: TextTable, sheet: Sheet): ReadFile {
  const { columns, encoding, delimiter, headerRow, rows } = table
  const { names, phoneColumn, candidates, counts, verdicts, called, whole, faults, problemAt, recipientAt } = sheet
  const problems = whole ? [whole] : [...faults.keys()].flatMap((at) => problemAt(at) ?? [])
  const recipients = called.map(recipientAt)
  return {
    columns,
    names,
    encoding,
    delimiter,
    headerRow,
    rows: rows.map((cells, at) => ({ number: numberOf(table, at), cells })),
    phoneColumn,
    candidates,
    counts,
    problems,
    recipients,
    verdicts,
  }
}

/**
 * Reads a CSV file whole: decode, parse, match the columns, check the rows (specification 4.4, interface 4).
 *
 * @param bytes the file
 * @param choices how it is cut into rows; `strict` judges as the service does
 * @param onStage told as each part of the work begins
 * @param repairs what a person decided about columns, rows and cells
 * @returns the rows as read and what follows from them, `counts.read` being the sum of the other counts; or why the file as a
 *   whole cannot be used. `problems` holds one entry for each row that is not to be called, unless blank or left out by choice
 */
export function readRecipients(
  bytes: Uint8Array,
  choices: Choices = {},
  onStage: (stage: Stage) => void = () => {},
  repairs: Repairs = {},
): { ok: true; file: ReadFile } | { ok: false; refusal: FileRefusal } {
  const read = readTable(bytes, choices, onStage)
  if (!read.ok) return read
  onStage('checking')
  const refusal = refuseTable(read.table, choices)
  if (refusal) return refusal
  const strict = choices.strict ?? false
  return { ok: true, file: plain(read.table, createJudge(read.table, strict)(strict ? {} : repairs, null)) }
}
