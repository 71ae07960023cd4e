/**
 * Reads the numbers of a file for the do-not-call list: CSV or text, up to a million rows. It accepts more spellings than a batch's
 * recipients, because adding a wrong number calls nobody.
 */
import { doNotCallLimits } from '#contract/gateway/do-not-call.ts'
import { countryOf } from '#phone/country.ts'
import { withCountry } from '#phone/national.ts'
import { checkNumber } from '#phone/number.ts'
import { decode } from '#recipients/encoding/decode.ts'
import { unguardCell } from '#recipients/file/formula.ts'
import { isBlank } from '#recipients/table/cells.ts'
import { type Delimiter, parseWith } from '#recipients/table/delimiter.ts'
import { findHeader, isNumber } from '#recipients/table/header-row.ts'
import { layOut } from '#recipients/table/layout.ts'
import { checkShape } from '#recipients/table/limits.ts'
import { match } from '#recipients/table/match-columns.ts'
import { columnOfSameNumbers, haveSameNumber } from '#recipients/table/same-numbers.ts'
import { countryNeeded, notImported } from './do-not-call-refusals.ts'

/** Characters that are parsed at once. */
const sliceCharacters = 32_768
/** Maximum characters of a slice, in case a quotation mark is not closed. */
const maxSliceCharacters = 1_048_576
/** The columns are recognized from this many rows. */
const sampledRows = 200

/** A number of a file, or a row without one. Blank rows are skipped. */
export type FileRow =
  /** `row` as a spreadsheet counts; `number` in E.164. */
  | { row: number; number: string }
  /** @property text of the cell, shortened */
  | { row: number; problem: string; text: string }
  /** From a file that this Switchboard exported. @property until epoch ms; null: no end */
  | { row: number; hash: string; lastTwo: string; until: number | null }

/** Column names of an export. The name of the hash's column identifies the key: hashes of another gateway cannot be used here. */
export const exportColumns = ['last_two_digits', 'reason', 'added_by', 'added_at', 'source', 'until'] as const
export const hashColumn = (keyFingerprint: string) => `switchboard_hash_${keyFingerprint}`
const anyHashColumn = /^switchboard_hash_/

/** Whether a text has an odd number of quotation marks. */
const hasOddQuotes = (text: string) => text.split('"').length % 2 === 0

/** Splits a text into parts that end with a whole row. */
function* splitAtRows(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = from
    let isQuoted = false
    do {
      const end = text.indexOf('\n', Math.min(text.length, to + sliceCharacters))
      const next = end < 0 ? text.length : end + 1
      isQuoted = isQuoted !== hasOddQuotes(text.slice(to, next))
      to = next
    } while (isQuoted && to < text.length && to - from < maxSliceCharacters)
    yield text.slice(from, to)
    from = to
  }
}

export interface ReadOptions {
  /** Identifies the key of this gateway's hashes. */
  keyFingerprint: string
  /** The column with the numbers, if the operator chose one. */
  column?: string | undefined
  /** The country (ISO 3166) that the operator chose for numbers without a country code; `none`: they are left out. */
  country?: string | undefined
}

interface Columns {
  /** Number of rows above the first row with a number. */
  rowsAbove: number
  /** One for each number of the row. */
  readRow: (cells: readonly string[], row: number) => FileRow[]
}

/** Numbers with an international prefix: the country code follows. */
const isInternational = /^\D*(?:00|011)[1-9]/
const maxTextLength = 80

/** Whether a country was chosen. */
const isChosen = (country: string | undefined) => country !== undefined && country !== 'none'

/** @param country of numbers without a country code (ISO 3166); `none`: they are invalid */
function numberIn(text: string, row: number, country: string | undefined): FileRow {
  const check = checkNumber(text)
  if (check.ok) return { row, number: check.e164 }
  const isLocal = check.problem === 'missing_plus' && !isInternational.test(text)
  const repaired = isLocal ? withCountry(text, country ?? '') : check.repaired
  return repaired && check.problem !== 'several'
    ? { row, number: repaired }
    : {
        row,
        problem: isLocal && isChosen(country) ? 'not_in_plan' : check.problem,
        text: text.trim().slice(0, maxTextLength),
      }
}

