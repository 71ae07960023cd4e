/** Groups a list of phone numbers by country and possible time zones. */
import { countryOf } from '#phone/country.ts'
import { timeZonesOf } from '#phone/zones.ts'
import type { Group } from './groups.ts'
import type { Place } from './hours.ts'

/**
 * The leading digits that decide a number's country and time zones: in North America the calling code and the area code, elsewhere eight,
 * as the longest prefixes have.
 */
function areaOf(number: number): number {
  let area = number
  while (area >= 1e10) area = Math.floor(area / 10)
  const isNorthAmerican = number >= 1e10 && number < 2e10
  return Math.floor(area / (isNorthAmerican ? 1e4 : 100))
}

/**
 * The country and possible time zones of a number.
 *
 * @param e164 `+` and digits
 */
export const placeOf = (e164: string): Place => ({ country: countryOf(e164), zones: timeZonesOf(e164) })

export interface PeopleGroup extends Group {
  /** Indexes of the numbers in the list, from 0. */
  positions: number[]
}

/**
 * Groups a list, one group for each country and set of time zones. Fifty thousand numbers fall into a few hundred areas, so only one
 * number of each area is looked up.
 *
 * @param numbers E.164 numbers without the `+`
 */
export function groupByPlace(numbers: readonly number[]): PeopleGroup[] {
  const groups = new Map<string, PeopleGroup>()
  const areas = new Map<number, PeopleGroup>()
  numbers.forEach((number, at) => {
    const area = areaOf(number)
    let group = areas.get(area)
    if (!group) {
      const place = placeOf(`+${number}`)
      const key = `${place.country} ${place.zones.join()}`
      group = groups.get(key) ?? { ...place, calls: 0, positions: [] }
      groups.set(key, group)
      areas.set(area, group)
    }
    group.calls++
    group.positions.push(at)
  })
  return [...groups.values()]
}
