/** Search parameters of the page `/reports/cost`. */
import * as z from 'zod/mini'
import type { CostGrouping } from '#contract/index.ts'
import { filterFields } from '../search.ts'

export const costGroupingChoices = ['country', 'agent', 'flow', 'batch'] as const satisfies readonly CostGrouping[]
export type CostGroupingChoice = (typeof costGroupingChoices)[number]

export const CostSearch = z.object({ ...filterFields, by: z.catch(z.enum(costGroupingChoices), 'country') })
export type CostSearch = z.output<typeof CostSearch>
