/** Search parameters of `/reports/agents`. */
import { oneOf, type Values, wholeFrom } from '#kit/navigation/search-params.ts'
import { filterFields } from '../search.ts'

/** What is compared. */
export const compared = ['agent', 'flow'] as const
export type Compared = (typeof compared)[number]

export const agentsFields = {
  ...filterFields,
  of: oneOf(compared, 'agent'),
  /** The version whose change is looked at; 0: the latest with calls. */
  version: wholeFrom(0, 0),
}
export type AgentsSearch = Values<typeof agentsFields>
