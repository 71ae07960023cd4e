/** How old a number is, ticking; and that it is no longer renewed, in a word. */
import type { Refusal } from '#contract/index.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { useTick } from '#ui/time/clock.ts'
import { ago, wholeMoment } from '#ui/time/format-time.ts'

interface Props {
  /** When the service was read (ms), in this browser's clock. */
  readAt: number | null
  /** false: in the gateway's clock, as an answer names a moment. */
  own?: boolean
  /** Why the last try to renew it failed. */
  refusal?: Refusal | null
}

export function Age({ readAt, own = true, refusal = null }: Props) {
  const words = useTick((now) => (readAt === null ? '' : ago(readAt, now)), { own })
  if (readAt === null) return null
  const text = (
    <time
      dateTime={new Date(readAt).toISOString()}
      title={wholeMoment(readAt)}
      className="text-label whitespace-nowrap text-muted"
    >
      {words}
    </time>
  )
  if (!refusal) return text
  return (
    <span className="inline-flex items-center gap-1.5 text-label">
      <Lamp state="stale" word="Not renewed" />
      {text}
    </span>
  )
}
