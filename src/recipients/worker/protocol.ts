/** Messages between the page and the worker. The rows stay in the worker. The page gets a summary and windows of rows. */
import type { Destination } from '#contract/index.ts'
import type { CheckedTable, Recipient, Verdict } from '../check/check.ts'
import type { ProblemCode, Reason, RowProblem } from '../check/problem.ts'
import type { Remark } from '../check/remarks.ts'
import type { HiddenCells, LeftOutBy, Operation } from '../check/repairs.ts'
import type { Outcome, SheetName } from '../file/refusal.ts'
import type { Choices, FileRefusal, ReadAs, Stage } from '../read.ts'
import type { SuspectedValue } from '../table/opt-outs.ts'
import type { SheetInCsv } from '../workbook/table.ts'
import type { SpecialNumbers } from './special-numbers.ts'

/** Rows with the same problem, which one decision repairs. */
export interface ProblemGroup {
  reason: Reason
  code: ProblemCode
  count: number
  /** How many have a suggested repair. */
  repairable: number
  /** The first few. */
  examples: RowProblem[]
}

/** Rows that are called although a cell that is sent looks wrong. */
export interface RemarkGroup {
  remark: Remark
  count: number
  /** `repaired` is null if there is no certain repair. */
  examples: { row: number; column: string; text: string; repaired: string | null }[]
}

/** A word for "no value", such as `\N`, and how many cells of called rows count as empty because of it. */
export interface NullWordSummary {
  word: string
  count: number
}

/** A column that says who must not be called. */
export interface OptOutSummary {
  column: string
  /** A person treats it as an ordinary column, so the rows that it marks are called. */
  isOrdinary: boolean
  /** Rows in which it says "do not call". */
  rows: number
  /** Distinct numbers in these rows. */
  numbers: number
  /** How many of these rows have no readable number. */
  withoutNumber: number
  /** Rows in which it is unclear. */
  unclear: number
  /**
   * Rows in which it is empty: all of them until the question is answered, then only those in which that does not prevent a call. If the
   * answer says nothing about empty cells and the column has `marked: 'all'`, they are `unclear` and do prevent one.
   */
  empty: number
  /** Nobody has said yet what it means, and what it seems to be about. The rows that it marks are not called. */
  question: { about: 'contact' | 'number' | 'death'; values: SuspectedValue[] } | null
  /** A person has said what it means. */
  isAnswered: boolean
}

/** What could say the country of numbers without a country code. */
export interface MissingCountry {
  /** The column with each row's country, and how many of these numbers it completes; null: there is none. */
  column: { name: string; rows: number } | null
  /** The countries (ISO 3166) of those that are whole once a + is put in front, most rows first. */
  withCode: { country: string; rows: number }[]
  /** How many of them have a suggested number in the country `home`. */
  inHome: number
}

export interface WorkbookSummary {
  sheets: readonly SheetName[]
  /** The name of the sheet that was read. */
  sheet: string
  /** What the sheet hides, and whether somebody said that it is part of the file; null: nothing. */
  hidden: { rows: number; columns: readonly string[]; are: HiddenCells | null } | null
}

export interface Summary extends ReadAs, Pick<CheckedTable, 'alike' | 'overflows'> {
  /** null: the file is CSV. */
  workbook: WorkbookSummary | null
  /** The country of numbers without a country code (ISO 3166): chosen, or suggested because something says so and nothing denies it. */
  home: string | null
  missingCountry: MissingCountry
  /** Largest first. */
  groups: ProblemGroup[]
  remarks: RemarkGroup[]
  specialNumbers: SpecialNumbers[]
  nullWords: NullWordSummary[]
  optOuts: OptOutSummary[]
  /** Columns that may say who must not be called, also those that a person explained and those that are variables of the flow. */
  suspects: string[]
  /** Rows that are called although an opt-out column says "do not call". */
  calledOptedOut: number
  /** The countries that are called, most calls first. */
  destinations: Destination[]
  /** The first and last people to be called, without overlap. */
  first: Recipient[]
  last: Recipient[]
}

/** All rows, those that are left out because of a problem, or those with a verdict, a problem, a remark or an empty cell. */
export type Filter = 'all' | 'withProblem' | Verdict | ProblemCode | Reason | Remark | EmptyIn
/** Rows that are called with an empty cell in the column at this position. */
export type EmptyIn = `empty-${number}`

/** The position of the column in which the rows of a filter are empty; null: another filter. */
export const emptyColumnOf = (filter: Filter): number | null =>
  filter.startsWith('empty-') ? Number(filter.slice('empty-'.length)) : null

