/** Where it is night while a batch calls: at its start, before it is done, and at its call-backs. Pure: the moments come in. */
import type { Destination } from '#contract/index.ts'
import { countryName } from '#phone/country.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { dayHours, isNight, localTimeIn, minuteOfDay } from '../phone/local-time.ts'

export interface Night {
  /** ISO 3166; null: the calling code is nobody's. */
  country: string | null
  /** Calls to numbers where it is night, or may be. */
  calls: number
  /** It is day in others of the country's zones that are called. */
  inParts: boolean
  /** "23:02"; "05:02 to 07:02" where there are several clocks. */
  time: string
}
export interface Nights {
  atStart: Night[]
  /** By day at the start; it becomes night before the last call has ended. */
  later: Night[]
  callBacks: Night[]
}

/** When calls are made. Times in epoch ms. */
export interface Calling {
  from: number
  /** Seconds that the calls take, as estimated. */
  seconds: number
  /** Tries after the first, and the hours between two. */
  callBacks: number
  gapHours: number
}

const hour = 3_600_000

/** The local time at which calls first fall into the night there; null: they do not. */
function nightFrom(zone: string, from: number, seconds: number): number | null {
  const minute = minuteOfDay(zone, from)
  if (minute === null) return null
  if (isNight(minute)) return from
  const untilNight = (dayHours.to * 60 - minute) * 60_000
  return untilNight < seconds * 1_000 ? from + untilNight : null
}

function nightsAt(all: readonly Destination[], from: number, seconds: number): Night[] {
  return all.flatMap(({ country, zones, areas }) => {
    const begins = new Map(
      zones.flatMap((zone) => {
        const at = nightFrom(zone, from, seconds)
        return at === null ? [] : [[zone, at] as const]
      }),
    )
    if (begins.size === 0) return []
    const called = areas.filter((area) => area.zones.some((zone) => begins.has(zone)))
    const calls = called.reduce((sum, area) => sum + area.calls, 0)
    const time = localTimeIn([...begins.keys()], Math.min(...begins.values()))?.text ?? ''
    return calls === 0 ? [] : [{ country, calls, inParts: begins.size < zones.length, time }]
  })
}

/** @param all where the calls go */
export function nightsOf(all: readonly Destination[], { from, seconds, callBacks, gapHours }: Calling): Nights {
  const atStart = nightsAt(all, from, 0)
  const known = new Set(atStart.map(({ country }) => country))
  const later = nightsAt(all, from, seconds).filter(({ country }) => !known.has(country))
  const calledBack = new Map<string | null, Night>()
  for (let attempt = 1; attempt <= callBacks; attempt++) {
    for (const night of nightsAt(all, from + attempt * gapHours * hour, seconds)) {
      const before = calledBack.get(night.country)
      if (!before || before.calls < night.calls) calledBack.set(night.country, night)
    }
  }
  return { atStart, later, callBacks: [...calledBack.values()] }
}

const named = 6
const callsIn = (nights: readonly Night[]) => nights.reduce((sum, { calls }) => sum + calls, 0)

function placeOf({ country, inParts }: Night): string {
  const name = country === null ? 'an unknown country' : `${country === 'US' ? 'the ' : ''}${countryName(country)}`
  return inParts ? `in parts of ${name}` : `in ${name}`
}

function listed(nights: readonly Night[]): string {
  const words = nights
    .slice(0, named)
    .map((night) => `${placeOf(night)} (${night.time}, ${plural(night.calls, 'call', 'calls')})`)
  const more = nights.length - words.length
  return [...words, ...(more > 0 ? [plural(more, 'more country', 'more countries')] : [])].join('; ')
}

/**
 * What a person should know before starting: a sentence for the start, for the time until the last call has ended, and for the
 * call-backs, each with the countries, their local time and how many calls.
 *
 * @param calls all of them
 * @param isScheduled the start is to come
 */
export function nightsInWords({ atStart, later, callBacks }: Nights, calls: number, isScheduled: boolean): string[] {
  const of = (nights: readonly Night[]) => `${number(callsIn(nights))} of ${plural(calls, 'call', 'calls')}`
  const hours = `before ${dayHours.from}:00 or after ${dayHours.to}:00`
  return [
    ...(atStart.length > 0
      ? [`At the start it ${isScheduled ? 'will be' : 'is'} night, ${hours}, for ${of(atStart)}: ${listed(atStart)}.`]
      : []),
    ...(later.length > 0 ? [`Before the calls are done, night begins for ${of(later)}: ${listed(later)}.`] : []),
    ...(callBacks.length > 0
      ? [`Call-backs may come at night, ${hours}, for ${of(callBacks)}: ${listed(callBacks)}.`]
      : []),
  ]
}
