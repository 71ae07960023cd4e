/** Search parameters of `/reports/agents`, and its reads. */

import { oneOf, type Values, wholeFrom } from '#kit/navigation/search-params.ts'
import { countsRead } from '../reads.ts'
import { filterFields, periodBefore, periodOf } from '../search.ts'

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

/** The counts of the page. The table stays complete when one of its rows is chosen. @param now epoch ms */
export const agentReads = (search: AgentsSearch, now: number) => {
  const all = { ...search, [search.of]: '' }
  const period = periodOf(search.days, now)
  return {
    groups: countsRead(all, period, search.of),
    before: countsRead(all, periodBefore(search, now), search.of),
    versions: countsRead(search, period, `${search.of}_version`),
  }
}
