/** Names of places and their local times, as people read them. */
import { countryName } from '#phone/country.ts'
import { isKnown, type Place } from './hours.ts'
import { clockAt, offsetAt } from './zone-clock.ts'

/** "Pacific/Honolulu" → "Honolulu". */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** Local time: "05:10", or "05:10 to 07:10" if several time zones are possible; '' for an unknown place. @param at epoch ms */
export function localTimeText(place: Place, at: number): string {
  if (!isKnown(place)) return ''
  const zones = place.zones.toSorted((one, other) => offsetAt(one, at) - offsetAt(other, at))
  const [first = '', last = first] = [zones[0], zones.at(-1)].map((zone) => (zone ? clockAt(zone, at) : ''))
  return first === last ? first : `${first} to ${last}`
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Local weekday and time: "Sun 05:10". If several time zones are possible, the weekday is that of the earliest one. @param at epoch ms */
export function localDayAndTimeText(place: Place, at: number): string {
  if (!isKnown(place)) return ''
  const behind = Math.min(...place.zones.map((zone) => offsetAt(zone, at)))
  return `${weekdays[new Date(at + behind).getUTCDay()]} ${localTimeText(place, at)}`
}

/**
 * Name of a place: "Russia", or "Unknown time zone". If only one of a country's time zones is possible, with its city: "United States
 * (Honolulu)".
 */
export function placeText({ country, zones }: Place): string {
  if (zones.length === 0) return 'Unknown time zone'
  const [zone = ''] = zones
  const name = country === null ? 'Unknown country' : countryName(country)
  return zones.length === 1 && cityOf(zone) !== name ? `${name} (${cityOf(zone)})` : name
}
