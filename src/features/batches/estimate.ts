/** How long calls take, as an honest estimate in words. Pure. */
import type { BatchProgress } from '#contract/index.ts'

/** Seconds that a call takes on average, ringing included, until a batch knows better. */
export const usualCallSeconds = 90

/** Seconds until so many calls have ended, so many at a time. */
export const secondsFor = (calls: number, atOnce: number): number =>
  Math.ceil(calls / Math.max(1, atOnce)) * usualCallSeconds

const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** From which length on a unit is the one to speak in. */
const units = [
  { from: 36 * hour, size: day, one: 'day' },
  { from: 90 * minute, size: hour, one: 'hour' },
  { from: minute, size: minute, one: 'minute' },
] as const

/** "about 5 days", "about 25 minutes", "less than a minute". */
export function aboutHowLong(seconds: number): string {
  const unit = units.find(({ from }) => seconds >= from)
  if (!unit) return 'less than a minute'
  const count = Math.round(seconds / unit.size)
  return `about ${count} ${unit.one}${count === 1 ? '' : 's'}`
}

export interface Pace {
  /** Calls that end in a minute. */
  perMinute: number
  /** Seconds until the last call has ended. */
  secondsLeft: number
  /** Whether this was measured on the batch, or is only the usual length of a call. */
  measured: boolean
}

/** Calls that must have ended before their pace says anything. */
const enough = 3

/**
 * How fast a batch goes and how long it still takes; null when nothing is left. Measured between two moments of the service's own
 * clock, so that a wrong clock here changes nothing.
 */
export function paceOf(batch: BatchProgress, atOnce: number): Pace | null {
  const left = batch.waiting + batch.active
  if (batch.isComplete || left === 0) return null
  const ended = batch.completed + batch.failed
  const elapsed = ((batch.lastCompletedTime ?? 0) - (batch.startTime ?? 0)) / 1000
  const measured = ended >= enough && batch.startTime !== null && elapsed > 0
  const perSecond = measured ? ended / elapsed : Math.max(1, atOnce) / usualCallSeconds
  return { perMinute: perSecond * 60, secondsLeft: left / perSecond, measured }
}
