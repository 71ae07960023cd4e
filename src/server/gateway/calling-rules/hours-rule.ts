/** The rule that nobody is called outside the calling hours in their local time. */
import { setImmediate } from 'node:timers/promises'
import { callSeconds } from '#calling-hours/duration.ts'
import {
  bestOpening,
  callBacksInside,
  firstClose,
  type Group,
  openingsOf,
  splitByHours,
} from '#calling-hours/groups.ts'
import { closesAt } from '#calling-hours/hours.ts'
import { groupByPlace, type PeopleGroup } from '#calling-hours/people.ts'
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

interface Found {
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
const placesIn = (groups: readonly PeopleGroup[]): number[] =>
  groups.flatMap(({ positions }) => positions).toSorted((one, other) => one - other)
const largestFirst = <G extends Group>(groups: readonly G[]): G[] =>
  groups.toSorted((one, other) => other.calls - one.calls)
const maxNamedPlaces = 3
const hoursOfDay = 24

/** Names the places with the most people, and what the operator can do. */
function outsideHours({ hours, at, outside, unknown }: Found, total: number): Refusal {
  const people = peopleIn(outside) + peopleIn(unknown)
  const named = largestFirst(outside)
    .slice(0, maxNamedPlaces)
    .map((group) => `${placeText(group)} ${localDayAndTimeText(group, at)}`)
  const more = outside.length - named.length
  const where = [...named, ...(more > 0 ? [`${more} more places`] : [])].join(', ')
  const details = [where, unknown.length > 0 && `${peopleIn(unknown)} in an unknown time zone`]
    .filter(Boolean)
    .join('; ')
  return refusal({
    status: 409,
    code: 'outside_hours',
    message: `${peopleText(people, total)} ${people === 1 ? 'is' : 'are'} outside the calling hours (${hoursInWords(hours)}) when the calls start: ${details}. Nothing was sent. Leave them out, choose another start time, or give a reason.`,
    fields: { people: String(people) },
  })
}

/** The first use of a zone's clock takes a millisecond or more and is then cached, so other requests get a turn after each. */
async function readClocks(groups: readonly PeopleGroup[]): Promise<void> {
  for (const zone of new Set(groups.flatMap(({ zones }) => zones))) {
    if (!isZoneKnown(zone)) continue
    offsetAt(zone, 0)
    await setImmediate()
  }
}

/** The people who are called at the start. "First 10" calls the others later, when this rule is checked again. */
const calledAtStart = ({ recipients, fields: { first } }: People) =>
  first === undefined ? recipients : recipients.slice(0, Number(first))

export function createHoursRule({
  setting,
  clock,
  atOnce,
}: {
  setting: Pick<CallingRuleSetting, 'of'>
  clock: Clock
  /** Calls that the service makes at the same time. */
  atOnce: number
}): RecipientRule<Found, OutsideHours> {
  function sort(groups: readonly PeopleGroup[], rules: CallingHours, { fields }: People): Found {
    const { scheduledAt } = fields
    // guard: batch-has-hours-of-its-own
    const hours = hoursOf(fields, rules)
    const at = scheduledAt === undefined ? clock.now() : Math.max(clock.now(), Date.parse(scheduledAt))
    return { hours, at, groups, ...splitByHours(groups, hours, at) }
  }
  const secondsOf = (groups: readonly Group[]) => callSeconds(peopleIn(groups), atOnce)
  const groupsOf = (people: People) =>
    groupByPlace(calledAtStart(people).map(({ phone_number }) => Number(phone_number.slice(1))))

  return {
    isTemporary: true,

    async find(people) {
      const groups = groupsOf(people)
      await readClocks(groups)
      return sort(groups, (await setting.of(people.workspace)).hours, people)
    },

    /** The hours may have ended or been changed since `find`. */
    async findAgain(store, people, before: Found | undefined) {
      return sort(before?.groups ?? groupsOf(people), (await setting.of(people.workspace, store)).hours, people)
    },

    /**
     * @throws Refusal 409 `outside_hours` without a reason (`hoursReason`), or if more people are outside than the operator gave it for
     *   (`hoursPeople`). A test call to the operator's own number (`test`) needs no reason
     */
    refuse(found, { fields: { hoursReason, hoursPeople = '0', test } }) {
      if (test !== undefined) return
      const allowed = hoursReason === undefined ? 0 : Number(hoursPeople)
      // guard: nobody-is-called-outside-hours
      if (peopleIn(found.outside) + peopleIn(found.unknown) > allowed) throw outsideHours(found, peopleIn(found.groups))
    },

    /** Removes call-backs that would come after the hours end. */
    adjustFields({ hours, at, inside, groups }, { fields: { smartCallbackConfig, hoursReason, test } }) {
      if (smartCallbackConfig === undefined || hoursReason !== undefined || test !== undefined)
        return { smartCallbackConfig }
      const config = JSON.parse(smartCallbackConfig) as SmartCallback
      const gapHours = Math.max(0, ...config.gaps.map((gap) => gap.days * hoursOfDay + gap.hours))
      const closes = firstClose(inside, hours, at)
      const tries = callBacksInside(closes, at, gapHours, config.maxAttempts - 1, secondsOf(groups) * 1_000)
      // guard: call-backs-stay-inside-hours
      return { smartCallbackConfig: tries === 0 ? undefined : JSON.stringify({ ...config, maxAttempts: tries + 1 }) }
    },

    places: ({ outside, unknown }) => placesIn([...outside, ...unknown]),

    /** Grouped by time zone if Switchboard starts them automatically; otherwise one group, for which a person decides. */
    callsLater({ hours, at, outside, unknown }, { fields: { afterHours } }) {
      const openings = openingsOf([...outside, ...unknown], hours, at, afterHours === 'gateway')
      return openings.map(({ groups, at }) => ({ places: placesIn(groups), at }))
    },

    /** A reason or a test call means that the hours do not apply. */
    closing({ hours, at, inside }, { fields: { hoursReason, test } }) {
      if (hoursReason !== undefined || test !== undefined) return null
      const closes = firstClose(inside, hours, at)
      const first = inside.find((group) => closesAt(group, hours, at) === closes)
      if (!first || !Number.isFinite(closes)) return null
      return { at: closes, place: `${localTimeText(first, closes)} in ${placeText(first)}` }
    },

    describe({ hours, at, groups, inside, outside, unknown }, rowsOf) {
      const closes = firstClose(inside, hours, at)
      return {
        hours,
        at,
        people: peopleIn(outside) + peopleIn(unknown),
        rows: rowsOf(placesIn([...outside, ...unknown])),
        places: largestFirst(groups).map((group) => ({
          country: group.country,
          zones: [...group.zones],
          calls: group.calls,
          isInside: inside.includes(group),
        })),
        // If the calls take longer than one day's hours, start when the hours begin.
        opening:
          outside.length > 0
            ? (bestOpening(groups, hours, at, secondsOf(groups) * 1_000) ?? bestOpening(groups, hours, at))
            : null,
        closes: Number.isFinite(closes) ? closes : null,
      }
    },
  }
}
