/**
 * Calling hours: when people may be called, by the clock where their phone rings. Every zone where a number may be at home must be
 * inside its hours. All moments are epoch ms.
 */
import { dayMs, isZoneKnown, momentAt } from './zone-clock.ts'

export interface CallingHours {
  /** "08:00": the first minute of the day in which people may be called. */
  from: string
  /** "20:00": the minute from which on they may not; "24:00" at most, and later than `from`. */
  until: string
  /** ISO: 1 is Monday, 7 Sunday. */
  weekdays: readonly number[]
  /** Days on which nobody is called, "2026-12-25": everywhere, or in one country (ISO 3166). */
  closedDays: readonly { date: string; country: string | null }[]
}

/** Where a phone may ring: the country of its number, and every zone where it may be at home. No zone: unknown. */
export interface Place {
  country: string | null
  /** IANA names. */
  zones: readonly string[]
}

/** Inside the hours from `opens` until just before `closes`. */
export interface Window {
  opens: number
  closes: number
}

/** Days in which a next opening is looked for: a week as a rule, and two months before it is given up. */
const horizons = [8, 60] as const

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % 7) + 1

const alwaysOpen = ({ from, until, weekdays, closedDays }: CallingHours): boolean =>
  from === '00:00' && until === '24:00' && new Set(weekdays).size === 7 && closedDays.length === 0

/** The windows of each day are computed once for each zone and country. */
const computed = new WeakMap<CallingHours, Map<string, Map<number, Window | null>>>()

function windowOfDay(zone: string, country: string | null, hours: CallingHours, day: number): Window | null {
  const byZone = computed.get(hours) ?? new Map<string, Map<number, Window | null>>()
  computed.set(hours, byZone)
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

/** Windows of one zone, from the day before `from` on; those that meet at midnight are one. */
function windowsOfZone(
  zone: string,
  country: string | null,
  hours: CallingHours,
  from: number,
  days: number,
): Window[] {
  const first = Math.floor(from / dayMs) - 1
  const found: Window[] = []
  for (let day = first; day <= first + days + 4; day++) {
    const window = windowOfDay(zone, country, hours, day)
    const last = found.at(-1)
    if (last && window && window.opens <= last.closes) last.closes = window.closes
    else if (window) found.push({ ...window })
  }
  return found
}

/** The moments that lie in both. */
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

/** Whether it can be said when somebody there may be called. */
export const isKnown = ({ zones }: Place): boolean => zones.length > 0 && zones.every(isZoneKnown)

/**
 * The windows in which all zones of a place are inside their hours: those that end after `from` and open within so many days, the
 * earliest first. The first may have opened before. One that does not end within the days ends at Infinity. [] for an unknown place.
 */
export function windowsFrom(place: Place, hours: CallingHours, from: number, days: number = horizons[0]): Window[] {
  if (!isKnown(place)) return []
  if (alwaysOpen(hours)) return [{ opens: from, closes: Number.POSITIVE_INFINITY }]
  const until = from + days * dayMs
  const lists = [...new Set(place.zones)].map((zone) => windowsOfZone(zone, place.country, hours, from, days))
  return lists
    .reduce(intersect)
    .filter(({ opens, closes }) => closes > from && opens <= until)
    .map(({ opens, closes }) => ({ opens, closes: closes > until + dayMs ? Number.POSITIVE_INFINITY : closes }))
}

/** Whether every zone where a number may be at home is inside its hours. For an unknown place only where hours never end. */
export function isOpen(place: Place, hours: CallingHours, at: number): boolean {
  const day = Math.floor(at / dayMs)
  return (
    alwaysOpen(hours) ||
    (isKnown(place) &&
      place.zones.every((zone) =>
        [day - 1, day, day + 1].some((one) => {
          const window = windowOfDay(zone, place.country, hours, one)
          return window !== null && window.opens <= at && at < window.closes
        }),
      ))
  )
}

/**
 * The first moment from `after` on at which the place is inside its hours; `after` itself if it is. null: none within two months,
 * because its zones have no hour in common or no day is open, or because it is unknown.
 *
 * @param lasts ms for which it must stay inside
 */
export function nextOpening(place: Place, hours: CallingHours, after: number, lasts = 0): number | null {
  for (const days of horizons) {
    const window = windowsFrom(place, hours, after, days).find(
      ({ opens, closes }) => closes - Math.max(opens, after) >= lasts,
    )
    if (window) return Math.max(window.opens, after)
  }
  return null
}

/** The first moment from `at` on at which the place is outside its hours: `at` itself if it is outside. Infinity: it never closes. */
export function closesAt(place: Place, hours: CallingHours, at: number): number {
  for (const days of horizons) {
    const [window] = windowsFrom(place, hours, at, days)
    if (!window || window.opens > at) return at
    if (window.closes !== Number.POSITIVE_INFINITY) return window.closes
  }
  return Number.POSITIVE_INFINITY
}
