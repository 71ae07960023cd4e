/** The period of a report, as it is counted. */
import { isZoneKnown } from '#calling-hours/zone-clock.ts'
import { dayMs, hourMs, minuteMs } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'

export interface RequestedPeriod {
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
}

/** The most hours or days that are counted one by one. */
const maxSteps = 800

/** How long a period may be. What counts neither hours nor days takes as long as there are rows, so only nonsense is refused. */
const limits = {
  hour: { ms: hourMs, most: maxSteps, unit: 'hours' },
  day: { ms: dayMs, most: maxSteps, unit: 'days' },
  other: { ms: 365.25 * dayMs, most: 100, unit: 'years' },
} as const

const refuse = (message: string) => refusal({ status: 400, code: 'invalid_request', message })

/**
 * Checks a period whatever it is counted by.
 *
 * @param period.by counts by hour and day have fewer of them
 * @throws Refusal 400 for an unknown time zone or a period that is too long
 */
function checkPeriod({ from, to, by, zone }: RequestedPeriod & { by?: string; zone?: string }): void {
  if (zone !== undefined && !isZoneKnown(zone))
    throw refuse(`Unknown time zone: ${zone}. Nothing was counted. Use an IANA name, such as Europe/Berlin.`)
  const { ms, most, unit } = limits[by === 'hour' || by === 'day' ? by : 'other']
  // guard: counted-period-is-limited
  if ((to - from) / ms > most)
    throw refuse(`The period is too long. Nothing was counted. Choose at most ${most} ${unit}.`)
}

/**
 * The period in whole minutes, so that requests of the same minute share one answer, and at most until tomorrow: nothing happened later.
 * Both ends are rounded up, so that two periods in a row have no minute in common.
 *
 * @param now epoch ms
 * @throws Refusal 400 for an unknown time zone or a period that is too long
 */
export function countedPeriod<Query extends RequestedPeriod & { by?: string; zone?: string }>(
  query: Query,
  now: number,
): Query {
  const endOfMinute = (at: number) => Math.ceil(at / minuteMs) * minuteMs
  checkPeriod(query)
  const to = Math.min(endOfMinute(query.to), endOfMinute(now) + dayMs)
  return { ...query, from: endOfMinute(query.from), to }
}
