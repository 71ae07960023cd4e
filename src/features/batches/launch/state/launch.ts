/**
 * A launch is a new batch while it is being prepared, from the choice of a file to the answer to its start. All of its state is in one
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

export interface Launch {
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

export const noLaunch: Launch = {
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
  /** A launch that is stored on this device is continued. */
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
  | { type: 'closeLaunch' }
  /** Somebody has resolved whether the unknown start happened. */
  | { type: 'resolved'; happened: boolean }

/** A new reading discards what was read before and what the service said about it. */
const startReading = (launch: Launch): Launch => ({
  ...launch,
  turn: launch.turn + 1,
  intention: null,
  pendingOperations: 0,
  revision: launch.revision + 1,
  view: launch.view + 1,
  reading: { kind: 'reading', stage: 'reading', glimpse: null },
  questions: notAsked,
})

/** The operations that are not undone. */
export const currentOperations = ({
  history: { operations, position },
}: Pick<Launch, 'history'>): readonly Operation[] => operations.slice(0, position)

/** Moves to another position. `changed` is the operation that is applied or undone. */
function moveInHistory(launch: Launch, history: History, changed: Operation | undefined): Launch {
  if (!changed || launch.reading.kind !== 'read') return launch
  const byHand = rowsTouched([changed]) !== null
  return {
    ...launch,
    history,
    intention: null,
    pendingOperations: launch.pendingOperations + 1,
    view: byHand ? launch.view : launch.view + 1,
    // The service checked a file that will no longer be sent.
    questions: {
      asRead: changed.kind === 'match' ? notAsked.asRead : launch.questions.asRead,
      clean: notAsked.clean,
      preview: notAsked.preview,
    },
  }
}

const withProgress = (reading: Reading & { kind: 'reading' }, progress: Progress): Reading =>
  progress.stage === 'glimpse'
    ? { ...reading, glimpse: { columns: progress.columns, rows: progress.rows } }
    : { ...reading, stage: progress.stage }

const withQuestions = (launch: Launch, change: Partial<Questions>): Launch => ({
  ...launch,
  questions: { ...launch.questions, ...change },
})

/** The decisions that apply to the current rows. */
export const decisionsOf = ({ decisions, revision }: Launch): Decisions =>
  decisions.revision === revision ? decisions : {}

/** The events that are allowed while the outcome of the start is unknown. */
const allowedWhileUnknown: readonly Event['type'][] = [
  'resolved',
  'closeLaunch',
  'startUnknown',
  'started',
  'takenOver',
  'progressed',
  'fileRead',
  'fileRefused',
]

/** Whether the event belongs to an earlier reading. */
const isStale = (launch: Launch, event: Event): boolean => 'turn' in event && event.turn !== launch.turn

/** Calling hours of a batch were chosen for the people in the file. */
const withoutHours = (plan: StartPlan): StartPlan => ({ ...plan, hours: null })

const closed = (launch: Launch): Launch => ({ ...noLaunch, turn: launch.turn + 1, view: launch.view + 1 })

