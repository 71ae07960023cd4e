/** Search parameters of `/reports/decisions`. */
import * as z from 'zod/mini'
import { listedResults } from '#contract/index.ts'
import { filterFields, partFields, recordId } from '../search.ts'

const longestReason = 200

export const DecisionsSearch = z.object({
  ...filterFields,
  ...partFields,
  /** The ID of an operator; '' for all. */
  reviewer: recordId,
  result: z.catch(z.enum([...listedResults, '']), ''),
  /** Why drafts were rejected; '' for all decisions. */
  reason: z.catch(z.string().check(z.maxLength(longestReason)), ''),
  page: z.catch(z.coerce.number().check(z.int(), z.positive()), 1),
})
export type DecisionsSearch = z.output<typeof DecisionsSearch>

/** The filters as the query of the list; those that filter nothing are missing. */
export const listQueryOf = ({ agent, reviewer, result, reason }: DecisionsSearch) => ({
  ...(agent !== '' && { agentId: agent }),
  ...(reviewer !== '' && { reviewerId: reviewer }),
  ...(result !== '' && { result }),
  ...(reason !== '' && { reason }),
})
