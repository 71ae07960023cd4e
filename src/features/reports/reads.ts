/** Counts of calls that reports share, and the reads of `/reports/reaching`. */
import { type ReadOptions, read } from '#api/reads.ts'
import type { CallCounts, CallGrouping } from '#contract/index.ts'
import { browserTimeZone } from '#ui/time/format-time.ts'
import { type Period, periodBefore, periodOf, queryOf, type ReachingSearch, type ReportFilter } from './search.ts'

export const countsRead = (search: ReportFilter, period: Period, by: CallGrouping): ReadOptions<CallCounts> =>
  read('callCountList', {
    query: { ...period, by, ...((by === 'day' || by === 'hour') && { zone: browserTimeZone }), ...queryOf(search) },
  })

/** @param now epoch ms */
export const overTimeRead = (search: ReportFilter, now: number): ReadOptions<CallCounts> =>
  countsRead(search, periodOf(search.days, now), search.days === 1 ? 'hour' : 'day')

/** @param now epoch ms */
export function reachingReads(search: ReachingSearch, now: number) {
  const period = periodOf(search.days, now)
  return {
    hours: countsRead(search, period, 'local_time'),
    groups: countsRead(search, period, search.by),
    overTime: overTimeRead(search, now),
    before: countsRead(search, periodBefore(search, now), 'outcome'),
  }
}
