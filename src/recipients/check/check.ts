/**
 * Each row's verdict: to be called, or why not. It follows from the rows as read and the repairs alone; what one operation cannot
 * have changed is not judged again, so that a cell is edited among fifty thousand rows without a wait. Longer than 300
 * lines, since the verdicts and the sentences about them are made from the same columns, edits and repairs.
 */
import { e164Pattern } from '#contract/shared/wire.ts'
import { checkNumber, type NumberCheck, withCountry } from '#phone/number.ts'
import { unguardCell } from '../file/formula.ts'
import { isBlank } from '../table/cells.ts'
import { type Match, match } from '../table/match-columns.ts'
import { findOptOuts, type OptOutColumn } from '../table/opt-outs.ts'
import { numberOf, type Table } from '../table/parse.ts'
import { usualExtraCells } from './extra-cells.ts'
import { createHolders } from './holders.ts'
import { createOptOuts, createSayings, type OptOut, type Saying, sayingIn } from './opted-out.ts'
import {
  badNumber,
  duplicate,
  extraCell,
  type Fault,
  hugeCell,
  isOptOut,
  isRagged,
  longestCell,
  noColumn,
  optedOut,
  optedOutElsewhere,
  type RowProblem,
  ragged,
} from './problem.ts'
import { remarksOn, tidied } from './remarks.ts'
import type { Repairs } from './repairs.ts'

export interface Recipient {
  row: number
  /** E.164. */
  phone_number: string
  /** The row's other cells by the names of the columns that are sent. */
  values: Record<string, string>
}

export type Verdict = 'valid' | 'invalid' | 'duplicate' | 'blank' | 'optedOut' | 'leftOut'

/**
 * How many rows were read, and how many of them got each verdict. `optedOut`: a column of the file says that this person must not be
 * called; `leftOut`: by choice.
 */
export type Counts = Record<'read' | Verdict, number>

/** A table judged. Rows are named by their place in the table, from 0. */
export interface Sheet extends Match {
  table: Table
  repairs: Repairs
  /** `read` is the sum of the others, always. */
  counts: Counts
  /** One for each row. */
  verdicts: readonly Verdict[]
  faults: readonly (Fault | undefined)[]
  /** What is odd about the cells that are sent, as bits. */
  remarks: Uint8Array
  /** The number that each row's cell is, E.164 without its +; 0 where it is none. */
  numbers: Float64Array
  /** Places of the rows that are called, in their order. */
  called: readonly number[]
  /** Columns that say who must not be called, also those that a person said are ordinary ones. */
  optOuts: readonly OptOut[]
  /** Whether any row has cells beyond its last column. */
  overflows: boolean
  /** The country that numbers without a country code are read in: chosen, or that of most others. */
  home: string | undefined
  /** What is wrong with the table as a whole. */
  whole: RowProblem | undefined
  /** The cells as they would be sent, one for each column; and what the row has beyond them, as one text. */
  cellsAt: (at: number) => string[]
  overflowAt: (at: number) => string
  /** The number that the row's cell is, E.164; null where it is none. */
  numberAt: (at: number) => string | null
  /** The number, without its +, that a row has or probably means which says whether to call; 0: it has none, or says nothing. */
  saidNumberAt: (at: number) => number
  /** Why the row is not called; undefined where it is, or is blank or left out. */
  problemAt: (at: number) => RowProblem | undefined
  /** Everything that is wrong with the row, also behind the first. */
  problemsAt: (at: number) => RowProblem[]
  recipientAt: (at: number) => Recipient
}

/** The service takes a number as it is written or not at all (interface 4); its country's plan is not its concern. */
function checkStrictly(text: string): NumberCheck {
  if (e164Pattern.test(text)) return { ok: true, e164: text, country: '' }
  const check = checkNumber(text)
  return check.ok ? { ok: false, problem: 'letters', repaired: check.e164 } : check
}

/** The numbers of one column as the file has them. Most are good, and of those only the number is kept, as in a sheet. */
interface AsRead {
  good: Float64Array
  bad: Map<number, NumberCheck>
  /** The country that most of the good numbers belong to: the likely home of those without a country code. */
  common: string | undefined
}

const commonest = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0]

