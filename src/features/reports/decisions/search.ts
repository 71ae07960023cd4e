/** Search parameters of `/reports/decisions`. */
import { listedResults } from '#contract/index.ts'
import { oneOf, page, type Values } from '#kit/navigation/search-params.ts'
import { filterFields, partFields, recordId } from '../search.ts'

const longestReason = 200

export const decisionsFields = {
  ...filterFields,
  ...partFields,
  /** The ID of an operator; '' for all. */
  reviewer: recordId,
  result: oneOf(listedResults, ''),
  /** Why drafts were rejected; '' for all decisions. */
  reason: (text: string | null) => (text !== null && text.length <= longestReason ? text : ''),
  /** The page with the figure. */
  figure: oneOf(['overview'], 'review'),
  page,
}
export type DecisionsSearch = Values<typeof decisionsFields>

/** The filters as the query of the list; those that filter nothing are missing. */
export const listQueryOf = ({ agent, reviewer, result, reason }: DecisionsSearch) => ({
  ...(agent !== '' && { agentId: agent }),
  ...(reviewer !== '' && { reviewerId: reviewer }),
  ...(result !== '' && { result }),
  ...(reason !== '' && { reason }),
})
