/** What a person is told of a checked file, and windows of its rows: small enough to leave the worker. */
import { countryOf } from '#phone/country.ts'
import { timeZonesOf } from '#phone/zones.ts'
import type { Recipient, Verdict } from './check.ts'
import type { Reason, RowProblem } from './problem.ts'
import type { ReadFile } from './read.ts'

/** Problems that one decision repairs. */
export interface ProblemGroup {
  reason: Reason
  code: RowProblem['code']
  count: number
  /** How many of them have a suggested repair. */
  repairable: number
  /** The first few. */
  examples: RowProblem[]
}

/** A country that is called. */
export interface Destination {
  /** ISO 3166; null: the calling code is nobody's. */
  country: string | null
  calls: number
  /** IANA names of the time zones where its numbers may be at home. */
  zones: string[]
}

export interface Summary
  extends Pick<
    ReadFile,
    'columns' | 'names' | 'encoding' | 'delimiter' | 'headerRow' | 'phoneColumn' | 'candidates' | 'counts'
  > {
  /** Largest first. */
  groups: ProblemGroup[]
  /** Where the calls go, most calls first. */
  destinations: Destination[]
  /** The first and last to be called, with no overlap. */
  first: Recipient[]
  last: Recipient[]
}

/** All rows, those with one verdict, or those with one problem. */
export type Filter = 'all' | Verdict | RowProblem['code'] | Reason

export interface ShownRow {
  /** As a spreadsheet counts. */
  number: number
  /** As read. */
  cells: string[]
  verdict: Verdict
  problem: RowProblem | null
  /** The number that will be called, E.164. */
  phoneNumber: string | null
}

export interface RowWindow {
  rows: ShownRow[]
  /** How many rows the filter lets through. */
  total: number
}

const shownExamples = 3
const shownRecipients = 5

/** Signs of a number that decide its zones: +, at most three of the calling code, at most three of the area. */
const deciding = 7

function destinationsOf(recipients: Recipient[]): Destination[] {
  const found = new Map<string | null, { calls: number; areas: Map<string, string> }>()
  for (const { phone_number } of recipients) {
    const country = countryOf(phone_number)
    const known = found.get(country) ?? { calls: 0, areas: new Map<string, string>() }
    found.set(country, known)
    known.calls++
    // Fifty thousand numbers lie in a few hundred areas: one of each is looked up.
    known.areas.set(phone_number.slice(0, deciding), phone_number)
  }
  return [...found]
    .map(([country, { calls, areas }]) => ({
      country,
      calls,
      zones: [...new Set([...areas.values()].flatMap(timeZonesOf))],
    }))
    .toSorted((one, other) => other.calls - one.calls)
}

function groupProblems(problems: RowProblem[]): ProblemGroup[] {
  const groups = new Map<Reason, ProblemGroup>()
  for (const problem of problems) {
    const { reason, code } = problem
    const group = groups.get(reason) ?? { reason, code, count: 0, repairable: 0, examples: [] }
    groups.set(reason, group)
    group.count++
    if (problem.repair !== undefined) group.repairable++
    if (group.examples.length < shownExamples) group.examples.push(problem)
  }
  return [...groups.values()].toSorted((one, other) => other.count - one.count)
}

/** Everything about a checked file but its rows. */
export function summarize(file: ReadFile): Summary {
  const { columns, names, encoding, delimiter, headerRow, phoneColumn, candidates, counts, recipients } = file
  return {
    columns,
    names,
    encoding,
    delimiter,
    headerRow,
    phoneColumn,
    candidates,
    counts,
    groups: groupProblems(file.problems),
    destinations: destinationsOf(recipients),
    first: recipients.slice(0, shownRecipients),
    last: recipients.slice(Math.max(shownRecipients, recipients.length - shownRecipients)),
  }
}

/** Gives windows of one checked file's rows; what a filter lets through is looked up once. */
export function windowsOf(file: ReadFile): (from: number, to: number, filter: Filter) => RowWindow {
  const problems = new Map(file.problems.map((problem) => [problem.row, problem]))
  const numbers = new Map(file.recipients.map(({ row, phone_number }) => [row, phone_number]))
  const shown = new Map<Filter, number[]>()

  const passing = (filter: Filter): number[] => {
    const known = shown.get(filter)
    if (known) return known
    const places: number[] = []
    for (const [at, { number }] of file.rows.entries()) {
      const problem = problems.get(number)
      const marks: unknown[] = ['all', file.verdicts[at], problem?.code, problem?.reason]
      if (marks.includes(filter)) places.push(at)
    }
    shown.set(filter, places)
    return places
  }
  const show = (at: number): ShownRow[] => {
    const row = file.rows[at]
    if (!row) return []
    const { number, cells } = row
    const verdict = file.verdicts[at] ?? 'blank'
    return [{ number, cells, verdict, problem: problems.get(number) ?? null, phoneNumber: numbers.get(number) ?? null }]
  }
  return (from, to, filter) => {
    const places = passing(filter)
    return { rows: places.slice(Math.max(0, from), to).flatMap(show), total: places.length }
  }
}
