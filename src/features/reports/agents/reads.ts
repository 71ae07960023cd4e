/** The reads of `/reports/agents`. */
import { countsRead } from '../reads.ts'
import { periodBefore, periodOf } from '../search.ts'
import type { AgentsSearch } from './search.ts'

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
