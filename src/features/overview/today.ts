/** What happened today, counted by the gateway: it costs the service no request. */
import { type ReadOptions, read } from '#api/reads.ts'
import { hasNoDetails } from '#components/batches/results/figures.ts'
import { type CallCounts, type DraftsOverTime, isAnswered } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'
import { browserTimeZone } from '#ui/time/format-time.ts'

const hourMs = 3_600_000

/** The counts change at most this often, so that the page does not count with every poll. */
const stepMs = 2 * 60_000

/** Midnight of today in this browser's calendar, and the end of what is counted. @param now epoch ms */
export function todayUntil(now: number): { from: number; to: number } {
  return { from: new Date(now).setHours(0, 0, 0, 0), to: Math.ceil((now + 1) / stepMs) * stepMs }
}

/** Whoever comes back from another page sees the calls that it has read. Counting costs the service nothing. */
const staleMs = 2_000

/** Today's calls by hour. */
export const todayRead = (now: number): ReadOptions<CallCounts> => ({
  ...read('callCountList', { query: { ...todayUntil(now), by: 'hour', zone: browserTimeZone } }),
  staleTime: staleMs,
})

/** How many drafts waited and were decided in each hour of today. */
export const draftsTodayRead = (now: number): ReadOptions<DraftsOverTime> => ({
  ...read('draftsOverTimeShow', { query: todayUntil(now) }),
  staleTime: staleMs,
})

export interface DayFigures {
  calls: number
  /** Calls of which it is known whether they were answered. Shares are of these. */
  known: number
  /** Calls that were answered, also those of which nobody knows by whom. */
  answered: number
}

export function figuresOf(groups: CallCounts['groups']): DayFigures {
  let [calls, known, answered] = [0, 0, 0]
  for (const { outcomes } of groups) {
    for (const [outcome, count] of Object.entries(outcomes)) {
      calls += count
      if (outcome !== 'unknown') known += count
      if (isAnswered(outcome as keyof typeof outcomes)) answered += count
    }
  }
  return { calls, known, answered }
}

/** The calls of the hour in which the clock is. */
export const callsInThisHour = (groups: CallCounts['groups'], now: number): number =>
  figuresOf(groups.filter(({ key }) => Number(key) > now - hourMs)).calls

/** From 0 to 1; null without known calls, and while the outcome of no ended row of a batch is known. */
export function answeredShareOf({ groups, coverage }: CallCounts): number | null {
  const { known, answered } = figuresOf(groups)
  return hasNoDetails(coverage) ? null : shareOf(answered, known)
}
