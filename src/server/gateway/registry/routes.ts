/** Endpoints of the registry: search, and the list of batches. */
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf, requesterOf } from '../http/request.ts'
import type { Clock } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import type { BatchFilter } from './batches.ts'
import type { FindNames } from './find-missing-names.ts'
import type { Registry } from './registry.ts'

interface Deps {
  registry: Registry
  findNames: FindNames
  clock: Clock
  cached: AnswerCache
}

type ListQuery = BatchFilter & { page: number; limit: number }

export function registryRoutes({ registry, findNames, clock, cached }: Deps) {
  const lists = createMemo({ clock }, (query: ListQuery) => registry.list(query))
  const listQueryOf = (c: GatewayContext): ListQuery => {
    const { by, ...query } = parseQueryOf(c, 'batchList') as unknown as ListQuery & { by?: 'me' }
    return by === 'me' ? { ...query, startedBy: operatorOf(c).name } : query
  }
  return {
    search: async (c) => c.json({ found: await registry.search((await parseJsonBody(c, 'search')).text) }),
    batchList: cached({
      argsOf: listQueryOf,
      onRequest: async (c) => {
        const { batches } = await lists.value(listQueryOf(c))
        const unnamed = batches.filter(({ agentName }) => agentName === null)
        findNames(
          'agent',
          unnamed.map(({ agentId }) => agentId),
          null,
          requesterOf(c),
        )
      },
      answer: lists.value,
    }),
  } satisfies Record<string, Handler>
}
