/** Endpoints that count what was seen. */
import type { CallCount, CallGrouping, Contract, callAnswerEndpoints, ParsedQueryOf } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseQueryOf } from '../http/handler.ts'
import { workspaceOf } from '../http/request.ts'
import { batchNames } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { Store } from '../store/store.ts'
import type { CallFacts } from './call-facts.ts'
import { countCalls } from './count-calls.ts'

export function factRoutes(deps: {
  store: Store
  callFacts: CallFacts
  registry: Pick<Registry, 'nameOf'>
  workspaces: readonly Workspace[]
  cached: AnswerCache
}): Record<keyof typeof callAnswerEndpoints, Handler> {
  const { store, callFacts, registry, cached } = deps

  /** Adds the names of agents or batches. */
  async function withNames(by: CallGrouping, groups: readonly CallCount[]): Promise<CallCount[]> {
    if (by === 'agent') return groups.map((group) => ({ ...group, name: registry.nameOf('agent', group.key) }))
    if (by !== 'batch') return [...groups]
    const names = await batchNames(
      store,
      groups.map(({ key }) => key),
    )
    return groups.map((group) => ({ ...group, name: names.get(group.key) ?? null }))
  }

  return {
    callCountList: cached({
      argsOf: (c) => ({
        ...(parseQueryOf(c, 'callCountList') as ParsedQueryOf<Contract['callCountList']>),
        workspace: workspaceOf(c, deps),
      }),
      onRequest: () => callFacts.settled(),
      answer: async (query) => {
        const { groups, coverage } = await countCalls(store, query)
        return { groups: await withNames(query.by, groups), coverage }
      },
    }),
  }
}
