/** Search parameters of `/reports/review`. */
import * as z from 'zod/mini'
import { filterFields, recordId } from '../search.ts'

export const reviewGroupings = ['agent', 'reviewer'] as const
export type ReviewGrouping = (typeof reviewGroupings)[number]

/** Of the shared filters, decisions have an agent and a period. */
export const ReviewSearch = z.object({
  ...filterFields,
  /** The ID of an operator; '' for all. */
  reviewer: recordId,
  by: z.catch(z.enum(reviewGroupings), 'agent'),
})
export type ReviewSearch = z.output<typeof ReviewSearch>
