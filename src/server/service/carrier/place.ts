/** Where a customer lives, by their number: the time there, and how people there say dates, times and prices. All in English. */
import { dayMs, offsetAt } from '#calling-hours/zone-clock.ts'
import { countryOf } from '#phone/country.ts'
import { timeZonesOf } from '#phone/zones.ts'

export interface Place {
  /** ISO 3166 code; '' if the number has no country. */
  country: string
  /** IANA name. */
  zone: string
}

/** @param e164 `+` and digits; other text gives a place without a country, in UTC */
export const placeOf = (e164: string): Place => ({
  country: countryOf(e164) ?? '',
  zone: timeZonesOf(e164)[0] ?? 'UTC',
})

/** A date without a time: epoch ms of its midnight in UTC. */
export type Day = number

/** The date and the minutes since midnight at a place. @param time epoch ms */
export function localTimeAt(time: number, { zone }: Place): { day: Day; minutes: number } {
  const local = time + offsetAt(zone, time)
  const day = Math.floor(local / dayMs) * dayMs
  return { day, minutes: Math.floor((local - day) / 60_000) }
}

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Days on which people do not work in one of the countries, as `month-day`; nobody is visited between Christmas and New Year. */
const holidays = /^(1-1|1-6|5-1|7-4|11-11|12-(2[4-9]|3[01]))$/

/** Whether people visit and deliver on a day. */
export function isWorkingDay(day: Day): boolean {
  const date = new Date(day)
  const weekday = date.getUTCDay()
  const monthDay = `${date.getUTCMonth() + 1}-${date.getUTCDate()}`
  const isThanksgiving = weekday === 4 && /^11-2[2-8]$/.test(monthDay)
  return weekday !== 0 && weekday !== 6 && !isThanksgiving && !holidays.test(monthDay)
}

/** The first working day from a day on. */
export function nextWorkingDay(day: Day): Day {
  let next = day
  while (!isWorkingDay(next)) next += dayMs
  return next
}

const ordinal = (day: number): string => {
  if (day > 10 && day < 14) return `${day}th`
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`
}

/** Whether people there speak the English of the United States, which says the month before the day. */
export const isAmerican = ({ country }: Pick<Place, 'country'>): boolean => ['US', 'CA', ''].includes(country)
/** Countries whose people say `2:30 pm` when they speak English. */
const twelveHours = new Set(['US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'IN', 'ZA', ''])

/** `December 3rd` or `3rd December`. */
export function sayDate(day: Day, { country }: Place): string {
  const date = new Date(day)
  const [month, ofMonth] = [months[date.getUTCMonth()] ?? '', ordinal(date.getUTCDate())]
  return isAmerican({ country }) ? `${month} ${ofMonth}` : `${ofMonth} ${month}`
}

/** `Thursday, December 3rd` or `Thursday 3rd December`. */
export const sayDay = (day: Day, place: Place): string =>
  `${weekdays[new Date(day).getUTCDay()]}${isAmerican(place) ? ',' : ''} ${sayDate(day, place)}`

/** `2 pm`, `2:30 pm` or `14:30`. @param minutes since midnight */
export function sayTime(minutes: number, { country }: Place): string {
  const [hour, rest] = [Math.floor(minutes / 60), minutes % 60]
  const twoDigits = String(rest).padStart(2, '0')
  if (!twelveHours.has(country)) return `${hour}:${twoDigits}`
  return `${hour % 12 || 12}${rest === 0 ? '' : `:${twoDigits}`} ${hour < 12 ? 'am' : 'pm'}`
}

const dayPattern = new RegExp(
  `^(?:(?<weekday>${weekdays.join('|')})\\b,? ?)?(?:the )?(?:(?:(?<day1>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ?(?<month1>${months.join('|')})?)|(?:(?<month2>${months.join('|')}) (?<day2>\\d{1,2})(?:st|nd|rd|th)?))?$`,
  'i',
)

/**
 * Reads a date that a file or `sayDay` wrote: `2026-12-03`, `Thursday the 3rd`, `December 3rd`, `Thursday`.
 *
 * @returns the first such day from `today` on; null if the text is no date or there is no such day within a year
 */
export function readDay(text: string, today: Day): Day | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())
  if (iso !== null) return Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const groups = dayPattern.exec(text.trim())?.groups
  if (groups === undefined) return null
  const { weekday, day1, day2, month1, month2 } = groups
  if (weekday === undefined && day1 === undefined && day2 === undefined) return null
  for (let day = today; day < today + 366 * dayMs; day += dayMs) {
    const date = new Date(day)
    const isSame = (name: string | undefined, value: string | undefined) =>
      name === undefined || name.toLowerCase() === value?.toLowerCase()
    if (
      isSame(weekday, weekdays[date.getUTCDay()]) &&
      isSame(day1 ?? day2, String(date.getUTCDate())) &&
      isSame(month1 ?? month2, months[date.getUTCMonth()])
    )
      return day
  }
  return null
}

/** A currency: how an amount is said, and how much of it buys what one dollar buys. */
interface Currency {
  say: (amount: string) => string
  perDollar: number
}
const before = (sign: string, perDollar = 1): Currency => ({ say: (amount) => `${sign}${amount}`, perDollar })
const after = (name: string, perDollar = 1): Currency => ({ say: (amount) => `${amount} ${name}`, perDollar })

const euro = before('€')
const currencies: Record<string, Currency> = {
  ...Object.fromEntries(
    [
      'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'
        .split(' ')
        .map((country) => [country, euro] as const),
    ].flat(),
  ),
  GB: before('£'),
  SE: after('kronor', 10),
  NO: after('kroner', 10),
  DK: after('kroner', 7),
  CH: after('francs'),
  PL: after('zloty', 4),
  JP: after('yen', 150),
  IN: after('rupees', 40),
}
/** Also the currency of countries that are not listed. */
const dollar = before('$')

/** A price at a place, with the size that is usual there: `$24.90`, `£24`, `249 kronor`. @param cents of a dollar */
export function sayPrice(cents: number, { country }: Place): string {
  const { say, perDollar } = currencies[country] ?? dollar
  return say(
    perDollar < 3 ? (cents / 100).toFixed(2).replace('.00', '') : String(Math.round((cents * perDollar) / 100)),
  )
}
