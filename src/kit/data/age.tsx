/** The age of the data on the screen, and whether they are still updated. */
import type { Refusal } from '#contract/index.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { useTick } from '#ui/time/clock.ts'
import { ago, fullDateTime } from '#ui/time/format-time.ts'
import * as texts from '../texts.tsx'

interface Props {
  /** When it was read from the service, epoch ms by this browser's clock. */
  readAt: number | null
  /** false: `readAt` is a time from an answer, by the gateway's clock. */
  isBrowserTime?: boolean
  /** Why the last update failed. */
  refusal?: Refusal | null
}

export function Age({ readAt, isBrowserTime = true, refusal = null }: Props) {
  const text = useTick((now) => (readAt === null ? '' : ago(readAt, now)), { isBrowserTime })
  if (readAt === null) return null
  // As wide as its longest usual text, so that the page does not move when the age grows.
  const time = (
    <time
      dateTime={new Date(readAt).toISOString()}
      title={fullDateTime(readAt)}
      className="inline-block min-w-[5em] text-label whitespace-nowrap text-muted"
    >
      {text}
    </time>
  )
  if (!refusal) return time
  return (
    <span className="inline-flex items-center gap-1.5 text-label">
      <StatusLabel state="stale" label={texts.notUpdating} />
      {time}
    </span>
  )
}
