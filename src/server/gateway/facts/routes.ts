/** Endpoints that count what was seen. */
import {
  type Contract,
  type callOutcomeEndpoints,
  type callReportEndpoints,
  isWaiting,
  type ParsedQueryOf,
  type reviewReportEndpoints,
} from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf, workspaceOf } from '../http/request.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { withNames } from '../registry/group-names.ts'
import type { Registry } from '../registry/registry.ts'
import type { ReviewQueue } from '../review/queue.ts'
import type { Clock } from '../shared/clock.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { Store } from '../store/store.ts'
import { countCalls } from './count-calls.ts'
import { countDecisions, countDraftsOverTime } from './count-decisions.ts'
import { countedPeriod } from './counted-period.ts'
import { completeDecisionFacts, visibleReviewer } from './decision-facts.ts'
import { allWorkspaces, figureRetention } from './figure-retention.ts'
import type { OutcomesOfCalls } from './outcome-of-call.ts'

export function factRoutes(deps: {
  store: Store
  /** Resolves when everything that was seen of calls is written. */
  writeSeen: () => Promise<void>
  deleteOldCalls: () => Promise<void>
  recordAction: RecordAction
  outcomesOfCalls: OutcomesOfCalls
  reviewQueue: Pick<ReviewQueue, 'load'>
  registry: Pick<Registry, 'nameOf'>
  workspaces: readonly Workspace[]
  cached: AnswerCache
  clock: Clock
}): Record<
  | Exclude<keyof typeof callReportEndpoints, 'countedCallList' | 'outcomeShareShow' | 'outcomeShareChange'>
  | keyof typeof callOutcomeEndpoints
  | keyof typeof reviewReportEndpoints,
  Handler
> {
  const { store, writeSeen, recordAction, outcomesOfCalls, reviewQueue, registry, cached, clock } = deps
  const callOf = (c: GatewayContext) => ({ workspace: workspaceOf(c, deps), roomName: parseId(c, 'roomName') })

  async function waitingDrafts(workspace: string) {
    const { drafts, watching, unread } = await reviewQueue.load(workspace)
    return {
      drafts: drafts.filter(isWaiting).map(({ createdAt, agentId }) => {
        const at = Date.parse(createdAt)
        return { at: Number.isNaN(at) ? null : at, agentId }
      }),
      conversations: watching - unread,
    }
  }

  return {
    callCountList: cached({
      argsOf: (c) => ({
        ...countedPeriod(parseQueryOf(c, 'callCountList') as ParsedQueryOf<Contract['callCountList']>, clock.now()),
        workspace: workspaceOf(c, deps),
      }),
      isReport: true,
      onRequest: writeSeen,
      answer: async (query) => {
        const { groups, ...rest } = await countCalls(store, query)
        return { groups: await withNames(store, registry, query.by, groups), ...rest }
      },
    }),
    figureRetentionShow: cached({ argsOf: () => ({}), answer: () => figureRetention(store).get(allWorkspaces) }),
    figureRetentionChange: async (c) => {
      const { days } = await parseJsonBody(c, 'figureRetentionChange')
      const action = { endpoint: 'figureRetentionChange', ids: { days: `${days}` }, operator: operatorOf(c) } as const
      const changed = await recordAction(action, () => figureRetention(store).save(allWorkspaces, { days }))
      await deps.deleteOldCalls()
      return c.json(changed)
    },
    callOutcomeShow: cached({ argsOf: callOf, onRequest: writeSeen, answer: (call) => outcomesOfCalls.show(call) }),
    callOutcomeCorrect: async (c) => {
      const { outcome } = await parseJsonBody(c, 'callOutcomeCorrect')
      await writeSeen()
      return c.json(await outcomesOfCalls.correct(callOf(c), outcome, operatorOf(c)))
    },
    decisionCountList: cached({
      argsOf: (c) => {
        const query = parseQueryOf(c, 'decisionCountList') as ParsedQueryOf<Contract['decisionCountList']>
        return {
          ...countedPeriod(query, clock.now()),
          workspace: workspaceOf(c, deps),
          ...visibleReviewer(operatorOf(c), query.reviewerId),
        }
      },
      isReport: true,
      onRequest: () => completeDecisionFacts(store),
      answer: async (query) => {
        const { groups, since } = await countDecisions(store, query)
        return { groups: await withNames(store, registry, query.by, groups), since }
      },
    }),
    waitingDraftList: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      answer: ({ workspace }) => waitingDrafts(workspace),
    }),
    draftsOverTimeShow: cached({
      argsOf: (c) => ({
        ...countedPeriod(
          parseQueryOf(c, 'draftsOverTimeShow') as ParsedQueryOf<Contract['draftsOverTimeShow']>,
          clock.now(),
        ),
        workspace: workspaceOf(c, deps),
      }),
      isReport: true,
      onRequest: () => completeDecisionFacts(store),
      answer: async (query) => {
        const { drafts, conversations } = await waitingDrafts(query.workspace)
        return countDraftsOverTime(store, query, conversations === 0 ? null : drafts.flatMap(({ at }) => at ?? []))
      },
    }),
  }
}
