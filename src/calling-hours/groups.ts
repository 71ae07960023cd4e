/** Calling hours of a list of people. People with the same country and possible time zones form one group. All moments are epoch ms. */
import { type CallingHours, closesAt, isKnown, isOpen, nextOpening, type Place, windowsFrom } from './hours.ts'

export interface Group extends Place {
  /** Number of people. */
  calls: number
}

const sumOf = (groups: readonly Group[]): number => groups.reduce((sum, { calls }) => sum + calls, 0)

/** Splits groups into those that are inside their calling hours at a moment, those outside, and those whose time zone is unknown. */
export function splitByHours<G extends Group>(groups: readonly G[], hours: CallingHours, at: number) {
  const [inside, outside, unknown]: [G[], G[], G[]] = [[], [], []]
  for (const group of groups) {
    if (isOpen(group, hours, at)) inside.push(group)
    else if (isKnown(group)) outside.push(group)
    else unknown.push(group)
  }
  return { inside, outside, unknown }
}

/**
 * The moment at which the calling hours of the first waiting person end; `at` itself if somebody is already outside. Infinity if the
 * hours never end. Places with an unknown time zone do not count.
 */
export const firstClose = (waiting: readonly Place[], hours: CallingHours, at: number): number =>
  Math.min(...waiting.filter(isKnown).map((place) => closesAt(place, hours, at)))

export interface Opening {
  at: number
  /** Number of people who are inside their hours then. */
  calls: number
  /** Total number of people, without those whose time zone is unknown. */
  of: number
}

/**
 * Finds the first moment at or after `after` when everybody is inside the hours. If there is none within a week, the first moment when
 * the most people are.
 *
 * @param lasts how long they must stay inside, ms
 * @returns null if nobody is inside within two months
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
            // A start at the last possible moment still ends before the window closes.
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
  // Nobody is inside within a week, for example because of holidays.
  const later = known.flatMap((group) => nextOpening(group, hours, after, lasts) ?? [])
  if (later.length === 0) return null
  const at = Math.min(...later)
  return { at, calls: sumOf(known.filter((group) => isOpen(group, hours, at))), of }
}

/**
 * Finds a better moment to start than `planned`, at which everybody stays inside the hours for as long as the calls last. If they last
 * longer than one day's hours, it is when the hours begin.
 *
 * @param lasts how long the calls last, ms
 * @returns null if no later moment is better
 */
export function laterOpening(
  groups: readonly Group[],
  hours: CallingHours,
  planned: number,
  lasts: number,
): Opening | null {
  const opening = bestOpening(groups, hours, planned, lasts) ?? bestOpening(groups, hours, planned)
  return opening && opening.at > planned ? opening : null
}

/**
 * Plans when waiting people can be started: those who are inside their hours now, then those whose hours open later, then those whose
 * time zone is unknown.
 *
 * @param separately true: each group outside its hours starts when its own hours open; false: they start together when most are inside
 * @returns non-empty sets of groups, the earliest first; `at` is when they may be called, null if that is unknown or never
 */
export function openingsOf<G extends Group>(
  groups: readonly G[],
  hours: CallingHours,
  now: number,
  separately: boolean,
) {
  const { inside, outside, unknown } = splitByHours(groups, hours, now)
  const together = bestOpening(outside, hours, now)?.at ?? null
  const later = Map.groupBy(outside, (group) => (separately ? nextOpening(group, hours, now) : together))
  const opening = [...later].map(([at, groups]) => ({ groups, at }))
  const all = [
    { groups: inside, at: now },
    ...opening.toSorted((one, other) => (one.at ?? Number.POSITIVE_INFINITY) - (other.at ?? Number.POSITIVE_INFINITY)),
    { groups: unknown, at: null },
  ]
  return all.filter(({ groups }) => groups.length > 0)
}

/**
 * How many call-backs fit before the calling hours end. A round of call-backs takes no longer than the first round of calls.
 *
 * @param closes when the calling hours end, epoch ms
 * @param start when the first call is made, epoch ms
 * @param gapHours hours between two attempts
 * @param tries call-backs wanted after the first attempt
 * @param lasts duration of one round of calls, ms
 */
export function callBacksInside(closes: number, start: number, gapHours: number, tries: number, lasts = 0): number {
  const round = gapHours * 3_600_000 + lasts
  if (closes === Number.POSITIVE_INFINITY || round === 0) return tries
  // The last call of the last round must end before the hours do.
  const rounds = Math.ceil((closes - start - lasts) / round) - 1
  return Math.max(0, Math.min(tries, rounds))
}
