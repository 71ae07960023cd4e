/** What page and worker say to each other. The rows stay in the worker; the page gets a summary and windows. */
import type { Destination } from '#contract/index.ts'
import type { Counts, Recipient, Verdict } from '../check/check.ts'
import type { ProblemCode, Reason, RowProblem } from '../check/problem.ts'
import type { Remark } from '../check/remarks.ts'
import type { LeftOutBy, Operation } from '../check/repairs.ts'
import type { Encoding } from '../file/refusal.ts'
import type { Choices, FileRefusal, Stage } from '../read.ts'
import type { Delimiter } from '../table/delimiter.ts'

/** Problems that one decision repairs. */
export interface ProblemGroup {
  reason: Reason
  code: ProblemCode
  count: number
  /** How many of them have a suggested repair. */
  repairable: number
  /** The first few. */
  examples: RowProblem[]
}

/** Rows that are called, with something odd in a cell that the agent would speak. */
export interface RemarkGroup {
  remark: Remark
  count: number
  /** `repaired` null: only a person can say what was meant. */
  examples: { row: number; column: string; text: string; repaired: string | null }[]
}

/** A column that says who must not be called. */
export interface OptOutSummary {
  column: string
  /** A person said that it is an ordinary one: the rows that it names are called. */
  isOrdinary: boolean
  /** Rows in which it says "do not call". */
  rows: number
  /** Different numbers in them. */
  numbers: number
  /** How many of them have no number that can be read. */
  withoutNumber: number
  /** Rows in which it does not say. */
  unclear: number
  /** Rows in which it has nothing, and that says nothing against a call. */
  empty: number
}

export interface Summary {
  /** Names in the header, in the order of the cells. */
  columns: string[]
  /** The same as they are sent; null: not sent. */
  names: (string | null)[]
  encoding: Encoding
  delimiter: Delimiter
  /** As a spreadsheet counts; 0: there is none. */
  headerRow: number
  phoneColumn: string | null
  candidates: string[]
  counts: Counts
  /** The country in which numbers without a country code are read, chosen or suggested (ISO 3166). */
  home: string | null
  /** Whether any row has cells beyond its last column. */
  overflows: boolean
  /** Largest first. */
  groups: ProblemGroup[]
  remarks: RemarkGroup[]
  optOuts: OptOutSummary[]
  /** Rows that are called although such a column says "do not call". */
  calledOptedOut: number
  /** Where the calls go, most calls first. */
  destinations: Destination[]
  /** The first and last to be called, with no overlap. */
  first: Recipient[]
  last: Recipient[]
}

/** All rows; those with one verdict, one problem or one remark; those that lack something. */
export type Filter = 'all' | Verdict | ProblemCode | Reason | Remark | EmptyIn
/** Rows that are called with nothing in a column, by its place. */
export type EmptyIn = `empty-${number}`

/** The column, by its place, in which the rows of a filter have nothing; null: another filter. */
export const emptyColumnOf = (filter: Filter): number | null =>
  filter.startsWith('empty-') ? Number(filter.slice('empty-'.length)) : null

export interface ShownRow {
  /** As a spreadsheet counts. */
  number: number
  /** As they stand, one for each column. */
  cells: string[]
  /** What the row has beyond its last column. */
  overflow: string
  /** Places of the cells that do not read as the file has them. */
  changed: number[]
  verdict: Verdict
  /** Everything that is wrong with it, the first deciding. */
  problems: RowProblem[]
  /** By the place of their cells. */
  remarks: { at: number; remark: Remark }[]
  /** The number that will be called, E.164. */
  phoneNumber: string | null
  /** The rule for whose sake it is left out; null: for none. */
  leftOutBy: LeftOutBy | null
}

export interface RowWindow {
  rows: ShownRow[]
  /** How many rows the filter lets through. */
  total: number
}

export type Verdicts = { ok: true; summary: Summary } | { ok: false; refusal: FileRefusal }

/** Two ways to write the rows for the service: those that are called, put right; or all that are not blank, as they stand in the file. */
export type Written = 'clean' | 'asRead'

/** What became of a row that was written. */
export interface Located {
  /** As the spreadsheet counts. */
  number: number
  verdict: Verdict
  /** Whether its number is sent exactly as it stands in the file. */
  asWritten: boolean
  /** Why it is not called; '' where it is. */
  why: string
}

/** Each question with its answer. */
export interface Talk {
  /** Reads and checks a file; the worker keeps its rows. */
  open: { question: { file: Blob; choices: Choices; operations: readonly Operation[] }; answer: Verdicts }
  /** Cuts the same file into rows otherwise. The operations stay. */
  choose: { question: { choices: Choices }; answer: Verdicts }
  /** Goes to another list of operations: the first `keep` of those that stand, and these. */
  move: { question: { keep: number; add: readonly Operation[] }; answer: Verdicts }
  /**
   * Rows `from` (counted from 0) up to but without `to`, of those that the filter lets through. They are looked up once for each
   * `view`: a row that was repaired stays in view until another is asked for.
   */
  rows: { question: { from: number; to: number; filter: Filter; view: number }; answer: RowWindow }
  /** The numbers of such rows, and the cells of these columns (by place) as they stand: for the clipboard. */
  block: {
    question: { from: number; to: number; filter: Filter; view: number; columns: readonly number[] }
    answer: { numbers: number[]; cells: string[][] }
  }
  /** The call at this place among those that are made, from 0. */
  call: { question: { at: number }; answer: Recipient | null }
  /** How many of the calls have nothing in these columns (by place). */
  empty: { question: { columns: readonly number[] }; answer: number[] }
  /** The file that is sent to the service, or what it would be if nothing were put right; UTF-8. */
  /** `most`: only the first so many rows. */
  write: { question: { what: Written; most?: number | undefined }; answer: Uint8Array<ArrayBuffer> }
  /** Rows of such a file, counted as a spreadsheet does, in the chosen one; null: no such row. */
  locate: { question: { what: Written; rows: readonly number[] }; answer: (Located | null)[] }
  /**
   * Rows of the file that is sent, counted as a spreadsheet does: every row of the chosen one that has one of their numbers. A row that
   * is left out alone would let a duplicate of it be called.
   */
  sameNumbers: { question: { rows: readonly number[] }; answer: number[] }
  /** The numbers (E.164) of rows in which a column says "do not call", each once. */
  optedOut: { question: { column: string }; answer: string[] }
  /** The rows that will not be called, for a person to repair and import again. */
  leftOut: { question: object; answer: Uint8Array<ArrayBuffer> }
}
export type TalkName = keyof Talk

/** How far it is. `glimpse` holds the first rows, long before all are checked. */
export type Progress = { stage: 'reading' | Stage } | { stage: 'glimpse'; columns: string[]; rows: string[][] }

export type Question = { [Name in TalkName]: { id: number; name: Name } & Talk[Name]['question'] }[TalkName]
export type Answer =
  | { id: number; kind: 'progress'; progress: Progress }
  | { id: number; kind: 'answer'; answer: Talk[TalkName]['answer'] }
  /** The worker's own failure: a file that went away, too little memory. */
  | { id: number; kind: 'failure'; message: string }
