/** Text to rows, as they stand in the file. What is read here never changes afterwards; choices are laid over it. */

import { type Outcome, refuse } from '../file/refusal.ts'
import { isBlank, sameName } from './cells.ts'
import { type Delimiter, detectDelimiter, isDelimiter, parseWith } from './delimiter.ts'
import { findHeader } from './header-row.ts'

export interface Table {
  delimiter: Delimiter
  /** Number of the row with the columns' names; 0 where there is none. */
  headerRow: number
  /** The names in the header, as written but for spaces around them. */
  columns: string[]
  /** The cells of each row below the header, by the row's place from 0. */
  rows: readonly (readonly string[])[]
}

/**
 * The number of the row at a place, as a spreadsheet counts: from 1, the header included, and a line break in quotes begins no new
 * row. It is not kept beside the cells: an object for each of fifty thousand rows would take as long as cutting them.
 */
export const numberOf = ({ headerRow }: Table, at: number): number => headerRow + 1 + at

export interface ParseChoices {
  /** Absent: the one that fits best. */
  delimiter?: Delimiter | undefined
  /** Number of the row with the columns' names, 0 for none; absent: the first row that is no title. Rows above it are not read. */
  headerRow?: number | undefined
  /** To the letter: a first row `sep=;` is a row, and the first row that is not blank is the header. */
  strict?: boolean | undefined
}

/** A line end at the very end begins no row. */
const withoutLastEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

/** Excel's own first line, `sep=;`: it says what stands between the cells, and Excel counts no row for it. */
const declaration = /^"?sep=(.|\\t)?"?[,;\t|]*(?:\n|$)/i

interface Body {
  text: string
  /** What the file itself says; undefined where it says nothing. */
  declared: string | undefined
}

function bodyOf(text: string, { strict }: ParseChoices): Body {
  const found = strict ? null : declaration.exec(text)
  const body = withoutLastEnd(found ? text.slice(found[0].length) : text)
  return { text: body, declared: found?.[1]?.replace('\\t', '\t') }
}

const delimiterOf = ({ text, declared }: Body, { delimiter }: ParseChoices): Delimiter =>
  delimiter ?? (isDelimiter(declared) ? declared : detectDelimiter(text))

/** Counts records without building them: line ends outside quotes. */
function countRecords(text: string): number {
  let count = 1
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 34) quoted = !quoted
    else if (sign === 10 && !quoted) count++
  }
  return count
}

/** Columns without a name, or with one that objects keep for themselves, are called by their place. */
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

const grouped = (count: number) => count.toLocaleString('en-US')

function readHeader(
  records: readonly string[][],
  { headerRow, strict }: ParseChoices,
): { headerAt: number; columns: string[] } {
  const found = strict ? records.findIndex((cells) => !isBlank(cells)) : findHeader(records)
  const headerAt = headerRow === undefined ? found : headerRow - 1
  const header = records[headerAt] ?? (records[0] ?? []).map(() => '')
  return { headerAt, columns: nameColumns(header) }
}

/** The first rows of a text that may go on: nothing is checked, and what its last rows would be is not known. */
export function parseStart(text: string, choices: ParseChoices, rows: number): { columns: string[]; rows: string[][] } {
  const body = bodyOf(text, choices)
  const { data } = parseWith(body.text, delimiterOf(body, choices), rows + (choices.headerRow ?? 1))
  const { headerAt, columns } = readHeader(data, choices)
  return { columns, rows: data.slice(headerAt + 1) }
}

/**
 * Cuts text into rows. Any error in the quotes refuses the file: after it nobody can tell the rows apart.
 *
 * @param text with `\n` line ends
 * @param mostRows rows below the header that are taken, blank ones included
 */
export function parse(text: string, choices: ParseChoices, mostRows: number): Outcome<{ table: Table }> {
  const body = bodyOf(text, choices)
  if (body.text.trim() === '')
    return refuse('empty_file', 'This file is empty.', 'Choose the file that holds the recipients.')
  const { declared } = body
  if (declared !== undefined && choices.delimiter === undefined && !isDelimiter(declared)) {
    return refuse(
      'unknown_delimiter',
      `This file says that “${declared}” stands between its cells; commas, semicolons, tabs and bars are read.`,
      'Save it with one of those, or say below which of them it is.',
    )
  }
  const delimiter = delimiterOf(body, choices)
  const above = choices.headerRow ?? 1
  const { data: records, errors } = parseWith(body.text, delimiter, mostRows + above + 1)
  if (records.length > mostRows + above) {
    return refuse(
      'too_many_rows',
      `This file has ${grouped(countRecords(body.text) - above)} rows; at most ${grouped(mostRows)} are taken.`,
      'Split it into several files.',
    )
  }
  const broken = errors.find((error) => error.type === 'Quotes')
  if (broken) {
    return refuse(
      'open_quote',
      `A quotation mark in row ${(broken.row ?? 0) + 1} is not closed or not doubled, so the rows after it cannot be told apart.`,
      'Correct that row, or export the file again, and choose it again.',
    )
  }
  const { headerAt, columns } = readHeader(records, choices)
  const twice = columns.find((name, at) => columns.findIndex((other) => sameName(other) === sameName(name)) < at)
  if (twice !== undefined) {
    return refuse(
      'duplicate_header',
      `Two columns are called “${twice}”.`,
      'Rename one of them and choose the file again.',
    )
  }
  return { ok: true, table: { delimiter, headerRow: headerAt + 1, columns, rows: records.slice(headerAt + 1) } }
}
