/** The reads of `/reports/cost`. */
import { read } from '#api/reads.ts'
import type { CostGrouping } from '#contract/index.ts'
import { browserTimeZone } from '#ui/time/format-time.ts'
import { periodBefore, periodOf, queryOf } from '../search.ts'
import type { CostSearch } from './search.ts'

/** @param now epoch ms */
export const costReads = (search: CostSearch, now: number) => {
  const costRead = (by: CostGrouping, period = periodOf(search.days, now)) =>
    read('callCostList', { query: { ...period, by, zone: browserTimeZone, ...queryOf(search) } })
  return {
    overTime: costRead(search.days === 1 ? 'hour' : 'day'),
    groups: costRead(search.by),
    before: costRead('day', periodBefore(search, now)),
  }
}
