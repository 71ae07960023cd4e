/**
 * A new batch is one that is being prepared, from the choice of a file to the answer to its start. All of its state is in one
 * object that only `reduce` changes, so that it can be stored and tested. The file's bytes and rows stay in the worker. Longer than 300
 * lines, because events and what they change are read together.
 */

import { type BatchOrigin, type ChosenSelection, type CsvCheck, type CsvPreview, csvLimits } from '#contract/index.ts'
import { type Operation, rowsTouched } from '#recipients/check/repairs.ts'
import type { Choices, FileRefusal } from '#recipients/read.ts'
import type { Progress, Summary } from '#recipients/worker/protocol.ts'
import { nameOf } from './batch-name.ts'
import { defaultPlan, type StartPlan } from './start-plan.ts'
import * as texts from './texts.ts'

export const steps = ['upload', 'validate', 'preview', 'start'] as const
export type Step = (typeof steps)[number]

/** A question to the service about the rows that would be sent. If it does not answer, the page says so and nothing is blocked. */
export type ServiceQuestion<T> =
  | { kind: 'not_asked' }
  | { kind: 'asking' }
  | { kind: 'answered'; answer: T }
  | { kind: 'silent'; why: string }

export interface Questions {
  /** Validate, for the rows as they are in the file. Asked once for each reading. */
  asRead: ServiceQuestion<CsvCheck>
  /** Validate, for the file that will be sent. Asked once before the start. */
  clean: ServiceQuestion<CsvCheck>
  /** Preview, for the file that will be sent. */
  preview: ServiceQuestion<CsvPreview>
}

export type ReadingStage = Exclude<Progress['stage'], 'glimpse'>
export interface Glimpse {
  columns: string[]
  rows: string[][]
}

export type Reading =
  | { kind: 'nothing' }
  /** `glimpse`: the first rows, available long before all are checked. */
  | { kind: 'reading'; stage: ReadingStage; glimpse: Glimpse | null }
  | { kind: 'refused'; refusal: FileRefusal }
  | { kind: 'read'; file: Summary }

/** Changes to the rows. Those after `position` are undone. */
export interface History {
  operations: readonly Operation[]
  position: number
}

/** The batch that the people in the file were selected from, and how many they were. */
export type Origin = BatchOrigin & { calls: ChosenSelection; people: number }

/** What the operator decided about people found by a rule, other than leaving them out. Only valid for the rows at that time. */
export interface Decisions {
  /** How many people may be called again. */
  callAgain?: number | undefined
  /** Why people are called outside calling hours, and how many. It does not apply to more people. */
  outsideHours?: { reason: string; people: number } | undefined
  /** People outside calling hours wait until they open. The others are called. */
  outsideLater?: true | undefined
  /** Why people are called beyond the contact limits, and how many. */
  overLimit?: { people: number; reason: string } | undefined
}

/** What is stored on this device, besides the file's bytes. */
export interface StoredFields {
  source: { name: string; size: number }
  origin: Origin | null
  choices: Choices
  history: History
  name: string | null
  agentId: string | null
  plan: StartPlan
  intention: string | null
  unknown: { effectId: string } | null
}

export interface NewBatch {
  /** Counts readings of a file, so that answers to an earlier one are ignored. */
  turn: number
  history: History
  /** Operations that the worker has not applied yet. Until then, the counts are the previous ones. */
  pendingOperations: number
  /** Counts the worker's answers. Rows fetched before are stale. */
  revision: number
  /** Counts lookups of rows. A row that was repaired by hand stays in view until the next lookup. */
  view: number
  source: { name: string; size: number } | null
  /** null: the file was uploaded by a person. */
  origin: Origin | null
  choices: Choices
  reading: Reading
  questions: Questions
  /** null: the name derived from the file's name. */
  name: string | null
  agentId: string | null
  plan: StartPlan
  decisions: Decisions & { revision: number }
  /** Idempotency key of the start that was sent, until it is answered or something changes. After a reload, the same start is repeated. */
  intention: string | null
  /** The outcome of the start is unknown. Nothing can change until somebody resolves it. */
  unknown: { effectId: string } | null
}

const notAsked: Questions = {
  asRead: { kind: 'not_asked' },
  clean: { kind: 'not_asked' },
  preview: { kind: 'not_asked' },
}
const emptyHistory: History = { operations: [], position: 0 }

export const emptyNewBatch: NewBatch = {
  turn: 0,
  history: emptyHistory,
  pendingOperations: 0,
  revision: 0,
  view: 0,
  source: null,
  origin: null,
  choices: {},
  reading: { kind: 'nothing' },
  questions: notAsked,
  name: null,
  agentId: null,
  plan: defaultPlan,
  decisions: { revision: 0 },
  intention: null,
  unknown: null,
}

