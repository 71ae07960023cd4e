import { useState } from 'react'
import { useTick } from '#ui/time/clock.ts'
import { Duration } from '#ui/time/time.tsx'
import { type DurationReading, earlier, goesOnUntil, secondsSince } from './duration.ts'

interface Props {
  /** What was read of it. */
  reading: DurationReading
  /** When it was learned that it had ended (browser clock, ms); null: it goes on. */
  stoppedAt: number | null
}

/** The duration of something that goes on: ticks by itself and never goes back. For another thing, mount anew (a `key`). */
export function TickingDuration({ reading, stoppedAt }: Props) {
  const [begun, setBegun] = useState<number | null>(null)
  const next = earlier(begun, reading)
  if (next !== begun) setBegun(next)
  const until = goesOnUntil(reading.readAt, stoppedAt)
  const seconds = useTick((now) => secondsSince(next, now, until), { own: true })
  return <Duration seconds={seconds} none="–:––" />
}
