/** Calling hours of many people: people whose numbers may be at home in the same zones are one group. All moments are epoch ms. */
import { type CallingHours, closesAt, isKnown, isOpen, nextOpening, type Place, windowsFrom } from './hours.ts'

export interface Group extends Place {
  /** How many people. */
  calls: number
}

const sumOf = (groups: readonly Group[]): number => groups.reduce((sum, { calls }) => sum + calls, 0)

/** The groups that can be called at a moment, those that cannot, and those of whom nobody knows where they are. */
export function sortByHours<G extends Group>(groups: readonly G[], hours: CallingHours, at: number) {
  const [inside, outside, unknown]: [G[], G[], G[]] = [[], [], []]
  for (const group of groups) {
    if (isOpen(group, hours, at)) inside.push(group)
    else if (isKnown(group)) outside.push(group)
    else unknown.push(group)
  }
  return { inside, outside, unknown }
}

/**
 * The moment at which a batch closes: when the first of the people who wait in it is outside the hours; `at` itself if somebody is
 * already. Infinity where nobody's hours end. Unknown places do not count.
 */
export const firstClose = (waiting: readonly Place[], hours: CallingHours, at: number): number =>
  Math.min(...waiting.filter(isKnown).map((place) => closesAt(place, hours, at)))

export interface Opening {
  at: number
  /** People who are inside their hours then. */
  calls: number
  /** Of so many: those whose place is unknown do not count. */
  of: number
}

/**
 * The first moment from `after` on at which everybody is inside the hours; where there is none within a week, the first at which the most
 * people are. null: nobody ever is.
 *
 * @param lasts ms for which they must stay inside
 */
export function bestOpening(groups: readonly Group[], hours: CallingHours, after: number, lasts = 0): Opening | null {
  const known = groups.filter(isKnown)
  const changes = known.flatMap((group) =>
    windowsFrom(group, hours, after).flatMap(({ opens, closes }) => {
      const [from, until] = [Math.max(opens, after), closes - lasts]
      return from > until || (lasts === 0 && from === until)
        ? []
        : [
            { at: from, calls: group.calls },
            // A start at the last moment still lasts until just before it closes.
            { at: lasts === 0 ? until : until + 1, calls: -group.calls },
          ]
    }),
  )
  const of = sumOf(known)
  let calls = 0
  let best: Opening | null = null
  for (const [at, some] of [...Map.groupBy(changes, (change) => change.at)].toSorted(([a], [b]) => a - b)) {
    calls += some.reduce((sum, change) => sum + change.calls, 0)
    if (calls > (best?.calls ?? 0)) best = { at, calls, of }
  }
  if (best) return best
  // Nobody within a week: holidays.
  const later = known.flatMap((group) => nextOpening(group, hours, after, lasts) ?? [])
  if (later.length === 0) return null
  const at = Math.min(...later)
  return { at, calls: sumOf(known.filter((group) => isOpen(group, hours, at))), of }
}

/**
 * People who wait for their hours, as they are started: those who are inside now, those whose hours open later, and those of whom nobody
 * knows where they are. Only groups that have somebody, the earliest first.
 *
 * @param apart those outside are started apart, each when their own hours open; else together, when most of them are inside
 * @returns `at`: when they may be called; null: nobody knows, or never
 */
export function openingsOf<G extends Group>(groups: readonly G[], hours: CallingHours, now: number, apart: boolean) {
  const { inside, outside, unknown } = sortByHours(groups, hours, now)
  const together = bestOpening(outside, hours, now)?.at ?? null
  const later = Map.groupBy(outside, (group) => (apart ? nextOpening(group, hours, now) : together))
  const opening = [...later].map(([at, groups]) => ({ groups, at }))
  const all = [
    { groups: inside, at: now },
    ...opening.toSorted((one, other) => (one.at ?? Number.POSITIVE_INFINITY) - (other.at ?? Number.POSITIVE_INFINITY)),
    { groups: unknown, at: null },
  ]
  return all.filter(({ groups }) => groups.length > 0)
}

/**
 * How many call-backs a batch may ask for so that all of them come before it closes. A round of call-backs lasts no longer than the first
 * round of calls.
 *
 * @param closes when the batch closes
 * @param start when its first call is made
 * @param gapHours hours between two tries
 * @param tries call-backs that are wanted, after the first try
 * @param lasts ms that one round of calls takes
 */
export function callBacksInside(closes: number, start: number, gapHours: number, tries: number, lasts = 0): number {
  const round = gapHours * 3_600_000 + lasts
  if (closes === Number.POSITIVE_INFINITY || round === 0) return tries
  // The last call of the last round ends before it closes.
  const rounds = Math.ceil((closes - start - lasts) / round) - 1
  return Math.max(0, Math.min(tries, rounds))
}
