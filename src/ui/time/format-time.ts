/** Durations and moments as text. Pure: the locale and the zone are the browser's, times come in as arguments. */
import { number } from '../text/format-number.ts'

/** Epoch milliseconds, or an ISO 8601 text as the service writes it. */
export type Moment = number | string

/** Epoch milliseconds; null for what is no moment. */
export function momentOf(value: Moment | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const time = typeof value === 'number' ? value : Date.parse(value)
  return Number.isFinite(time) ? time : null
}

/** Seconds as a clock: 0:07, 12:40, 1:02:03. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

const units = [
  { size: 86_400, one: 'day', many: 'days' },
  { size: 3_600, one: 'hour', many: 'hours' },
  { size: 60, one: 'min', many: 'min' },
  { size: 1, one: 's', many: 's' },
] as const

/** Seconds in words, two units at most: "40 s", "12 min 30 s", "5 days 3 hours". */
export function span(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds))
  const words: string[] = []
  for (const { size, one, many } of units) {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    if (amount > 0) words.push(`${number(amount)} ${amount === 1 ? one : many}`)
    if (words.length === 2 || (words.length === 1 && amount === 0)) break
  }
  return words.length === 0 ? '0 s' : words.join(' ')
}

/** How long ago, one unit: "now", "12 s ago", "3 days ago". */
export function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1_000))
  if (seconds < 1) return 'now'
  const unit = units.find(({ size }) => seconds >= size) ?? units[3]
  const amount = Math.floor(seconds / unit.size)
  return `${number(amount)} ${amount === 1 ? unit.one : unit.many} ago`
}

const clockFace = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })
const clockFaceSeconds = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
const calendar = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** 14:02 GMT. */
export const timeOfDay = (at: number): string => clockFace.format(at)
/** 14:02:41 GMT. */
export const timeToTheSecond = (at: number): string => clockFaceSeconds.format(at)
/** 20 Nov 2026. */
export const day = (at: number): string => calendar.format(at)
/** 20 Nov 2026, 14:02 GMT. */
export const dayAndTime = (at: number): string => `${day(at)}, ${timeOfDay(at)}`
const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

/** With its day where that is not today's: 14:02 GMT, tomorrow 09:00 GMT, Tue 24 Nov 09:00 GMT. */
export function dayedTime(at: number, now: number): string {
  // Rounded, since with a change of the clocks a day has 23 or 25 hours.
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000)
  const near = ['yesterday ', '', 'tomorrow '][days + 1]
  const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric'
  const theDay = () =>
    `${new Date(at).toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short', year })} `
  return `${near ?? theDay()}${timeOfDay(at)}`
}
/** Friday 20 November 2026 at 14:02:41 GMT. */
export const wholeMoment = (at: number): string => full.format(at)
