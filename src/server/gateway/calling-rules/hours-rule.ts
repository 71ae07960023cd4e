/** The rule that nobody is called outside the calling hours in their local time. */
import { setImmediate } from 'node:timers/promises'
import { callSeconds } from '#calling-hours/duration.ts'
import {
  callBacksInside,
  firstClose,
  type Group,
  laterOpening,
  openingsOf,
  splitByHours,
} from '#calling-hours/groups.ts'
import { closesAt, isKnown, isOpen } from '#calling-hours/hours.ts'
import { groupByPlace, type PeopleGroup, placeOf } from '#calling-hours/people.ts'
import { localDayAndTimeText, localTimeText, placeText } from '#calling-hours/place-texts.ts'
import { isZoneKnown, offsetAt } from '#calling-hours/zone-clock.ts'
import {
  type CallingHours,
  hoursInWords,
  hoursOf,
  type OutsideHours,
  type Refusal,
  type SmartCallback,
} from '#contract/index.ts'
import { peopleText } from '../contacts/people-text.ts'
import type { Clock } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'
import type { People, RecipientRule } from './recipient-rules.ts'
import type { CallingRuleSetting } from './setting.ts'

/** The people of a start, grouped by place and sorted by whether their calling hours are open. */
interface SortedPeople {
  hours: CallingHours
  /** Epoch ms: when the calls start. */
  at: number
  /** The people who are called then. */
  groups: readonly PeopleGroup[]
  inside: readonly PeopleGroup[]
  outside: readonly PeopleGroup[]
  unknown: readonly PeopleGroup[]
}

const peopleIn = (groups: readonly Group[]): number => groups.reduce((sum, { calls }) => sum + calls, 0)
const indexesIn = (groups: readonly PeopleGroup[]): number[] =>
  groups.flatMap(({ positions }) => positions).toSorted((a, b) => a - b)
const largestFirst = <G extends Group>(groups: readonly G[]): G[] => groups.toSorted((a, b) => b.calls - a.calls)
const maxNamedPlaces = 3
const hoursPerDay = 24

/** The message names the places with the most people, and what the operator can do. */
function outsideHoursRefusal({ hours, at, outside, unknown }: SortedPeople, total: number): Refusal {
  const people = peopleIn(outside) + peopleIn(unknown)
  const named = largestFirst(outside)
    .slice(0, maxNamedPlaces)
    .map((group) => `${placeText(group)} ${localDayAndTimeText(group, at)}`)
  const unnamedCount = outside.length - named.length
  const placeList = [...named, ...(unnamedCount > 0 ? [`${unnamedCount} more places`] : [])].join(', ')
  const details = [placeList, unknown.length > 0 && `${peopleIn(unknown)} in an unknown time zone`]
    .filter(Boolean)
    .join('; ')
  return refusal({
    status: 409,
    code: 'outside_hours',
    message: `${peopleText(people, total)} ${people === 1 ? 'is' : 'are'} outside the calling hours (${hoursInWords(hours)}) when the calls start: ${details}. Nothing was sent. Leave them out, choose another start time, or give a reason.`,
    fields: { people: String(people) },
  })
}

/** Why a start or a call overrules the calling hours, for the audit. */
export const outsideHoursReason = (reason: string): string => `Outside the calling hours: ${reason}`

/** @returns why one call at this moment is outside the calling hours, or may be; undefined: it is inside */
export function callOutsideHours(e164: string, hours: CallingHours, at: number): Refusal | undefined {
  const place = placeOf(e164)
  // guard: single-call-obeys-the-hours
  if (isKnown(place) && isOpen(place, hours, at)) return undefined
  const why = isKnown(place)
    ? `In ${placeText(place)} it is ${localDayAndTimeText(place, at)}, which is`
    : 'The time zone of this number is unknown, so the call may be'
  return refusal({
    status: 409,
    code: 'outside_hours',
    message: `${why} outside the calling hours (${hoursInWords(hours)}). No call was placed. Give a reason to call now.`,
    fields: { hoursReason: 'Give a reason.' },
  })
}

/** Caches the clock of each time zone. Reading one takes a millisecond or more, so other requests get a turn after each zone. */
async function cacheZoneClocks(groups: readonly PeopleGroup[]): Promise<void> {
  for (const zone of new Set(groups.flatMap(({ zones }) => zones))) {
    if (!isZoneKnown(zone)) continue
    offsetAt(zone, 0)
    await setImmediate()
  }
}

/** The people who are called at the start. "First 10" calls the others later, when this rule is checked again. */
const calledAtStart = ({ recipients, fields: { first } }: People) =>
  first === undefined ? recipients : recipients.slice(0, Number(first))

