/**
 * The age of data on the screen. A panel shows it only when they are old or are not updated any more; until then the top bar shows the age
 * of the page's oldest data.
 */
import { use } from 'react'
import type { Refusal } from '#contract/index.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { BrowserClockOffset, useTick } from '#ui/time/clock.ts'
import { ago, fullDateTime } from '#ui/time/format-time.ts'
import { useShownAge } from './shown-ages.ts'

/** From this age on, data count as stale, ms. */
export const staleAfterMs = 60_000

interface Props {
  /** When it was read from the service, epoch ms by this browser's clock. */
  readAt: number | null
  /** false: `readAt` is a time from an answer, by the gateway's clock. */
  isBrowserTime?: boolean
  /** Why the last update failed. */
  refusal?: Refusal | null
}

export function Age({ readAt, isBrowserTime = true, refusal = null }: Props) {
  const aheadMs = use(BrowserClockOffset)
  useShownAge(readAt === null || isBrowserTime ? readAt : readAt + aheadMs)
  const text = useTick((now) => (readAt !== null && (refusal || now - readAt > staleAfterMs) ? ago(readAt, now) : ''), {
    isBrowserTime,
  })
  if (readAt === null || text === '') return null
  return (
    <span className="inline-flex items-center gap-1.5 text-label whitespace-nowrap text-muted">
      {refusal ? <StatusLabel state="stale" label="Not updating" /> : 'Checked'}
      <time dateTime={new Date(readAt).toISOString()} title={fullDateTime(readAt)}>
        {text}
      </time>
    </span>
  )
}
