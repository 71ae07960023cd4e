/** Search parameters of `/reports/cost`, and its reads. */
import { read } from '#api/reads.ts'
import type { CostGrouping } from '#contract/index.ts'
import { oneOf, type Values } from '#kit/navigation/search-params.ts'
import { browserTimeZone } from '#ui/time/format-time.ts'
import { filterFields, periodBefore, periodOf, queryOf } from '../search.ts'

export const costGroupingChoices = ['country', 'agent', 'flow', 'batch'] as const satisfies readonly CostGrouping[]
export type CostGroupingChoice = (typeof costGroupingChoices)[number]

export const costFields = { ...filterFields, by: oneOf(costGroupingChoices, 'country') }
export type CostSearch = Values<typeof costFields>

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
