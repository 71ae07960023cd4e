import { use } from 'react'
import { BrowserClockOffset } from '#ui/time/clock.ts'

/**
 * When an answer was read, by the gateway's clock (epoch ms). What happened after it is not in the answer, so a chart ends there: while a read
 * fails, the hours that pass are unknown, not empty.
 *
 * @param now the gateway's clock, for an answer that was not read yet
 */
export function useReadTime({ readAt }: { readAt: number | null }, now: number): number {
  const aheadMs = use(BrowserClockOffset)
  return readAt === null ? now : readAt - aheadMs
}
