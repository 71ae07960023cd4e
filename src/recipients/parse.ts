/** Text to rows, as they stand in the file. What is read here never changes afterwards; choices are laid over it. */
import Papa from 'papaparse'
import { type Outcome, refuse } from './refusal.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export interface Row {
  /** As a spreadsheet counts: from 1, the header included, and a line break in quotes begins no new row. */
  number: number
  cells: string[]
}

export interface Table {
  delimiter: Delimiter
  /** Number of the row with the columns' names; 0 where there is none. */
  headerRow: number
  /** The names in the header, as written but for spaces around them. */
  columns: string[]
  rows: Row[]
}

export interface ParseChoices {
  /** Absent: the one that fits best. */
  delimiter?: Delimiter | undefined
  /** Number of the row with the columns' names, 0 for none; absent: the first row that is not blank. Rows above it are not read. */
  headerRow?: number | undefined
}

const parseWith = (text: string, delimiter: Delimiter, preview: number) =>
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    quoteChar: '"',
    header: false,
    skipEmptyLines: false,
    preview,
  })

const sampled = { characters: 65_536, rows: 50 } as const

/** The delimiter that cuts the first rows most evenly; the comma where none cuts at all. */
function detectDelimiter(text: string): Delimiter {
  const sample = text.slice(0, sampled.characters)
  let best: Delimiter = ','
  let bestScore = 0
  for (const delimiter of delimiters) {
    const records = parseWith(sample, delimiter, sampled.rows).data
    const width = records[0]?.length ?? 1
    const even = records.filter((record) => record.length === width).length / records.length
    const score = width > 1 ? even + width / 1e6 : 0
    if (score > bestScore) [best, bestScore] = [delimiter, score]
  }
  return best
}

/** A line end at the very end begins no row. */
const withoutLastEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

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

/** Whether a person sees nothing in this row. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Names are the same when only case and spaces differ. */
export const sameName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ')

/** A column without a name, or with one that objects keep for themselves, is called by its place. */
const nameColumn = (name: string, at: number): string =>
  name.trim() === '' || name.trim() === '__proto__' ? `column_${at + 1}` : name.trim()

const grouped = (count: number) => count.toLocaleString('en-US')

function findHeader(data: string[][], { headerRow }: ParseChoices): { headerAt: number; columns: string[] } {
  const headerAt = headerRow === undefined ? data.findIndex((cells) => !isBlank(cells)) : headerRow - 1
  const header = data[headerAt] ?? (data[0] ?? []).map(() => '')
  return { headerAt, columns: header.map(nameColumn) }
}

/** The first rows of a text that may go on: nothing is checked, and what its last rows would be is not known. */
export function parseStart(text: string, choices: ParseChoices, rows: number): { columns: string[]; rows: string[][] } {
  const body = withoutLastEnd(text)
  const { data } = parseWith(body, choices.delimiter ?? detectDelimiter(body), rows + (choices.headerRow ?? 1))
  const { headerAt, columns } = findHeader(data, choices)
  return { columns, rows: data.slice(headerAt + 1) }
}

/**
 * Cuts text into rows. Any error in the quotes refuses the file: after it nobody can tell the rows apart.
 *
 * @param text with `\n` line ends
 * @param mostRows rows below the header that are taken, blank ones included
 */
export function parse(text: string, choices: ParseChoices, mostRows: number): Outcome<{ table: Table }> {
  if (text.trim() === '')
    return refuse('empty_file', 'This file is empty.', 'Choose the file that holds the recipients.')
  const body = withoutLastEnd(text)
  const delimiter = choices.delimiter ?? detectDelimiter(body)
  const above = choices.headerRow ?? 1
  const { data, errors } = parseWith(body, delimiter, mostRows + above + 1)
  if (data.length > mostRows + above) {
    return refuse(
      'too_many_rows',
      `This file has ${grouped(countRecords(body) - above)} rows; at most ${grouped(mostRows)} are taken.`,
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
  const { headerAt, columns } = findHeader(data, choices)
  const twice = columns.find((name, at) => columns.findIndex((other) => sameName(other) === sameName(name)) < at)
  if (twice !== undefined) {
    return refuse(
      'duplicate_header',
      `Two columns are called “${twice}”.`,
      'Rename one of them and choose the file again.',
    )
  }
  const rows: Row[] = []
  for (let at = headerAt + 1; at < data.length; at++) rows.push({ number: at + 1, cells: data[at] ?? [] })
  return { ok: true, table: { delimiter, headerRow: headerAt + 1, columns, rows } }
}
