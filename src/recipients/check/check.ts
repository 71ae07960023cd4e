/**
 * Decides for each row whether it is called, or why not, from the rows as read and the repairs. Rows that an operation cannot have changed
 * are not checked again, so that editing one cell among fifty thousand rows is fast.
 */
import { checkNumber, type NumberCheck } from '#phone/number.ts'
import { telephoneOf } from '#phone/telephone.ts'
import { unguardCell } from '../file/formula.ts'
import { isBlank } from '../table/cells.ts'
import { findCountryColumn } from '../table/country-column.ts'
import { type Match, match } from '../table/match-columns.ts'
import { findOptOuts, type OptOutColumn } from '../table/opt-outs.ts'
import { numberOf, type Table } from '../table/parse.ts'
import { otherPhoneColumns } from '../table/same-numbers.ts'
import { type Evidence, weighEvidence } from './country-evidence.ts'
import { createDuplicateFinder } from './duplicates.ts'
import { usualExtraCells } from './extra-cells.ts'
import { findNullWords, type NullWord } from './null-words.ts'
import { checkStrictly, createNumberRepair, type KnownReadings, type Readings } from './number-repair.ts'
import {
  createOptOutIndex,
  createOptOuts,
  type OptOut,
  type OptOutInRow,
  type OptOutOfNumber,
  optOutInRow,
  type PhoneCell,
} from './opted-out.ts'
import {
  badNumber,
  duplicate,
  extraCell,
  type Fault,
  hugeCell,
  isOptOut,
  isRagged,
  maxCellLength,
  noColumn,
  optedOut,
  optedOutElsewhere,
  type RowProblem,
  ragged,
} from './problem.ts'
import { bitOf, remarksOn, tidied } from './remarks.ts'
import { hiddenNames, isHiddenRow, type Repairs } from './repairs.ts'

export interface Recipient {
  row: number
  /** E.164. */
  phone_number: string
  /** The row's other cells, by the names of the columns that are sent. */
  values: Record<string, string>
}

export type Verdict = 'valid' | 'invalid' | 'duplicate' | 'blank' | 'optedOut' | 'leftOut'

/**
 * How many rows were read, and how many have each verdict. `optedOut`: a column says that this person must not be called; `leftOut`: by
 * choice.
 */
export type Counts = Record<'read' | Verdict, number>

/** A table with the verdicts of its rows. `at` is always a row's index in the table, from 0. */
export interface CheckedTable extends Match {
  table: Table
  repairs: Repairs
  /** `read` is always the sum of the others. */
  counts: Counts
  /** One for each row. */
  verdicts: readonly Verdict[]
  faults: readonly (Fault | undefined)[]
  /** Remarks on the cells that are sent, as bits. */
  remarks: Uint8Array
  /** Each row's number, E.164 without its +; 0 if the row has none. */
  numbers: Float64Array
  /** Indexes of the rows that are called, in order. */
  called: readonly number[]
  /** Opt-out columns, including those that a person treats as ordinary ones. */
  optOuts: readonly OptOut[]
  /** The columns that may say who must not be called, also those that a person explained and those that are variables. */
  suspects: readonly string[]
  /** Whether any row has extra cells. */
  overflows: boolean
  /** The country of numbers without a country code: as chosen, or as proposed because nearly all fit it and something else says so. */
  home: string | undefined
  /** Index of the column that says each row's country, if there is one. */
  countryAt: number | undefined
  /** What repairs of many rows would make of a row's number without a country code. */
  readingsAt: (at: number) => Readings
  /** The problem of the table as a whole, if any. */
  tableProblem: RowProblem | undefined
  /** The cells with all changes, one for each column; and the row's extra cells, as one text. */
  cellsAt: (at: number) => string[]
  overflowAt: (at: number) => string
  /** The remarks on one cell, as bits. */
  remarksIn: (at: number, column: number) => number
  /** The columns in which some cells have a word for "no value". */
  columnsWithNullWords: readonly number[]
  /** Whether a cell has a word for "no value" that counts as empty. */
  isNullWordAt: (at: number, column: number) => boolean
  /** The row's number, E.164; null if it has none. */
  numberAt: (at: number) => string | null
  /** The number of a row with an opt-out, or the number probably meant, without its +; 0: there is none, or no opt-out. */
  optedOutNumberAt: (at: number) => number
  /** Why the row is not called; undefined if it is called, blank or left out. */
  problemAt: (at: number) => RowProblem | undefined
  /** All problems of the row, not only the one that decides. */
  problemsAt: (at: number) => RowProblem[]
  recipientAt: (at: number) => Recipient
}

