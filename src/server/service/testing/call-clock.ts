/** Reads dates and times that are named in a simulated call, on the customer's clock. It shares no code with the carrier, which says them. */
import type { SimulatedCall } from './simulated-calls.ts'

export const dayMs = 86_400_000
const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const weekdays = 'Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday'

const countriesByCode = { '+1': 'US', '+44': 'GB', '+49': 'DE', '+33': 'FR', '+46': 'SE' }
export const countryOfCall = ({ customer }: SimulatedCall): string =>
  Object.entries(countriesByCode).find(([code]) => customer.phone.startsWith(code))?.[1] ?? ''

const zonesOfCountries: Record<string, string> = {
  GB: 'Europe/London',
  DE: 'Europe/Berlin',
  FR: 'Europe/Paris',
  SE: 'Europe/Stockholm',
}
/** Zones of the area codes that the demo's customers have. All others are in the east. */
const zonesOfAreas: Record<string, string> = {
  206: 'America/Los_Angeles',
  303: 'America/Denver',
  312: 'America/Chicago',
  415: 'America/Los_Angeles',
  503: 'America/Los_Angeles',
  512: 'America/Chicago',
  602: 'America/Phoenix',
  702: 'America/Los_Angeles',
  713: 'America/Chicago',
  808: 'Pacific/Honolulu',
}
export const zoneOfCall = (call: SimulatedCall): string =>
  zonesOfCountries[countryOfCall(call)] ?? zonesOfAreas[call.customer.phone.slice(2, 5)] ?? 'America/New_York'

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  // Swedish dates are ISO dates.
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(timeZone, clock)
  return clock
}

/** The date (as its midnight in UTC), hour and weekday at a place. */
export function localOf(time: number, timeZone: string): { day: number; hour: number; weekday: number } {
  const [date = '', clock = ''] = clockOf(timeZone).format(time).split(' ')
  const day = Date.parse(`${date}T00:00Z`)
  return { day, hour: Number(clock.slice(0, 2)) + Number(clock.slice(3, 5)) / 60, weekday: new Date(day).getUTCDay() }
}

interface NamedDate {
  text: string
  /** Midnight in UTC; NaN if there is no such date. */
  day: number
  isPast: boolean
}

const datePattern = new RegExp(
  `(since |due on )?(?:\\b(${weekdays}),? )?(?:the )?(?:(\\d{1,2})(?:st|nd|rd|th) of (${months})|(${months}) (\\d{1,2})(?:st|nd|rd|th))`,
  'g',
)

/** Every date with a month that a text names, in the year in which it is next to `near`. */
export function datesIn(text: string, near: number): NamedDate[] {
  return [...text.matchAll(datePattern)].map(([found, past, weekday, day1, month1, month2, day2]) => {
    const month = months.split('|').indexOf(month1 ?? month2 ?? '')
    const year = new Date(near).getUTCFullYear()
    const days = [year - 1, year, year + 1].map((one) => Date.UTC(one, month, Number(day1 ?? day2)))
    const day = days.toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near))[0] ?? Number.NaN
    const exists = new Date(day).getUTCDate() === Number(day1 ?? day2)
    const agrees = weekday === undefined || weekdays.split('|')[new Date(day).getUTCDay()] === weekday
    return { text: found, day: exists && agrees ? day : Number.NaN, isPast: past !== undefined }
  })
}

const momentPattern = new RegExp(`\\b(today|tomorrow|on (?:${weekdays})) at (\\d{1,2})(?::(\\d\\d))?( am| pm)?`, 'gi')

/** Every moment such as `tomorrow at 10:30` that a text names. */
export function momentsIn(
  text: string,
  call: SimulatedCall,
): { text: string; moment: number; hour: number; weekday: number }[] {
  const zone = zoneOfCall(call)
  const now = call.facts.dialledAt
  const today = localOf(now, zone)
  return [...text.matchAll(momentPattern)].map(([found, day = '', hourText = '', minutes = '0', half]) => {
    const offset = ['today', 'tomorrow'].indexOf(day.toLowerCase())
    const weekday = weekdays.split('|').indexOf(day.slice(3))
    const ahead = offset >= 0 ? offset : (weekday - today.weekday + 7) % 7 || 7
    const hour =
      (half === undefined ? Number(hourText) : (Number(hourText) % 12) + (half === ' pm' ? 12 : 0)) +
      Number(minutes) / 60
    const moment = now + (ahead * 24 + hour - today.hour) * 3_600_000
    return { text: found, moment, hour, weekday: localOf(moment, zone).weekday }
  })
}
