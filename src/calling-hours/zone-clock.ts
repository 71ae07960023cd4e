/** Wall clocks of time zones. A local day is a number: days since 1970-01-01 on the calendar there. */

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
    // This runtime's time zone data lacks it.
  }
  formatters.set(zone, made)
  return made
}

/** Whether this runtime knows a time zone (IANA name). */
export const isZoneKnown = (zone: string): boolean => formatterOf(zone) !== null

/** What the clock there is ahead of UTC at a moment, in ms. @param zone one that `isZoneKnown` */
export function offsetAt(zone: string, at: number): number {
  const [month = 1, day = 1, year = 1970, hour = 0, minutes = 0, seconds = 0] = (
    formatterOf(zone)?.format(at).match(/\d+/g) ?? []
  ).map(Number)
  return Date.UTC(year, month - 1, day, hour, minutes, seconds) - Math.floor(at / 1_000) * 1_000
}

/** "05:10": what the clock shows there. @param zone one that `isZoneKnown` */
export function clockAt(zone: string, at: number): string {
  return new Date(at + offsetAt(zone, at)).toISOString().slice(11, 16)
}

/**
 * When the clock there shows a time of day, in epoch ms. Where it shows it twice, or never, because it is changed that night: `'early'`
 * is the first moment that can be meant, `'late'` the last. Midnight is where one day ends and the next begins, so it is one moment.
 *
 * @param day local day
 * @param minutes since midnight, 0 to 1440
 */
export function momentAt(zone: string, day: number, minutes: number, side: 'early' | 'late'): number {
  if (minutes === 24 * 60) return momentAt(zone, day + 1, 0, side)
  const wall = day * dayMs + minutes * minute
  // No clock is more than 12 hours behind UTC or 14 ahead, and none is changed twice within two days.
  const before = offsetAt(zone, day * dayMs - 14 * 60 * minute)
  const after = offsetAt(zone, (day + 1) * dayMs + 12 * 60 * minute)
  if (before === after) return wall - before
  const shown = [before, after].filter((offset) => offsetAt(zone, wall - offset) === offset)
  const [one = wall - before, other = wall - after] = shown.map((offset) => wall - offset)
  if (shown.length === 1) return one
  if (minutes === 0) return shown.length === 0 ? wall - before : Math.min(one, other)
  return side === 'early' ? Math.min(one, other) : Math.max(one, other)
}
