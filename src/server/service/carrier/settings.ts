/** What a flow's settings mean for a call (interface 2). Read tolerantly: what is missing or strange has no effect. */
import { callLimits, type Flow } from '#contract/index.ts'

export interface CallSettings {
  /** Seconds from the answer on; then the call is cut (specification 4.3 rule 6). */
  longest: number
  /** Seconds without a word after which the call ends; null: it goes on. */
  silence: number | null
  /** Seconds that the agent thinks before it answers. */
  delay: number
  recorded: boolean
  /** null: at all hours. */
  hours: { from: number; to: number; timezone: string } | null
  outOfHoursMessage: string
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
const seconds = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? Math.min(value, callLimits.longestSeconds) : null
/** `9:30` and `09:30` as minutes of the day; null for anything else. */
function minutesOf(value: unknown): number | null {
  const found = typeof value === 'string' ? /^(\d{1,2}):(\d{2})$/.exec(value.trim()) : null
  if (found === null) return null
  const minutes = Number(found[1]) * 60 + Number(found[2])
  return Number(found[2]) < 60 && minutes <= 24 * 60 ? minutes : null
}

/** More is a mistake, not a pause. */
const longestDelay = 30

/** The settings that decide how a call goes (interface 2), each with its usual value where a flow says nothing usable. */
export function settingsOf({ settings }: Pick<Flow, 'settings'>): CallSettings {
  const calls = at(settings, 'callSetting')
  const responses = at(settings, 'responseSettings')
  const hours = at(responses, 'workingHours')
  const [from, to, timezone] = [minutesOf(at(hours, 'start')), minutesOf(at(hours, 'end')), at(hours, 'timezone')]
  const message = at(hours, 'outOfHoursMessage')
  const known = at(hours, 'enabled') === true && from !== null && to !== null && typeof timezone === 'string'
  return {
    longest: seconds(at(calls, 'maxCallDuration')) ?? callLimits.longestSeconds,
    silence: seconds(at(calls, 'endCallOnSilence')),
    delay: Math.min(seconds(at(responses, 'delay')) ?? 0, longestDelay),
    recorded: at(settings, 'enableRecording') !== false,
    hours: known ? { from, to, timezone } : null,
    outOfHoursMessage: typeof message === 'string' ? message.trim() : '',
  }
}

/** The time of day in a zone, as minutes; null: there is no such zone. */
function timeOfDay(time: number, timeZone: string): number | null {
  try {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    return minutesOf(clock.format(time))
  } catch {
    return null
  }
}

/**
 * Whether a moment lies outside working hours, in their own time zone. Hours that end before they begin go over midnight; equal
 * ones are all day.
 *
 * @param time epoch ms
 */
export function isOutside({ hours }: Pick<CallSettings, 'hours'>, time: number): boolean {
  if (hours === null || hours.from === hours.to) return false
  const now = timeOfDay(time, hours.timezone)
  if (now === null) return false
  const { from, to } = hours
  return from < to ? now < from || now >= to : now < from && now >= to
}