export interface ShownRow {
  /** Row number as in a spreadsheet. */
  number: number
  /** With all changes, one for each column. */
  cells: string[]
  /** Extra cells, as one text. */
  overflow: string
  /** Positions of the cells that differ from the file. */
  changed: number[]
  verdict: Verdict
  /** All problems. The first one decides the verdict. */
  problems: RowProblem[]
  /** `at` is the cell's position. */
  remarks: { at: number; remark: Remark }[]
  /** The number that will be called, E.164. */
  phoneNumber: string | null
  /** The rule because of which it is left out, if any; `hidden`: the sheet hides it. */
  leftOutBy: LeftOutBy | 'hidden' | null
}

export interface RowWindow {
  rows: ShownRow[]
  /** How many rows match the filter. */
  total: number
}

export type Verdicts = { ok: true; summary: Summary } | { ok: false; refusal: FileRefusal }

/** Rows to write for the service: those that are called, with all repairs; or all that are not blank, as they are in the file. */
export type WrittenRows = 'clean' | 'asRead'

/** A row of the chosen file that was written. */
export interface Located {
  /** Row number as in a spreadsheet. */
  number: number
  verdict: Verdict
  /** Whether its number is sent exactly as it is in the file. */
  asWritten: boolean
  /** Why it is not called; '' if it is called. */
  why: string
}

/** Each request with its answer. */
export interface Requests {
  /** Reads and checks a file. The worker keeps its rows. */
  open: {
    request: {
      file: Blob
      choices: Choices
      operations: readonly Operation[]
      variables: readonly string[]
      /** The countries (ISO 3166) that the workspace calls. */
      countries: readonly string[]
    }
    answer: Verdicts
  }
  /** Converts a sheet of a workbook to CSV. Needs no open file. `sheet`: its name; default: the first one with phone numbers. */
  convert: {
    request: { file: Blob; sheet: string | undefined; bytesLimit: number }
    answer: Outcome<Omit<SheetInCsv, 'csv'> & { csv: Blob }>
  }
  /** Sets the variables of the chosen agent's flow. A column of this name that nobody explained is an ordinary one. */
  variables: { request: { variables: readonly string[] }; answer: Verdicts }
  /** Reads the same file with other choices. The operations stay. */
  choose: { request: { choices: Choices }; answer: Verdicts }
  /** Replaces the operations: keeps the first `keep` of the current ones and adds these. */
  move: { request: { keep: number; add: readonly Operation[] }; answer: Verdicts }
  /**
   * Rows `from` (inclusive, from 0) to `to` (exclusive) of those that match the filter. They are looked up once for each `view`, so a
   * repaired row stays in view until the view changes.
   */
  rows: { request: { from: number; to: number; filter: Filter; view: number }; answer: RowWindow }
  /** The row numbers of such rows and their cells in these columns (by position), for the clipboard. */
  block: {
    request: { from: number; to: number; filter: Filter; view: number; columns: readonly number[] }
    answer: { numbers: number[]; cells: string[][] }
  }
  /** The call at this position among those that will be made, from 0. */
  call: { request: { at: number }; answer: Recipient | null }
  /** How many of the calls have an empty cell in these columns (by position). */
  empty: { request: { columns: readonly number[] }; answer: number[] }
  /** The file that is sent to the service, or what it would be without repairs. UTF-8. `maxRows`: only this many rows from the start. */
  write: { request: { what: WrittenRows; maxRows?: number | undefined }; answer: Uint8Array<ArrayBuffer> }
  /** The numbers that the rows of that file have in the chosen file, as in a spreadsheet (`rowRanges`). */
  rowNumbers: { request: { what: WrittenRows }; answer: string }
  /** Finds rows of a written file (numbers as in a spreadsheet) in the chosen file; null: no such row. */
  locate: { request: { what: WrittenRows; rows: readonly number[] }; answer: (Located | null)[] }
  /**
   * Every row of the chosen file that has the number of one of these rows of the file that is sent. If only one of them were left out,
   * its duplicate would be called.
   */
  sameNumbers: { request: { rows: readonly number[] }; answer: number[] }
  /** The distinct numbers (E.164) of rows in which a column says "do not call". */
  optedOut: { request: { column: string }; answer: string[] }
  /** The rows that will not be called, for a person to repair and import again. */
  leftOut: { request: object; answer: Uint8Array<ArrayBuffer> }
}
export type RequestName = keyof Requests

/** `glimpse` has the first rows, long before all are checked. */
export type Progress = { stage: 'reading' | Stage } | { stage: 'glimpse'; columns: string[]; rows: string[][] }

export type WorkerRequest = {
  [Name in RequestName]: { id: number; name: Name } & Requests[Name]['request']
}[RequestName]
export type WorkerMessage =
  | { id: number; kind: 'progress'; progress: Progress }
  | { id: number; kind: 'answer'; answer: Requests[RequestName]['answer'] }
  /** The worker failed, for example because the file is gone or memory is short. */
  | { id: number; kind: 'failure'; message: string }