/** Creates the rule for the starts of batches. */
export function createHoursRule({
  setting,
  clock,
  maxParallelCalls,
}: {
  setting: Pick<CallingRuleSetting, 'get'>
  clock: Clock
  /** How many calls the service makes at the same time. */
  maxParallelCalls: number
}): RecipientRule<SortedPeople, OutsideHours> {
  function sortPeople(groups: readonly PeopleGroup[], workspaceHours: CallingHours, { fields }: People): SortedPeople {
    const { scheduledAt } = fields
    // guard: batch-has-hours-of-its-own
    const hours = hoursOf(fields, workspaceHours)
    const at = scheduledAt === undefined ? clock.now() : Math.max(clock.now(), Date.parse(scheduledAt))
    return { hours, at, groups, ...splitByHours(groups, hours, at) }
  }
  const durationSecondsOf = (groups: readonly Group[]) => callSeconds(peopleIn(groups), maxParallelCalls)
  const groupsOf = (people: People) =>
    groupByPlace(calledAtStart(people).map(({ phone_number }) => Number(phone_number.slice(1))))

  return {
    isTemporary: true,

    async find(people) {
      const groups = groupsOf(people)
      await cacheZoneClocks(groups)
      return sortPeople(groups, (await setting.get(people.workspace)).hours, people)
    },

    /** Sorts again, because the hours may have ended or been changed since `find`. */
    async findAgain(store, people, findings: SortedPeople | undefined) {
      return sortPeople(
        findings?.groups ?? groupsOf(people),
        (await setting.get(people.workspace, store)).hours,
        people,
      )
    },

    /**
     * @throws Refusal 409 `outside_hours` without a reason (`hoursReason`), or if more people are outside than the operator gave the
     *   reason for (`hoursPeople`). A test call to the operator's own number (`test`) needs no reason
     */
    refuse(findings, { fields: { hoursReason, hoursPeople = '0', test } }) {
      if (test !== undefined) return
      const allowed = hoursReason === undefined ? 0 : Number(hoursPeople)
      // guard: nobody-is-called-outside-hours
      if (peopleIn(findings.outside) + peopleIn(findings.unknown) > allowed)
        throw outsideHoursRefusal(findings, peopleIn(findings.groups))
    },

    /** Counts the people outside, and removes call-backs that would come after the hours of those inside end. */
    adjustFields({ hours, at, inside, outside, unknown, groups }, { fields }) {
      const { smartCallbackConfig, hoursReason, test } = fields
      if (test !== undefined) return {}
      const people = peopleIn(outside) + peopleIn(unknown)
      const overruling =
        hoursReason === undefined || people === 0
          ? { hoursReason: undefined, hoursPeople: undefined }
          : { hoursReason, hoursPeople: String(people) }
      if (smartCallbackConfig === undefined) return overruling
      const config = JSON.parse(smartCallbackConfig) as SmartCallback
      const gapHours = Math.max(0, ...config.gaps.map((gap) => gap.days * hoursPerDay + gap.hours))
      const closeAt = firstClose(inside, hours, at)
      const callBacks = callBacksInside(
        closeAt,
        at,
        gapHours,
        config.maxAttempts - 1,
        durationSecondsOf(groups) * 1_000,
      )
      // guard: call-backs-stay-inside-hours
      return {
        ...overruling,
        smartCallbackConfig: callBacks === 0 ? undefined : JSON.stringify({ ...config, maxAttempts: callBacks + 1 }),
      }
    },

    indexesOf: ({ outside, unknown }) => indexesIn([...outside, ...unknown]),

    /** Grouped by time zone if Switchboard starts them automatically; otherwise one group, for which a person decides. */
    laterCallsOf({ hours, at, outside, unknown }, { fields: { afterHours } }) {
      const openings = openingsOf([...outside, ...unknown], hours, at, afterHours === 'gateway')
      return openings.map(({ groups, at }) => ({ indexes: indexesIn(groups), at }))
    },

    /** Of those inside their hours: a reason frees only those who were outside. null for a test call, to which no hours apply. */
    closingOf({ hours, at, inside }, { fields: { test } }) {
      if (test !== undefined) return null
      const closeAt = firstClose(inside, hours, at)
      const first = inside.find((group) => closesAt(group, hours, at) === closeAt)
      if (!first || !Number.isFinite(closeAt)) return null
      return { at: closeAt, place: `${localTimeText(first, closeAt)} in ${placeText(first)}` }
    },

    describe({ hours, at, groups, inside, outside, unknown }, rowsOf) {
      const closeAt = firstClose(inside, hours, at)
      return {
        hours,
        at,
        people: peopleIn(outside) + peopleIn(unknown),
        rows: rowsOf(indexesIn([...outside, ...unknown])),
        places: largestFirst(groups).map((group) => ({
          country: group.country,
          zones: [...group.zones],
          calls: group.calls,
          isInside: inside.includes(group),
        })),
        opening: outside.length > 0 ? laterOpening(groups, hours, at, durationSecondsOf(groups) * 1_000) : null,
        closes: Number.isFinite(closeAt) ? closeAt : null,
      }
    },
  }
}
