/** What a start meets of the calling hours: people outside them, hours that end before its calls do, call-backs that fit. Pure. */
import { bestOpening, callBacksInside, firstClose, type Group, splitByHours } from '#calling-hours/groups.ts'
import { closesAt } from '#calling-hours/hours.ts'
import { localTimeText, placeText } from '#calling-hours/place-texts.ts'
import type { CallingHours, Destination } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { dayedTime } from '#ui/time/format-time.ts'

/** In a simulation one click passes over the hours. */
export const reasonInSimulation = 'A simulation: no real calls are made.'

/** When calls are made. */
export interface Calling {
  /** Epoch ms. */
  from: number
  /** Seconds that the calls take, as estimated. */
  seconds: number
  /** Tries after the first, and the hours between two. */
  callBacks: number
  gapHours: number
  /** The operator has a reason to call outside the hours: then call-backs may come outside them too. By default none. */
  isAnyway?: boolean
}

export interface HoursOutlook {
  /** Call-backs that are asked for. */
  callBacks: number
  /** Who is outside the hours when the calls begin; '' for nobody. */
  outside: string
  /** Whether the calling hours may end while the batch is calling: it may take twice as long as estimated. */
  mayClose: boolean
  /** What else a person should know, one sentence for each thing; [] where all calls fit. */
  words: string[]
}

/** The groups of people in a list of destinations. */
const groupsIn = (destinations: readonly Destination[]): Group[] =>
  destinations.flatMap(({ country, areas }) => areas.map(({ zones, calls }) => ({ country, zones, calls })))

const callsIn = (groups: readonly Group[]): number => groups.reduce((sum, { calls }) => sum + calls, 0)
const namedPlaces = 6

function listed(groups: readonly Group[], timeOf: (group: Group) => string): string {
  const most = groups.toSorted((one, other) => other.calls - one.calls)
  const words = most
    .slice(0, namedPlaces)
    .map((group) =>
      [[placeText(group), timeOf(group)].filter(Boolean).join(' '), plural(group.calls, 'call', 'calls')].join(', '),
    )
  const more = most.length - words.length
  return [...words, ...(more > 0 ? [plural(more, 'more place', 'more places')] : [])].join('; ')
}

function callBackWords(asked: number, fitting: number): string[] {
  if (fitting === asked) return []
  if (fitting === 0) return ['No call-back fits into the calling hours, so nobody is called back.']
  const verb = fitting === 1 ? 'fits' : 'fit'
  return [
    `Only ${number(fitting)} of ${plural(asked, 'call-back', 'call-backs')} ${verb} into the calling hours. The others are not asked for.`,
  ]
}

/**
 * Where somebody is outside the hours: when all of them are inside next, or else most; '' where nobody is outside, or no later moment is better.
 *
 * @param from epoch ms: when the calls would begin
 * @param seconds that they take
 */
export function openingInWords(
  destinations: readonly Destination[],
  hours: CallingHours,
  { from, seconds }: Pick<Calling, 'from' | 'seconds'>,
): string {
  const groups = groupsIn(destinations)
  if (splitByHours(groups, hours, from).outside.length === 0) return ''
  const opening = bestOpening(groups, hours, from, seconds * 1_000) ?? bestOpening(groups, hours, from)
  if (opening === null || opening.at <= from) return ''
  const who = opening.calls === opening.of ? 'everybody' : `${number(opening.calls)} of ${number(opening.of)} people`
  return `The calling hours open for ${who} ${dayedTime(opening.at, from)}.`
}

/** @param destinations where the calls go */
export function hoursOutlook(
  destinations: readonly Destination[],
  hours: CallingHours,
  { from, seconds, callBacks, gapHours, isAnyway = false }: Calling,
): HoursOutlook {
  const groups = groupsIn(destinations)
  const { inside, outside, unknown } = splitByHours(groups, hours, from)
  const lasts = seconds * 1_000
  const late = [...outside, ...unknown]
  const closing = inside.filter((group) => closesAt(group, hours, from) < from + lasts)
  const fitting = isAnyway
    ? callBacks
    : callBacksInside(firstClose(inside, hours, from), from, gapHours, callBacks, lasts)
  const of = (some: readonly Group[]) => `${number(callsIn(some))} of ${plural(callsIn(groups), 'call', 'calls')}`
  return {
    callBacks: fitting,
    mayClose: !isAnyway && firstClose(inside, hours, from) < from + 2 * lasts,
    outside:
      late.length > 0
        ? `Outside the calling hours at the start: ${of(late)}. ${listed(late, (group) => localTimeText(group, from))}.`
        : '',
    words: [
      ...(closing.length > 0
        ? [
            `The calling hours end before the calls are done for ${of(closing)}: ${listed(closing, (group) => localTimeText(group, closesAt(group, hours, from)))}.`,
          ]
        : []),
      ...callBackWords(callBacks, fitting),
    ],
  }
}
