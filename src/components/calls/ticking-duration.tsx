/**
 * The duration of a call in progress. It ticks between the service's reports and never goes back, because it counts from the earliest
 * start that any report implies. A report below the shown value changes nothing. A report above it moves the value forward.
 */
import { useState } from 'react'
import { useTick } from '#ui/time/clock.ts'
import { Duration } from '#ui/time/time.tsx'

/** A duration as the service reported it. */
export interface ReportedDuration {
  seconds: number | null
  /** When it was read (browser clock, ms). */
  readAt: number
}

/** The start that a report implies (ms); null if the report has no usable number. */
const startOf = ({ seconds, readAt }: ReportedDuration): number | null =>
  seconds === null || !Number.isFinite(seconds) || seconds < 0 ? null : readAt - seconds * 1_000

/** The earlier of the known start and the start that a new report implies (ms), so that the shown duration only grows. */
export function earliestStart(earlier: number | null, reported: ReportedDuration): number | null {
  const start = startOf(reported)
  if (earlier === null || start === null) return earlier ?? start
  return Math.min(earlier, start)
}

/** How long a duration ticks after its last report (ms). After that, it is unknown whether the call is still in progress. */
const maxTickMs = 90_000

/**
 * Until when a duration ticks (ms).
 *
 * @param readAt when the call was last read (ms)
 * @param stoppedAt when we found out that the call had ended (ms), which may be long after its end; null while it is going on
 */
export const ticksUntil = (readAt: number, stoppedAt: number | null): number =>
  Math.min(readAt + maxTickMs, stoppedAt ?? Number.POSITIVE_INFINITY)

/**
 * Whole seconds to show; null if the start is unknown.
 *
 * @param start when the call started (ms)
 * @param now the current time (ms)
 * @param stoppedAt when the call ended or was last known to be going on (ms); null while it is going on
 */
export function secondsSince(start: number | null, now: number, stoppedAt: number | null): number | null {
  if (start === null) return null
  return Math.max(0, Math.floor((Math.min(now, stoppedAt ?? now) - start) / 1_000))
}

interface Props {
  /** The latest report. */
  reported: ReportedDuration
  /** When we found out that the call had ended (browser clock, ms); null while it is going on. */
  stoppedAt: number | null
}

/** Use a `key` to show another call. */
export function TickingDuration({ reported, stoppedAt }: Props) {
  const [start, setStart] = useState<number | null>(null)
  const next = earliestStart(start, reported)
  if (next !== start) setStart(next)
  const until = ticksUntil(reported.readAt, stoppedAt)
  const seconds = useTick((now) => secondsSince(next, now, until), { isBrowserTime: true })
  return <Duration seconds={seconds} none="–" />
}