export function reduce(launch: Launch, event: Event): Launch {
  if (isStale(launch, event) || (launch.unknown && !allowedWhileUnknown.includes(event.type))) return launch
  switch (event.type) {
    case 'fileChosen':
      return {
        ...startReading(launch),
        source: { name: event.name, size: event.size },
        origin: event.origin ?? null,
        choices: {},
        history: emptyHistory,
        plan: withoutHours(launch.plan),
      }
    case 'resumed':
      // Stored by an earlier version, it may have neither.
      return {
        ...startReading(launch),
        ...event.kept,
        origin: event.kept.origin ?? null,
        plan: { ...defaultPlan, ...event.kept.plan },
      }
    case 'choicesChanged':
      return !launch.source ? launch : { ...startReading(launch), choices: event.choices }
    case 'operationAdded': {
      const operations = [...currentOperations(launch), event.operation]
      return moveInHistory(launch, { operations, position: operations.length }, event.operation)
    }
    case 'undone': {
      const { operations, position } = launch.history
      return moveInHistory(launch, { operations, position: position - 1 }, operations[position - 1])
    }
    case 'redone': {
      const { operations, position } = launch.history
      return moveInHistory(launch, { operations, position: position + 1 }, operations[position])
    }
    case 'rowsChanged':
      return {
        ...launch,
        pendingOperations: Math.max(0, launch.pendingOperations - 1),
        revision: launch.revision + 1,
        reading: { kind: 'read', file: event.file },
      }
    case 'rowsRefreshed':
      return { ...launch, view: launch.view + 1 }
    case 'progressed':
      return launch.reading.kind === 'reading'
        ? { ...launch, reading: withProgress(launch.reading, event.progress) }
        : launch
    case 'fileRead':
      return { ...launch, reading: { kind: 'read', file: event.file } }
    case 'fileRefused':
      return { ...launch, reading: { kind: 'refused', refusal: event.refusal } }
    case 'fileDiscarded':
      return { ...closed(launch), name: launch.name, agentId: launch.agentId, plan: withoutHours(launch.plan) }
    case 'asked':
      return withQuestions(launch, { [event.what]: { kind: 'asking' } })
    case 'answered': {
      const answers = Object.entries(event.answer).map(([what, answer]) => [what, { kind: 'answered', answer }])
      return withQuestions(launch, Object.fromEntries(answers))
    }
    case 'serviceSilent':
      return withQuestions(launch, { [event.what]: { kind: 'silent', why: event.why } })
    case 'named':
      return { ...launch, name: event.name, intention: null }
    case 'agentChosen':
      return { ...launch, agentId: event.agentId, intention: null }
    case 'planned':
      return { ...launch, plan: { ...launch.plan, ...event.plan }, intention: null }
    case 'decided': {
      const { revision } = launch
      return { ...launch, decisions: { ...decisionsOf(launch), ...event.decisions, revision }, intention: null }
    }
    case 'startSent':
      return { ...launch, intention: event.key }
    case 'startUnknown':
      return { ...launch, unknown: { effectId: event.effectId } }
    case 'started':
    case 'takenOver':
    case 'closeLaunch':
      return closed(launch)
    case 'resolved':
      return event.happened ? closed(launch) : { ...launch, unknown: null, intention: null }
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
}: Launch): StoredFields | null =>
  source && { source, origin, choices, history, name, agentId, plan, intention, unknown }

/** The checked file; null before that, while reading, and if it was refused. */
export const fileOf = ({ reading }: Launch): Summary | null => (reading.kind === 'read' ? reading.file : null)

/** How many calls would be made. */
export const callsOf = (launch: Launch): number => fileOf(launch)?.counts.valid ?? 0

/** Whether the file has more rows than the service accepts in one request. A longer file is started in parts. */
export function isTooLongToAsk(launch: Launch): boolean {
  const counts = fileOf(launch)?.counts
  return counts !== undefined && counts.read - counts.blank > csvLimits.rows
}

/** How many rows are not called, not counting blank ones. */
export const leftOutOf = ({ counts }: Summary): number => counts.read - counts.blank - counts.valid

/** The step to show if `wanted` is requested. A step whose requirements are missing is not available. */
export function stepOf(launch: Launch, wanted: Step): Step {
  const file = fileOf(launch)
  if (launch.unknown) return 'start'
  if (!file) return 'upload'
  if (file.counts.valid === 0 && steps.indexOf(wanted) > steps.indexOf('validate')) return 'validate'
  return wanted
}

/** Why the batch cannot be started, one sentence each; empty if it can. The caller adds readiness and role. */
export function missingOf(launch: Launch): string[] {
  const file = fileOf(launch)
  const missing: string[] = []
  if (!file) missing.push(texts.chooseFile)
  else if (file.phoneColumn === null) missing.push(texts.choosePhoneColumn)
  else if (file.counts.valid === 0) missing.push(texts.noCallableRow)
  if (launch.pendingOperations > 0) missing.push(texts.rowsBeingChecked)
  if (nameOf(launch).trim() === '') missing.push(texts.enterName)
  if (launch.agentId === null) missing.push(texts.chooseAgent)
  return missing
}
