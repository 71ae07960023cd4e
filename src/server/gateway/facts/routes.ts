/** Endpoints that count what was seen. */
import type { Contract, callAnswerEndpoints, ParsedQueryOf } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseQueryOf } from '../http/handler.ts'
import { workspaceOf } from '../http/request.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { Store } from '../store/store.ts'
import type { CallFacts } from './call-facts.ts'
import { countCalls } from './count-calls.ts'

export function factRoutes(deps: {
  store: Store
  callFacts: CallFacts
  workspaces: readonly Workspace[]
  cached: AnswerCache
}): Record<keyof typeof callAnswerEndpoints, Handler> {
  const { store, callFacts, cached } = deps
  return {
    callCountList: cached({
      argsOf: (c) => ({
        ...(parseQueryOf(c, 'callCountList') as ParsedQueryOf<Contract['callCountList']>),
        workspace: workspaceOf(c, deps),
      }),
      onRequest: () => callFacts.settled(),
      answer: (query) => countCalls(store, query),
    }),
  }
}
