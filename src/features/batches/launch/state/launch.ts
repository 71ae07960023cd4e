/**
 * A launch: a batch being prepared, from the choice of a file to the answer of its start. Its whole state is this data, and every
 * change goes through `reduce`, so that it can be kept and tested; the file's bytes and rows stay in the worker. Pure. Longer than
 * 300 lines, since what can happen and what it changes are read together.
 */

import { type BatchOrigin, type ChosenSelection, type CsvCheck, type CsvPreview, csvLimits } from '#contract/index.ts'
import { type Operation, rowsTouched } from '#recipients/check/repairs.ts'
import type { Choices, FileRefusal } from '#recipients/read.ts'
import type { Progress, Summary } from '#recipients/worker/protocol.ts'
import { nameOf } from './batch-name.ts'
import { defaultPlan, type StartPlan } from './start-plan.ts'

export const steps = ['upload', 'validate', 'preview', 'start'] as const
export type Step = (typeof steps)[number]

/** A question to the service about the rows that would be sent. Its silence is told, and stops nothing. */
export type ServiceQuestion<T> =
  | { kind: 'not_asked' }
  | { kind: 'asking' }
  | { kind: 'answered'; answer: T }
  | { kind: 'silent'; why: string }

export interface Questions {
  /** Its Validate of the rows as they stand in the file: once for each reading. */
  asRead: ServiceQuestion<CsvCheck>
  /** Its Validate of the file that will be sent: once before the start. */
  clean: ServiceQuestion<CsvCheck>
  /** Its Preview of the same. */
  preview: ServiceQuestion<CsvPreview>
}

export type ReadingStage = Exclude<Progress['stage'], 'glimpse'>
export interface Glimpse {
  columns: string[]
  rows: string[][]
}

export type Reading =
  | { kind: 'nothing' }
  /** `glimpse`: the first rows, long before all are checked. */
  | { kind: 'reading'; stage: ReadingStage; glimpse: Glimpse | null }
  | { kind: 'refused'; refusal: FileRefusal }
  | { kind: 'read'; file: Summary }

/** What was done to the rows, and how much of it stands: undoing goes back in it. */
export interface History {
  operations: readonly Operation[]
  position: number
}

/** The batch that the people of the file come from, and how many they were. */
export type Origin = BatchOrigin & { calls: ChosenSelection; people: number }

/** What the operator decided about people whom a rule found, beside leaving them out. It holds for the rows that it was made about. */
export interface Decisions {
  /** How many people who are already called may be called again. */
  callAgain?: number | undefined
  /** Why people are called outside the calling hours, and how many they were: it does not hold for more. */
  outsideHours?: { reason: string; people: number } | undefined
  /** Whoever is outside the calling hours waits until they open, and the others are called. */
  outsideLater?: true | undefined
  /** Why so many people who were called as often as the limits allow are called all the same. */
  overLimit?: { people: number; reason: string } | undefined
}

/** What of a launch is kept on this device, beside the file's bytes. */
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
  /** Counts readings: an answer that belongs to an earlier one is ignored. */
  turn: number
  history: History
  /** Operations that were made and not yet answered: until then the counts are those of before. */
  pendingOperations: number
  /** Counts what was answered: rows that were fetched before are old. */
  revision: number
  /** Counts lookups of rows: a row that was repaired by hand stays where it is until there is another. */
  view: number
  source: { name: string; size: number } | null
  /** null: the file is a person's own. */
  origin: Origin | null
  choices: Choices
  reading: Reading
  questions: Questions
  /** null: as the file is called. */
  name: string | null
  agentId: string | null
  plan: StartPlan
  decisions: Decisions & { revision: number }
  /** The key under which its start went out, until the answer or a change: after a reload the same start is asked for, not another. */
  intention: string | null
  /** The start went out and nobody knows whether it happened: nothing moves before somebody has looked. */
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
  /** A launch that was kept on this device is gone on with. */
  | { type: 'resumed'; kept: StoredFields }
  | { type: 'choicesChanged'; choices: Choices }
  | { type: 'operationAdded'; operation: Operation }
  | { type: 'undone' }
  | { type: 'redone' }
  /** The rows after what was done, undone or redone. */
  | { type: 'rowsChanged'; turn: number; file: Summary }
  /** A person wants the rows of the filter as they are now. */
  | { type: 'rowsRefreshed' }
  | { type: 'progressed'; turn: number; progress: Progress }
  | { type: 'fileRead'; turn: number; file: Summary }
  | { type: 'fileRefused'; turn: number; refusal: FileRefusal }
  /** Another tab has taken it over. This tab closes it, and it stays stored. */
  | { type: 'takenOver' }
  /** Also takes back a reading under way. Name and agent stay. */
  | { type: 'fileDiscarded' }
  | { type: 'asked'; turn: number; what: keyof Questions }
  | { type: 'answered'; turn: number; answer: Partial<{ asRead: CsvCheck; clean: CsvCheck; preview: CsvPreview }> }
  | { type: 'serviceSilent'; turn: number; what: keyof Questions; why: string }
  | { type: 'named'; name: string }
  | { type: 'agentChosen'; agentId: string | null }
  | { type: 'planned'; plan: Partial<StartPlan> }
  | { type: 'decided'; decisions: Decisions }
  /** null: it was refused, so that the next one is another. */
  | { type: 'startSent'; key: string | null }
  | { type: 'startUnknown'; effectId: string }
  | { type: 'started' }
  /** Another batch is prepared; this one stays stored as it is. */
  | { type: 'setAside' }
  /** A person looked and says whether the unknown start happened. */
  | { type: 'resolved'; happened: boolean }

