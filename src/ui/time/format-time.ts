/** Durations and times as text, in the browser's locale and time zone. Pure. */
import { number } from '../text/format-number.ts'

/** This browser's time zone (IANA name). */
export const browserTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Epoch milliseconds, or an ISO 8601 text from the service. */
export type Moment = number | string

/** The last moment that a date can have, epoch ms. */
const maxMoment = 8.64e15

/** Epoch milliseconds; null if the value is not a time. */
export function momentOf(value: Moment | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const time = typeof value === 'number' ? value : Date.parse(value)
  return Math.abs(time) <= maxMoment ? time : null
}

/** Seconds as a clock: 0:07, 12:40, 1:02:03. */
export function clock(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds))
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60]
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(wholeSeconds % 60)}`
    : `${minutes}:${twoDigits(wholeSeconds % 60)}`
}

const units = [
  { seconds: 86_400, names: ['day', 'days'] },
  { seconds: 3_600, names: ['hour', 'hours'] },
  { seconds: 60, names: ['min', 'min'] },
  { seconds: 1, names: ['s', 's'] },
] as const
const unitName = (amount: number, [one, many]: readonly [string, string]) => (amount === 1 ? one : many)

/** A duration in words, two units at most: "40 s", "12 min 30 s", "5 days 3 hours". */
export function formatDuration(seconds: number): string {
  let remaining = Math.max(0, Math.round(seconds))
  const words: string[] = []
  for (const { seconds: size, names } of units) {
    const amount = Math.floor(remaining / size)
    remaining -= amount * size
    if (amount > 0) words.push(`${number(amount)} ${unitName(amount, names)}`)
    if (words.length === 2 || (words.length === 1 && amount === 0)) break
  }
  return words.length === 0 ? '0 s' : words.join(' ')
}

/** How long ago `at` was, in one unit: "now", "12 s ago", "3 days ago". */
export function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1_000))
  if (seconds < 1) return 'now'
  const unit = units.find(({ seconds: size }) => seconds >= size) ?? units[3]
  const amount = Math.floor(seconds / unit.seconds)
  return `${number(amount)} ${unitName(amount, unit.names)} ago`
}

/** Hours have a leading zero on the 24-hour clock (06:05), but not with AM and PM (6:05 AM). */
const uses12Hours = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12
const hour = uses12Hours ? 'numeric' : '2-digit'
const timeFormat = new Intl.DateTimeFormat(undefined, { hour, minute: '2-digit', timeZoneName: 'short' })
const toTheSecond = { hour, minute: '2-digit', second: '2-digit' } as const
const timeWithSecondsFormat = new Intl.DateTimeFormat(undefined, { ...toTheSecond, timeZoneName: 'short' })
const shortTimeWithSecondsFormat = new Intl.DateTimeFormat(undefined, toTheSecond)
const dateFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const shortTimeFormat = new Intl.DateTimeFormat(undefined, { hour, minute: '2-digit' })
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** 14:02 GMT. */
export const timeOfDay = (at: number): string => timeFormat.format(at)
/** GMT: the zone of a column of times, in its heading. */
export const zoneName = (at: number): string =>
  timeFormat.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
/** From one time of a day to another: 14:02 – 15:20 GMT. */
export const timeRange = (from: number, to: number): string => timeFormat.formatRange(from, to)
/** 14:02: for an axis or a column of times, beside which the zone stands once. */
export const shortTimeOfDay = (at: number): string => shortTimeFormat.format(at)
const clockFormat = new Intl.DateTimeFormat(undefined, { hour, minute: '2-digit', timeZone: 'UTC' })
/** Writes each time of a day in a text, such as 14:02, by the clock of the locale: 2:02 PM. */
export const withLocalClock = (text: string): string =>
  text.replaceAll(/\b(\d\d):(\d\d)\b/g, (_, hours: string, minutes: string) =>
    clockFormat.format(Date.UTC(2000, 0, 1, Number(hours), Number(minutes))),
  )
/** 14:02:41: for a column of times, above which the zone stands once. */
export const shortTimeToTheSecond = (at: number): string => shortTimeWithSecondsFormat.format(at)
/** 14:02:41 GMT. */
export const timeToTheSecond = (at: number): string => timeWithSecondsFormat.format(at)
/** 20 Nov 2026. */
export const day = (at: number): string => dateFormat.format(at)
/** 20 Nov 2026, 14:02 GMT. */
export const dayAndTime = (at: number): string => `${day(at)}, ${timeOfDay(at)}`
const dateOfYearFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const yearOf = (at: number): number => new Date(at).getFullYear()
/** The same for a column of a list, with the year only if it is another: 20 Nov, 14:02 GMT. */
export const dayAndTimeInList = (at: number, now: number): string =>
  yearOf(at) === yearOf(now) ? `${dateOfYearFormat.format(at)}, ${timeOfDay(at)}` : dayAndTime(at)
/** The days from one to another: "24 – 30 Nov 2026"; one day: "24 Nov 2026". @param until not included, epoch ms */
export const dayRange = (from: number, until: number): string => dateFormat.formatRange(from, until - 1)
/** 2026-11-20T14:02, in this browser's time zone, as files and fields have it. */
export const localMinute = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

/** The time of day, with the day unless it is today: 14:02 GMT, tomorrow 09:00 GMT, Tue 24 Nov 09:00 GMT. */
export function timeWithDay(at: number, now: number): string {
  // Rounded, because a day with a clock change has 23 or 25 hours.
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000)
  const time = timeOfDay(at)
  if (days === 0) return time
  if (days === -1) return `yesterday ${time}`
  if (days === 1) return `tomorrow ${time}`
  const year = yearOf(at) === yearOf(now) ? undefined : 'numeric'
  const date = new Date(at).toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short', year })
  return `${date} ${time}`
}
/** Friday 20 November 2026 at 14:02:41 GMT. */
export const fullDateTime = (at: number): string => fullFormat.format(at)
