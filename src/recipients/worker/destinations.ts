/** Where calls go: countries, and the time zones where people may be. */
import type { Destination } from '#contract/index.ts'
import { countryOf } from '#phone/country.ts'
import { timeZonesOf } from '#phone/zones.ts'

/** A number's first digits, at most three of the calling code and three of the area, decide its zones. */
function areaOf(number: number): number {
  let area = number
  while (area >= 1e6) area = Math.floor(area / 10)
  return area
}

/**
 * The countries of these numbers, most calls first.
 *
 * @param numbers E.164 without their +
 */
export function destinationsOf(numbers: readonly number[]): Destination[] {
  // Fifty thousand numbers lie in a few hundred areas: one of each is looked up.
  const areas = new Map<number, { calls: number; example: string }>()
  for (const number of numbers) {
    const area = areas.get(areaOf(number))
    if (area) area.calls++
    else areas.set(areaOf(number), { calls: 1, example: `+${number}` })
  }
  const found = new Map<string | null, { calls: number; areas: Map<string, { zones: string[]; calls: number }> }>()
  for (const { calls, example } of areas.values()) {
    const country = countryOf(example)
    const known = found.get(country) ?? { calls: 0, areas: new Map() }
    const zones = timeZonesOf(example)
    const alike = known.areas.get(zones.join()) ?? { zones: [...zones], calls: 0 }
    alike.calls += calls
    known.calls += calls
    known.areas.set(zones.join(), alike)
    found.set(country, known)
  }
  return [...found]
    .map(([country, { calls, areas }]) => {
      const apart = [...areas.values()]
      return { country, calls, zones: [...new Set(apart.flatMap(({ zones }) => zones))], areas: apart }
    })
    .toSorted((one, other) => other.calls - one.calls)
}
