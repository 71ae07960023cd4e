/** Reads a file of recipients, from its bytes to checked rows. */
import { csvLimits, launchLimits } from '#contract/shared/limits.ts'
import { type CheckedTable, createChecker, type Recipient, type Verdict } from './check/check.ts'
import type { RowProblem } from './check/problem.ts'
import type { Repairs } from './check/repairs.ts'
import { decode } from './encoding/decode.ts'
import { type Encoding, type EncodingOffer, type FileRefusal, type Outcome, refuse } from './file/refusal.ts'
import * as texts from './file/texts.ts'
import { isBlank } from './table/cells.ts'
import { type Delimiter } from './table/delimiter.ts'
import { isNumber } from './table/header-row.ts'
import { numberOf, type ParseChoices, parse, type ReadingNote, type Table } from './table/parse.ts'

export type { Counts, Recipient, Verdict } from './check/check.ts'
export type { Reason, RowProblem } from './check/problem.ts'
export type { Encoding, EncodingOffer, FileRefusal, SheetName } from './file/refusal.ts'
export type { Delimiter } from './table/delimiter.ts'
export type { ReadingNote } from './table/parse.ts'

/** How a person wants a file to be parsed. What is not chosen is detected. */
export interface Choices {
  encoding?: Encoding | undefined
  /** Ask for the encoding, even if all likely ones agree. */
  askEncoding?: boolean | undefined
  delimiter?: Delimiter | undefined
  /** Number of the header row, as in a spreadsheet; 0: there is none. */
  headerRow?: number | undefined
  /** The first column has no name in the header. */
  unnamedFirst?: boolean | undefined
  /** Name of the sheet of a workbook. Default: the first one with phone numbers. */
  sheet?: string | undefined
  /** Check as the service does (interface 4): UTF-8, comma, a column `phone_number`, E.164 as written, no repairs. */
  strict?: boolean | undefined
  /** Default: the limits of a launch or, if strict, of the service. */
  limits?: { bytes: number; rows: number } | undefined
}
/** How large the file may be. */
export const limitsOf = ({ limits, strict }: Choices) => limits ?? (strict ? csvLimits : launchLimits)

export interface Row {
  /** Row number as in a spreadsheet. */
  number: number
  cells: readonly string[]
}

export interface TextTable extends Table {
  encoding: Encoding
  notes: readonly ReadingNote[]
}

/** What a file was read as, and what its columns are. */
export type ReadAs = Pick<TextTable, 'columns' | 'encoding' | 'delimiter' | 'headerRow' | 'notes'> &
  Pick<CheckedTable, 'names' | 'phoneColumn' | 'candidates' | 'counts'>

/** What a table was read as, with its columns as they are checked. */
export const readAs = (
  { columns, encoding, delimiter, headerRow, notes }: TextTable,
  { names, phoneColumn, candidates, counts }: CheckedTable,
): ReadAs => ({ columns, encoding, delimiter, headerRow, notes, names, phoneColumn, candidates, counts })

/** A file as it was read and checked. */
export interface ReadFile extends ReadAs {
  /** As read. They never change. */
  rows: Row[]
  /** In row order: one for each row that is invalid or a duplicate, or a single one if there is no phone number column. */
  problems: RowProblem[]
  recipients: Recipient[]
  /** One for each row. */
  verdicts: readonly Verdict[]
}

export type Stage = 'decoding' | 'parsing' | 'checking'

const maxOfferedCells = 20
const beyondAscii = /[\u0080-\uffff]/

/** The cells that depend on the encoding, so that a person can choose it. */
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
      if (cells.length < maxOfferedCells) cells.push({ row: headerRow + place, column: columns[at] ?? '', text: cell })
    }
  }
  return { encoding, cells, count }
}

/** How many cells depend on the encoding. */
const cellsBeyondAscii = ({ columns, rows }: Table): number =>
  [columns, ...rows].reduce((sum, cells) => sum + cells.filter((cell) => beyondAscii.test(cell)).length, 0)

/** Refuses a file by its size, before it is read; undefined if it may be read. */
export function refuseSize(size: number, choices: Choices): { ok: false; refusal: FileRefusal } | undefined {
  const limits = limitsOf(choices)
  if (size <= limits.bytes) return undefined
  return refuse('too_large', texts.fileTooLarge(size, limits.bytes), texts.splitFile)
}

/**
 * Decodes and parses a file. Does not interpret its cells.
 *
 * @returns the table; or why the file cannot be used, with encodings to choose from if any fit
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
  const decoded = decode(bytes, choices.strict ? 'utf-8' : choices.encoding, choices.askEncoding)
  if (!decoded.ok) {
    const { offers = [], others: otherEncodings = [], refusal } = decoded
    if (offers.length === 0 || choices.strict) return { ok: false, refusal }
    const encodingOffers = offers.map(({ encoding, text }) => describeOffer(encoding, text, parseChoices, limits.rows))
    return {
      ok: false,
      refusal: { ...refusal, message: texts.orChooseEncoding(refusal.message), encodingOffers, otherEncodings },
    }
  }
  onStage('parsing')
  const parsed = parse(decoded.text, parseChoices, limits.rows)
  if (!parsed.ok) return parsed
  const { table, notes } = parsed
  const { encoding, isAssumed } = decoded
  if (isAssumed) notes.unshift({ note: 'encoding', cells: cellsBeyondAscii(table) })
  return { ok: true, table: { ...table, encoding, notes } }
}

/** Refuses a table in which no change would make a row callable; undefined otherwise. */
export function refuseTable(
  { columns, rows, headerRow }: Table,
  { strict }: Choices,
): { ok: false; refusal: FileRefusal } | undefined {
  if (!strict && columns.some(isNumber)) {
    return refuse('no_header', texts.numberInHeader(headerRow), texts.addHeader, { row: headerRow })
  }
  return rows.every(isBlank) ? refuse('no_rows', texts.noRows, texts.addRows) : undefined
}

/** Converts a checked sheet to a plain object. */
function plain(table: TextTable, sheet: CheckedTable): ReadFile {
  const { tableProblem, faults, problemAt, called, recipientAt, verdicts } = sheet
  return {
    ...readAs(table, sheet),
    rows: table.rows.map((cells, at) => ({ number: numberOf(table, at), cells })),
    problems: tableProblem ? [tableProblem] : [...faults.keys()].flatMap((at) => problemAt(at) ?? []),
    recipients: called.map(recipientAt),
    verdicts,
  }
}

/**
 * Reads a CSV file: decodes it, parses it, matches the columns and checks the rows (specification 4.4, interface 4).
 *
 * @param bytes the file
 * @param choices how to parse it; `strict` checks as the service does
 * @param onStage called when each stage begins
 * @param repairs what a person decided about columns, rows and cells
 * @returns the rows as read, the recipients and the problems; or why the file as a whole cannot be used. `problems` has one entry for each
 *   row that is not called, unless it is blank or left out by choice
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
  return { ok: true, file: plain(read.table, createChecker(read.table, strict)(strict ? {} : repairs, null)) }
}
