/**
 * A new batch is one that is being prepared, from the choice of a file to the answer to its start. All of its state is in one object that
 * only `reduce` changes, so that it can be stored and tested. The file's bytes and rows stay in the worker.
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

/** A check of the rows by the service. If the service does not answer, the page says so, and the operator can continue. */
export type ServiceCheck<T> =
  | { kind: 'not_started' }
  | { kind: 'running' }
  | { kind: 'answered'; answer: T }
  | { kind: 'unanswered'; reason: string }

export interface ServiceChecks {
  /** The service's Validate, for the rows as they are in the file. Runs once for each reading of the file. */
  asRead: ServiceCheck<CsvCheck>
  /** The service's Validate, for the file that will be sent. Runs once before the start. */
  clean: ServiceCheck<CsvCheck>
  /** The service's Preview, for the file that will be sent. */
  preview: ServiceCheck<CsvPreview>
}

export type FileReadingStage = Exclude<Progress['stage'], 'glimpse'>
export interface FirstRows {
  columns: string[]
  rows: string[][]
}

export type FileReading =
  | { kind: 'nothing' }
  /** `glimpse`: the first rows, available long before all are checked. */
  | { kind: 'reading'; stage: FileReadingStage; firstRows: FirstRows | null }
  | { kind: 'refused'; refusal: FileRefusal }
  | { kind: 'read'; file: Summary }

/** Changes to the rows. Those after `position` are undone. */
export interface History {
  operations: readonly Operation[]
  position: number
}

/** The batch from which the people in the file were selected, and how many there were. */
export type Origin = BatchOrigin & { calls: ChosenSelection; people: number }

