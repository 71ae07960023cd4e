/** Search parameters of the list of batches and of the page of one batch. An invalid value falls back to its default. */
import { batchCallStates, batchRowColumns, callOutcomes, idPattern } from '#contract/index.ts'
import { anyText, matching, oneOf, page, type Values } from '#kit/navigation/search-params.ts'

/** Of the list: IDs of launches whose batches have lines of their own, separated by commas. */
export const launchFields = { open: anyText }

export const batchFields = {
  page,
  status: oneOf(batchCallStates, 'all'),
  /** Rows whose last call had this outcome, or that failed for the reason with this key; null: all. */
  outcome: oneOf(callOutcomes, null),
  reason: matching(/^[0-9a-f]{12}$/, null),
  sort: oneOf(batchRowColumns, 'row'),
  order: oneOf(['ascending', 'descending'], 'ascending'),
  /** Shows the variables of the rows. */
  variables: oneOf(['shown'], null),
  /** The call whose panel is open. */
  call: matching(idPattern, null),
}
export type BatchFilter = Values<typeof batchFields>
