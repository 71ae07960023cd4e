import { useState } from 'react'
import { useTick } from '#ui/time/clock.ts'
import { Duration } from '#ui/time/time.tsx'
import { type DurationReading, earlier, secondsSince } from './duration.ts'

/** How long past its reading a duration goes on by itself; after that nobody knows whether the call does (ms). */
const reach = 90_000

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
  const until = stoppedAt ?? reading.readAt + reach
  const seconds = useTick((now) => secondsSince(next, now, until), { own: true })
  return <Duration seconds={seconds} none="–:––" />
}
