/** Local clocks of time zones. A local day is the number of days since 1970-01-01 on the local calendar. */

const minute = 60_000
export const dayMs = 24 * 60 * minute

const formatters = new Map<string, Intl.DateTimeFormat | null>()

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat | null = null
  try {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // The time zone data of this runtime does not include this zone.
  }
  formatters.set(zone, made)
  return made
}

/** Whether this runtime knows a time zone. @param zone IANA name */
export const isZoneKnown = (zone: string): boolean => formatterOf(zone) !== null

/** Offset of a time zone from UTC at a moment, in ms; positive is ahead of UTC. @param zone must satisfy `isZoneKnown` */
export function offsetAt(zone: string, at: number): number {
  const [month = 1, day = 1, year = 1970, hour = 0, minutes = 0, seconds = 0] = (
    formatterOf(zone)?.format(at).match(/\d+/g) ?? []
  ).map(Number)
  return Date.UTC(year, month - 1, day, hour, minutes, seconds) - Math.floor(at / 1_000) * 1_000
}

/** Local time at a moment: "05:10". @param zone must satisfy `isZoneKnown` */
export function clockAt(zone: string, at: number): string {
  return new Date(at + offsetAt(zone, at)).toISOString().slice(11, 16)
}

/**
 * The moment of a local time, in epoch ms. When the clock changes, a local time can occur twice or never: `'early'` then returns the
 * first possible moment, `'late'` the last. Midnight is always one moment, because it ends one day and begins the next.
 *
 * @param zone must satisfy `isZoneKnown`
 * @param day local day
 * @param minutes since local midnight, 0 to 1440
 */
export function momentAt(zone: string, day: number, minutes: number, side: 'early' | 'late'): number {
  if (minutes === 24 * 60) return momentAt(zone, day + 1, 0, side)
  const wall = day * dayMs + minutes * minute
  // No zone is more than 12 hours behind UTC or 14 ahead, and none changes its clock twice within two days.
  const before = offsetAt(zone, day * dayMs - 14 * 60 * minute)
  const after = offsetAt(zone, (day + 1) * dayMs + 12 * 60 * minute)
  if (before === after) return wall - before
  const shown = [before, after].filter((offset) => offsetAt(zone, wall - offset) === offset)
  const [one = wall - before, other = wall - after] = shown.map((offset) => wall - offset)
  if (shown.length === 1) return one
  if (minutes === 0) return shown.length === 0 ? wall - before : Math.min(one, other)
  return side === 'early' ? Math.min(one, other) : Math.max(one, other)
}
