/** The whole way from a file's bytes to checked recipients. */
import { csvLimits } from '#contract/limits.ts'
import { checkNumber } from '#phone/number.ts'
import { type Checked, check, type Repairs, type Verdict } from './check.ts'
import { decode } from './decode.ts'
import { unguardCell } from './formula.ts'
import { match } from './match.ts'
import { type Delimiter, type ParseChoices, parse, type Row, type Table } from './parse.ts'
import { type Encoding, type EncodingOffer, type FileRefusal, type Outcome, refuse } from './refusal.ts'

export type { Counts, Recipient, Repairs, Verdict } from './check.ts'
export type { Delimiter, Row } from './parse.ts'
export type { Reason, RowProblem } from './problem.ts'
export type { Encoding, EncodingOffer, FileRefusal } from './refusal.ts'

/** What a person decided about a file. Data: the rows stay as they were read, and the result follows from both. */
export interface Choices {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  /** Spreadsheet number of the row with the columns' names; 0: there is none. */
  headerRow?: number | undefined
  /** The column that holds the numbers, by its name in the file. */
  phoneColumn?: string | undefined
  repairs?: Repairs | undefined
  /** Judge as the service does (interface 4): UTF-8, comma, the name `phone_number`, E.164 as written; nothing is repaired. */
  strict?: boolean | undefined
  /** A benchmark may raise them. */
  limits?: { bytes: number; rows: number } | undefined
}

export interface ReadFile extends Checked {
  /** Names in the header, in the order of the cells. */
  columns: string[]
  /** The same columns as they are called in the file that is sent. */
  names: string[]
  encoding: Encoding
  delimiter: Delimiter
  headerRow: number
  /** As read; they never change. */
  rows: Row[]
  /** null: nobody can be called before one is chosen. */
  phoneColumn: string | null
  /** Columns that could hold the numbers. */
  candidates: string[]
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
  for (const row of [{ number: headerRow, cells: columns }, ...rows]) {
    for (const [at, cell] of row.cells.entries()) {
      if (!beyondAscii.test(cell)) continue
      count++
      if (cells.length < offeredCells) cells.push({ row: row.number, column: columns[at] ?? '', text: cell })
    }
  }
  return { encoding, cells, count }
}

const megabytes = (bytes: number) => `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`

/** The refusal of a file by its size alone, before it is read; undefined where it may be read. */
export function refuseSize(
  size: number,
  { limits = csvLimits }: Choices,
): { ok: false; refusal: FileRefusal } | undefined {
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
  const limits = choices.limits ?? csvLimits
  const tooLarge = refuseSize(bytes.length, choices)
  if (tooLarge) return tooLarge
  const parseChoices = choices.strict ? { delimiter: ',' as const } : choices
  onStage('decoding')
  const decoded = decode(bytes, choices.strict ? 'utf-8' : choices.encoding)
  if (!decoded.ok) {
    const { offer, refusal } = decoded
    if (!offer || choices.strict) return { ok: false, refusal }
    const encodingOffer = describeOffer(offer.encoding, offer.text, parseChoices, limits.rows)
    const message = `${refusal.message} Or look at the cells below: if they are right, read it as ${offer.encoding}.`
    return { ok: false, refusal: { ...refusal, message, encodingOffer } }
  }
  onStage('parsing')
  const parsed = parse(decoded.text, parseChoices, limits.rows)
  if (!parsed.ok) return parsed
  const columns = choices.strict ? parsed.table.columns : parsed.table.columns.map(unguardCell)
  return { ok: true, table: { ...parsed.table, columns, encoding: decoded.encoding } }
}

/** Whether this is a number, or was one. */
const isNumber = (text: string): boolean => {
  const check = checkNumber(text)
  return check.ok || check.repaired !== undefined
}

/**
 * The second half: rows to recipients. Follows from the table and the choices alone, so it can be repeated after each choice.
 */
export function checkTable(table: TextTable, choices: Choices = {}): Outcome<{ file: ReadFile }> {
  const strict = choices.strict ?? false
  if (!strict && table.columns.some(isNumber)) {
    return refuse(
      'no_header',
      `Row ${table.headerRow} holds a phone number where the names of the columns should be.`,
      'Add a first line with names, such as phone_number,first_name, or say that there is none.',
    )
  }
  const matched = match(table, choices.phoneColumn, strict)
  const checked = check(table, matched, strict ? {} : (choices.repairs ?? {}), strict)
  if (checked.counts.read === checked.counts.blank) {
    return refuse(
      'no_rows',
      'This file has a header but no rows.',
      'Add the recipients, one in each row, and choose it again.',
    )
  }
  return { ok: true, file: { ...table, ...matched, ...checked } }
}

/**
 * Reads a CSV file whole: decode, parse, match the columns, check the rows (specification 4.4, interface 4).
 *
 * @param bytes the file
 * @param choices what a person decided; `strict` judges as the service does
 * @param onStage told as each part of the work begins
 * @returns the rows as read and what follows from them, `counts.read` being the sum of the other counts; or why the file as a
 *   whole cannot be used. `problems` holds one entry for each row that is not to be called, unless blank or left out by choice
 */
export function readRecipients(
  bytes: Uint8Array,
  choices: Choices = {},
  onStage: (stage: Stage) => void = () => {},
): { ok: true; file: ReadFile } | { ok: false; refusal: FileRefusal } {
  const read = readTable(bytes, choices, onStage)
  if (!read.ok) return read
  onStage('checking')
  return checkTable(read.table, choices)
}

/** Rows with one of these verdicts, as they were read. */
export const rowsWith = ({ rows, verdicts }: ReadFile, wanted: readonly Verdict[]): Row[] =>
  rows.filter((_, at) => wanted.includes(verdicts[at] ?? 'blank'))