/** The numbers of one column as read. Most are good, and only the number is stored for these. */
interface AsRead {
  good: Float64Array
  bad: Map<number, NumberCheck>
  /** What says to which country numbers without a country code belong. */
  evidence: Evidence
  readings: KnownReadings
}

const noEvidence: Evidence = { country: undefined, beginWithCode: false }

function mostFrequent(counts: ReadonlyMap<string, number>): { iso: string; numbers: number } | undefined {
  const [most] = [...counts].toSorted((one, other) => other[1] - one[1])
  return most && { iso: most[0], numbers: most[1] }
}

/** Edited cells, by row and column. The last edit of a cell counts. */
function editsOf({ cells = [] }: Repairs): Map<number, Map<string, string>> {
  const edits = new Map<number, Map<string, string>>()
  for (const { row, column, value } of cells) {
    const ofRow = edits.get(row) ?? new Map<string, string>()
    edits.set(row, ofRow.set(column, value))
  }
  return edits
}

const faultOf = ({ problem: reason, repaired, country }: Exclude<NumberCheck, { ok: true }>): Fault => ({
  reason,
  repaired,
  country,
})

const noEdits: ReadonlyMap<string, string> = new Map()
const duplicateFault: Fault = { reason: 'duplicate' }
const sameTelephoneFault: Fault = { reason: 'same_telephone' }
const verdictOf = (fault: Fault | undefined): Verdict => (fault?.reason === 'opted_out' ? 'optedOut' : 'invalid')

/** The positions of columns that are never sent. The only phone number column stays one, even if a cell says "do not call". */
function unsentIn(table: Table, found: readonly OptOutColumn[]): Set<number> {
  const { candidates } = found.length === 0 ? { candidates: [] } : match(table, {}, false)
  const isNamed = ({ kind }: OptOutColumn) => kind === 'optOut' || kind === 'consent'
  const unsent = found.filter((column) => isNamed(column) || candidates.join() !== table.columns[column.at])
  return new Set(unsent.map(({ at }) => at))
}

/**
 * Prepares a table, so that it can be checked each time its repairs change (specification 4.4, interface 4).
 *
 * @param strict check as the service does: numbers in E.164 as written, no repairs
 * @param own the countries (ISO 3166) that the workspace calls
 * @returns a function that takes the current repairs and the row numbers that may have changed since the last call (null: all), and
 *   returns the checked table. A table returned earlier is no longer valid
 */
