/** The status that every page polls. It is the most frequent request, so it is small and never reads the service. */
import {
  type Approval,
  type Contract,
  type Counts,
  type Decision,
  type FollowedRead,
  gatewayEndpoints,
  type Operator,
  type PreparedBatch,
  type ResponseOf,
  type Session,
  type Status,
  statusTag,
} from '#contract/index.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import { etagOf } from '../http/answer.ts'
import type { Clock } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import type { Budget } from '../upstream/budget.ts'
import { budgetSummaryOf } from './budget.ts'
import type { Viewer } from './counts.ts'

export interface StatusSources {
  budget: Budget
  clock: Clock
  /** The version of the dashboard that this gateway serves; null when it serves none. */
  dashboard: string | null
  decisions: (workspace: string, operatorId: string) => Promise<Decision[]>
  approvals: (operator: Pick<Operator, 'id'>) => Promise<Approval[]>
  prepared: () => Promise<PreparedBatch[]>
  /** The batches that `followedReads` names. */
  batches: () => Promise<ResponseOf<Contract['batchList']>>
  /** The effects that `followedReads` names. */
  unknownEffects: (isAdministrator: boolean) => Promise<ResponseOf<Contract['effectList']>>
}

const mayDecide = ({ roles }: Operator): boolean =>
  roles.some((role) => gatewayEndpoints.decisionMake.roles.some((one) => one === role))

/** @param sources.session the session of an operator, or of somebody who is not signed in */
export function createStatus(
  sources: StatusSources & {
    session: (operator: Operator | null) => Promise<Session>
    counts: (viewer: Viewer) => Promise<Counts>
  },
) {
  const { clock, dashboard } = sources
  // The budget's figures change with every request, the others seldom. Each tag is computed once for all callers with the same answer.
  const tagged = <Args>(answer: (args: Args) => Promise<object>) =>
    createMemo({ clock }, async (args: Args) => statusTag(etagOf(JSON.stringify(await answer(args))))).value
  const session = tagged((operator: Operator | null) => sources.session(operator))
  const counts = tagged(sources.counts)
  const decisions = tagged(async ([workspace, operatorId]: [string, string]) => ({
    decisions: await sources.decisions(workspace, operatorId),
  }))
  const approvals = tagged(async (id: string) => ({ approvals: await sources.approvals({ id }) }))
  const prepared = tagged(async () => ({ prepared: await sources.prepared() }))
  const batches = tagged(sources.batches)
  const unknownEffects = tagged(sources.unknownEffects)

  /** null while the database does not answer, so that the rest of the status is still shown. */
  async function nullWithoutDatabase(tag: Promise<string>): Promise<string | null> {
    try {
      return await tag
    } catch (error) {
      if (!isDatabaseFault(error)) throw error
      addExpiry(clock.steady())
      return null
    }
  }

  /** @param operator null: somebody who is not signed in; they have no workspace either */
  return async (operator: Operator | null, workspace: string | null): Promise<Status> => {
    const isSignedIn = operator !== null && workspace !== null
    const tags: Record<FollowedRead, Promise<string> | null> = {
      sessionShow: session(operator),
      countShow: isSignedIn ? counts({ workspace, operator }) : null,
      decisionList: isSignedIn && mayDecide(operator) ? decisions([workspace, operator.id]) : null,
      approvalList: isSignedIn ? approvals(operator.id) : null,
      preparedBatchList: isSignedIn ? prepared(null) : null,
      batchList: isSignedIn ? batches(null) : null,
      effectList: isSignedIn ? unknownEffects(operator.roles.includes('admin')) : null,
    }
    const known = await Promise.all(
      Object.entries(tags).map(async ([name, tag]) => [name, tag && (await nullWithoutDatabase(tag))] as const),
    )
    return {
      dashboard,
      budget: isSignedIn ? budgetSummaryOf(sources) : null,
      tags: Object.fromEntries(known) as Status['tags'],
    }
  }
}
