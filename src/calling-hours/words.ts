/** Places and their clocks in words. */
import { countryName } from '#phone/country.ts'
import { isKnown, type Place } from './hours.ts'
import { clockAt, offsetAt } from './zone-clock.ts'

/** "Honolulu", for "Pacific/Honolulu". */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** "05:10", or "05:10 to 07:10" where the zone is not certain; '' for an unknown place. */
export function clocksAt(place: Place, at: number): string {
  if (!isKnown(place)) return ''
  const zones = place.zones.toSorted((one, other) => offsetAt(one, at) - offsetAt(other, at))
  const [first = '', last = first] = [zones[0], zones.at(-1)].map((zone) => (zone ? clockAt(zone, at) : ''))
  return first === last ? first : `${first} to ${last}`
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** "Sun 05:10": with the weekday of the clock that is furthest behind, since hours end on some days. */
export function dayAndClocksAt(place: Place, at: number): string {
  if (!isKnown(place)) return ''
  const behind = Math.min(...place.zones.map((zone) => offsetAt(zone, at)))
  return `${weekdays[new Date(at + behind).getUTCDay()]} ${clocksAt(place, at)}`
}

/** "United States (Honolulu)", "Russia", "An unknown time zone": a city where the place is in one zone of its country. */
export function placeInWords({ country, zones }: Place): string {
  if (zones.length === 0) return 'An unknown time zone'
  const [zone = ''] = zones
  const name = country === null ? 'An unknown country' : countryName(country)
  return zones.length === 1 && cityOf(zone) !== name ? `${name} (${cityOf(zone)})` : name
}
