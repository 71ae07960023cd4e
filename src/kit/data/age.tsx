/** How old a number is, ticking; and that it is no longer renewed, in a word. */
import type { Refusal } from '#contract/index.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { useTick } from '#ui/time/clock.ts'
import { ago, wholeMoment } from '#ui/time/format-time.ts'

interface Props {
  /** When the service was read, in this browser's clock (ms). */
  readAt: number | null
  /** Why the last try to renew it failed. */
  refusal?: Refusal | null
}

export function Age({ readAt, refusal = null }: Props) {
  const words = useTick((now) => (readAt === null ? '' : ago(readAt, now)), { own: true })
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
