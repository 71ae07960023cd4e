/** Endpoints about the results of batches. */
import type { batchResultEndpoints, batchRowEndpoints, Contract, ParsedQueryOf } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { recordNames } from '../registry/group-names.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import { listBatchFigures, readBatchResults } from './batch-results.ts'
import { countedPeriod } from './counted-period.ts'
import { createBatchRowSearch, type ReadNumberRow } from './find-batch-rows.ts'

export function batchResultRoutes(deps: {
  store: Store
  /** Resolves when everything that was seen of calls is written. */
  writeSeen: () => Promise<void>
  registry: Pick<Registry, 'nameOf'>
  cached: AnswerCache
  numberRowsOf: ReadNumberRow
  clock: Clock
}): Record<keyof typeof batchResultEndpoints | keyof typeof batchRowEndpoints, Handler> {
  const { store, writeSeen, registry, cached, numberRowsOf, clock } = deps
  const findBatchRows = createBatchRowSearch(store, clock, numberRowsOf)
  return {
    batchResultList: cached({
      argsOf: (c) =>
        countedPeriod(parseQueryOf(c, 'batchResultList') as ParsedQueryOf<Contract['batchResultList']>, clock.now()),
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
  }
}