export type Event =
  | { type: 'fileChosen'; name: string; size: number; origin?: Origin }
  /** A new batch that is stored on this device is continued. */
  | { type: 'resumed'; kept: StoredFields }
  | { type: 'choicesChanged'; choices: Choices }
  | { type: 'operationAdded'; operation: Operation }
  | { type: 'undone' }
  | { type: 'redone' }
  /** The rows after an operation, an undo or a redo. */
  | { type: 'rowsChanged'; turn: number; file: Summary }
  /** The operator asks for the rows that match the filter now. */
  | { type: 'rowsRefreshed' }
  | { type: 'progressed'; turn: number; progress: Progress }
  | { type: 'fileRead'; turn: number; file: Summary }
  | { type: 'fileRefused'; turn: number; refusal: FileRefusal }
  /** Another tab has taken it over. This tab closes it, but it stays stored. */
  | { type: 'takenOver' }
  /** Also cancels a reading in progress. Name and agent stay. */
  | { type: 'fileDiscarded' }
  | { type: 'asked'; turn: number; what: keyof Questions }
  | { type: 'answered'; turn: number; answer: Partial<{ asRead: CsvCheck; clean: CsvCheck; preview: CsvPreview }> }
  | { type: 'serviceSilent'; turn: number; what: keyof Questions; why: string }
  | { type: 'named'; name: string }
  | { type: 'agentChosen'; agentId: string | null }
  | { type: 'planned'; plan: Partial<StartPlan> }
  | { type: 'decided'; decisions: Decisions }
  /** null: the start was refused, so the next one gets a new key. */
  | { type: 'startSent'; key: string | null }
  | { type: 'startUnknown'; effectId: string }
  | { type: 'started' }
  /** The operator prepares another batch. This one stays stored. */
  | { type: 'closeNewBatch' }
  /** Somebody has resolved whether the unknown start happened. */
  | { type: 'resolved'; happened: boolean }

/** A new reading discards what was read before and what the service said about it. */
const startReading = (newBatch: NewBatch): NewBatch => ({
  ...newBatch,
  turn: newBatch.turn + 1,
  intention: null,
  pendingOperations: 0,
  revision: newBatch.revision + 1,
  view: newBatch.view + 1,
  reading: { kind: 'reading', stage: 'reading', glimpse: null },
  questions: notAsked,
})

/** The operations that are not undone. */
export const currentOperations = ({
  history: { operations, position },
}: Pick<NewBatch, 'history'>): readonly Operation[] => operations.slice(0, position)

/** Moves to another position. `changed` is the operation that is applied or undone. */
function moveInHistory(newBatch: NewBatch, history: History, changed: Operation | undefined): NewBatch {
  if (!changed || newBatch.reading.kind !== 'read') return newBatch
  const byHand = rowsTouched([changed]) !== null
  return {
    ...newBatch,
    history,
    intention: null,
    pendingOperations: newBatch.pendingOperations + 1,
    view: byHand ? newBatch.view : newBatch.view + 1,
    // The service checked a file that will no longer be sent.
    questions: {
      asRead: changed.kind === 'match' ? notAsked.asRead : newBatch.questions.asRead,
      clean: notAsked.clean,
      preview: notAsked.preview,
    },
  }
}

const withProgress = (reading: Reading & { kind: 'reading' }, progress: Progress): Reading =>
  progress.stage === 'glimpse'
    ? { ...reading, glimpse: { columns: progress.columns, rows: progress.rows } }
    : { ...reading, stage: progress.stage }

const withQuestions = (newBatch: NewBatch, change: Partial<Questions>): NewBatch => ({
  ...newBatch,
  questions: { ...newBatch.questions, ...change },
})

/** The decisions that apply to the current rows. */
export const decisionsOf = ({ decisions, revision }: NewBatch): Decisions =>
  decisions.revision === revision ? decisions : {}

/** The events that are allowed while the outcome of the start is unknown. */
const allowedWhileUnknown: readonly Event['type'][] = [
  'resolved',
  'closeNewBatch',
  'startUnknown',
  'started',
  'takenOver',
  'progressed',
  'fileRead',
  'fileRefused',
]

/** Whether the event belongs to an earlier reading. */
const isStale = (newBatch: NewBatch, event: Event): boolean => 'turn' in event && event.turn !== newBatch.turn

/** Calling hours of a batch were chosen for the people in the file. */
const withoutHours = (plan: StartPlan): StartPlan => ({ ...plan, hours: null })

const closed = (newBatch: NewBatch): NewBatch => ({
  ...emptyNewBatch,
  turn: newBatch.turn + 1,
  view: newBatch.view + 1,
})

