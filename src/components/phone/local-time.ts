/** What the clock says where a number may be at home. Pure: the moment comes in. */

const minutesOfDay = 24 * 60

/** Minutes that each zone is ahead of UTC at a moment, by its clock on the wall. */
function wallClock(zone: string, now: number): { text: string; minutes: number } | null {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(now)
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '0'
    const at = Date.UTC(
      Number(of('year')),
      Number(of('month')) - 1,
      Number(of('day')),
      Number(of('hour')),
      Number(of('minute')),
    )
    return { text: `${of('hour')}:${of('minute')}`, minutes: at / 60_000 }
  } catch {
    // A zone that this browser does not know.
    return null
  }
}

/** The hours in which a call is no surprise; the others are called night. */
export const dayHours = { from: 8, to: 20 } as const

/** @param minute since midnight */
export const isNight = (minute: number): boolean => minute < dayHours.from * 60 || minute >= dayHours.to * 60

/** Minutes since midnight by the clocks of a zone; null: this browser does not know it. */
export function minuteOfDay(zone: string, now: number): number | null {
  const clock = wallClock(zone, now)
  return clock && clock.minutes % minutesOfDay
}

export interface LocalTime {
  /** "14:02", or "08:02 to 11:02" where the zone is not certain. */
  text: string
  /** Somewhere there it is before 8 in the morning or after 8 in the evening. */
  late: boolean
}

/** The local time in these zones; null where none is known. */
export function localTimeIn(zones: readonly string[], now: number): LocalTime | null {
  const clocks = zones.flatMap((zone) => wallClock(zone, now) ?? []).toSorted((a, b) => a.minutes - b.minutes)
  const first = clocks[0]
  const last = clocks.at(-1)
  if (!first || !last) return null
  const late = clocks.some(({ minutes }) => isNight(minutes % minutesOfDay))
  return { text: first.minutes === last.minutes ? first.text : `${first.text} to ${last.text}`, late }
}