/** Takes the suggested repair where a person said so; else the number stays refused, with what is suggested. */
function repairWith(repairs: Repairs, home: string | undefined) {
  const accepted = new Set(repairs.accept)
  return (text: string, check: NumberCheck): NumberCheck => {
    if (check.ok) return check
    const atHome = check.problem === 'missing_plus' && home !== undefined ? withCountry(text, home) : null
    // A person who names a country means it for all of them: what is no number there is not read as another country's.
    const repaired = atHome ?? (check.problem === 'missing_plus' && repairs.country ? undefined : check.repaired)
    const taken = accepted.has(check.problem) || (atHome !== null && repairs.country !== undefined)
    if (repaired === undefined) return { ok: false, problem: check.problem }
    return taken ? { ok: true, e164: repaired, country: '' } : { ...check, repaired }
  }
}

/** Cells written anew, by row and then by column; the latest of one cell. */
function editsOf({ cells = [] }: Repairs): Map<number, Map<string, string>> {
  const edits = new Map<number, Map<string, string>>()
  for (const { row, column, value } of cells) {
    const ofRow = edits.get(row) ?? new Map<string, string>()
    edits.set(row, ofRow.set(column, value))
  }
  return edits
}

const nothing: ReadonlyMap<string, string> = new Map()
const again: Fault = { reason: 'duplicate' }
const verdictOf = (fault: Fault | undefined): Verdict => (fault?.reason === 'opted_out' ? 'optedOut' : 'invalid')

/** Such columns are not sent. In the only column with numbers, words instead of one make it no other column. */
function unsentOf(table: Table, found: readonly OptOutColumn[]): Record<string, null> {
  const { candidates } = found.length === 0 ? { candidates: [] } : match(table, {}, false)
  const names = found.filter(({ kind, at }) => kind !== 'status' || candidates.join() !== table.columns[at])
  return Object.fromEntries(names.map(({ at }) => [table.columns[at] ?? '', null]))
}

const without = <T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/**
 * Prepares a table once, so that it can be judged each time its repairs change (specification 4.4, interface 4).
 *
 * @param strict judge as the service does: numbers in E.164 as written, nothing repaired
 * @returns a function that takes the repairs that stand, and the rows (spreadsheet numbers) that may be judged otherwise than by the repairs
 *   before them, null being all; gives the sheet. A sheet given earlier is void
 */