/** The operator's decisions about people found by a calling rule, other than leaving them out. They expire when the rows change. */
export interface Decisions {
  /** How many people may be called again. */
  callAgain?: number | undefined
  /** Why people are called outside calling hours, and how many. It does not apply to more people. */
  outsideHours?: { reason: string; people: number } | undefined
  /** People outside calling hours are called when the hours open. The others are called at the start. */
  callOutsideLater?: true | undefined
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
  /** Number of the current reading of a file. Results of earlier readings are ignored. */
  readingNumber: number
  history: History
  /** Operations that the worker has not applied yet. Until then, the counts are the previous ones. */
  pendingOperations: number
  /** Counts the worker's answers. Rows that were fetched for an earlier revision are stale. */
  revision: number
  /** Counts how often the filter looked up its rows. A row that was repaired by hand stays in view until the next lookup. */
  view: number
  /** Whether Switchboard is asked for earlier answers about the file's columns. */
  isRecalling: boolean
  source: { name: string; size: number } | null
  /** null: the file was uploaded by a person. */
  origin: Origin | null
  choices: Choices
  fileReading: FileReading
  serviceChecks: ServiceChecks
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

const noChecks: ServiceChecks = {
  asRead: { kind: 'not_started' },
  clean: { kind: 'not_started' },
  preview: { kind: 'not_started' },
}
const emptyHistory: History = { operations: [], position: 0 }

export const emptyNewBatch: NewBatch = {
  readingNumber: 0,
  history: emptyHistory,
  pendingOperations: 0,
  revision: 0,
  view: 0,
  isRecalling: false,
  source: null,
  origin: null,
  choices: {},
  fileReading: { kind: 'nothing' },
  serviceChecks: noChecks,
  name: null,
  agentId: null,
  plan: defaultPlan,
  decisions: { revision: 0 },
  intention: null,
  unknown: null,
}

export type Event =
  | { type: 'fileChosen'; name: string; size: number; origin?: Origin }
  /** The operator continues a new batch that is stored on this device. */
  | { type: 'resumed'; stored: StoredFields }
  | { type: 'choicesChanged'; choices: Choices }
  | { type: 'operationAdded'; operation: Operation }
  | { type: 'undone' }
  | { type: 'redone' }
  /** The variables of the chosen agent's flow changed, and with them what a column may mean. */
  | { type: 'variablesChanged' }
  /** Whether Switchboard is asked what was said about the columns of an earlier file with the same header line. */
  | { type: 'recalled'; isRecalling: boolean }
  /** The worker has applied an operation, an undo or a redo, or new variables. */
  | { type: 'rowsChanged'; readingNumber: number; file: Summary }
  /** The operator looks up the rows that match the filter now. */
  | { type: 'rowsRefreshed' }
  | { type: 'progressed'; readingNumber: number; progress: Progress }
  | { type: 'fileRead'; readingNumber: number; file: Summary }
  | { type: 'fileRefused'; readingNumber: number; refusal: FileRefusal }
  /** Another tab has taken over the new batch. This tab closes it, but it stays stored. */
  | { type: 'takenOver' }
  /** Also cancels reading the file. The name and the agent stay. */
  | { type: 'fileDiscarded' }
  | { type: 'serviceCheckStarted'; readingNumber: number; check: keyof ServiceChecks }
  | {
      type: 'serviceCheckAnswered'
      readingNumber: number
      answer: Partial<{ asRead: CsvCheck; clean: CsvCheck; preview: CsvPreview }>
    }
  | { type: 'serviceCheckUnanswered'; readingNumber: number; check: keyof ServiceChecks; reason: string }
  | { type: 'named'; name: string }
  | { type: 'agentChosen'; agentId: string | null }
  | { type: 'planned'; plan: Partial<StartPlan> }
  | { type: 'decided'; decisions: Decisions }
  /** `key` null: the start was refused, so the next start gets a new key. */
  | { type: 'startSent'; key: string | null }
  | { type: 'startUnknown'; effectId: string }
  | { type: 'started' }
  /** The operator prepares another batch. This new batch stays stored. */
  | { type: 'closeNewBatch' }
  /** Somebody has recorded whether the batch with the unknown outcome started. */
  | { type: 'resolved'; happened: boolean }

/** Starts to read the file. Discards the previous rows and the service's checks of them. */
const startReading = (newBatch: NewBatch): NewBatch => ({
  ...newBatch,
  readingNumber: newBatch.readingNumber + 1,
  intention: null,
  pendingOperations: 0,
  revision: newBatch.revision + 1,
  view: newBatch.view + 1,
  fileReading: { kind: 'reading', stage: 'reading', firstRows: null },
  serviceChecks: noChecks,
})

/** The operations that are not undone. */
export const currentOperations = ({
  history: { operations, position },
}: Pick<NewBatch, 'history'>): readonly Operation[] => operations.slice(0, position)

/** Moves to another position. `changed` is the operation that is applied or undone. */
function moveInHistory(newBatch: NewBatch, history: History, changed: Operation | undefined): NewBatch {
  if (!changed || newBatch.fileReading.kind !== 'read') return newBatch
  const byHand = rowsTouched([changed]) !== null
  return {
    ...newBatch,
    history,
    intention: null,
    pendingOperations: newBatch.pendingOperations + 1,
    view: byHand ? newBatch.view : newBatch.view + 1,
    // The service checked a file that will no longer be sent.
    serviceChecks: {
      asRead: changed.kind === 'match' ? noChecks.asRead : newBatch.serviceChecks.asRead,
      clean: noChecks.clean,
      preview: noChecks.preview,
    },
  }
}

const withProgress = (reading: FileReading & { kind: 'reading' }, progress: Progress): FileReading =>
  progress.stage === 'glimpse'
    ? { ...reading, firstRows: { columns: progress.columns, rows: progress.rows } }
    : { ...reading, stage: progress.stage }

const withChecks = (newBatch: NewBatch, change: Partial<ServiceChecks>): NewBatch => ({
  ...newBatch,
  serviceChecks: { ...newBatch.serviceChecks, ...change },
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
const isStale = (newBatch: NewBatch, event: Event): boolean =>
  'readingNumber' in event && event.readingNumber !== newBatch.readingNumber

/** Resets the batch's own calling hours, because they were chosen for the people in the file. */
const withoutHours = (plan: StartPlan): StartPlan => ({ ...plan, hours: null })

const clearNewBatch = (newBatch: NewBatch): NewBatch => ({
  ...emptyNewBatch,
  readingNumber: newBatch.readingNumber + 1,
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
      // A new batch that an earlier version stored may lack `origin` and fields of `plan`.
      return {
        ...startReading(newBatch),
        ...event.stored,
        origin: event.stored.origin ?? null,
        plan: { ...defaultPlan, ...event.stored.plan },
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
        fileReading: { kind: 'read', file: event.file },
      }
    case 'variablesChanged':
      // The start's key stays: after a reload the variables are known later than it.
      return {
        ...newBatch,
        pendingOperations: newBatch.pendingOperations + 1,
        view: newBatch.view + 1,
        serviceChecks: { ...newBatch.serviceChecks, clean: noChecks.clean, preview: noChecks.preview },
      }
    case 'recalled':
      return { ...newBatch, isRecalling: event.isRecalling }
    case 'rowsRefreshed':
      return { ...newBatch, view: newBatch.view + 1 }
    case 'progressed':
      return newBatch.fileReading.kind === 'reading'
        ? { ...newBatch, fileReading: withProgress(newBatch.fileReading, event.progress) }
        : newBatch
    case 'fileRead':
      return { ...newBatch, fileReading: { kind: 'read', file: event.file } }
    case 'fileRefused':
      return { ...newBatch, fileReading: { kind: 'refused', refusal: event.refusal } }
    case 'fileDiscarded':
      return {
        ...clearNewBatch(newBatch),
        name: newBatch.name,
        agentId: newBatch.agentId,
        plan: withoutHours(newBatch.plan),
      }
    case 'serviceCheckStarted':
      return withChecks(newBatch, { [event.check]: { kind: 'running' } })
    case 'serviceCheckAnswered': {
      const answers = Object.entries(event.answer).map(([check, answer]) => [check, { kind: 'answered', answer }])
      return withChecks(newBatch, Object.fromEntries(answers))
    }
    case 'serviceCheckUnanswered':
      return withChecks(newBatch, { [event.check]: { kind: 'unanswered', reason: event.reason } })
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
      return clearNewBatch(newBatch)
    case 'resolved':
      return event.happened ? clearNewBatch(newBatch) : { ...newBatch, unknown: null, intention: null }
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
export const fileOf = ({ fileReading }: NewBatch): Summary | null =>
  fileReading.kind === 'read' ? fileReading.file : null

/** How many calls would be made. */
export const callCountOf = (newBatch: NewBatch): number => fileOf(newBatch)?.counts.valid ?? 0

/** Whether the file has more rows than the service accepts in one request. A longer file is started in parts. */
export function isTooLongForServiceCheck(newBatch: NewBatch): boolean {
  const counts = fileOf(newBatch)?.counts
  return counts !== undefined && counts.read - counts.blank > csvLimits.rows
}

/** How many rows are left out, not counting blank ones. */
export const leftOutCountOf = ({ counts }: Summary): number => counts.read - counts.blank - counts.valid

/** The step to show if `wanted` is requested. A step whose requirements are missing is not available. */
export function stepOf(newBatch: NewBatch, requested: Step): Step {
  const file = fileOf(newBatch)
  if (newBatch.unknown) return 'start'
  if (!file) return 'upload'
  if (file.counts.valid === 0 && steps.indexOf(requested) > steps.indexOf('validate')) return 'validate'
  return requested
}

/** Why the batch cannot be started, one sentence for each reason; empty if it can. The caller adds the agent's readiness and the operator's role. */
export function startObstaclesOf(newBatch: NewBatch): string[] {
  const file = fileOf(newBatch)
  const obstacles: string[] = []
  if (!file) obstacles.push('Choose a file with the people to call.')
  else if (file.phoneColumn === null) obstacles.push('Choose the column with the phone numbers.')
  else if (file.counts.valid === 0) obstacles.push(texts.noCallableRow)
  if (newBatch.pendingOperations > 0 || newBatch.isRecalling) obstacles.push(texts.rowsBeingChecked)
  if (nameOf(newBatch).trim() === '') obstacles.push('Enter a name for the batch.')
  if (newBatch.agentId === null) obstacles.push(texts.chooseAgent)
  return obstacles
}
