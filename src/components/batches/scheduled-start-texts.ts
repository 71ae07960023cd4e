/** When a scheduled batch starts, as a text. */
import { timeWithDay } from '#ui/time/format-time.ts'
import type { ScheduledStart } from './scheduled-start.ts'

/** "Starts tomorrow 09:00 GMT". */
export function scheduledStartText({ at }: ScheduledStart, now: number): string {
  if (at === null) return 'Scheduled, start time unknown'
  return `${at > now ? 'Starts' : 'Was due to start'} ${timeWithDay(at, now)}`
}