export function createJudge(
  table: Table,
  strict: boolean,
): (repairs: Repairs, touched: ReadonlySet<number> | null) => Sheet {
  const { rows, columns, delimiter } = table
  const width = columns.length
  const numbers = new Float64Array(rows.length)
  const verdicts: Verdict[] = []
  const faults: (Fault | undefined)[] = []
  const remarks = new Uint8Array(rows.length)
  /** The numbers as read, by the column that they stand in: rules do not change them. */
  const asRead = new Map<number, AsRead>()
  const read = strict ? (cell: string) => cell : unguardCell
  const checkOne = strict ? checkStrictly : checkNumber
  let matched: Match | undefined
  let overflows = false
  let usualExtra: number | undefined
  const found = strict ? [] : findOptOuts(columns, rows)
  const optOutsWith = createOptOuts(found, columns)
  const unsent = unsentOf(table, found)
  const sayings = createSayings()

  function checksOf(column: number) {
    const known = asRead.get(column)
    if (known) return known
    const countries = new Map<string, number>()
    const made: AsRead = { good: new Float64Array(rows.length), bad: new Map(), common: undefined }
    const length = column < 0 ? 0 : rows.length
    for (let at = 0; at < length; at++) {
      const check = checkOne(read(rows[at]?.[column] ?? ''))
      if (check.ok) {
        made.good[at] = Number(check.e164)
        countries.set(check.country, (countries.get(check.country) ?? 0) + 1)
      } else made.bad.set(at, check)
    }
    made.common = commonest(countries)
    asRead.set(column, made)
    return made
  }

  return (repairs, touched) => {
    // What one cell holds does not change what the columns are.
    const ordinary = repairs.ordinary ?? []
    matched =
      touched !== null && matched
        ? matched
        : match(
            table,
            {
              // guard: opted-out-column-is-not-sent
              ...without(unsent, ordinary),
              ...repairs.names,
            },
            strict,
          )
    const { phoneColumn, names, candidates } = matched
    const phoneAt = phoneColumn === null ? -1 : columns.indexOf(phoneColumn)
    const edits = editsOf(repairs)
    const leftOut = new Set(repairs.leaveOut)
    const tidy = repairs.tidy ?? []
    const optOuts = optOutsWith(ordinary, phoneAt)
    const asked = optOuts.filter(({ isOrdinary }) => !isOrdinary)
    const sent = [...columns.keys()].filter((at) => at !== phoneAt && names[at] !== null)

    const rowAt = (at: number) => rows[at] ?? []
    const editsAt = (at: number) => edits.get(numberOf(table, at)) ?? nothing
    const cellAt = (at: number, column: number): string => {
      // Most files are never edited, and this is asked of every cell.
      const edited = edits.size === 0 ? undefined : editsAt(at).get(columns[column] ?? '')
      const text = edited ?? read(rowAt(at)[column] ?? '')
      return column === phoneAt ? text : tidied(text, tidy)
    }
    const cellsAt = (at: number) => columns.map((_, column) => cellAt(at, column))
    const overflow = (at: number) => editsAt(at).get('') ?? rowAt(at).slice(width).join(delimiter)

    const { good, bad, common } = checksOf(phoneAt)
    const home = strict ? undefined : (repairs.country ?? common)
    const repair = repairWith(repairs, home)

    /** What is wrong with a row's form. */
    const shape = (cells: readonly string[], at: number): Fault | undefined => {
      const edited = editsAt(at)
      if (cells.length !== width) {
        if (strict) return { reason: cells.length < width ? 'short_row' : 'long_row' }
        const beyond = cells.length > width ? overflow(at).split(delimiter) : []
        if (beyond.some((cell) => cell.trim() !== '')) return { reason: 'long_row' }
        if (cells.length > width && edited.size === 0 && repairs.accept?.includes('extra_cell') !== true) {
          usualExtra ??= usualExtraCells(rows, width)
          if (cells.length - width > usualExtra) return { reason: 'extra_cell' }
        }
        const filledUp = repairs.pad === true || columns.slice(cells.length).some((column) => edited.has(column))
        if (cells.length < width && !filledUp) return { reason: 'short_row' }
      }
      const mayBeHuge = edited.size > 0 || cells.some((cell) => cell.length > longestCell)
      if (mayBeHuge && cellsAt(at).some((cell) => cell.length > longestCell)) return { reason: 'huge_cell' }
      return undefined
    }
    const checkRow = (at: number): NumberCheck => {
      const anew = phoneColumn === null ? undefined : editsAt(at).get(phoneColumn)
      if (anew === undefined && good[at]) return { ok: true, e164: `+${good[at]}`, country: '' }
      const check = (anew === undefined ? bad.get(at) : checkOne(anew)) ?? { ok: false, problem: 'empty' }
      return check.ok ? check : repair(anew ?? read(rowAt(at)[phoneAt] ?? ''), check)
    }
    const isEmpty = (cells: readonly string[], at: number): boolean =>
      edits.has(numberOf(table, at)) ? isBlank(cellsAt(at)) && overflow(at).trim() === '' : isBlank(cells)
    const mayBeUnclear = repairs.accept?.includes('unclear_opt_out') === true
    /** What the columns say of a row against a call. */
    const sayingOf = (at: number): Saying | undefined => {
      const says = asked.length === 0 ? undefined : sayingIn(asked, (column) => cellAt(at, column))
      return mayBeUnclear && says?.reason === 'unclear_opt_out' ? undefined : says
    }
    const likelyNumber = (at: number): number => {
      const check = checkRow(at)
      return Number(check.ok ? check.e164 : (check.repaired ?? 0))
    }
    /** What becomes of a row by itself: a number, or why not. */
    const look = (cells: readonly string[], at: number): number | Verdict | Fault => {
      const isBlankRow = isEmpty(cells, at)
      const says = isBlankRow || phoneAt < 0 ? undefined : sayingOf(at)
      sayings.set(at, says?.reason, () => likelyNumber(at))
      if (isBlankRow) return 'blank'
      if (phoneAt < 0) return 'invalid'
      // Whatever else is wrong with it: there is nothing to repair.
      if (says?.reason === 'opted_out') return { reason: says.reason }
      if (leftOut.has(numberOf(table, at))) return 'leftOut'
      const misshapen = shape(cells, at)
      if (misshapen) return misshapen
      if (!says && good[at] && !edits.has(numberOf(table, at))) return good[at]
      const check = checkRow(at)
      if (!check.ok) return { reason: check.problem, repaired: check.repaired }
      return says ? { reason: says.reason } : Number(check.e164)
    }
    const judgeRow = (cells: readonly string[], at: number): void => {
      const found = look(cells, at)
      numbers[at] = typeof found === 'number' ? found : 0
      faults[at] = typeof found === 'object' ? found : undefined
      verdicts[at] = typeof found === 'string' ? found : verdictOf(faults[at])
      overflows ||= cells.length > width && !isBlank(cells.slice(width))
      if (strict) return
      let bits = 0
      for (const column of sent) bits |= remarksOn(cellAt(at, column))
      remarks[at] = bits
    }
    if (touched === null) rows.forEach(judgeRow)
    else {
      for (const number of touched) {
        const at = number - numberOf(table, 0)
        const cells = rows[at]
        if (cells) judgeRow(cells, at)
      }
    }
    // Which of the rows with one number is called depends on all of them.
    const holderOf = createHolders(numbers)
    const fromLast = repairs.keep === 'last'
    // What one row says of a person holds for every row with that number.
    const said = sayings.byNumber()
    for (let step = 0; step < rows.length; step++) {
      const at = fromLast ? rows.length - 1 - step : step
      const number = numbers[at] ?? 0
      if (number === 0) continue
      const saying = said.size === 0 ? undefined : said.get(number)
      // guard: opted-out-number-is-not-called
      if (saying) {
        verdicts[at] = verdictOf(saying)
        faults[at] = { reason: saying.reason }
        continue
      }
      const isCalled = holderOf(at) === at
      verdicts[at] = isCalled ? 'valid' : 'duplicate'
      faults[at] = isCalled ? undefined : again
    }
    const counts: Counts = { read: rows.length, valid: 0, invalid: 0, duplicate: 0, blank: 0, optedOut: 0, leftOut: 0 }
    const called: number[] = []
    for (let at = 0; at < rows.length; at++) {
      const verdict = verdicts[at] ?? 'blank'
      counts[verdict]++
      if (verdict === 'valid') called.push(at)
    }

    const describe = (at: number, { reason, repaired }: Fault): RowProblem => {
      const number = numberOf(table, at)
      const { length } = rowAt(at)
      if (reason === 'extra_cell')
        return extraCell(
          number,
          length,
          columns.map((column, place) => [column, cellAt(at, place)]),
        )
      if (isRagged(reason)) return ragged(number, length, width, reason)
      if (reason === 'huge_cell') {
        const huge = cellsAt(at).findIndex((cell) => cell.length > longestCell)
        return hugeCell(number, columns[huge] ?? '', cellAt(at, huge))
      }
      const column = phoneColumn ?? ''
      const text = cellAt(at, phoneAt)
      if (reason === 'no_column') return noColumn(number, candidates, strict)
      if (isOptOut(reason)) {
        const says = sayingOf(at)
        if (says?.reason === reason)
          return optedOut(number, columns[says.column] ?? '', cellAt(at, says.column), reason)
        const other = said.get(numbers[at] ?? 0)?.at ?? at
        return optedOutElsewhere(number, column, text, numberOf(table, other), reason)
      }
      if (reason !== 'duplicate') return badNumber(number, column, text, reason, repaired)
      return duplicate(number, column, text, numberOf(table, holderOf(at)))
    }
    const e164At = (at: number) => (numbers[at] ? `+${numbers[at]}` : null)
    const problemAt = (at: number) => {
      const fault = faults[at]
      return fault && describe(at, fault)
    }
    return {
      ...matched,
      table,
      repairs,
      counts,
      verdicts,
      faults,
      remarks,
      numbers,
      called,
      optOuts,
      overflows,
      home,
      whole: phoneAt < 0 ? noColumn(table.headerRow, candidates, strict) : undefined,
      cellsAt,
      overflowAt: overflow,
      numberAt: e164At,
      saidNumberAt: sayings.numberAt,
      problemAt,
      problemsAt: (at) => {
        const fault = faults[at]
        if (!fault) return []
        const found = [describe(at, fault)]
        // Behind a row's form its number may be wrong too.
        const check = checkRow(at)
        const misshapen = isRagged(fault.reason) || fault.reason === 'huge_cell'
        if (misshapen && !check.ok) found.push(describe(at, { reason: check.problem, repaired: check.repaired }))
        return found
      },
      recipientAt: (at) => {
        const values: Record<string, string> = {}
        for (const column of sent) values[names[column] ?? ''] = cellAt(at, column)
        return { row: numberOf(table, at), phone_number: e164At(at) ?? '', values }
      },
    }
  }
}
