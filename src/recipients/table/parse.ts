/** Parses text to rows. Repairs are applied on top, so these rows never change. */

import { unguardCell, unwrapFormula } from '../file/formula.ts'
import { type Outcome, refuse, type SheetName } from '../file/refusal.ts'
import * as texts from '../file/texts.ts'
import { isBlank, sameName } from './cells.ts'
import { type Delimiter, isDelimiter, parseWith } from './delimiter.ts'
import { findHeader, isNumber } from './header-row.ts'
import { type Layout, layOut } from './layout.ts'
import { checkShape, cutEmptyColumns } from './limits.ts'

/** What only a workbook has. */
export interface WorkbookFacts {
  sheets: readonly SheetName[]
  /** The name of the sheet that was read. */
  sheet: string
  /** Numbers of the rows that the sheet hides. */
  hiddenRows: ReadonlySet<number>
  /** Names of the columns that the sheet hides. */
  hiddenColumns: readonly string[]
}

export interface Table {
  delimiter: Delimiter
  /** Number of the header row; 0 if there is none. */
  headerRow: number
  /** The names in the header, trimmed. */
  columns: string[]
  /** The cells of each row below the header. */
  rows: readonly (readonly string[])[]
  /** undefined: the file is CSV. */
  workbook?: WorkbookFacts | undefined
}

/** What a file was read as, where a person may not expect it. */
export type ReadingNote =
  /** Each line was one quoted cell. */
  | { note: 'quotedLines' }
  /** So many cells are read in an encoding that nobody chose. All likely ones read them alike. */
  | { note: 'encoding'; cells: number }
  /** Each row has one cell more than the header has names. A person can say that the first column has none. */
  | { note: 'nameShort' }
  /** A person said so. */
  | { note: 'unnamedFirst' }

/**
 * The row number in a spreadsheet: from 1, including the header; a line break in quotes does not begin a new row. It is computed,
 * because an object for each of fifty thousand rows would take as long as parsing them.
 */
export const numberOf = ({ headerRow }: Table, at: number): number => headerRow + 1 + at

export interface ParseChoices {
  /** Default: the one that fits best. */
  delimiter?: Delimiter | undefined
  /** Number of the header row; 0: none. Default: the first row that is not a title. Rows above it are ignored. */
  headerRow?: number | undefined
  /** The first column has no name in the header, which is one name short: programs write names of rows there. */
  unnamedFirst?: boolean | undefined
  /** No heuristics: a first row `sep=;` is a row, and the first row that is not blank is the header. */
  strict?: boolean | undefined
}

/** A line end at the end of the file does not begin a row. */
const withoutLastEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

/** Excel's own first line, `sep=;`, declares the delimiter. Excel does not count it as a row. */
const declaration = /^"?sep=(.|\\t)?"?[,;\t|]*(?:\n|$)/i

interface Body extends Layout {
  /** The delimiter that the file declares, if any. */
  declared: string | undefined
}

function bodyOf(text: string, { strict, delimiter }: ParseChoices): Body {
  const found = strict ? null : declaration.exec(text)
  const body = withoutLastEnd(found ? text.slice(found[0].length) : text)
  const declared = found?.[1]?.replace('\\t', '\t')
  const chosen = delimiter ?? (isDelimiter(declared) ? declared : undefined)
  if (strict) return { text: body, delimiter: chosen ?? ',', hasQuotedLines: false, declared }
  return { ...layOut(body, chosen), declared }
}

/** How a cell may begin that is a formula, which white space of any script may precede. Most cells are neither. */
const mayBeFormula = /^[\s=]/
/** The beginning of a cell that a program wrote as a formula, anywhere in the file. */
const wrapped = /=\s*"/
/** Unwraps `="…"` in all cells of a text, in place. The service reads cells as they are, so strict does not. */
function unwrap(records: string[][], text: string, { strict }: ParseChoices): string[][] {
  if (strict || !wrapped.test(text)) return records
  for (const record of records) {
    for (const [at, cell] of record.entries()) if (mayBeFormula.test(cell)) record[at] = unwrapFormula(cell)
  }
  return records
}

/** Counts records without building them, by the line ends outside quotes. */
function countRecords(text: string): number {
  let count = 1
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === 34) quoted = !quoted
    else if (character === 10 && !quoted) count++
  }
  return count
}

/** Columns without a name, or named `__proto__`, get a name from their position. */
function nameColumns(header: readonly string[]): string[] {
  const names = header.map((name) => (name.trim() === '__proto__' ? '' : name.replace(/\s+/g, ' ').trim()))
  const taken = new Set(names.map(sameName))
  return names.map((name, at) => {
    if (name !== '') return name
    let free = `column_${at + 1}`
    while (taken.has(free)) free = `${free}_`
    taken.add(free)
    return free
  })
}

