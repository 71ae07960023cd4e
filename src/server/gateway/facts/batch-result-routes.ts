/** Endpoints about the results of batches. */
import type { batchResultEndpoints, batchRowEndpoints, Contract, ParsedQueryOf } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { recordNames } from '../registry/group-names.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import { listBatchFigures, readBatchResults } from './batch-results.ts'
import type { BatchRows } from './batch-rows.ts'
import type { CallFacts } from './call-facts.ts'
import { countedPeriod } from './counted-period.ts'
import { createBatchRowSearch, type ReadNumberRow } from './find-batch-rows.ts'

export function batchResultRoutes(deps: {
  store: Store
  callFacts: CallFacts
  batchRows: BatchRows
  registry: Pick<Registry, 'nameOf'>
  cached: AnswerCache
  numberRowsOf: ReadNumberRow
  clock: Clock
}): Record<keyof typeof batchResultEndpoints | keyof typeof batchRowEndpoints, Handler> {
  const { store, callFacts, batchRows, registry, cached, numberRowsOf, clock } = deps
  const findBatchRows = createBatchRowSearch(store, clock, numberRowsOf)
  return {
    batchResultList: cached({
      argsOf: (c) =>
        countedPeriod(parseQueryOf(c, 'batchResultList') as ParsedQueryOf<Contract['batchResultList']>, clock.now()),
      isReport: true,
      onRequest: () => callFacts.settled(),
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
      onRequest: () => callFacts.settled(),
      answer: ({ batchId }) => readBatchResults(store, batchId),
    }),
    batchRowFind: async (c) => {
      const search = await parseJsonBody(c, 'batchRowFind')
      // So that the rows have everything that was seen.
      await Promise.all([callFacts.settled(), batchRows.settled()])
      return c.json(await findBatchRows(parseId(c, 'batchId'), search))
    },
  }
}
