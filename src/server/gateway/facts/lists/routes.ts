/** Endpoints that list what a figure counts, and name what figures are filtered by. */
import type { decisionRowEndpoints, filterNameEndpoints } from '#contract/index.ts'
import type { AnswerCache } from '../../http/answer-cache.ts'
import { type Handler, parseQueryOf } from '../../http/handler.ts'
import { operatorOf, workspaceOf } from '../../http/request.ts'
import { batchNames } from '../../registry/batches.ts'
import { recordNames } from '../../registry/group-names.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Workspace } from '../../shared/configuration.ts'
import type { Store } from '../../store/store.ts'
import { countedPeriod } from '../counted-period.ts'
import { completeDecisionFacts, namedReviewer, visibleReviewer } from '../decision-facts.ts'
import { listCalls } from './list-calls.ts'
import { listDecisions } from './list-decisions.ts'

export function figureListRoutes(deps: {
  store: Store
  /** Writes what was seen of calls, so that a list has all of it. */
  writeSeen: () => Promise<void>
  registry: Pick<Registry, 'nameOf'>
  workspaces: readonly Workspace[]
  cached: AnswerCache
  clock: Clock
}): Record<'countedCallList' | keyof typeof decisionRowEndpoints | keyof typeof filterNameEndpoints, Handler> {
  const { store, writeSeen, registry, cached, clock } = deps
  const namesOf = (kind: 'agent' | 'flow', ids: readonly (string | null)[]) => recordNames(store, registry, kind, ids)
  return {
    countedCallList: cached({
      argsOf: (c) => ({
        ...countedPeriod(parseQueryOf(c, 'countedCallList'), clock.now()),
        workspace: workspaceOf(c, deps),
      }),
      isReport: true,
      onRequest: writeSeen,
      answer: async (query) => {
        const { calls, pagination } = await listCalls(store, query)
        const batches = await batchNames(store, [...new Set(calls.flatMap(({ batchId }) => batchId ?? []))])
        const agentIds = calls.map(({ agentId }) => agentId)
        const agents = await namesOf('agent', agentIds)
        return {
          calls: calls.map((call) => ({
            ...call,
            batchName: batches.get(call.batchId ?? '') ?? null,
            agentName: agents.get(call.agentId ?? '') ?? null,
          })),
          pagination,
        }
      },
    }),
    countedDecisionList: cached({
      argsOf: (c) => {
        const query = parseQueryOf(c, 'countedDecisionList')
        return {
          ...countedPeriod(query, clock.now()),
          workspace: workspaceOf(c, deps),
          ...visibleReviewer(operatorOf(c), query.reviewerId),
        }
      },
      isReport: true,
      onRequest: () => completeDecisionFacts(store),
      answer: async (query) => {
        const { decisions, pagination } = await listDecisions(store, query)
        const agentIds = decisions.map(({ agentId }) => agentId)
        const agents = await namesOf('agent', agentIds)
        return {
          decisions: decisions.map((decision) => ({
            ...decision,
            agentName: agents.get(decision.agentId ?? '') ?? null,
          })),
          pagination,
        }
      },
    }),
    filterNameShow: cached({
      argsOf: (c) => ({
        ...parseQueryOf(c, 'filterNameShow'),
        namedReviewer: namedReviewer(operatorOf(c)),
      }),
      answer: async ({ agentId, flowId, batchId, reviewerId, namedReviewer }) => {
        const named = (id: string | undefined, name: string | null | undefined) =>
          id === undefined ? null : { id, name: name || null }
        const agents = await namesOf('agent', [agentId ?? null])
        const flows = await namesOf('flow', [flowId ?? null])
        const batches = batchId === undefined ? null : await batchNames(store, [batchId])
        // guard: filtered-reviewer-is-named-to-administrators
        const isNamed = namedReviewer === null || reviewerId === namedReviewer
        const reviewer =
          reviewerId !== undefined && isNamed
            ? await store.selectFrom('user').select('name').where('id', '=', reviewerId).executeTakeFirst()
            : undefined
        return {
          agent: named(agentId, agents.get(agentId ?? '')),
          flow: named(flowId, flows.get(flowId ?? '')),
          batch: named(batchId, batches?.get(batchId ?? '')),
          reviewer: named(reviewerId, reviewer?.name),
        }
      },
    }),
  }
}
