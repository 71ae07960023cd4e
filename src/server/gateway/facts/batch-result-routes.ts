/** Endpoints about what came of batches. */
import type { batchResultEndpoints, batchRowEndpoints } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody } from '../http/handler.ts'
import type { Store } from '../store/store.ts'
import { readBatchResults } from './batch-results.ts'
import type { BatchRows } from './batch-rows.ts'
import type { CallFacts } from './call-facts.ts'
import { findBatchRows } from './find-batch-rows.ts'

export function batchResultRoutes(deps: {
  store: Store
  callFacts: CallFacts
  batchRows: BatchRows
  cached: AnswerCache
}): Record<keyof typeof batchResultEndpoints | keyof typeof batchRowEndpoints, Handler> {
  const { store, callFacts, batchRows, cached } = deps
  return {
    batchResultShow: cached({
      argsOf: (c) => ({ batchId: parseId(c, 'batchId') }),
      onRequest: () => callFacts.settled(),
      answer: ({ batchId }) => readBatchResults(store, batchId),
    }),
    batchRowFind: async (c) => {
      const search = await parseJsonBody(c, 'batchRowFind')
      // So that the rows have everything that was seen.
      await Promise.all([callFacts.settled(), batchRows.settled()])
      return c.json(await findBatchRows(store, parseId(c, 'batchId'), search))
    },
  }
}
