/** Endpoints about what came of batches. */
import type { batchResultEndpoints } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId } from '../http/handler.ts'
import type { Store } from '../store/store.ts'
import { readBatchResults } from './batch-results.ts'
import type { CallFacts } from './call-facts.ts'

export function batchResultRoutes(deps: {
  store: Store
  callFacts: CallFacts
  cached: AnswerCache
}): Record<keyof typeof batchResultEndpoints, Handler> {
  const { store, callFacts, cached } = deps
  return {
    batchResultShow: cached({
      argsOf: (c) => ({ batchId: parseId(c, 'batchId') }),
      onRequest: () => callFacts.settled(),
      answer: ({ batchId }) => readBatchResults(store, batchId),
    }),
  }
}
