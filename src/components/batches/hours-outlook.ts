/**
 * Compares a batch with the calling hours: who is outside them at the start, whose hours end before the calls do, and how many
 * call-backs fit. Pure.
 */
import { callBacksInside, firstClose, type Group, laterOpening, splitByHours } from '#calling-hours/groups.ts'
import { closesAt } from '#calling-hours/hours.ts'
import { localTimeText, placeText } from '#calling-hours/place-texts.ts'
import type { CallingHours, Destination } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import * as texts from './texts.tsx'

/** When and how often a batch calls. */
export interface CallPlan {
  /** Epoch ms. */
  from: number
  /** Estimated seconds that the calls take. */
  seconds: number
  /** Attempts after the first, and the hours between them. */
  callBacks: number
  gapHours: number
}

export interface HoursComparison {
  /** How many of the requested call-backs fit into the hours. */
  callBacks: number
  /** A sentence that names the places where people are, or may be, outside calling hours at the start; '' if there are none. */
  outside: string
  /** Whether calling hours may end while the batch is calling. It may take twice as long as estimated. */
  mayHoursEnd: boolean
  /** Warnings about calls and call-backs that do not fit; [] if all fit. */
  sentences: string[]
}

const groupsIn = (destinations: readonly Destination[]): Group[] =>
  destinations.flatMap(({ country, areas }) => areas.map(({ zones, calls }) => ({ country, zones, calls })))

const callsIn = (groups: readonly Group[]): number => groups.reduce((sum, { calls }) => sum + calls, 0)
const maxNamedPlaces = 6

function placeList(groups: readonly Group[], timeOf: (group: Group) => string): string {
  const largestFirst = groups.toSorted((a, b) => b.calls - a.calls)
  const named = largestFirst
    .slice(0, maxNamedPlaces)
    .map(
      (group) =>
        `${[placeText(group), timeOf(group)].filter(Boolean).join(' ')}, ${plural(group.calls, 'call', 'calls')}`,
    )
  const unnamedCount = largestFirst.length - named.length
  return [...named, ...(unnamedCount > 0 ? [plural(unnamedCount, 'more place', 'more places')] : [])].join('; ')
}

function callBackSentences(requested: number, fitting: number): string[] {
  if (fitting === requested) return []
  return [
    fitting === 0
      ? 'No call-back fits within calling hours, so nobody is called back.'
      : `Only ${number(fitting)} of ${plural(requested, 'call-back', 'call-backs')} ${fitting === 1 ? 'fits' : 'fit'} within calling hours. The rest will not be made.`,
  ]
}

/**
 * Says when calling hours are next open for everybody or, failing that, for the most people; '' if nobody is outside now, or if no
 * later time is better.
 */
export function openingText(
  destinations: readonly Destination[],
  hours: CallingHours,
  { from, seconds }: Pick<CallPlan, 'from' | 'seconds'>,
): string {
  const groups = groupsIn(destinations)
  if (splitByHours(groups, hours, from).outside.length === 0) return ''
  const opening = laterOpening(groups, hours, from, seconds * 1_000)
  if (opening === null) return ''
  return texts.hoursOpenFor(opening.calls, opening.of, timeWithDay(opening.at, from))
}

export function compareWithHours(
  destinations: readonly Destination[],
  hours: CallingHours,
  { from, seconds, callBacks, gapHours }: CallPlan,
): HoursComparison {
  const groups = groupsIn(destinations)
  const { inside, outside, unknown } = splitByHours(groups, hours, from)
  const durationMs = seconds * 1_000
  const notInside = [...outside, ...unknown]
  const endingEarly = inside.filter((group) => closesAt(group, hours, from) < from + durationMs)
  const closes = firstClose(inside, hours, from)
  const fittingCallBacks = callBacksInside(closes, from, gapHours, callBacks, durationMs)
  const totalCalls = callsIn(groups)
  return {
    callBacks: fittingCallBacks,
    mayHoursEnd: closes < from + 2 * durationMs,
    outside:
      notInside.length > 0
        ? texts.outsideAtStart(
            callsIn(notInside),
            totalCalls,
            placeList(notInside, (group) => localTimeText(group, from)),
          )
        : '',
    sentences: [
      ...(endingEarly.length > 0
        ? [
            texts.hoursEndBefore(
              callsIn(endingEarly),
              totalCalls,
              placeList(endingEarly, (group) => localTimeText(group, closesAt(group, hours, from))),
            ),
          ]
        : []),
      ...callBackSentences(callBacks, fittingCallBacks),
    ],
  }
}