export function reduce(newBatch: NewBatch, event: Event): NewBatch {
  if (isStale(newBatch, event) || (newBatch.unknown && !allowedWhileUnknown.includes(event.type))) return newBatch
  switch (event.type) {
    case 'fileChosen':
      return {
        ...startReading(newBatch),
        source: { name: event.name, size: event.size },
        origin: event.origin ?? null,
        choices: {},
        history: emptyHistory,
        plan: withoutHours(newBatch.plan),
      }
    case 'resumed':
      // Stored by an earlier version, it may have neither.
      return {
        ...startReading(newBatch),
        ...event.kept,
        origin: event.kept.origin ?? null,
        plan: { ...defaultPlan, ...event.kept.plan },
      }
    case 'choicesChanged':
      return !newBatch.source ? newBatch : { ...startReading(newBatch), choices: event.choices }
    case 'operationAdded': {
      const operations = [...currentOperations(newBatch), event.operation]
      return moveInHistory(newBatch, { operations, position: operations.length }, event.operation)
    }
    case 'undone': {
      const { operations, position } = newBatch.history
      return moveInHistory(newBatch, { operations, position: position - 1 }, operations[position - 1])
    }
    case 'redone': {
      const { operations, position } = newBatch.history
      return moveInHistory(newBatch, { operations, position: position + 1 }, operations[position])
    }
    case 'rowsChanged':
      return {
        ...newBatch,
        pendingOperations: Math.max(0, newBatch.pendingOperations - 1),
        revision: newBatch.revision + 1,
        reading: { kind: 'read', file: event.file },
      }
    case 'rowsRefreshed':
      return { ...newBatch, view: newBatch.view + 1 }
    case 'progressed':
      return newBatch.reading.kind === 'reading'
        ? { ...newBatch, reading: withProgress(newBatch.reading, event.progress) }
        : newBatch
    case 'fileRead':
      return { ...newBatch, reading: { kind: 'read', file: event.file } }
    case 'fileRefused':
      return { ...newBatch, reading: { kind: 'refused', refusal: event.refusal } }
    case 'fileDiscarded':
      return { ...closed(newBatch), name: newBatch.name, agentId: newBatch.agentId, plan: withoutHours(newBatch.plan) }
    case 'asked':
      return withQuestions(newBatch, { [event.what]: { kind: 'asking' } })
    case 'answered': {
      const answers = Object.entries(event.answer).map(([what, answer]) => [what, { kind: 'answered', answer }])
      return withQuestions(newBatch, Object.fromEntries(answers))
    }
    case 'serviceSilent':
      return withQuestions(newBatch, { [event.what]: { kind: 'silent', why: event.why } })
    case 'named':
      return { ...newBatch, name: event.name, intention: null }
    case 'agentChosen':
      return { ...newBatch, agentId: event.agentId, intention: null }
    case 'planned':
      return { ...newBatch, plan: { ...newBatch.plan, ...event.plan }, intention: null }
    case 'decided': {
      const { revision } = newBatch
      return { ...newBatch, decisions: { ...decisionsOf(newBatch), ...event.decisions, revision }, intention: null }
    }
    case 'startSent':
      return { ...newBatch, intention: event.key }
    case 'startUnknown':
      return { ...newBatch, unknown: { effectId: event.effectId } }
    case 'started':
    case 'takenOver':
    case 'closeNewBatch':
      return closed(newBatch)
    case 'resolved':
      return event.happened ? closed(newBatch) : { ...newBatch, unknown: null, intention: null }
  }
}

/** What to store; null if there is no file. */
export const storedFieldsOf = ({
  source,
  origin,
  choices,
  history,
  name,
  agentId,
  plan,
  intention,
  unknown,
}: NewBatch): StoredFields | null =>
  source && { source, origin, choices, history, name, agentId, plan, intention, unknown }

/** The checked file; null before that, while reading, and if it was refused. */
export const fileOf = ({ reading }: NewBatch): Summary | null => (reading.kind === 'read' ? reading.file : null)

/** How many calls would be made. */
export const callsOf = (newBatch: NewBatch): number => fileOf(newBatch)?.counts.valid ?? 0

/** Whether the file has more rows than the service accepts in one request. A longer file is started in parts. */
export function isTooLongToAsk(newBatch: NewBatch): boolean {
  const counts = fileOf(newBatch)?.counts
  return counts !== undefined && counts.read - counts.blank > csvLimits.rows
}

/** How many rows are not called, not counting blank ones. */
export const leftOutOf = ({ counts }: Summary): number => counts.read - counts.blank - counts.valid

/** The step to show if `wanted` is requested. A step whose requirements are missing is not available. */
export function stepOf(newBatch: NewBatch, wanted: Step): Step {
  const file = fileOf(newBatch)
  if (newBatch.unknown) return 'start'
  if (!file) return 'upload'
  if (file.counts.valid === 0 && steps.indexOf(wanted) > steps.indexOf('validate')) return 'validate'
  return wanted
}

/** Why the batch cannot be started, one sentence each; empty if it can. The caller adds readiness and role. */
export function missingOf(newBatch: NewBatch): string[] {
  const file = fileOf(newBatch)
  const missing: string[] = []
  if (!file) missing.push(texts.chooseFile)
  else if (file.phoneColumn === null) missing.push(texts.choosePhoneColumn)
  else if (file.counts.valid === 0) missing.push(texts.noCallableRow)
  if (newBatch.pendingOperations > 0) missing.push(texts.rowsBeingChecked)
  if (nameOf(newBatch).trim() === '') missing.push(texts.enterName)
  if (newBatch.agentId === null) missing.push(texts.chooseAgent)
  return missing
}
