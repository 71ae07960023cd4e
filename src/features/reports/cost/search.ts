/** Search parameters of the page `/reports/cost`. */
import type { CostGrouping } from '#contract/index.ts'
import { oneOf, type Values } from '#kit/navigation/search-params.ts'
import { filterFields } from '../search.ts'

export const costGroupingChoices = ['country', 'agent', 'flow', 'batch'] as const satisfies readonly CostGrouping[]
export type CostGroupingChoice = (typeof costGroupingChoices)[number]

export const costFields = { ...filterFields, by: oneOf(costGroupingChoices, 'country') }
export type CostSearch = Values<typeof costFields>
