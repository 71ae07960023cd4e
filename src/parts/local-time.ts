/** What the clock says where a number may be at home. Pure: the moment comes in. */

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

/** The hours in which a call is no surprise. */
const decent = { from: 8, to: 21 } as const

export interface LocalTime {
  /** "14:02", or "08:02 to 11:02" where the zone is not certain. */
  text: string
  /** Somewhere there it is earlier than 8 in the morning or later than 9 in the evening. */
  late: boolean
}

/** The local time in these zones; null where none is known. */
export function localTimeIn(zones: readonly string[], now: number): LocalTime | null {
  const clocks = zones.flatMap((zone) => wallClock(zone, now) ?? []).toSorted((a, b) => a.minutes - b.minutes)
  const first = clocks[0]
  const last = clocks.at(-1)
  if (!first || !last) return null
  const late = clocks.some(({ minutes }) => {
    const hour = (minutes / 60) % 24
    return hour < decent.from || hour >= decent.to
  })
  return { text: first.minutes === last.minutes ? first.text : `${first.text} to ${last.text}`, late }
}
