/** Times and durations. A time has its zone, but in a column of many; its tooltip has the full date. */

import { useTick } from './clock.ts'
import {
  ago,
  clock,
  day,
  dayAndTime,
  dayAndTimeInList,
  formatDuration,
  fullDateTime,
  type Moment,
  momentOf,
  shortTimeOfDay,
  shortTimeToTheSecond,
  timeOfDay,
  timeToTheSecond,
  timeWithDay,
} from './format-time.ts'

const formats = {
  time: timeOfDay,
  short: shortTimeOfDay,
  second: timeToTheSecond,
  'short-second': shortTimeToTheSecond,
  day,
  'day-and-time': dayAndTime,
  'day-in-list': (at: number) => dayAndTimeInList(at, Date.now()),
  'day-and-second': (at: number) => `${day(at)}, ${timeToTheSecond(at)}`,
} as const

interface Props {
  at: Moment | null | undefined
  /** Text to show if there is no time. */
  none?: string
}

/** A time, such as 14:02 GMT. A time with its day may take two lines in a card. */
export function Time({ at, show = 'time', none = '–' }: Props & { show?: keyof typeof formats }) {
  const moment = momentOf(at)
  if (moment === null) return none
  return (
    <time
      translate="no"
      dateTime={new Date(moment).toISOString()}
      title={fullDateTime(moment)}
      className={show.startsWith('day-') ? '@xl:whitespace-nowrap' : 'whitespace-nowrap'}
    >
      {formats[show](moment)}
    </time>
  )
}

/** A time with the day unless it is today, such as tomorrow 09:00 GMT. */
export function TimeWithDay({ at }: { at: number }) {
  const text = useTick((now) => timeWithDay(at, now), { intervalMs: 30_000 })
  return (
    <time translate="no" dateTime={new Date(at).toISOString()} title={fullDateTime(at)}>
      {text}
    </time>
  )
}

/** How long ago, updated every second: 12 s ago. `isBrowserTime`: the time is by this browser's clock instead of the gateway's. */
export function Ago({ at, none = '–', isBrowserTime = false }: Props & { isBrowserTime?: boolean }) {
  const moment = momentOf(at)
  const text = useTick((now) => (moment === null ? '' : ago(moment, now)), { isBrowserTime })
  if (moment === null) return none
  return (
    <time
      translate="no"
      dateTime={new Date(moment).toISOString()}
      title={fullDateTime(moment)}
      className="whitespace-nowrap"
    >
      {text}
    </time>
  )
}

/** Seconds as a clock: 12:40. */
export function Duration({ seconds, none = '–' }: { seconds: number | null | undefined; none?: string }) {
  if (seconds === null || seconds === undefined) return none
  return (
    <time
      translate="no"
      dateTime={`PT${Math.round(seconds)}S`}
      title={formatDuration(seconds)}
      className="whitespace-nowrap"
    >
      {clock(seconds)}
    </time>
  )
}

/** The time left until `to` (epoch ms), updated every second: 0:23. It stops at 0:01, because something that waits is not done yet. `isBrowserTime`: the time is by this browser's clock. */
export function Countdown({ to, isBrowserTime = false }: { to: number; isBrowserTime?: boolean }) {
  const remainingSeconds = useTick((now) => Math.max(1, Math.ceil((to - now) / 1_000)), { isBrowserTime })
  return (
    <time
      translate="no"
      role="timer"
      aria-live="off"
      dateTime={`PT${remainingSeconds}S`}
      className="whitespace-nowrap tabular-nums"
    >
      {clock(remainingSeconds)}
    </time>
  )
}
