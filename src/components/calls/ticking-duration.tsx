import { useState } from 'react'
import { useTick } from '#ui/time/clock.ts'
import { Duration } from '#ui/time/time.tsx'
import { earliestStart, type ReportedDuration, secondsSince, ticksUntil } from './duration.ts'

interface Props {
  /** The latest report. */
  reported: ReportedDuration
  /** When we found out that the call had ended (browser clock, ms); null while it is going on. */
  stoppedAt: number | null
}

/** The duration of a call in progress: ticks between the service's reports and never goes back. Use a `key` to show another call. */
export function TickingDuration({ reported, stoppedAt }: Props) {
  const [start, setStart] = useState<number | null>(null)
  const next = earliestStart(start, reported)
  if (next !== start) setStart(next)
  const until = ticksUntil(reported.readAt, stoppedAt)
  const seconds = useTick((now) => secondsSince(next, now, until), { isBrowserTime: true })
  return <Duration seconds={seconds} none="–" />
}
