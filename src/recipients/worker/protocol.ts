/** What page and worker say to each other. The rows stay in the worker; the page gets a summary and windows. */
import type { Recipient, Verdict } from '../check/check.ts'
import type { Operation } from '../check/repairs.ts'
import type { Choices, FileRefusal, Stage } from '../read.ts'
import type { Filter, RowWindow, Summary } from './summary.ts'

export type {
  EmptyIn,
  Filter,
  ProblemGroup,
  RemarkGroup,
  RowWindow,
  ShownRow,
  Summary,
} from './summary.ts'

/** The column, by its place, in which the rows of a filter have nothing; null: another filter. */
export const emptyColumnOf = (filter: Filter): number | null =>
  filter.startsWith('empty-') ? Number(filter.slice('empty-'.length)) : null

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
  write: { question: { what: Written }; answer: Uint8Array<ArrayBuffer> }
  /** Rows of such a file, counted as a spreadsheet does, in the chosen one; null: no such row. */
  locate: { question: { what: Written; rows: readonly number[] }; answer: (Located | null)[] }
  /**
   * Rows of the file that is sent, counted as a spreadsheet does: every row of the chosen one that has one of their numbers. A row that
   * is left out alone would let a duplicate of it be called.
   */
  sameNumbers: { question: { rows: readonly number[] }; answer: number[] }
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
