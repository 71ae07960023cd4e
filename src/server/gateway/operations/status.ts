/** What every page polls. It is asked for more often than anything else, so it asks nothing of the service and is small. */
import { type Decision, gatewayEndpoints, type Operator, type Session, type Status } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import { usesUntil } from '#server/database/noting.ts'
import { etagOf } from '../http/answer.ts'
import type { Clock } from '../shared/clock.ts'
import { createKept } from '../shared/kept.ts'
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

/** @param sources.session as it is for an operator, or for somebody who is not signed in */
export function createStatus(sources: StatusSources & { session: (operator: Operator | null) => Promise<Session> }) {
  const { clock, dashboard } = sources
  const tagOf = (data: object) => etagOf(JSON.stringify(data))
  // The figures of the budget change with every request; these seldom do.
  const sessionTag = createKept({ clock }, async (operator: Operator | null) => tagOf(await sources.session(operator)))
  const decisionsTag = createKept({ clock }, async ([workspace, operatorId]: [string, string]) =>
    tagOf({ decisions: await sources.decisions(workspace, operatorId) }),
  )

  /** null while the database is away: the rest is known without it. */
  async function decisionsOf(operator: Operator, workspace: string): Promise<string | null> {
    if (!decides(operator)) return null
    try {
      return await decisionsTag.value([workspace, operator.id])
    } catch (error) {
      if (!isDatabaseFault(error)) throw error
      usesUntil(clock.steady())
      return null
    }
  }

  /** @param operator null: somebody who is not signed in; they have no workspace either */
  return async (operator: Operator | null, workspace: string | null): Promise<Status> => {
    const session = await sessionTag.value(operator)
    if (operator === null || workspace === null) return { dashboard, session, decisions: null, budget: null }
    return { dashboard, session, decisions: await decisionsOf(operator, workspace), budget: budgetSummaryOf(sources) }
  }
}
