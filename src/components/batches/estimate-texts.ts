/** How long calls take and when they end, as texts. */
import { day as dayOf, timeOfDay, timeWithDay } from '#ui/time/format-time.ts'
import { type Range, rangeFor } from './estimate.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** Durations of at least `from` seconds are shown in this unit. */
const units = [
  { from: 36 * hour, size: day, one: 'day' },
  { from: 90 * minute, size: hour, one: 'hour' },
  { from: minute, size: minute, one: 'minute' },
] as const

/** "about 5 days", "about 25 minutes", "less than a minute". */
function aboutText(seconds: number): string {
  const unit = units.find(({ from }) => seconds >= from)
  if (!unit) return 'less than a minute'
  const count = Math.round(seconds / unit.size)
  return `about ${count} ${unit.one}${count === 1 ? '' : 's'}`
}

/** "5 to 7 days"; "about 5 days" if both ends are the same. */
export function durationText({ low, high }: Range): string {
  const unit = units.find(({ from }) => high >= from)
  const [least, most] = [low, high].map((seconds) => Math.max(1, Math.round(seconds / (unit?.size ?? 1)))) as [
    number,
    number,
  ]
  return !unit || least === most ? aboutText(high) : `${least} to ${most} ${unit.one}s`
}

/** How long so many calls take, before anything was measured. Every question before a start shows it. */
export const estimatedDuration = (calls: number, concurrentCalls: number): string =>
  durationText(rangeFor(calls, concurrentCalls))

/**
 * "between 14:10 GMT and 15:20 GMT"; with the day if it is not today.
 *
 * @param start epoch ms from which the range counts
 * @param now epoch ms that decides which day is today
 */
export function endTimeText({ low, high }: Range, start: number, now = start): string {
  const [from, to] = [start + low * 1_000, start + high * 1_000]
  if (high >= 36 * hour)
    return dayOf(from) === dayOf(to) ? `on ${dayOf(from)}` : `between ${dayOf(from)} and ${dayOf(to)}`
  const [first, last] = [timeWithDay(from, now), dayOf(from) === dayOf(to) ? timeOfDay(to) : timeWithDay(to, now)]
  return timeOfDay(from) === last ? `around ${first}` : `between ${first} and ${last}`
}
