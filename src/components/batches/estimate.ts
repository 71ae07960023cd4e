/** How long calls take, as an honest estimate in words. Pure. */

import { callSeconds, defaultCallSeconds } from '#calling-hours/duration.ts'
import { type BatchProgress, sumOf } from '#contract/index.ts'
import { dayedTime, day as dayOf, timeOfDay } from '#ui/time/format-time.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** From which length on a unit is the one to speak in. */
const units = [
  { from: 36 * hour, size: day, one: 'day' },
  { from: 90 * minute, size: hour, one: 'hour' },
  { from: minute, size: minute, one: 'minute' },
] as const

/** "about 5 days", "about 25 minutes", "less than a minute". */
function aboutHowLong(seconds: number): string {
  const unit = units.find(({ from }) => seconds >= from)
  if (!unit) return 'less than a minute'
  const count = Math.round(seconds / unit.size)
  return `about ${count} ${unit.one}${count === 1 ? '' : 's'}`
}

/** Seconds, from the least that it may take to the most. */
export interface Range {
  low: number
  high: number
}

/** Before anything was measured: calls may last half as long as usual, or twice as long. */
export const rangeFor = (calls: number, atOnce: number): Range => {
  const usual = callSeconds(calls, atOnce)
  return { low: usual / 2, high: usual * 2 }
}

/** "5 to 7 days", "about 5 days" where both are the same. */
export function howLong({ low, high }: Range): string {
  const unit = units.find(({ from }) => high >= from)
  const [least, most] = [low, high].map((seconds) => Math.max(1, Math.round(seconds / (unit?.size ?? 1)))) as [
    number,
    number,
  ]
  return !unit || least === most ? aboutHowLong(high) : `${least} to ${most} ${unit.one}s`
}

/** How long so many calls take, before anything was measured: what every sentence before a start says. */
export const takes = (calls: number, atOnce: number): string => howLong(rangeFor(calls, atOnce))

/**
 * "between 14:10 GMT and 15:20 GMT"; with the day where that is not today's.
 *
 * @param start the range counts from here; `now` says which day is today (both epoch ms)
 */
export function whenBetween({ low, high }: Range, start: number, now = start): string {
  const [from, to] = [start + low * 1_000, start + high * 1_000]
  if (high >= 36 * hour)
    return dayOf(from) === dayOf(to) ? `on ${dayOf(from)}` : `between ${dayOf(from)} and ${dayOf(to)}`
  const [first, last] = [dayedTime(from, now), dayOf(from) === dayOf(to) ? timeOfDay(to) : dayedTime(to, now)]
  return timeOfDay(from) === last ? `around ${first}` : `between ${first} and ${last}`
}

export interface Pace {
  /** Calls that end in a minute. */
  perMinute: number
  /** Until the last call has ended: the more have ended, the closer together. */
  left: Range
  /** Whether this was measured on the batch, or is only the usual length of a call. */
  measured: boolean
}

/** Calls that must have ended before their pace says anything. */
const enough = 3
/** How far the pace of so many calls may be off: calls differ about as much as they last. */
const doubt = (ended: number) => Math.min(0.5, 1 / Math.sqrt(ended))

/**
 * How fast a batch goes and how long it still takes; null when nothing is left or the counts are unknown. Measured
 * between two moments of the service's own clock, so that a wrong clock here changes nothing.
 */
export function paceOf(batch: BatchProgress, atOnce: number): Pace | null {
  const left = sumOf(batch.waiting, batch.active)
  if (batch.isComplete || left === null || left === 0) return null
  const ended = sumOf(batch.completed, batch.failed) ?? 0
  const elapsed = ((batch.lastCompletedTime ?? 0) - (batch.startTime ?? 0)) / 1000
  const measured = ended >= enough && batch.startTime !== null && elapsed > 0
  if (!measured)
    return { perMinute: (60 * Math.max(1, atOnce)) / defaultCallSeconds, left: rangeFor(left, atOnce), measured }
  const perSecond = ended / elapsed
  const seconds = left / perSecond
  const off = doubt(ended)
  return { perMinute: perSecond * 60, left: { low: seconds * (1 - off), high: seconds * (1 + off) }, measured }
}
