/** Search parameters of `/reports/review`. */
import { oneOf, type Values } from '#kit/navigation/search-params.ts'
import { filterFields, recordId } from '../search.ts'

export const reviewGroupings = ['agent', 'reviewer'] as const
export type ReviewGrouping = (typeof reviewGroupings)[number]

/** Of the shared filters, decisions have an agent and a period. */
export const reviewFields = {
  ...filterFields,
  /** The ID of an operator; '' for all. */
  reviewer: recordId,
  by: oneOf(reviewGroupings, 'agent'),
}
export type ReviewSearch = Values<typeof reviewFields>
