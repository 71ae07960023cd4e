/** Reads the settings of a flow that affect a call (interface 2). Missing and invalid values have no effect. */
import { callLimits, type Flow } from '#contract/index.ts'

export interface CallSettings {
  /** Longest duration from the answer on; then the call is cut off (specification 4.3 rule 6). */
  maxSeconds: number
  /** Seconds of silence after which the call ends; null: never. */
  silenceSeconds: number | null
  /** Seconds before the agent answers. */
  delaySeconds: number
  isRecorded: boolean
  /** Working hours, in minutes of the day; null: always open. */
  hours: { from: number; to: number; timezone: string } | null
  outOfHoursMessage: string
}

const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
const seconds = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? Math.min(value, callLimits.maxSeconds) : null
/** Parses `9:30` or `09:30` to minutes of the day; null for anything else. */
function minutesOf(value: unknown): number | null {
  const found = typeof value === 'string' ? /^(\d{1,2}):(\d{2})$/.exec(value.trim()) : null
  if (found === null) return null
  const minutes = Number(found[1]) * 60 + Number(found[2])
  return Number(found[2]) < 60 && minutes <= 24 * 60 ? minutes : null
}

/** A longer delay is taken for a mistake and reduced to this. */
const maxDelaySeconds = 30

/** Reads the call settings of a flow (interface 2), with defaults for missing and invalid values. */
export function settingsOf({ settings }: Pick<Flow, 'settings'>): CallSettings {
  const calls = propertyOf(settings, 'callSetting')
  const responses = propertyOf(settings, 'responseSettings')
  const hours = propertyOf(responses, 'workingHours')
  const [from, to, timezone] = [
    minutesOf(propertyOf(hours, 'start')),
    minutesOf(propertyOf(hours, 'end')),
    propertyOf(hours, 'timezone'),
  ]
  const message = propertyOf(hours, 'outOfHoursMessage')
  const hasHours = propertyOf(hours, 'enabled') === true && from !== null && to !== null && typeof timezone === 'string'
  return {
    maxSeconds: seconds(propertyOf(calls, 'maxCallDuration')) ?? callLimits.maxSeconds,
    silenceSeconds: seconds(propertyOf(calls, 'endCallOnSilence')),
    delaySeconds: Math.min(seconds(propertyOf(responses, 'delay')) ?? 0, maxDelaySeconds),
    isRecorded: propertyOf(settings, 'enableRecording') !== false,
    hours: hasHours ? { from, to, timezone } : null,
    outOfHoursMessage: typeof message === 'string' ? message.trim() : '',
  }
}

/** Minutes of the day in a time zone; null if the zone does not exist. */
function timeOfDay(time: number, timeZone: string): number | null {
  try {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    return minutesOf(clock.format(time))
  } catch {
    return null
  }
}

/**
 * Whether a time is outside working hours, in their time zone. Hours that end before they start go past midnight. Equal start
 * and end mean all day.
 *
 * @param time epoch ms
 */
export function isOutsideWorkingHours({ hours }: Pick<CallSettings, 'hours'>, time: number): boolean {
  if (hours === null || hours.from === hours.to) return false
  const now = timeOfDay(time, hours.timezone)
  if (now === null) return false
  const { from, to } = hours
  return from < to ? now < from || now >= to : now < from && now >= to
}
