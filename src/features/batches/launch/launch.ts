/**
 * A launch: a batch being prepared, from the choice of a file to the answer of its start. Its whole state is this data, and every
 * change goes through `reduce`, so that it can be kept and tested; the file's bytes and rows stay in the worker. Pure.
 */
import type { CsvCheck, CsvPreview } from '#contract/index.ts'
import type { Choices, FileRefusal } from '#recipients/read.ts'
import type { Progress, Summary } from '#recipients/worker-protocol.ts'

export const steps = ['upload', 'validate', 'preview', 'start'] as const
export type Step = (typeof steps)[number]

/** A question to the service about the rows that would be sent. Its silence is told, and stops nothing. */
export type Asked<T> =
  | { kind: 'not_asked' }
  | { kind: 'asking' }
  | { kind: 'answered'; answer: T }
  | { kind: 'silent'; why: string }

export interface Questions {
  check: Asked<CsvCheck>
  preview: Asked<CsvPreview>
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

export interface Launch {
  /** Counts readings: an answer that belongs to an earlier one is ignored. */
  turn: number
  source: { name: string; size: number } | null
  choices: Choices
  reading: Reading
  questions: Questions
  /** null: as the file is called. */
  name: string | null
  agentId: string | null
  /** The start went out and nobody knows whether it happened: nothing moves before somebody has looked. */
  unknown: { effectId: string } | null
}

const unasked: Questions = { check: { kind: 'not_asked' }, preview: { kind: 'not_asked' } }

export const noLaunch: Launch = {
  turn: 0,
  source: null,
  choices: {},
  reading: { kind: 'nothing' },
  questions: unasked,
  name: null,
  agentId: null,
  unknown: null,
}

export type Event =
  | { type: 'fileChosen'; name: string; size: number }
  | { type: 'choicesChanged'; choices: Choices }
  | { type: 'readOn'; turn: number; progress: Progress }
  | { type: 'fileRead'; turn: number; file: Summary }
  | { type: 'fileRefused'; turn: number; refusal: FileRefusal }
  /** Also takes back a reading under way. Name and agent stay. */
  | { type: 'fileForgotten' }
  | { type: 'asked'; turn: number; what: keyof Questions }
  | { type: 'checkAnswered'; turn: number; answer: CsvCheck }
  | { type: 'previewAnswered'; turn: number; answer: CsvPreview }
  | { type: 'staySilent'; turn: number; what: keyof Questions; why: string }
  | { type: 'named'; name: string }
  | { type: 'agentChosen'; agentId: string | null }
  | { type: 'startUnknown'; effectId: string }
  | { type: 'started' }
  /** A person looked and says whether the unknown start happened. */
  | { type: 'settled'; happened: boolean }

/** What a new reading makes void: what was read before, and what the service said of it. */
const readingAnew = (launch: Launch): Launch => ({
  ...launch,
  turn: launch.turn + 1,
  reading: { kind: 'reading', stage: 'reading', glimpse: null },
  questions: unasked,
})

const readOn = (reading: Reading & { kind: 'reading' }, progress: Progress): Reading =>
  progress.stage === 'glimpse'
    ? { ...reading, glimpse: { columns: progress.columns, rows: progress.rows } }
    : { ...reading, stage: progress.stage }

const ask = (launch: Launch, change: Partial<Questions>): Launch => ({
  ...launch,
  questions: { ...launch.questions, ...change },
})

/** What of a launch whose start is unknown may still happen. */
const settling: readonly Event['type'][] = ['settled', 'startUnknown', 'started']

/** The events that only make sense in the reading they belong to. */
const isLate = (launch: Launch, event: Event): boolean => 'turn' in event && event.turn !== launch.turn

/** What was started is not prepared any more. */
const over = (launch: Launch): Launch => ({ ...noLaunch, turn: launch.turn + 1 })

export function reduce(launch: Launch, event: Event): Launch {
  if (isLate(launch, event) || (launch.unknown && !settling.includes(event.type))) return launch
  switch (event.type) {
    case 'fileChosen':
      return { ...readingAnew(launch), source: { name: event.name, size: event.size }, choices: {} }
    case 'choicesChanged':
      return !launch.source ? launch : { ...readingAnew(launch), choices: event.choices }
    case 'readOn':
      return launch.reading.kind === 'reading' ? { ...launch, reading: readOn(launch.reading, event.progress) } : launch
    case 'fileRead':
      return { ...launch, reading: { kind: 'read', file: event.file } }
    case 'fileRefused':
      return { ...launch, reading: { kind: 'refused', refusal: event.refusal } }
    case 'fileForgotten':
      return { ...noLaunch, turn: launch.turn + 1, name: launch.name, agentId: launch.agentId }
    case 'asked':
      return ask(launch, { [event.what]: { kind: 'asking' } })
    case 'checkAnswered':
      return ask(launch, { check: { kind: 'answered', answer: event.answer } })
    case 'previewAnswered':
      return ask(launch, { preview: { kind: 'answered', answer: event.answer } })
    case 'staySilent':
      return ask(launch, { [event.what]: { kind: 'silent', why: event.why } })
    case 'named':
      return { ...launch, name: event.name }
    case 'agentChosen':
      return { ...launch, agentId: event.agentId }
    case 'startUnknown':
      return { ...launch, unknown: { effectId: event.effectId } }
    case 'started':
      return over(launch)
    case 'settled':
      return event.happened ? over(launch) : { ...launch, unknown: null }
  }
}

/** The file as it was read and checked, while that stands; null before, during and after a refusal. */
export const fileOf = ({ reading }: Launch): Summary | null => (reading.kind === 'read' ? reading.file : null)

/** The rows that would be called. */
export const callsOf = (launch: Launch): number => fileOf(launch)?.counts.valid ?? 0

/** The name that a batch gets from its file: "renewals_november.csv" → "Renewals november". */
export function nameFromFile(file: string): string {
  const plain = file
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

export const nameOf = ({ name, source }: Launch): string => name ?? (source ? nameFromFile(source.name) : '')

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
  if (nameOf(launch).trim() === '') missing.push('Give the batch a name.')
  if (launch.agentId === null) missing.push('Choose the agent that makes the calls.')
  return missing
}
