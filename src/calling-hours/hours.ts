/**
 * Calling hours: when people may be called, in their local time. If a number may belong to several time zones, all of them must be
 * inside the hours. All moments are epoch ms.
 */
import { dayMs, isZoneKnown, momentAt } from './zone-clock.ts'

export interface CallingHours {
  /** First minute of the day in which people may be called: "08:00". */
  from: string
  /** First minute in which they may not be called any more: "20:00". Later than `from`, "24:00" at most. */
  until: string
  /** ISO weekdays: 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[]
  /** Dates without calls, such as "2026-12-25": everywhere (null), or in one country (ISO 3166). */
  closedDays: readonly { date: string; country: string | null }[]
}

/** Where a phone may ring: the country of its number and every possible time zone. Without zones the place is unknown. */
export interface Place {
  country: string | null
  /** IANA time zone names. */
  zones: readonly string[]
}

/** Calling is allowed from `opens` until just before `closes`. */
export interface Window {
  opens: number
  closes: number
}

/** Days to search for the next opening: first a week, then two months. */
const searchDays = [8, 60] as const

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
/** ISO weekday of a local day. 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % 7) + 1

const alwaysOpen = ({ from, until, weekdays, closedDays }: CallingHours): boolean =>
  from === '00:00' && until === '24:00' && new Set(weekdays).size === 7 && closedDays.length === 0

/** Windows by zone and country, then by day. They are computed once for each set of calling hours. */
const windowCache = new WeakMap<CallingHours, Map<string, Map<number, Window | null>>>()

function windowOnDay(zone: string, country: string | null, hours: CallingHours, day: number): Window | null {
  const byZone = windowCache.get(hours) ?? new Map<string, Map<number, Window | null>>()
  windowCache.set(hours, byZone)
  const key = `${zone} ${country}`
  const days = byZone.get(key) ?? new Map<number, Window | null>()
  byZone.set(key, days)
  const known = days.get(day)
  if (known !== undefined) return known
  const { weekdays, closedDays, from, until } = hours
  const isClosed =
    !weekdays.includes(weekdayOf(day)) ||
    closedDays.some((closed) => closed.date === dateOf(day) && (closed.country === null || closed.country === country))
  const window = isClosed
    ? null
    : {
        opens: momentAt(zone, day, minutesOf(from), 'late'),
        closes: momentAt(zone, day, minutesOf(until), 'early'),
      }
  const found = window && window.opens < window.closes ? window : null
  days.set(day, found)
  return found
}

/** Windows of one time zone, starting with the day before `from`. Windows that meet at midnight are merged. */
function windowsInZone(
  zone: string,
  country: string | null,
  hours: CallingHours,
  from: number,
  days: number,
): Window[] {
  const first = Math.floor(from / dayMs) - 1
  const found: Window[] = []
  for (let day = first; day <= first + days + 4; day++) {
    const window = windowOnDay(zone, country, hours, day)
    const last = found.at(-1)
    if (last && window && window.opens <= last.closes) last.closes = window.closes
    else if (window) found.push({ ...window })
  }
  return found
}

/** The parts of two lists of windows that overlap. */
function intersect(some: readonly Window[], others: readonly Window[]): Window[] {
  const found: Window[] = []
  let [one, other] = [0, 0]
  for (;;) {
    const [a, b] = [some[one], others[other]]
    if (!a || !b) return found
    const both = { opens: Math.max(a.opens, b.opens), closes: Math.min(a.closes, b.closes) }
    if (both.opens < both.closes) found.push(both)
    if (a.closes < b.closes) one++
    else other++
  }
}

/** Whether the time zones of a place are known, so that its calling hours can be computed. */
export const isKnown = ({ zones }: Place): boolean => zones.length > 0 && zones.every(isZoneKnown)

/**
 * The windows in which all time zones of a place are inside the hours, the earliest first.
 *
 * @param from windows that end before this moment are left out; the first one may have opened before it
 * @param days windows must open within this many days
 * @returns [] for an unknown place; a window that does not end within these days closes at Infinity
 */
export function windowsFrom(place: Place, hours: CallingHours, from: number, days: number = searchDays[0]): Window[] {
  if (!isKnown(place)) return []
  if (alwaysOpen(hours)) return [{ opens: from, closes: Number.POSITIVE_INFINITY }]
  const until = from + days * dayMs
  const lists = [...new Set(place.zones)].map((zone) => windowsInZone(zone, place.country, hours, from, days))
  return lists
    .reduce(intersect)
    .filter(({ opens, closes }) => closes > from && opens <= until)
    .map(({ opens, closes }) => ({ opens, closes: closes > until + dayMs ? Number.POSITIVE_INFINITY : closes }))
}

/** Whether all possible time zones of a place are inside the hours. An unknown place is inside only if the hours never end. */
export function isOpen(place: Place, hours: CallingHours, at: number): boolean {
  const day = Math.floor(at / dayMs)
  return (
    alwaysOpen(hours) ||
    (isKnown(place) &&
      place.zones.every((zone) =>
        [day - 1, day, day + 1].some((one) => {
          const window = windowOnDay(zone, place.country, hours, one)
          return window !== null && window.opens <= at && at < window.closes
        }),
      ))
  )
}

/**
 * The first moment at or after `after` when the place is inside its hours.
 *
 * @param lasts how long it must stay inside, ms
 * @returns null if there is none within two months: the zones share no hour, no day is open, or the place is unknown
 */
export function nextOpening(place: Place, hours: CallingHours, after: number, lasts = 0): number | null {
  for (const days of searchDays) {
    const window = windowsFrom(place, hours, after, days).find(
      ({ opens, closes }) => closes - Math.max(opens, after) >= lasts,
    )
    if (window) return Math.max(window.opens, after)
  }
  return null
}

/** The first moment at or after `at` when the place is outside its hours; `at` itself if it is outside. Infinity if the hours never end. */
export function closesAt(place: Place, hours: CallingHours, at: number): number {
  for (const days of searchDays) {
    const [window] = windowsFrom(place, hours, at, days)
    if (!window || window.opens > at) return at
    if (window.closes !== Number.POSITIVE_INFINITY) return window.closes
  }
  return Number.POSITIVE_INFINITY
}
