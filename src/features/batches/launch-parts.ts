/** A batch and those that call its remaining people, shown as one: which they are, and their sums. Pure. */
import { type KnownBatch, type OriginSelection, sumOf } from '#contract/index.ts'
import { number, numberOr } from '#ui/text/format-number.ts'

/** A line of the list. */
export interface BatchLine {
  /** The batch; for a launch of several, all of them as if they were one. */
  batch: KnownBatch
  /** The batches of a launch of several, oldest first; [] for every other line. */
  parts: readonly KnownBatch[]
  /** It stands below the line of its launch. */
  isPart: boolean
}

/** @param batches of a launch together, as the gateway lists them @param open launches whose batches have lines of their own */
export function linesOf(batches: readonly KnownBatch[], open: ReadonlySet<string>): BatchLine[] {
  return [...Map.groupBy(batches, ({ launchId }) => launchId).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined || parts.length === 1) return parts.map((batch) => ({ batch, parts: [], isPart: false }))
    const whole = { batch: wholeOf(parts), parts, isPart: false }
    if (!open.has(first.launchId)) return [whole]
    return [whole, ...parts.map((batch) => ({ batch, parts: [], isPart: true }))]
  })
}

/**
 * Batches of one launch as if they were one: the first one's name, the state of the newest that calls, and the sums of all. Nothing is
 * summed before each of them was read.
 */
export function wholeOf(parts: readonly KnownBatch[]): KnownBatch {
  const [first] = parts as [KnownBatch]
  const open = parts.filter(({ progress }) => !progress?.isComplete)
  const telling = open.findLast(({ progress }) => progress?.active) ?? open[0] ?? parts.at(-1)
  const moments = parts.flatMap(({ readAt }) => readAt ?? [])
  return {
    ...first,
    scheduledAt: telling === first ? first.scheduledAt : null,
    progress: moments.length < parts.length ? null : progressOf(parts, telling?.progress?.status ?? ''),
    readAt: moments.length < parts.length ? null : Math.min(...moments),
  }
}

/** Nobody is counted twice: whom a cancel dropped is one of the people of the batch that goes on with them. */
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
    parts.filter((part) => bringsPeople(part, parts)),
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

/** Origins whose people are in a list of their own, not among those of the batch before. */
const ownPeople: readonly OriginSelection[] = ['held_back', 'next_part']

/** Whether its people are in no earlier batch of the launch. */
function bringsPeople({ origin }: KnownBatch, parts: readonly KnownBatch[]): boolean {
  const before = origin && parts.find(({ batchId }) => batchId === origin.batchId)
  if (!before) return true
  return ownPeople.includes(origin.calls) && bringsPeople(before, parts)
}

/** "1,200 of 4,800 called" */
export const calledOf = (progress: NonNullable<KnownBatch['progress']>): string =>
  `${numberOr(sumOf(progress.completed, progress.failed))} of ${numberOr(progress.total)} called`

/** What came of a batch, as its page links it. */
export interface Continuations {
  /** Its place among the batches of its launch, from 1, and all of them as one; null: it is the only one. */
  part: { place: number; of: number; whole: KnownBatch } | null
  /** Batches that call its remaining people. */
  continuedBy: readonly KnownBatch[]
  /** Batches of other launches that call people of this one. */
  calledIn: readonly KnownBatch[]
}

/** @param batches that the team knows */
export function continuationsOf(batch: KnownBatch, batches: readonly KnownBatch[]): Continuations {
  const { batchId, launchId } = batch
  const parts = batches.filter((other) => other.launchId === launchId)
  const place = parts.findIndex((other) => other.batchId === batchId) + 1
  const fromHere = batches.filter(({ origin }) => origin?.batchId === batchId)
  return {
    part: parts.length > 1 && place > 0 ? { place, of: parts.length, whole: wholeOf(parts) } : null,
    continuedBy: fromHere.filter((other) => other.launchId === launchId),
    calledIn: fromHere.filter((other) => other.launchId !== launchId),
  }
}

/** "Part 2 of 3" */
export const placeInWords = ({ place, of }: { place: number; of: number }): string =>
  `Part ${number(place)} of ${number(of)}`
