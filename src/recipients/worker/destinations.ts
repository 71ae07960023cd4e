/** The countries and time zones that calls go to. */
import { groupByPlace } from '#calling-hours/people.ts'
import type { Destination } from '#contract/index.ts'

/**
 * The countries of these numbers, most calls first.
 *
 * @param numbers E.164 without their +
 */
export function destinationsOf(numbers: readonly number[]): Destination[] {
  return [...Map.groupBy(groupByPlace(numbers), ({ country }) => country)]
    .map(([country, groups]) => ({
      country,
      calls: groups.reduce((sum, { calls }) => sum + calls, 0),
      zones: [...new Set(groups.flatMap(({ zones }) => zones))],
      areas: groups.map(({ zones, calls }) => ({ zones: [...zones], calls })),
    }))
    .toSorted((one, other) => other.calls - one.calls)
}
