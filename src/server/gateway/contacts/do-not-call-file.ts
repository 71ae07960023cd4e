/**
 * Reads the numbers of a file for the do-not-call list: CSV or text, up to a million rows. It accepts more spellings than a batch's
 * recipients, because adding a wrong number calls nobody.
 */
import { doNotCallLimits } from '#contract/gateway/do-not-call.ts'
import { countryOf } from '#phone/country.ts'
import { checkNumber, withCountry } from '#phone/number.ts'
import { decode } from '#recipients/file/decode.ts'
import { unguardCell } from '#recipients/file/formula.ts'
import { isBlank } from '#recipients/table/cells.ts'
import { type Delimiter, detectDelimiter, parseWith } from '#recipients/table/delimiter.ts'
import { findHeader, isNumber } from '#recipients/table/header-row.ts'
import { match } from '#recipients/table/match-columns.ts'
import { countryNeeded, notImported } from './do-not-call-refusals.ts'

/** Characters that are parsed at once, and the most if a quotation mark is not closed. */
const [sliceCharacters, maxSliceCharacters] = [32_768, 1_048_576]
/** Rows from which the columns are recognized. */
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
export const hashColumn = (keyPrint: string) => `switchboard_hash_${keyPrint}`
const anyHashColumn = /^switchboard_hash_/

const isOddQuoted = (text: string) => text.split('"').length % 2 === 0

/** Splits a text into parts that end with a whole row. */
function* parts(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = from
    let isQuoted = false
    do {
      const end = text.indexOf('\n', Math.min(text.length, to + sliceCharacters))
      const next = end < 0 ? text.length : end + 1
      isQuoted = isQuoted !== isOddQuoted(text.slice(to, next))
      to = next
    } while (isQuoted && to < text.length && to - from < maxSliceCharacters)
    yield text.slice(from, to)
    from = to
  }
}

export interface ReadOptions {
  /** Identifies the key of this gateway's hashes. */
  keyPrint: string
  /** The column with the numbers, if the operator chose one. */
  column?: string | undefined
  /** The country (ISO 3166) that the operator chose for numbers without a country code; `none`: they are left out. */
  country?: string | undefined
}

interface Columns {
  /** Number of rows above the first one with a number. */
  above: number
  read: (cells: readonly string[], row: number) => FileRow
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

/** The most common country; null if there is none. */
function mostCommon(countries: ReadonlyMap<string, number>): string | null {
  const [most] = [...countries].toSorted((one, other) => other[1] - one[1])
  return most?.[0] ?? null
}

/** The columns of an export of this Switchboard; undefined for other files. @throws Refusal for an export of another Switchboard */
function columnsOfExport(names: readonly string[], keyPrint: string, above: number): Columns | undefined {
  const at = names.findIndex((name) => anyHashColumn.test(name))
  if (at < 0) return undefined
  // guard: export-is-of-this-gateway
  if (names[at] !== hashColumn(keyPrint))
    throw notImported('This file was exported by another Switchboard, so its entries cannot be imported here.')
  const [lastTwoAt, untilAt] = [names.indexOf('last_two_digits'), names.indexOf('until')]
  return {
    above,
    read: (cells, row) => {
      const hash = unguardCell(cells[at] ?? '')
      const lastTwo = (cells[lastTwoAt] ?? '').replaceAll(/\D/g, '').padStart(2, '0')
      const until = Date.parse(cells[untilAt] ?? '')
      if (!/^[\w-]{16}$/.test(hash) || lastTwo.length !== 2)
        return { row, problem: 'letters', text: hash.slice(0, maxTextLength) }
      return { row, hash, lastTwo, until: Number.isNaN(until) ? null : until }
    },
  }
}

/** Finds the column with the numbers. @throws Refusal if there is none, or if there are several and none was chosen */
function columnsOf(
  records: readonly string[][],
  delimiter: Delimiter,
  { keyPrint, column: chosen, country }: ReadOptions,
): Columns {
  const first = records.findIndex((cells) => !isBlank(cells))
  if (first < 0) throw notImported('This file is empty.')
  const hasNames = !records[first]?.some(isNumber)
  const headerAt = hasNames ? findHeader(records) : -1
  const rows = records.slice(headerAt + 1, headerAt + 1 + sampledRows)
  const width = Math.max(...rows.map(({ length }) => length), records[headerAt]?.length ?? 0)
  const columns = Array.from({ length: width }, (_, at) => records[headerAt]?.[at]?.trim() || `column_${at + 1}`)
  const own = hasNames && columnsOfExport(columns, keyPrint, headerAt + 1)
  if (own) return own
  const { candidates } = match({ delimiter, headerRow: headerAt + 1, columns, rows }, {}, false)
  const wanted = chosen === undefined ? candidates : columns.filter((name) => name === chosen)
  if (wanted.length === 0) throw notImported('This file has no column with phone numbers.')
  if (wanted.length > 1) throw notImported('Several columns of this file may contain the numbers.', wanted)
  const at = columns.indexOf(wanted[0] ?? '')
  return { above: headerAt + 1, read: (cells, row) => numberIn(cells[at] ?? '', row, country) }
}

/** The file's text. If its encoding is unclear, any will do, because digits are the same in all. @throws Refusal if it is not text */
function textOf(bytes: Uint8Array): string {
  const decoded = decode(bytes)
  if (decoded.ok) return decoded.text
  const offered = decoded.offers?.[0]
  if (!offered) throw notImported(decoded.refusal.message.replace('Nothing was sent. ', ''))
  return offered.text
}

/**
 * Reads a file, a slice of rows at a time.
 *
 * @throws Refusal 400 for a file without numbers; 400 `choose_column` (`details`: the columns, one in each line) if several may have
 *   them; at the end 400 `choose_country` (`details`: the most common country) if numbers have no country code and none was chosen
 */
export function* readNumbers(bytes: Uint8Array, options: ReadOptions): Generator<FileRow[]> {
  const text = textOf(bytes)
  const delimiter = detectDelimiter(text)
  let columns: Columns | undefined
  let row = 0
  let [numbers, withoutCode] = [0, 0]
  const countries = new Map<string, number>()
  for (const part of parts(text)) {
    const records = parseWith(part.endsWith('\n') ? part.slice(0, -1) : part, delimiter, 0).data
    columns ??= columnsOf(records, delimiter, options)
    const found: FileRow[] = []
    for (const cells of records) {
      row += 1
      if (row <= columns.above || isBlank(cells)) continue
      const one = columns.read(cells, row)
      found.push(one)
      if (options.country !== undefined) continue
      if ('problem' in one && one.problem === 'missing_plus') withoutCode += 1
      if (!('number' in one)) continue
      const country = countryOf(one.number) ?? ''
      countries.set(country, (countries.get(country) ?? 0) + 1)
    }
    numbers += found.length
    if (numbers > doNotCallLimits.numbers)
      throw notImported('This file has more than 1,000,000 rows. Split it into several files.')
    yield found
  }
  if (!columns) throw notImported('This file is empty.')
  if (withoutCode > 0) throw countryNeeded(withoutCode, mostCommon(countries))
}
