/** What every page polls. It is asked for more often than anything else, so it asks nothing of the service and is small. */
import { type Decision, gatewayEndpoints, type Operator, type Session, type Status } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import { etagOf } from '../http/etag.ts'
import type { Clock } from '../shared/clock.ts'
import type { Budget } from '../upstream/budget.ts'
import { budgetSummaryOf } from './budget.ts'

export interface StatusSources {
  budget: Budget
  clock: Clock
  /** The version of the dashboard that this gateway serves; null: it serves none. */
  dashboard: string | null
  decisions: (workspace: string, operatorId: string) => Promise<Decision[]>
}

const decides = ({ roles }: Operator): boolean =>
  roles.some((role) => gatewayEndpoints.decisionMake.roles.some((one) => one === role))

/** The ETag of the answer of `decisionList`; null while the database is away: the rest is known without it. */
async function decisionsTag(list: Promise<Decision[]>): Promise<string | null> {
  try {
    return etagOf(JSON.stringify({ decisions: await list }))
  } catch (error) {
    if (isDatabaseFault(error)) return null
    throw error
  }
}

/**
 * @param session as it is for whoever asks
 * @param workspace the one that their page is in. @throws Refusal when it is not configured
 */
export async function statusOf(sources: StatusSources, session: Session, workspace: () => string): Promise<Status> {
  const { operator } = session
  const { dashboard } = sources
  const tag = etagOf(JSON.stringify(session))
  if (operator === null) return { dashboard, session: tag, decisions: null, budget: null }
  const decisions = decides(operator) ? await decisionsTag(sources.decisions(workspace(), operator.id)) : null
  return { dashboard, session: tag, decisions, budget: budgetSummaryOf(sources) }
}
