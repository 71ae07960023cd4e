import { clock } from '../text/format.ts'
import { useNow } from './clock.ts'

/** The time that is left until a moment (epoch ms of this browser), ticking: 0:23. At its end it stands at 0:00. */
export function Countdown({ to }: { to: number }) {
  const left = Math.max(0, Math.ceil((to - useNow()) / 1_000))
  return (
    <time role="timer" aria-live="off" dateTime={`PT${left}S`} className="whitespace-nowrap tabular-nums">
      {clock(left)}
    </time>
  )
}
