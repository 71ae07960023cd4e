/** Makes what a person is told of a checked file, and windows of its rows: small enough to leave the worker. */
import type { Sheet } from '../check/check.ts'
import { codeOf, type Reason } from '../check/problem.ts'
import { bitOf, type Remark, remarks, remarksOn, repairable, tidied } from '../check/remarks.ts'
import { unguardCell } from '../file/formula.ts'
import type { TextTable } from '../read.ts'
import { isEmptyAnswer } from '../table/opt-outs.ts'
import { numberOf } from '../table/parse.ts'
import { destinationsOf } from './destinations.ts'
import {
  emptyColumnOf,
  type Filter,
  type ProblemGroup,
  type RemarkGroup,
  type ShownRow,
  type Summary,
} from './protocol.ts'

const shownExamples = 3
const shownRecipients = 5

function groupProblems({ faults, whole, problemAt }: Sheet): ProblemGroup[] {
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
    const example = group.examples.length < shownExamples ? problemAt(at) : undefined
    if (example) group.examples.push(example)
  }
  return [...groups.values()].toSorted((one, other) => other.count - one.count)
}

/** The remarks on one row's cells, of those that are sent. */
function remarksAt(
  { names, phoneColumn, table, cellsAt }: Sheet,
  at: number,
): { at: number; remark: Remark; text: string }[] {
  return cellsAt(at).flatMap((text, place) => {
    if (names[place] === null || table.columns[place] === phoneColumn) return []
    const bits = remarksOn(text)
    return remarks.flatMap((remark) => ((bits & bitOf(remark)) === 0 ? [] : [{ at: place, remark, text }]))
  })
}

function groupRemarks(sheet: Sheet): RemarkGroup[] {
  const { called, remarks: bits, table } = sheet
  const odd = called.filter((at) => bits[at] !== 0)
  return remarks.flatMap((remark) => {
    const places = odd.filter((at) => ((bits[at] ?? 0) & bitOf(remark)) !== 0)
    if (places.length === 0) return []
    const examples = places.slice(0, shownExamples).flatMap((at) =>
      remarksAt(sheet, at)
        .filter((found) => found.remark === remark)
        .slice(0, 1)
        .map(({ at: place, text }) => ({
          row: numberOf(table, at),
          column: table.columns[place] ?? '',
          text,
          repaired: repairable.includes(remark) ? tidied(text, [remark]) : null,
        })),
    )
    return [{ remark, count: places.length, examples }]
  })
}

/** How many rows each column that says who must not be called holds back, or would. */
function summarizeOptOuts({
  optOuts,
  verdicts,
  table,
  cellsAt,
  saidNumberAt,
}: Sheet): Pick<Summary, 'optOuts' | 'calledOptedOut'> {
  const found = optOuts.map(({ at, isOrdinary }) => ({
    column: table.columns[at] ?? '',
    isOrdinary,
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
    let says = false
    for (const [nth, { at, answer }] of optOuts.entries()) {
      const one = found[nth]
      const cell = cells[at] ?? ''
      if (!one) continue
      const said = answer(cell)
      if (said === 'unclear') one.unclear++
      if (said === 'call' && isEmptyAnswer(cell)) one.empty++
      if (said !== 'doNotCall') continue
      one.rows++
      says = true
      if (one.isOrdinary) continue
      const number = saidNumberAt(place)
      if (number === 0) one.withoutNumber++
      else one.numbers = numbers[nth]?.add(number).size ?? 0
    }
    if (says && verdicts[place] === 'valid') calledOptedOut++
  }
  return { optOuts: found, calledOptedOut }
}

/** The numbers (E.164) of rows in which a column says "do not call", each once. */
export function optedOutBy({ optOuts, verdicts, table, cellsAt, saidNumberAt }: Sheet, column: string): string[] {
  const one = optOuts.find(({ at, isOrdinary }) => table.columns[at] === column && !isOrdinary)
  const numbers = new Set<number>()
  for (const place of one ? verdicts.keys() : []) {
    if (one?.answer(cellsAt(place)[one.at] ?? '') === 'doNotCall') numbers.add(saidNumberAt(place))
  }
  numbers.delete(0)
  return [...numbers].map((number) => `+${number}`)
}

/** Everything about a checked file but its rows. */
export function summarize(table: TextTable, sheet: Sheet): Summary {
  const { columns, encoding, delimiter, headerRow } = table
  const { names, phoneColumn, candidates, counts, called, home, overflows, recipientAt } = sheet
  return {
    columns,
    names,
    encoding,
    delimiter,
    headerRow,
    phoneColumn,
    candidates,
    counts,
    home: home ?? null,
    overflows,
    groups: groupProblems(sheet),
    remarks: groupRemarks(sheet),
    ...summarizeOptOuts(sheet),
    destinations: destinationsOf(called.map((at) => sheet.numbers[at] ?? 0)),
    first: called.slice(0, shownRecipients).map(recipientAt),
    last: called.slice(Math.max(shownRecipients, called.length - shownRecipients)).map(recipientAt),
  }
}

/** How many of the rows that are called have nothing in these columns (by their places). */
export function countEmpty({ called, cellsAt }: Sheet, columns: readonly number[]): number[] {
  const counts = columns.map(() => 0)
  for (const at of called) {
    const cells = cellsAt(at)
    columns.forEach((column, place) => {
      if ((cells[column] ?? '').trim() === '') counts[place] = (counts[place] ?? 0) + 1
    })
  }
  return counts
}

/** Places of the rows that a filter lets through. */
export function placesOf({ verdicts, faults, remarks: bits, called, cellsAt }: Sheet, filter: Filter): number[] {
  const column = emptyColumnOf(filter)
  if (column !== null) return called.filter((at) => cellsAt(at)[column]?.trim() === '')
  const remark = remarks.find((one) => one === filter)
  const passes = (at: number): boolean => {
    if (filter === 'all' || verdicts[at] === filter) return true
    if (remark) return verdicts[at] === 'valid' && ((bits[at] ?? 0) & bitOf(remark)) !== 0
    const reason = faults[at]?.reason
    return reason !== undefined && (reason === filter || codeOf(reason) === filter)
  }
  return [...verdicts.keys()].filter(passes)
}

/** A row as the page shows it. */
export function shownRow(sheet: Sheet, at: number): ShownRow[] {
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
      leftOutBy: (verdict === 'leftOut' && sheet.repairs.leftOutBy?.get(number)) || null,
    },
  ]
}