/** What may be a number in a longer text, such as a label or a second number. */
const numberInText = /[+(]?\d[\d\s().\u00a0\u2010-\u2015-]{5,}\d/g
const maxCharacters = 500

/** All numbers of a cell that also has other text, such as "0664 1234567 (mobile)"; of one without a number, why. */
function numbersIn(text: string, row: number, country: string | undefined): FileRow[] {
  const whole = numberIn(text, row, country)
  if ('number' in whole) return [whole]
  const parts = [...text.slice(0, maxCharacters).matchAll(numberInText)].map(([part]) => numberIn(part, row, country))
  // Numbers without a country code are returned too, so that the operator is asked for it.
  const found = parts.filter((part) => 'number' in part || ('problem' in part && part.problem === 'missing_plus'))
  return found.length > 0 ? found : [whole]
}

/** The most common country; null if there is none. */
function mostCommon(countries: ReadonlyMap<string, number>): string | null {
  const [first] = [...countries].toSorted(([, a], [, b]) => b - a)
  return first?.[0] ?? null
}

/** The columns of an export of this Switchboard; undefined for other files. @throws Refusal for an export of another Switchboard */
function columnsOfExport(names: readonly string[], keyFingerprint: string, rowsAbove: number): Columns | undefined {
  const hashIndex = names.findIndex((name) => anyHashColumn.test(name))
  if (hashIndex < 0) return undefined
  // guard: export-is-of-this-gateway
  if (names[hashIndex] !== hashColumn(keyFingerprint))
    throw notImported('This file was exported by another Switchboard, so its entries cannot be imported here.')
  const [lastTwoIndex, untilIndex] = [names.indexOf('last_two_digits'), names.indexOf('until')]
  return {
    rowsAbove,
    readRow: (cells, row) => {
      const hash = unguardCell(cells[hashIndex] ?? '')
      const lastTwo = (cells[lastTwoIndex] ?? '').replaceAll(/\D/g, '').padStart(2, '0')
      const until = Date.parse(cells[untilIndex] ?? '')
      if (!/^[\w-]{16}$/.test(hash) || lastTwo.length !== 2)
        return [{ row, problem: 'letters', text: hash.slice(0, maxTextLength) }]
      return [{ row, hash, lastTwo, until: Number.isNaN(until) ? null : until }]
    },
  }
}

/** Finds the column with the numbers. @throws Refusal if there is none, or if there are several and none was chosen */
function columnsOf(
  records: readonly string[][],
  width: number,
  delimiter: Delimiter,
  { keyFingerprint, column: chosenColumn, country }: ReadOptions,
): Columns {
  const firstRow = records.findIndex((cells) => !isBlank(cells))
  if (firstRow < 0) throw notImported('This file is empty.')
  const hasNames = !records[firstRow]?.some(isNumber)
  const headerIndex = hasNames ? findHeader(records) : -1
  const rows = records.slice(headerIndex + 1, headerIndex + 1 + sampledRows)
  const columns = Array.from(
    { length: width },
    (_, index) => records[headerIndex]?.[index]?.trim() || `column_${index + 1}`,
  )
  const exportedColumns = hasNames && columnsOfExport(columns, keyFingerprint, headerIndex + 1)
  if (exportedColumns) return exportedColumns
  const sample = { delimiter, headerRow: headerIndex + 1, columns, rows }
  const { candidates } = match(sample, {}, false)
  const matching = chosenColumn === undefined ? candidates : columns.filter((name) => name === chosenColumn)
  if (matching.length === 0) throw notImported('This file has no column with phone numbers.')
  if (matching.length > 1 && columnOfSameNumbers(sample, matching) === undefined)
    throw notImported('Several columns of this file may contain the numbers.', matching)
  const places = matching.map((name) => columns.indexOf(name))
  return {
    rowsAbove: headerIndex + 1,
    readRow: (cells, row) => {
      const [first = [], ...others] = places.map((place) => numbersIn(cells[place] ?? '', row, country))
      if (others.length === 0) return first
      // Columns that repeat the numbers of another one in the first rows: a later row may have a second number.
      const all = [first, ...others].flat()
      const numbers = new Map(all.flatMap((found) => ('number' in found ? [[found.number, found]] : [])))
      const isKnown = (text: string) => [...numbers.keys()].some((number) => haveSameNumber(number, text))
      const unread = all.filter((found) => 'problem' in found && found.text !== '' && !isKnown(found.text))
      return numbers.size + unread.length > 0 ? [...numbers.values(), ...unread] : all.slice(0, 1)
    },
  }
}

/** The file's text. If the encoding is unclear, any guess works, since digits are the same in all. @throws Refusal if it is not text */
function textOf(bytes: Uint8Array): string {
  const decoded = decode(bytes)
  if (decoded.ok) return decoded.text
  const guess = decoded.offers?.[0]
  if (!guess) throw notImported(decoded.refusal.message.replace('Nothing was sent. ', ''))
  return guess.text
}

/**
 * Reads a file, a slice of rows at a time.
 *
 * @throws Refusal 400 for a file without numbers; 400 `choose_column` (`details`: the columns, one in each line) if several may contain
 *   numbers; at the end 400 `choose_country` (`details`: the most common country) if numbers have no country code and none was chosen
 */
export function* readNumbers(bytes: Uint8Array, options: ReadOptions): Generator<FileRow[]> {
  const { text, delimiter } = layOut(textOf(bytes))
  let columns: Columns | undefined
  let row = 0
  let [numbers, numbersWithoutCode] = [0, 0]
  const countries = new Map<string, number>()
  for (const part of splitAtRows(text)) {
    const records = parseWith(part.endsWith('\n') ? part.slice(0, -1) : part, delimiter, 0).data
    const shape = checkShape(records, row)
    if (!shape.ok) throw notImported(shape.refusal.message.replace('Nothing was sent. ', ''))
    columns ??= columnsOf(records, shape.width, delimiter, options)
    const fileRows: FileRow[] = []
    for (const cells of records) {
      row += 1
      if (row <= columns.rowsAbove || isBlank(cells)) continue
      for (const fileRow of columns.readRow(cells, row)) {
        fileRows.push(fileRow)
        if (options.country !== undefined) continue
        if ('problem' in fileRow && fileRow.problem === 'missing_plus') numbersWithoutCode += 1
        if (!('number' in fileRow)) continue
        const country = countryOf(fileRow.number) ?? ''
        countries.set(country, (countries.get(country) ?? 0) + 1)
      }
    }
    numbers += fileRows.length
    if (numbers > doNotCallLimits.numbers)
      throw notImported('This file has more than 1,000,000 rows. Split it into several files.')
    yield fileRows
  }
  if (!columns) throw notImported('This file is empty.')
  if (numbersWithoutCode > 0) throw countryNeeded(numbersWithoutCode, mostCommon(countries))
}
