/** Endpoints that count and list what was seen. */
import { CallPrices, isWaiting, noPrices, type RequestCounts } from '#contract/index.ts'
import { computeUntil } from '#server/database/dependencies.ts'
import type { Core } from '../cluster/core.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import type { ReportTurns } from '../http/report-turns.ts'
import { operatorOf, workspaceOf } from '../http/request.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { recordNames, withNames } from '../registry/group-names.ts'
import type { Registry } from '../registry/registry.ts'
import type { ReviewQueue } from '../review/queue.ts'
import { createWorkspaceSetting } from '../store/workspace-setting.ts'
import type { Budget } from '../upstream/budget.ts'
import type { RequestHistory } from '../upstream/request-history.ts'
import { listBatchFigures, readBatchResults } from './batch-results.ts'
import { countCalls } from './count-calls.ts'
import { countCosts } from './count-costs.ts'
import { countDecisions, countDraftsOverTime } from './count-decisions.ts'
import { countRequests } from './count-requests.ts'
import { countedPeriod } from './counted-period.ts'
import { completeDecisionFacts, visibleReviewer } from './decision-facts.ts'
import { allWorkspaces, figureRetention } from './figure-retention.ts'
import { createBatchRowSearch, type ReadNumberRow } from './find-batch-rows.ts'
import type { OutcomesOfCalls } from './outcome-of-call.ts'

export function factRoutes(
  deps: Pick<Core, 'store' | 'workspaces' | 'clock'> & {
    recordAction: RecordAction
    cached: AnswerCache
    /** Resolves when everything that was seen is stored. */
    writeSeen: () => Promise<void>
    deleteOldCalls: () => Promise<void>
    outcomesOfCalls: OutcomesOfCalls
    reviewQueue: Pick<ReviewQueue, 'load'>
    registry: Pick<Registry, 'nameOf'>
    numberRowsOf: ReadNumberRow
    requestHistory: Pick<RequestHistory, 'flush'>
    budget: Pick<Budget, 'rate'>
    reports: ReportTurns
  },
) {
  const { store, writeSeen, recordAction, outcomesOfCalls, reviewQueue, registry, cached, clock } = deps
  const { numberRowsOf, requestHistory, budget, reports } = deps
  const findBatchRows = createBatchRowSearch(store, clock, numberRowsOf)
  const prices = createWorkspaceSetting<CallPrices>(store, {
    name: 'call prices',
    parse: (stored) => CallPrices.safeParse(stored).data,
    defaults: noPrices,
  })
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
        ...countedPeriod(parseQueryOf(c, 'callCountList'), clock.now()),
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
        const query = parseQueryOf(c, 'decisionCountList')
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
        ...countedPeriod(parseQueryOf(c, 'draftsOverTimeShow'), clock.now()),
        workspace: workspaceOf(c, deps),
      }),
      isReport: true,
      onRequest: () => completeDecisionFacts(store),
      answer: async (query) => {
        const { drafts, conversations } = await waitingDrafts(query.workspace)
        return countDraftsOverTime(store, query, conversations === 0 ? null : drafts.flatMap(({ at }) => at ?? []))
      },
    }),
    callCostList: cached({
      argsOf: (c) => ({
        ...countedPeriod(parseQueryOf(c, 'callCostList'), clock.now()),
        workspace: workspaceOf(c, deps),
      }),
      isReport: true,
      onRequest: async () => {
        await writeSeen()
        await completeDecisionFacts(store)
      },
      answer: async (query) => {
        const { groups, ...rest } = await countCosts(store, query)
        return { groups: await withNames(store, registry, query.by, groups), ...rest }
      },
    }),
    callPricesShow: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      answer: ({ workspace }) => prices.get(workspace),
    }),
    callPricesChange: async (c) => {
      const next = await parseJsonBody(c, 'callPricesChange')
      const workspace = workspaceOf(c, deps)
      const action = { endpoint: 'callPricesChange' as const, ids: { workspaceId: workspace }, operator: operatorOf(c) }
      return c.json(await recordAction(action, () => prices.save(workspace, next)))
    },
    batchResultList: cached({
      argsOf: (c) => countedPeriod(parseQueryOf(c, 'batchResultList'), clock.now()),
      isReport: true,
      onRequest: writeSeen,
      answer: async (query) => {
        const { batches, hasMore } = await listBatchFigures(store, query)
        const agentIds = batches.map(({ agentId }) => agentId)
        const names = await recordNames(store, registry, 'agent', agentIds)
        return {
          batches: batches.map((batch) => ({ ...batch, agentName: names.get(batch.agentId ?? '') ?? null })),
          hasMore,
        }
      },
    }),
    batchResultShow: cached({
      argsOf: (c) => ({ batchId: parseId(c, 'batchId') }),
      isReport: true,
      onRequest: writeSeen,
      answer: ({ batchId }) => readBatchResults(store, batchId),
    }),
    batchRowFind: async (c) => {
      const search = await parseJsonBody(c, 'batchRowFind')
      await writeSeen()
      return c.json(await findBatchRows(parseId(c, 'batchId'), search))
    },
    // Not cached: counts of other gateways are not announced to this one.
    requestCountList: async (c) => {
      const { id, roles } = operatorOf(c)
      const query = parseQueryOf(c, 'requestCountList')
      // As many days also of counts by hour: requests have only a few rows a day.
      const period = countedPeriod({ from: query.from, to: query.to, zone: query.zone, by: 'day' }, clock.now())
      await requestHistory.flush()
      // guard: names-of-requesters-are-for-administrators
      const viewer = roles.includes('admin') ? null : id
      const counted = { ...query, from: period.from, to: period.to, viewer }
      const counts = await reports(c, counted, (signal) => computeUntil(signal, () => countRequests(store, counted)))
      return c.json({ ...counts, perMinute: budget.rate.perMinute } satisfies RequestCounts)
    },
  } satisfies Record<string, Handler>
}
