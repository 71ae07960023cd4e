/** Splits a batch into parts, so that everybody in a part is inside the calling hours until its last call has ended. */
import { callSeconds, callsWithin, type Pace } from './duration.ts'
import type { Group } from './groups.ts'
import { type CallingHours, isKnown, nextOpening, windowsFrom } from './hours.ts'

export interface Part<G extends Group = Group> {
  /** Epoch ms: when it starts, when its calls have ended as estimated, and when the first of its people is outside the hours. */
  at: number
  ends: number
  closes: number
  calls: number
  /** Its people. Those of one group may lie in several parts, if there are more than fit into one day. */
  groups: G[]
}
export interface Split<G extends Group = Group> {
  /** The earliest first. No two at the same time: each has all calls that are made at once for itself. */
  parts: Part<G>[]
  /** People who are never inside the hours, or not within two months. */
  never: G[]
  /** People of whom nobody knows where they are. */
  unknown: G[]
}

interface Open<G extends Group> {
  group: G
  closes: number
}

/** A group that a whole day would hold waits for that day; a larger one begins at once, and goes on the next day. */
function isWorthwhile(group: Group, hours: CallingHours, at: number, fits: number, pace: Pace): boolean {
  if (fits >= group.calls) return true
  if (fits === 0) return false
  const next = windowsFrom(group, hours, at).find(({ opens }) => opens > at)
  return !next || callsWithin((next.closes - next.opens) / 1_000, pace) < group.calls
}

/** The groups inside at a moment that can be called before they close, the first to close first. */
function openAt<G extends Group>(groups: readonly G[], hours: CallingHours, at: number, pace: Pace): Open<G>[] {
  return groups
    .flatMap((group) => {
      const [window] = windowsFrom(group, hours, at)
      if (!window || window.opens > at) return []
      const fits = callsWithin((window.closes - at) / 1_000, pace)
      return isWorthwhile(group, hours, at, fits, pace) ? [{ group, closes: window.closes }] : []
    })
    .toSorted((one, other) => one.closes - other.closes)
}

/** As many people as fit before the first of them is outside the hours. Only the group that closes first is divided. */
function fill<G extends Group>(open: readonly Open<G>[], at: number, pace: Pace): Part<G> {
  const closes = open[0]?.closes ?? at
  let room = callsWithin((closes - at) / 1_000, pace)
  const groups: G[] = []
  for (const { group } of open) {
    if (groups.length > 0 && group.calls > room) continue
    const calls = Math.min(room, group.calls)
    groups.push({ ...group, calls })
    room -= calls
  }
  const calls = groups.reduce((sum, group) => sum + group.calls, 0)
  const ends = at + callSeconds(calls, pace.atOnce, pace.callSeconds) * 1_000
  return { at, ends, closes, calls, groups }
}

const without = <G extends Group>(groups: readonly G[], part: Part<G>): G[] => {
  const called = new Map(part.groups.map((group) => [`${group.country} ${group.zones.join()}`, group.calls]))
  return groups.flatMap((group) => {
    const calls = group.calls - (called.get(`${group.country} ${group.zones.join()}`) ?? 0)
    return calls > 0 ? [{ ...group, calls }] : []
  })
}

/**
 * The parts of a batch, from a moment on (epoch ms). In each part everybody is inside the hours from its start until its last call has
 * ended, as far as the pace holds.
 *
 * @param groups each with zones and country of its own
 */
export function splitByZone<G extends Group>(
  groups: readonly G[],
  hours: CallingHours,
  from: number,
  pace: Pace,
): Split<G> {
  const unknown = groups.filter((group) => !isKnown(group))
  const oneCall = pace.callSeconds * 1_000
  const parts: Part<G>[] = []
  const never: G[] = []
  let left = groups.filter(isKnown)
  let at = from
  while (left.length > 0) {
    const open = openAt(left, hours, at, pace)
    if (open.length > 0) {
      const part = fill(open, at, pace)
      parts.push(part)
      left = without(left, part)
      at = part.ends
      continue
    }
    // Whoever is inside now but does not fit any more waits for the next window, hence the moment after this one.
    const nexts = left.map((group) => {
      const now = windowsFrom(group, hours, at)[0]
      const after = now && now.opens <= at ? now.closes : at
      return after === Number.POSITIVE_INFINITY ? null : nextOpening(group, hours, after, oneCall)
    })
    never.push(...left.filter((_, place) => nexts[place] === null))
    left = left.filter((_, place) => nexts[place] !== null)
    at = Math.min(...nexts.flatMap((next) => next ?? []))
  }
  return { parts, never, unknown }
}
