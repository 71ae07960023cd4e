/** Endpoints for what calls and messages cost. */
import { CallPrices, type Contract, type callCostEndpoints, noPrices, type ParsedQueryOf } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf, workspaceOf } from '../http/request.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { withNames } from '../registry/group-names.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { Store } from '../store/store.ts'
import { createWorkspaceSetting } from '../store/workspace-setting.ts'
import { countCosts } from './count-costs.ts'
import { countedPeriod } from './counted-period.ts'
import { completeDecisionFacts } from './decision-facts.ts'

export function costRoutes(deps: {
  store: Store
  /** Resolves when everything that was seen of calls is written. */
  writeSeen: () => Promise<void>
  registry: Pick<Registry, 'nameOf'>
  recordAction: RecordAction
  workspaces: readonly Workspace[]
  cached: AnswerCache
  clock: Clock
}): Record<keyof typeof callCostEndpoints, Handler> {
  const { store, writeSeen, registry, recordAction, cached, clock } = deps
  const prices = createWorkspaceSetting<CallPrices>(store, {
    name: 'call prices',
    parse: (stored) => CallPrices.safeParse(stored).data,
    defaults: noPrices,
  })

  return {
    callCostList: cached({
      argsOf: (c) => ({
        ...countedPeriod(parseQueryOf(c, 'callCostList') as ParsedQueryOf<Contract['callCostList']>, clock.now()),
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
  }
}
