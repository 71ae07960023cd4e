/** Summarizes a checked file and returns windows of its rows, which are small enough to post to the page. */
import { countryOf } from '#phone/country.ts'
import { planOfCountry } from '#phone/plans.ts'
import type { CheckedTable } from '../check/check.ts'
import { codeOf, type Reason } from '../check/problem.ts'
import { bitOf, type Remark, remarks, repairable, tidied } from '../check/remarks.ts'
import { isHiddenRow } from '../check/repairs.ts'
import { unguardCell } from '../file/formula.ts'
import { readAs, type TextTable } from '../read.ts'
import { isEmptyAnswer } from '../table/opt-outs.ts'
import { numberOf } from '../table/parse.ts'
import { destinationsOf } from './destinations.ts'
import {
  emptyColumnOf,
  type Filter,
  type NullWordSummary,
  type ProblemGroup,
  type RemarkGroup,
  type ShownRow,
  type Summary,
  type WorkbookSummary,
} from './protocol.ts'
import { specialNumbersOf } from './special-numbers.ts'

const maxExamples = 3
const maxShownRecipients = 5

function groupProblems({ faults, tableProblem: whole, problemAt }: CheckedTable): ProblemGroup[] {
  if (whole) return [{ reason: whole.reason, code: whole.code, count: 1, repairable: 0, examples: [whole] }]
  const groups = new Map<Reason, ProblemGroup>()
  for (let at = 0; at < faults.length; at++) {
    const fault = faults[at]
    if (!fault) continue
    const { reason, repaired } = fault
    const group = groups.get(reason) ?? { reason, code: codeOf(reason), count: 0, repairable: 0, examples: [] }
    groups.set(reason, group)
    group.count++
    if (repaired !== undefined) group.repairable++
    const example = group.examples.length < maxExamples ? problemAt(at) : undefined
    if (example) group.examples.push(example)
  }
  return [...groups.values()].toSorted((one, other) => other.count - one.count)
}

/** The most frequent of these countries; null if they do not share a numbering plan. */
function countryOfAll(countries: ReadonlyMap<string, number>): string | null {
  const plans = new Set([...countries.keys()].map((iso) => planOfCountry(iso)?.code))
  const [first] = [...countries].toSorted((one, other) => other[1] - one[1])
  return plans.size === 1 && first ? first[0] : null
}