/** The first column whose name another one has, too. */
function repeatedName(columns: readonly string[]): string | undefined {
  const names = new Set<string>()
  return columns.find((column) => {
    const name = sameName(column)
    const isRepeated = names.has(name)
    names.add(name)
    return isRepeated
  })
}

/** @param width how many columns have text. Those after them are removed from the rows */
function readHeader(
  records: string[][],
  { headerRow, unnamedFirst, strict }: ParseChoices,
  width: number,
): { headerAt: number; columns: string[] } {
  const found = strict ? records.findIndex((cells) => !isBlank(cells)) : findHeader(records)
  const headerAt = headerRow === undefined ? found : headerRow - 1
  cutEmptyColumns(records, (records[headerAt] ?? records[0] ?? []).length, width)
  const named = records[headerAt] ?? (records[0] ?? []).map(() => '')
  const header = unnamedFirst && headerAt >= 0 ? ['', ...named] : named
  return { headerAt, columns: nameColumns(strict ? header : header.map(unguardCell)) }
}

/** Nearly all rows have to have the cell too many. */
const minShareOfLong = 0.9
const sampledRows = 50

/** Whether nearly each row has one cell more than the header, the first of which is no phone number, and the last is not empty. */
function isNameShort(rows: readonly (readonly string[])[], names: number): boolean {
  if (rows.slice(0, sampledRows).every((cells) => cells.length !== names + 1)) return false
  const filled = rows.filter((cells) => !isBlank(cells))
  const long = filled.filter((cells) => cells.length === names + 1)
  if (long.length < filled.length * minShareOfLong) return false
  const sample = long.slice(0, sampledRows)
  return !sample.some(([first = '']) => isNumber(first)) && sample.some((cells) => cells.at(-1)?.trim() !== '')
}

/** Parses the first rows of a text that may be incomplete. Nothing is checked; of rows that `parse` refuses, there are none. */
export function parseStart(text: string, choices: ParseChoices, rows: number): { columns: string[]; rows: string[][] } {
  const body = bodyOf(text, choices)
  const { data } = parseWith(body.text, body.delimiter, rows + (choices.headerRow ?? 1))
  const shape = checkShape(data)
  if (!shape.ok) return { columns: [], rows: [] }
  const { headerAt, columns } = readHeader(unwrap(data, body.text, choices), choices, shape.width)
  return { columns, rows: data.slice(headerAt + 1) }
}

/**
 * Parses text to rows. Any error in the quotes refuses the file, because the rows after it would be wrong. So do too many columns and too
 * long a cell, before any rule looks at them.
 *
 * @param text with `\n` line ends
 * @param maxRows limit of rows below the header, including blank ones
 */
export function parse(
  text: string,
  choices: ParseChoices,
  maxRows: number,
): Outcome<{ table: Table; notes: ReadingNote[] }> {
  const body = bodyOf(text, choices)
  if (body.text.trim() === '') return refuse('empty_file', texts.emptyFile, texts.chooseFileWithRecipients)
  const { declared, delimiter } = body
  if (declared !== undefined && choices.delimiter === undefined && !isDelimiter(declared)) {
    return refuse('unknown_delimiter', texts.unknownDelimiter(declared), texts.chooseDelimiter)
  }
  const above = choices.headerRow ?? 1
  const { data: records, errors } = parseWith(body.text, delimiter, maxRows + above + 1)
  if (records.length > maxRows + above) {
    return refuse('too_many_rows', texts.tooManyRows(countRecords(body.text) - above, maxRows), texts.splitFile)
  }
  const broken = errors.find((error) => error.type === 'Quotes')
  if (broken) {
    return refuse('open_quote', texts.openQuote((broken.row ?? 0) + 1), texts.fixRow)
  }
  const read = tableOf(records, delimiter, choices, body.text)
  if (!read.ok) return read
  const { headerRow, rows, columns } = read.table
  const notes: ReadingNote[] = body.hasQuotedLines ? [{ note: 'quotedLines' }] : []
  if (choices.unnamedFirst) notes.push({ note: 'unnamedFirst' })
  else if (headerRow > 0 && isNameShort(rows, columns.length)) notes.push({ note: 'nameShort' })
  return { ...read, notes }
}

/**
 * The table of these records, in place.
 *
 * @param records all rows of a file, from its first
 * @param text from which they were parsed, if any
 */
export function tableOf(
  records: string[][],
  delimiter: Delimiter,
  choices: ParseChoices,
  text = '',
): Outcome<{ table: Table }> {
  const shape = checkShape(records)
  if (!shape.ok) return shape
  const { headerAt, columns } = readHeader(unwrap(records, text, choices), choices, shape.width)
  const twice = repeatedName(columns)
  if (twice !== undefined) {
    return refuse('duplicate_header', texts.duplicateColumn(twice), texts.renameColumn)
  }
  return { ok: true, table: { delimiter, headerRow: headerAt + 1, columns, rows: records.slice(headerAt + 1) } }
}
