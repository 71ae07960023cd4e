/** How long calls take and when they end, as texts. */
import { day as dayOf, dayRange, timeOfDay, timeRange, timeWithDay } from '#ui/time/format-time.ts'
import { rangeFor, type SecondsRange } from './estimate.ts'

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds
/** A duration is shown in the first unit whose `minSeconds` it reaches. */
const units = [
  { minSeconds: 36 * hourSeconds, unitSeconds: daySeconds, noun: 'day' },
  { minSeconds: 90 * minuteSeconds, unitSeconds: hourSeconds, noun: 'hour' },
  { minSeconds: minuteSeconds, unitSeconds: minuteSeconds, noun: 'minute' },
] as const

/** "about 5 days", "about 25 minutes", "less than a minute". */
function aboutText(seconds: number): string {
  const unit = units.find(({ minSeconds }) => seconds >= minSeconds)
  if (!unit) return 'less than a minute'
  const count = Math.round(seconds / unit.unitSeconds)
  return `about ${count} ${unit.noun}${count === 1 ? '' : 's'}`
}

/** "5 to 7 days"; "about 5 days" if both ends are the same. */
export function durationText({ low, high }: SecondsRange): string {
  const unit = units.find(({ minSeconds }) => high >= minSeconds)
  const [lowCount, highCount] = [low, high].map((seconds) =>
    Math.max(1, Math.round(seconds / (unit?.unitSeconds ?? 1))),
  ) as [number, number]
  return !unit || lowCount === highCount ? aboutText(high) : `${lowCount} to ${highCount} ${unit.noun}s`
}

/** How long this many calls take, before any was measured. Every dialog before a start shows it. */
export const estimatedDuration = (calls: number, concurrentCalls: number): string =>
  durationText(rangeFor(calls, concurrentCalls))

/**
 * "between 14:10 GMT and 15:20 GMT"; with the day if it is not today.
 *
 * @param start epoch ms from which the range counts
 * @param now epoch ms that decides which day is today
 */
export function endTimeText({ low, high }: SecondsRange, start: number, now = start): string {
  const [fromMs, toMs] = [start + low * 1_000, start + high * 1_000]
  if (high >= 36 * hourSeconds)
    return dayOf(fromMs) === dayOf(toMs) ? `on ${dayOf(fromMs)}` : `between ${dayOf(fromMs)} and ${dayOf(toMs)}`
  const [fromText, toText] = [
    timeWithDay(fromMs, now),
    dayOf(fromMs) === dayOf(toMs) ? timeOfDay(toMs) : timeWithDay(toMs, now),
  ]
  return timeOfDay(fromMs) === toText ? `around ${fromText}` : `between ${fromText} and ${toText}`
}

/** When a batch ends, for a figure: "14:10 – 15:20 GMT"; the days if it is not one. @param start epoch ms from which the range counts */
export function endRange({ low, high }: SecondsRange, start: number): string {
  const [fromMs, toMs] = [start + low * 1_000, start + high * 1_000]
  return dayOf(fromMs) === dayOf(toMs) ? timeRange(fromMs, toMs) : dayRange(fromMs, toMs + 1)
}
