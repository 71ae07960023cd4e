/** What page and worker say to each other. The rows stay in the worker; the page gets a summary and windows. */
import type { Choices, FileRefusal, Stage } from './read.ts'
import type { Filter, RowWindow, Summary } from './summary.ts'

export type { Destination, Filter, ProblemGroup, RowWindow, ShownRow, Summary } from './summary.ts'

export type Verdicts = { ok: true; summary: Summary } | { ok: false; refusal: FileRefusal }

/** Each question with its answer. */
export interface Talk {
  /** Reads and checks a file; the worker keeps its rows. */
  open: { question: { file: Blob; choices: Choices }; answer: Verdicts }
  /** Checks the same file under other choices. */
  choose: { question: { choices: Choices }; answer: Verdicts }
  /** Rows `from` (counted from 0) up to but without `to`, of those that the filter lets through. */
  rows: { question: { from: number; to: number; filter: Filter }; answer: RowWindow }
  /** The file that is sent to the service, UTF-8. */
  clean: { question: object; answer: Uint8Array<ArrayBuffer> }
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
