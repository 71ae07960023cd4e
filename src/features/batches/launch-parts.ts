/**
 * Groups the batches of each launch and adds up their counts. A launch is a start by an operator: its first batch, and all batches that
 * continue with the remaining people. Pure.
 */
import { alarmOf, type KnownBatch, type OriginSelection, sumOf } from '#contract/index.ts'

/** A line of the list of batches. */
export interface BatchLine {
  /** The batch, or several batches of one launch combined. */
  batch: KnownBatch
  /** The combined batches, oldest first; [] for a single batch. */
  parts: readonly KnownBatch[]
  /** Whether the batch is listed below the line that combines its launch. */
  isPart: boolean
}

/** @param batches grouped by launch, as the gateway lists them @param expanded launches whose batches have lines of their own */
export function linesOf(batches: readonly KnownBatch[], expanded: ReadonlySet<string>): BatchLine[] {
  return [...Map.groupBy(batches, ({ launchId }) => launchId).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined || parts.length === 1) return parts.map((batch) => ({ batch, parts: [], isPart: false }))
    const combined = { batch: combineBatches(parts), parts, isPart: false }
    if (!expanded.has(first.launchId)) return [combined]
    return [combined, ...parts.map((batch) => ({ batch, parts: [], isPart: true }))]
  })
}

/** What goes wrong in a line; null: nothing. Calls to people who should not be called hide calls that fail, never the other way round. */
export function alarmOfLine({ batch, parts }: Pick<BatchLine, 'batch' | 'parts'>) {
  const alarms = (parts.length > 0 ? parts : [batch]).map(alarmOf)
  return (['harmful', 'failing'] as const).find((alarm) => alarms.includes(alarm)) ?? null
}

/**
 * Combines the batches of one launch: the name of the first, the status of the newest that is calling, and the sums of all. The sums are
 * null until each batch has been read.
 */
export function combineBatches(parts: readonly KnownBatch[]): KnownBatch {
  const [first] = parts as [KnownBatch]
  const unfinished = parts.filter(({ progress }) => !progress?.isComplete)
  const current = unfinished.findLast(({ progress }) => progress?.active) ?? unfinished[0] ?? parts.at(-1)
  const readTimes = parts.flatMap(({ readAt }) => readAt ?? [])
  return {
    ...first,
    scheduledAt: current === first ? first.scheduledAt : null,
    progress: readTimes.length < parts.length ? null : progressOf(parts, current?.progress?.status ?? ''),
    readAt: readTimes.length < parts.length ? null : Math.min(...readTimes),
  }
}

/** Counts each person once, although people whose calls were cancelled are also in the batch that continues with them. */
function progressOf(parts: readonly KnownBatch[], status: string): KnownBatch['progress'] {
  const sum = (counts: (progress: NonNullable<KnownBatch['progress']>) => number | null, of = parts) =>
    sumOf(...of.map(({ progress }) => progress && counts(progress)))
  const waiting = sum((progress) => progress.waiting)
  const active = sum((progress) => progress.active)
  const completed = sum((progress) => progress.completed)
  const failed = sum((progress) => progress.failed)
  const counted = sumOf(waiting, active, completed, failed)
  const people = sum(
    ({ total }) => total,
    parts.filter((part) => addsPeople(part, parts)),
  )
  const total = people === null || counted === null ? people : Math.max(people, counted)
  return {
    status,
    isComplete: parts.every(({ progress }) => progress?.isComplete === true),
    waiting,
    active,
    completed,
    failed,
    cancelled: total === null || counted === null ? null : total - counted,
    total,
  }
}

/** Origins of batches whose people are not in the batch that they continue. */
const newPeopleOrigins: readonly OriginSelection[] = ['held_back', 'next_part']

/** Whether no earlier batch of the launch contains its people. */
function addsPeople({ origin }: KnownBatch, parts: readonly KnownBatch[]): boolean {
  const originBatch = origin && parts.find(({ batchId }) => batchId === origin.batchId)
  if (!originBatch) return true
  return newPeopleOrigins.includes(origin.calls) && addsPeople(originBatch, parts)
}

/** Batches that continue or repeat a batch, for the links on its page. */
export interface Continuations {
  /** The batch's position in its launch, from 1, and all batches of the launch combined; null if it is the only one. */
  part: { position: number; of: number; combined: KnownBatch } | null
  /** Later batches of the launch, which call the remaining people of this one. */
  continuedBy: readonly KnownBatch[]
  /** Batches of other launches that call people of this one. */
  alsoCalledIn: readonly KnownBatch[]
}

/** @param batches that the team knows */
export function continuationsOf(batch: KnownBatch, batches: readonly KnownBatch[]): Continuations {
  const { batchId, launchId } = batch
  const parts = batches.filter((other) => other.launchId === launchId)
  const position = parts.findIndex((other) => other.batchId === batchId) + 1
  const withPeopleOfThis = batches.filter(({ origin }) => origin?.batchId === batchId)
  return {
    part: parts.length > 1 && position > 0 ? { position, of: parts.length, combined: combineBatches(parts) } : null,
    continuedBy: withPeopleOfThis.filter((other) => other.launchId === launchId),
    alsoCalledIn: withPeopleOfThis.filter((other) => other.launchId !== launchId),
  }
}