function missingCountryOf(sheet: CheckedTable): Pick<Summary, 'home' | 'missingCountry'> {
  const { faults, countryAt, table, readingsAt } = sheet
  const byCountry = new Map<string, number>()
  /** The countries of suggested numbers; of those that the column with countries suggests. */
  const suggested = new Map<string, number>()
  const said = new Map<string, number>()
  let rows = 0
  const count = (counts: Map<string, number>, number: string | undefined) => {
    const country = number === undefined ? null : countryOf(number)
    if (country !== null) counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  for (let at = 0; at < faults.length; at++) {
    if (faults[at]?.reason !== 'missing_plus') continue
    const { inColumn, withCode } = readingsAt(at)
    if (inColumn !== undefined) rows++
    count(byCountry, withCode)
    count(said, inColumn)
    count(suggested, faults[at]?.repaired)
  }
  // Suggestions that come from elsewhere than the column are no evidence of its country.
  const inColumn = sum(said) === sum(suggested) ? countryOfAll(said) : null
  const home = sheet.home ?? inColumn
  const isInHome = ([iso]: [iso: string, rows: number]) =>
    home !== null && planOfCountry(iso)?.code === planOfCountry(home)?.code
  return {
    home,
    missingCountry: {
      column: countryAt === undefined || rows === 0 ? null : { name: table.columns[countryAt] ?? '', rows },
      withCode: [...byCountry]
        .map(([country, count]) => ({ country, rows: count }))
        .toSorted((one, other) => other.rows - one.rows || (one.country < other.country ? -1 : 1)),
      inHome: sum(new Map([...suggested].filter(isInHome))),
    },
  }
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0)

/** The remarks on a row's cells, except cells that are not sent. */
function remarksAt(
  { names, phoneColumn, table, cellsAt, remarksIn }: CheckedTable,
  at: number,
): { at: number; remark: Remark; text: string }[] {
  return cellsAt(at).flatMap((text, place) => {
    if (names[place] === null || table.columns[place] === phoneColumn) return []
    const bits = remarksIn(at, place)
    return remarks.flatMap((remark) => ((bits & bitOf(remark)) === 0 ? [] : [{ at: place, remark, text }]))
  })
}

/** The text with the repair of a remark; null if there is none that is certain. */
function repairedText(text: string, remark: Remark): string | null {
  if (remark === 'null_word') return ''
  return repairable.includes(remark) ? tidied(text, [remark]) : null
}

/** Cells of called rows whose words for "no value" count as empty, the most frequent words first. */
function summarizeNullWords({ called, table, columnsWithNullWords, isNullWordAt }: CheckedTable): NullWordSummary[] {
  const counts = new Map<string, number>()
  for (const column of columnsWithNullWords) {
    for (const at of called) {
      const cell = table.rows[at]?.[column] ?? ''
      if (cell !== '' && isNullWordAt(at, column)) counts.set(cell.trim(), (counts.get(cell.trim()) ?? 0) + 1)
    }
  }
  return Array.from(counts, ([word, count]) => ({ word, count })).toSorted((one, other) => other.count - one.count)
}

function groupRemarks(sheet: CheckedTable): RemarkGroup[] {
  const { called, remarks: bits, table } = sheet
  const odd = called.filter((at) => bits[at] !== 0)
  return remarks.flatMap((remark) => {
    const places = odd.filter((at) => ((bits[at] ?? 0) & bitOf(remark)) !== 0)
    if (places.length === 0) return []
    const examples = places.slice(0, maxExamples).flatMap((at) =>
      remarksAt(sheet, at)
        .filter((found) => found.remark === remark)
        .slice(0, 1)
        .map(({ at: place, text }) => ({
          row: numberOf(table, at),
          column: table.columns[place] ?? '',
          text,
          repaired: repairedText(text, remark),
        })),
    )
    return [{ remark, count: places.length, examples }]
  })
}

/** How many rows each opt-out column leaves out, or would leave out if it were not treated as an ordinary column. */
function summarizeOptOuts({
  optOuts,
  verdicts,
  table,
  cellsAt,
  optedOutNumberAt,
}: CheckedTable): Pick<Summary, 'optOuts' | 'calledOptedOut'> {
  const found = optOuts.map(({ at, isOrdinary, question, isAnswered }) => ({
    column: table.columns[at] ?? '',
    isOrdinary,
    question: question && { about: question.about ?? ('contact' as const), values: [...(question.values ?? [])] },
    isAnswered,
    rows: 0,
    numbers: 0,
    withoutNumber: 0,
    unclear: 0,
    empty: 0,
  }))
  const numbers = optOuts.map(() => new Set<number>())
  let calledOptedOut = 0
  const rows = optOuts.length === 0 ? 0 : verdicts.length
  for (let place = 0; place < rows; place++) {
    if (verdicts[place] === 'blank') continue
    const cells = cellsAt(place)
    let isOptedOut = false
    for (const [nth, { at, answer }] of optOuts.entries()) {
      const one = found[nth]
      const cell = cells[at] ?? ''
      if (!one) continue
      const reply = answer(cell)
      if (reply === 'unclear') one.unclear++
      if ((reply === 'call' || one.question) && isEmptyAnswer(cell)) one.empty++
      if (reply !== 'doNotCall') continue
      one.rows++
      isOptedOut = true
      if (one.isOrdinary) continue
      const number = optedOutNumberAt(place)
      if (number === 0) one.withoutNumber++
      else one.numbers = numbers[nth]?.add(number).size ?? 0
    }
    if (isOptedOut && verdicts[place] === 'valid') calledOptedOut++
  }
  // Empty cells may be what means "do not call". In a column of many texts, only few are marked.
  for (const [nth, { question }] of optOuts.entries()) {
    const one = found[nth]
    if (one && question && question.marked !== 'words' && one.empty > 0)
      one.question?.values.push({ text: '', count: one.empty, isMarked: question.marked === 'all' })
  }
  return { optOuts: found, calledOptedOut }
}

/** The distinct numbers (E.164) of rows in which a column says "do not call". */
export function optedOutBy(
  { optOuts, verdicts, table, cellsAt, optedOutNumberAt }: CheckedTable,
  column: string,
): string[] {
  const one = optOuts.find(({ at, isOrdinary }) => table.columns[at] === column && !isOrdinary)
  const numbers = new Set<number>()
  for (const place of one ? verdicts.keys() : []) {
    if (one?.answer(cellsAt(place)[one.at] ?? '') === 'doNotCall') numbers.add(optedOutNumberAt(place))
  }
  numbers.delete(0)
  return [...numbers].map((number) => `+${number}`)
}

function summarizeWorkbook({ workbook, headerRow }: TextTable, { repairs }: CheckedTable): WorkbookSummary | null {
  if (!workbook) return null
  const { sheets, sheet, hiddenRows, hiddenColumns } = workbook
  const rows = [...hiddenRows].filter((row) => row > headerRow).length
  const isNothing = rows === 0 && hiddenColumns.length === 0
  return { sheets, sheet, hidden: isNothing ? null : { rows, columns: hiddenColumns, are: repairs.hidden ?? null } }
}

/** Everything about a checked file except its rows. */
export function summarize(table: TextTable, sheet: CheckedTable): Summary {
  const { alike, called, suspects, overflows, recipientAt } = sheet
  return {
    ...readAs(table, sheet),
    alike,
    overflows,
    workbook: summarizeWorkbook(table, sheet),
    ...missingCountryOf(sheet),
    groups: groupProblems(sheet),
    remarks: groupRemarks(sheet),
    specialNumbers: specialNumbersOf(sheet),
    nullWords: summarizeNullWords(sheet),
    ...summarizeOptOuts(sheet),
    suspects: [...suspects],
    destinations: destinationsOf(called.map((at) => sheet.numbers[at] ?? 0)),
    first: called.slice(0, maxShownRecipients).map(recipientAt),
    last: called.slice(Math.max(maxShownRecipients, called.length - maxShownRecipients)).map(recipientAt),
  }
}

/** How many of the called rows have an empty cell in these columns (by position). */
export function countEmpty({ called, cellsAt }: CheckedTable, columns: readonly number[]): number[] {
  const counts = columns.map(() => 0)
  for (const at of called) {
    const cells = cellsAt(at)
    columns.forEach((column, place) => {
      if ((cells[column] ?? '').trim() === '') counts[place] = (counts[place] ?? 0) + 1
    })
  }
  return counts
}

/** Indexes of the rows that match a filter. */
export function placesOf({ verdicts, faults, remarks: bits, called, cellsAt }: CheckedTable, filter: Filter): number[] {
  const column = emptyColumnOf(filter)
  if (column !== null) return called.filter((at) => cellsAt(at)[column]?.trim() === '')
  const remark = remarks.find((one) => one === filter)
  const passes = (at: number): boolean => {
    if (filter === 'all' || verdicts[at] === filter) return true
    if (filter === 'withProblem') return verdicts[at] === 'invalid' || verdicts[at] === 'duplicate'
    if (remark) return verdicts[at] === 'valid' && ((bits[at] ?? 0) & bitOf(remark)) !== 0
    const reason = faults[at]?.reason
    return reason !== undefined && (reason === filter || codeOf(reason) === filter)
  }
  return [...verdicts.keys()].filter(passes)
}

function leftOutByOf({ repairs, table: { workbook } }: CheckedTable, row: number): ShownRow['leftOutBy'] {
  return repairs.leftOutBy?.get(row) ?? (isHiddenRow(repairs, workbook?.hiddenRows, row) ? 'hidden' : null)
}

/** A row as the page shows it. */
export function shownRow(sheet: CheckedTable, at: number): ShownRow[] {
  const { table, verdicts, cellsAt, overflowAt, numberAt, problemsAt } = sheet
  const asRead = table.rows[at]
  if (!asRead) return []
  const number = numberOf(table, at)
  const verdict = verdicts[at] ?? 'blank'
  const cells = cellsAt(at)
  return [
    {
      number,
      cells,
      overflow: overflowAt(at),
      changed: cells.flatMap((cell, place) => (cell === unguardCell(asRead[place] ?? '') ? [] : [place])),
      verdict,
      problems: problemsAt(at),
      remarks: verdict === 'valid' ? remarksAt(sheet, at).map(({ at: place, remark }) => ({ at: place, remark })) : [],
      phoneNumber: verdict === 'valid' ? numberAt(at) : null,
      leftOutBy: verdict === 'leftOut' ? leftOutByOf(sheet, number) : null,
    },
  ]
}
