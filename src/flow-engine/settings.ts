/** Reads the settings of a flow that affect a call (interface section 2). Missing and invalid values have no effect. */
import { callLimits, type Flow } from '#contract/index.ts'

export interface CallSettings {
  /** Longest duration after the answer; the call is then cut off (specification 4.3 rule 6). */
  maxSeconds: number
  /** Seconds of silence after which the call ends; null: never. */
  silenceSeconds: number | null
  /** Seconds before each of the agent's replies. */
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
const positiveSeconds = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? Math.min(value, callLimits.maxSeconds) : null
/** Parses `9:30` or `09:30` to minutes of the day; null for anything else. */
function minutesOf(value: unknown): number | null {
  const match = typeof value === 'string' ? /^(\d{1,2}):(\d{2})$/.exec(value.trim()) : null
  if (match === null) return null
  const minutes = Number(match[1]) * 60 + Number(match[2])
  return Number(match[2]) < 60 && minutes <= 24 * 60 ? minutes : null
}

/** A longer delay is probably a mistake and reduced to this. */
const maxDelaySeconds = 30

/** Reads the call settings of a flow (interface section 2), with defaults for missing and invalid values. */
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
    maxSeconds: positiveSeconds(propertyOf(calls, 'maxCallDuration')) ?? callLimits.maxSeconds,
    silenceSeconds: positiveSeconds(propertyOf(calls, 'endCallOnSilence')),
    delaySeconds: Math.min(positiveSeconds(propertyOf(responses, 'delay')) ?? 0, maxDelaySeconds),
    isRecorded: propertyOf(settings, 'enableRecording') !== false,
    hours: hasHours ? { from, to, timezone } : null,
    outOfHoursMessage: typeof message === 'string' ? message.trim() : '',
  }
}

/** Minutes of the day in a time zone; null if the zone does not exist. */
function minutesOfDayAt(time: number, timeZone: string): number | null {
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
  const minutes = minutesOfDayAt(time, hours.timezone)
  if (minutes === null) return false
  const { from, to } = hours
  return from < to ? minutes < from || minutes >= to : minutes < from && minutes >= to
}
