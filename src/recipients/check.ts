/** Each row's verdict: to be called, or why not. Derived from the rows as read and the choices; nothing is kept. */
import { e164Pattern } from '#contract/wire.ts'
import { checkNumber, type NumberCheck, withCountry } from '#phone/number.ts'
import { unguardCell } from './formula.ts'
import type { Match } from './match.ts'
import { isBlank, type Row, type Table } from './parse.ts'
import { badNumber, duplicate, misshapen, noColumn, type Reason, type RowProblem } from './problem.ts'

/** What a person decided about the rows. Data, so that it can be kept, shown and undone; the rows stay as they were read. */
export interface Repairs {
  /** Numbers without a country code belong to this country (ISO 3166). */
  country?: string
  /** Reasons whose suggested repair is taken. */
  accept?: readonly Reason[]
  /** Cells written anew, the latest of one cell counting. */
  cells?: readonly { row: number; column: string; value: string }[]
  /** Rows (spreadsheet numbers) that are not to be called. */
  leaveOut?: readonly number[]
}

export interface Recipient {
  row: number
  /** E.164. */
  phone_number: string
  /** The row's other cells by the names of the columns that are sent. */
  values: Record<string, string>
}

export type Verdict = 'valid' | 'invalid' | 'duplicate' | 'blank' | 'leftOut'

/** How many rows were read, and how many of them got each verdict; `leftOut` means by choice. */
export type Counts = Record<'read' | Verdict, number>

export interface Checked {
  /** `read` is the sum of the others, always. */
  counts: Counts
  /** In the order of the rows: one for each that is invalid or a duplicate, or one for a table without a phone column. */
  problems: RowProblem[]
  recipients: Recipient[]
  /** One for each row of the table. */
  verdicts: Verdict[]
}

function count(verdicts: Verdict[]): Counts {
  const counts: Counts = { read: verdicts.length, valid: 0, invalid: 0, duplicate: 0, blank: 0, leftOut: 0 }
  for (const verdict of verdicts) counts[verdict]++
  return counts
}

/** The service takes a number as it is written or not at all (interface 4); its country's plan is not its concern. */
function checkStrictly(text: string): NumberCheck {
  if (e164Pattern.test(text)) return { ok: true, e164: text, country: '' }
  const check = checkNumber(text)
  return check.ok ? { ok: false, problem: 'letters', repaired: check.e164 } : check
}

/** The country that most of the good numbers belong to: the likely home of those without a country code. */
function commonCountry(checks: Iterable<NumberCheck>): string | undefined {
  const counts = new Map<string, number>()
  let common: string | undefined
  for (const check of checks) {
    if (!check.ok) continue
    const calls = (counts.get(check.country) ?? 0) + 1
    counts.set(check.country, calls)
    if (common === undefined || calls > (counts.get(common) ?? 0)) common = check.country
  }
  return common
}

/** Cells as the person sees them: those written anew, and without the apostrophe of our own export. */
function cellReader(repairs: Repairs, columns: string[], strict: boolean): (row: Row, at: number) => string {
  const asRead = (row: Row, at: number) => (strict ? (row.cells[at] ?? '') : unguardCell(row.cells[at] ?? ''))
  if (!repairs.cells?.length) return asRead
  const place = (row: number, at: number) => `${row}/${at}`
  const anew = new Map(repairs.cells.map(({ row, column, value }) => [place(row, columns.indexOf(column)), value]))
  return (row, at) => anew.get(place(row.number, at)) ?? asRead(row, at)
}

/** Takes the suggested repair where a person said so; else the number stays refused, with what is suggested. */
function repairWith(repairs: Repairs, home: string | undefined) {
  const accepted = new Set(repairs.accept)
  return (text: string, check: NumberCheck): NumberCheck => {
    if (check.ok) return check
    const atHome = check.problem === 'missing_plus' && home !== undefined ? withCountry(text, home) : null
    const repaired = atHome ?? check.repaired
    const taken = accepted.has(check.problem) || (atHome !== null && repairs.country !== undefined)
    if (repaired === undefined) return check
    return taken ? { ok: true, e164: repaired, country: '' } : { ...check, repaired }
  }
}

/**
 * Judges every row: to be called, or why not (specification 4.4, interface 4).
 *
 * @param strict judge as the service does: numbers in E.164 as written, nothing repaired
 */
export function check(table: Table, match: Match, repairs: Repairs, strict: boolean): Checked {
  const { rows, columns } = table
  const column = match.phoneColumn ?? ''
  const phoneAt = columns.indexOf(column)
  if (phoneAt < 0) {
    const verdicts = rows.map(({ cells }): Verdict => (isBlank(cells) ? 'blank' : 'invalid'))
    const problems = [noColumn(table.headerRow, match.candidates, strict)]
    return { counts: count(verdicts), problems, recipients: [], verdicts }
  }

  const cellOf = cellReader(repairs, columns, strict)
  const judge = strict ? checkStrictly : checkNumber
  const checks = rows.map((row) => judge(cellOf(row, phoneAt)))
  const repair = repairWith(repairs, strict ? undefined : (repairs.country ?? commonCountry(checks)))
  const leftOut = new Set(repairs.leaveOut)

  const problems: RowProblem[] = []
  const recipients: Recipient[] = []
  const firstRows = new Map<string, number>()

  const refuse = (problem: RowProblem): Verdict => {
    problems.push(problem)
    return problem.reason === 'duplicate' ? 'duplicate' : 'invalid'
  }
  const valuesOf = (row: Row): Record<string, string> => {
    const values: Record<string, string> = {}
    for (const [at, name] of match.names.entries()) if (at !== phoneAt) values[name] = cellOf(row, at)
    return values
  }
  const judgeRow = (row: Row, check: NumberCheck): Verdict => {
    if (isBlank(row.cells)) return 'blank'
    if (leftOut.has(row.number)) return 'leftOut'
    const bad = misshapen(row, columns)
    if (bad) return refuse(bad)
    const text = cellOf(row, phoneAt)
    const judged = repair(text, check)
    if (!judged.ok) return refuse(badNumber(row.number, column, text, judged.problem, judged.repaired))
    const first = firstRows.get(judged.e164)
    if (first !== undefined) return refuse(duplicate(row.number, column, text, first))
    firstRows.set(judged.e164, row.number)
    recipients.push({ row: row.number, phone_number: judged.e164, values: valuesOf(row) })
    return 'valid'
  }
  const verdicts = rows.map((row, at) => judgeRow(row, checks[at] ?? { ok: false, problem: 'empty' }))
  return { counts: count(verdicts), problems, recipients, verdicts }
}