export function createChecker(
  table: Table,
  strict: boolean,
  own: readonly string[] = [],
): (repairs: Repairs, touched: ReadonlySet<number> | null) => CheckedTable {
  const { rows, columns, delimiter, workbook } = table
  const width = columns.length
  const numbers = new Float64Array(rows.length)
  const verdicts: Verdict[] = []
  const faults: (Fault | undefined)[] = []
  const remarks = new Uint8Array(rows.length)
  /** The numbers as read, by column. Repairs do not change them. */
  const asRead = new Map<number, AsRead>()
  const read = strict ? (cell: string) => cell : unguardCell
  const checkOne = strict ? checkStrictly : checkNumber
  let matched: Match | undefined
  let overflows = false
  let usualExtra: number | undefined
  const found = strict ? [] : findOptOuts(columns, rows)
  const unsent = unsentIn(table, found)
  const optOutsWith = createOptOuts(found, columns)
  const suspects = found.flatMap(({ kind, at }) => (kind === 'suspected' ? (columns[at] ?? []) : []))
  const countryColumn = strict ? undefined : findCountryColumn(columns, rows)
  const optOutIndex = createOptOutIndex()
  const otherPhonesIndex = createOptOutIndex()
  const nullWords = strict ? [] : findNullWords(width, rows, workbook !== undefined)
  const columnsWithNullWords = [...nullWords.keys()].filter((column) => nullWords[column] !== undefined)
  /** `numbers`, as the telephones that they call. */
  const telephones = new Float64Array(rows.length)

  function checksOf(column: number) {
    const known = asRead.get(column)
    if (known) return known
    const countries = new Map<string, number>()
    const made: AsRead = {
      good: new Float64Array(rows.length),
      bad: new Map(),
      evidence: noEvidence,
      readings: new Map(),
    }
    const bare: Parameters<typeof weighEvidence>[0][number][] = []
    const length = column < 0 ? 0 : rows.length
    for (let at = 0; at < length; at++) {
      const cell = read(rows[at]?.[column] ?? '')
      const check = checkOne(cell)
      if (check.ok) {
        made.good[at] = Number(check.e164)
        countries.set(check.country, (countries.get(check.country) ?? 0) + 1)
      } else {
        made.bad.set(at, check)
        if (check.problem === 'missing_plus') bare.push({ cells: rows[at] ?? [], text: cell })
      }
    }
    const phoneColumn = columns[column] ?? ''
    if (!strict) made.evidence = weighEvidence(bare, { own, columns, phoneColumn, usual: mostFrequent(countries) })
    asRead.set(column, made)
    return made
  }

  /** The opt-out columns that are in effect, by their names. */
  const unsentNames = (repairs: Repairs): Record<string, null> =>
    Object.fromEntries(
      optOutsWith(repairs, -1).flatMap(({ at, isOrdinary, isAnswered }) =>
        isOrdinary || !(isAnswered || unsent.has(at)) ? [] : [[columns[at] ?? '', null]],
      ),
    )

  return (repairs, touched) => {
    // Editing cells does not change how columns are matched.
    matched =
      touched !== null && matched
        ? matched
        : match(
            table,
            {
              ...hiddenNames(repairs, workbook?.hiddenColumns),
              // guard: opted-out-column-is-not-sent
              ...unsentNames(repairs),
              ...repairs.names,
            },
            strict,
          )
    const { phoneColumn, names, candidates } = matched
    const phoneAt = phoneColumn === null ? -1 : columns.indexOf(phoneColumn)
    const otherPhones = phoneAt < 0 ? [] : otherPhoneColumns(table, candidates, phoneColumn)
    const edits = editsOf(repairs)
    const leftOut = new Set(repairs.leaveOut)
    const tidy = repairs.tidy ?? []
    const optOuts = optOutsWith(repairs, phoneAt)
    const activeOptOuts = optOuts.filter(({ isOrdinary }) => !isOrdinary)
    const sent = [...columns.keys()].filter((at) => at !== phoneAt && names[at] !== null)

    const rowAt = (at: number) => rows[at] ?? []
    const editsAt = (at: number) => edits.get(numberOf(table, at)) ?? noEdits
    // Fast path: most files are never edited, and this runs for every cell.
    const editedAt = (at: number, column: number) =>
      edits.size === 0 ? undefined : editsAt(at).get(columns[column] ?? '')
    const isSent = columns.map((_, column) => sent.includes(column))
    /** A word for "no value" in a column that the agent gets. What a person typed is no such word. */
    const nullWordAt = (at: number, column: number): NullWord | undefined => {
      const words = nullWords[column]
      if (words === undefined || isSent[column] !== true || editedAt(at, column) !== undefined) return undefined
      return words.get(rowAt(at)[column] ?? '')
    }
    const clearsNullWords = tidy.includes('null_word')
    const cellAt = (at: number, column: number): string => {
      const text = editedAt(at, column) ?? read(rowAt(at)[column] ?? '')
      if (column === phoneAt) return text
      const nullWord = nullWordAt(at, column)
      return nullWord === 'empty' || (nullWord && clearsNullWords) ? '' : tidied(text, tidy)
    }
    const remarksIn = (at: number, column: number): number =>
      remarksOn(cellAt(at, column)) |
      (nullWordAt(at, column) === 'doubtful' && !clearsNullWords ? bitOf('null_word') : 0)
    /** Whether all cells of a column are what was read. */
    const isAsReadIn = (column: number): boolean =>
      edits.size === 0 && tidy.length === 0 && nullWords[column] === undefined
    const cellsAt = (at: number) => columns.map((_, column) => cellAt(at, column))
    const overflow = (at: number) => editsAt(at).get('') ?? rowAt(at).slice(width).join(delimiter)

    const { good, bad, evidence, readings: known } = checksOf(phoneAt)
    const countryOfRow = (at: number) => countryColumn && countryColumn.countryOf(cellAt(at, countryColumn.at))
    const { repair, readings } = createNumberRepair(repairs, evidence, known)

    /** The problem of a row's shape, if any. */
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
      const mayBeHuge = edited.size > 0 || cells.some((cell) => cell.length > maxCellLength)
      if (mayBeHuge && cellsAt(at).some((cell) => cell.length > maxCellLength)) return { reason: 'huge_cell' }
      return undefined
    }
    const checkRow = (at: number): NumberCheck => {
      const editedNumber = phoneColumn === null ? undefined : editsAt(at).get(phoneColumn)
      if (editedNumber === undefined && good[at]) return { ok: true, e164: `+${good[at]}`, country: '' }
      const check = (editedNumber === undefined ? bad.get(at) : checkOne(editedNumber)) ?? {
        ok: false,
        problem: 'empty',
      }
      if (check.ok || strict) return check
      // A number that a person deleted stays away.
      const others = (editedNumber === undefined ? otherPhones : []).map((other) => cellAt(at, other))
      return repair(check, editedNumber ?? read(rowAt(at)[phoneAt] ?? ''), countryOfRow(at), others)
    }
    const isEmpty = (cells: readonly string[], at: number): boolean =>
      edits.has(numberOf(table, at)) ? isBlank(cellsAt(at)) && overflow(at).trim() === '' : isBlank(cells)
    const mayBeUnclear = repairs.accept?.includes('unclear_opt_out') === true
    /** The opt-out of a row, if any. */
    const optOutAt = (at: number): OptOutInRow | undefined => {
      const optOut = activeOptOuts.length === 0 ? undefined : optOutInRow(activeOptOuts, (column) => cellAt(at, column))
      return mayBeUnclear && optOut?.reason === 'unclear_opt_out' ? undefined : optOut
    }
    const phoneText = (at: number): string => cellAt(at, phoneAt)
    const otherTexts = (at: number): string => otherPhones.map((other) => cellAt(at, other)).join(';')
    /** A row's own number, also one with no evidence for a call; if its cells are shifted, that may be in any of them. */
    const phoneCell = (at: number, isShifted: boolean): PhoneCell => {
      const check = checkRow(at)
      const asWritten = checkOne(phoneText(at))
      const number = Number(check.ok ? check.e164 : (check.repaired ?? (asWritten.ok ? 0 : asWritten.repaired) ?? 0))
      if (isShifted) return { number, text: [...cellsAt(at), overflow(at)].join(';') }
      return { number, text: asWritten.ok ? null : phoneText(at) }
    }
    /** Whether any cell of a row says "do not call", because its cells may be shifted. */
    const mayOptOut = (at: number): boolean =>
      [...cellsAt(at), ...overflow(at).split(delimiter)].some((cell) =>
        activeOptOuts.some(({ answer }) => answer(cell) === 'doNotCall'),
      )
    /** The number that a row calls, or why it calls none, regardless of other rows. */
    const checkAlone = (cells: readonly string[], at: number): number | Verdict | Fault => {
      const isBlankRow = isEmpty(cells, at)
      const optOut = isBlankRow || phoneAt < 0 ? undefined : optOutAt(at)
      const isShifted =
        activeOptOuts.length > 0 && cells.length !== width && !isBlankRow && shape(cells, at) !== undefined
      const reason = optOut?.reason ?? (isShifted && mayOptOut(at) ? 'unclear_opt_out' : undefined)
      optOutIndex.set(at, reason, () => phoneCell(at, isShifted))
      otherPhonesIndex.set(at, otherPhones.length > 0 ? reason : undefined, () => ({ number: 0, text: otherTexts(at) }))
      if (isBlankRow) return 'blank'
      if (phoneAt < 0) return 'invalid'
      // Takes precedence, because there is nothing to repair.
      if (optOut?.reason === 'opted_out') return { reason: optOut.reason }
      const row = numberOf(table, at)
      // guard: hidden-row-is-not-called
      if (leftOut.has(row) || isHiddenRow(repairs, workbook?.hiddenRows, row)) return 'leftOut'
      const shapeFault = shape(cells, at)
      if (shapeFault) return shapeFault
      if (!optOut && good[at] && !edits.has(numberOf(table, at))) return good[at]
      const check = checkRow(at)
      if (!check.ok) return faultOf(check)
      return optOut ? { reason: optOut.reason } : Number(check.e164)
    }
    const checkAndRecord = (cells: readonly string[], at: number): void => {
      const found = checkAlone(cells, at)
      numbers[at] = typeof found === 'number' ? found : 0
      telephones[at] = telephoneOf(numbers[at])
      faults[at] = typeof found === 'object' ? found : undefined
      verdicts[at] = typeof found === 'string' ? found : verdictOf(faults[at])
      overflows ||= cells.length > width && !isBlank(cells.slice(width))
      if (strict) return
      let bits = 0
      for (const column of sent)
        bits |= isAsReadIn(column) ? remarksOn(read(cells[column] ?? '')) : remarksIn(at, column)
      remarks[at] = bits
    }
    if (touched === null) rows.forEach(checkAndRecord)
    else {
      for (const number of touched) {
        const at = number - numberOf(table, 0)
        const cells = rows[at]
        if (cells) checkAndRecord(cells, at)
      }
    }
    // Which row is called for a number depends on all rows with this number.
    const callsBothSpellings = strict || repairs.accept?.includes('same_telephone') === true
    const firstSeenAt = createDuplicateFinder(callsBothSpellings ? numbers : telephones)
    const fromLast = repairs.keep === 'last'
    // An opt-out applies to every row with the same number.
    const optOutOf = optOutIndex.finder(mayBeUnclear)
    const otherPhoneOf = otherPhonesIndex.finder(mayBeUnclear)
    const optOutOfNumberAt = (at: number): OptOutOfNumber | undefined => {
      const number = numbers[at] ?? 0
      if (!optOutOf || number === 0) return undefined
      // Only an edited cell was not checked as it is.
      const isEdited = edits.size > 0 && editsAt(at).has(phoneColumn ?? '')
      const isAsWritten = isEdited ? checkOne(phoneText(at)).ok : good[at] === number
      const own = optOutOf({ number, text: isAsWritten ? null : phoneText(at) })
      // A number that stands in another column is also compared with that of people who said no.
      return own ?? (phoneText(at).trim() === '' ? otherPhoneOf?.({ number, text: null }) : undefined)
    }
    for (let step = 0; step < rows.length; step++) {
      const at = fromLast ? rows.length - 1 - step : step
      const number = numbers[at] ?? 0
      if (number === 0) continue
      const optOut = optOutOfNumberAt(at)
      // guard: opted-out-number-is-not-called
      if (optOut) {
        verdicts[at] = verdictOf(optOut)
        faults[at] = { reason: optOut.reason }
        continue
      }
      const calledAt = firstSeenAt(at)
      verdicts[at] = calledAt === at ? 'valid' : 'duplicate'
      faults[at] = calledAt === at ? undefined : numbers[calledAt] === number ? duplicateFault : sameTelephoneFault
    }
    const counts: Counts = { read: rows.length, valid: 0, invalid: 0, duplicate: 0, blank: 0, optedOut: 0, leftOut: 0 }
    const called: number[] = []
    for (let at = 0; at < rows.length; at++) {
      const verdict = verdicts[at] ?? 'blank'
      counts[verdict]++
      if (verdict === 'valid') called.push(at)
    }

    const describe = (at: number, { reason, repaired, country }: Fault): RowProblem => {
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
        const huge = cellsAt(at).findIndex((cell) => cell.length > maxCellLength)
        return hugeCell(number, columns[huge] ?? '', cellAt(at, huge))
      }
      const column = phoneColumn ?? ''
      const text = cellAt(at, phoneAt)
      if (reason === 'no_column') return noColumn(number, candidates, strict)
      if (isOptOut(reason)) {
        const optOut = optOutAt(at)
        if (optOut?.reason === reason)
          return optedOut(number, columns[optOut.column] ?? '', cellAt(at, optOut.column), reason)
        const { at: other, by } = optOutOfNumberAt(at) ?? { at, by: 'number' }
        return optedOutElsewhere(number, column, text, numberOf(table, other), reason, by === 'number')
      }
      if (reason !== 'duplicate' && reason !== 'same_telephone')
        return badNumber(number, column, text, reason, repaired, country)
      return duplicate(number, column, text, numberOf(table, firstSeenAt(at)), reason)
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
      suspects,
      overflows,
      home: strict ? undefined : (repairs.country ?? evidence.country),
      countryAt: countryColumn?.at,
      readingsAt: (at) => readings(cellAt(at, phoneAt), countryOfRow(at)),
      tableProblem: phoneAt < 0 ? noColumn(table.headerRow, candidates, strict) : undefined,
      cellsAt,
      overflowAt: overflow,
      remarksIn,
      columnsWithNullWords,
      isNullWordAt: (at, column) => nullWordAt(at, column) === 'empty',
      numberAt: e164At,
      optedOutNumberAt: optOutIndex.numberAt,
      problemAt,
      problemsAt: (at) => {
        const fault = faults[at]
        if (!fault) return []
        const found = [describe(at, fault)]
        // A row with the wrong shape may also have a wrong number.
        const check = checkRow(at)
        const shapeFault = isRagged(fault.reason) || fault.reason === 'huge_cell'
        if (shapeFault && !check.ok) found.push(describe(at, faultOf(check)))
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