/** What a new reading makes void: what was read before, and what the service said of it. */
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

/** The operations that stand. */
export const currentOperations = ({
  history: { operations, position },
}: Pick<Launch, 'history'>): readonly Operation[] => operations.slice(0, position)

/** To another position, the operations between being those that changed. */
function moveInHistory(launch: Launch, history: History, changed: Operation | undefined): Launch {
  if (!changed || launch.reading.kind !== 'read') return launch
  const byHand = rowsTouched([changed]) !== null
  return {
    ...launch,
    history,
    intention: null,
    pendingOperations: launch.pendingOperations + 1,
    view: byHand ? launch.view : launch.view + 1,
    // What the service said of the file that would be sent was about another file.
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

/** What was decided about these very rows. */
export const decisionsOf = ({ decisions, revision }: Launch): Decisions =>
  decisions.revision === revision ? decisions : {}

/** What of a launch whose start is unknown may still happen. */
const allowedWhileUnknown: readonly Event['type'][] = [
  'resolved',
  'setAside',
  'startUnknown',
  'started',
  'takenOver',
  'progressed',
  'fileRead',
  'fileRefused',
]

/** The events that only make sense in the reading they belong to. */
const isStale = (launch: Launch, event: Event): boolean => 'turn' in event && event.turn !== launch.turn

/** Hours of its own have a reason that is about the people of the file. */
const withoutHours = (plan: StartPlan): StartPlan => ({ ...plan, hours: null })

/** What was started is not prepared any more. */
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
      // One that was kept by an earlier version may have neither.
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
    case 'setAside':
      return closed(launch)
    case 'resolved':
      return event.happened ? closed(launch) : { ...launch, unknown: null, intention: null }
  }
}

/** What is kept of this launch; null where there is nothing to keep. */
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

/** The file as it was read and checked, while that stands; null before, during and after a refusal. */
export const fileOf = ({ reading }: Launch): Summary | null => (reading.kind === 'read' ? reading.file : null)

/** The rows that would be called. */
export const callsOf = (launch: Launch): number => fileOf(launch)?.counts.valid ?? 0

/** Whether the service would take the rows as they stand in one request; a longer file is started in parts. */
export function isTooLongToAsk(launch: Launch): boolean {
  const counts = fileOf(launch)?.counts
  return counts !== undefined && counts.read - counts.blank > csvLimits.rows
}

/** How many rows are not called, blank ones aside. */
export const leftOutOf = ({ counts }: Summary): number => counts.read - counts.blank - counts.valid

/** The step that can be shown where `wanted` was asked for: no step stands on something that is not there. */
export function stepOf(launch: Launch, wanted: Step): Step {
  const file = fileOf(launch)
  if (launch.unknown) return 'start'
  if (!file) return 'upload'
  if (file.counts.valid === 0 && steps.indexOf(wanted) > steps.indexOf('validate')) return 'validate'
  return wanted
}

/** Why it cannot be started as it stands, each as a sentence; empty when it can. Readiness and role are the caller's to add. */
export function missingOf(launch: Launch): string[] {
  const file = fileOf(launch)
  const missing: string[] = []
  if (!file) missing.push('Choose a CSV file with the people to call.')
  else if (file.phoneColumn === null) missing.push('Say which column holds the phone numbers.')
  else if (file.counts.valid === 0) missing.push('No row of this file can be called.')
  if (launch.pendingOperations > 0) missing.push('The rows are still being checked.')
  if (nameOf(launch).trim() === '') missing.push('Give the batch a name.')
  if (launch.agentId === null) missing.push('Choose the agent that makes the calls.')
  return missing
}
