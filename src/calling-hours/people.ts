/** Groups the people of a list by where their phones may ring. */
import { countryOf } from '#phone/country.ts'
import { timeZonesOf } from '#phone/zones.ts'
import type { Group } from './groups.ts'
import type { Place } from './hours.ts'

/** A number's first digits, at most three of the calling code and three of the area, decide its zones. */
function areaOf(number: number): number {
  let area = number
  while (area >= 1e6) area = Math.floor(area / 10)
  return area
}

/** Where a phone may ring. @param e164 + and digits */
export const placeOf = (e164: string): Place => ({ country: countryOf(e164), zones: timeZonesOf(e164) })

export interface PeopleGroup extends Group {
  /** Their places in the list, from 0. */
  places: number[]
}

/**
 * The groups of a list, one for each country and set of zones. Fifty thousand numbers lie in a few hundred areas, and one number of each
 * is looked up.
 *
 * @param numbers E.164 without their +
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
      group = groups.get(key) ?? { ...place, calls: 0, places: [] }
      groups.set(key, group)
      areas.set(area, group)
    }
    group.calls++
    group.places.push(at)
  })
  return [...groups.values()]
}
