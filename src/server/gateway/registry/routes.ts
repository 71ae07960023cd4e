/** Endpoints of what the team has seen: search, and the list of batches. */
import { body, type Handler, query } from '../http/handler.ts'
import { operatorOf, whoOf } from '../http/request.ts'
import type { BatchFilter } from './batches.ts'
import type { FindNames } from './find-missing-names.ts'
import type { Registry } from './registry.ts'

export function registryRoutes({ registry, findNames }: { registry: Registry; findNames: FindNames }) {
  return {
    search: async (c) => c.json({ found: await registry.search((await body(c, 'search')).text) }),
    batchList: async (c) => {
      const { by, ...wanted } = query(c, 'batchList') as unknown as BatchFilter & {
        page: number
        limit: number
        by?: 'me'
      }
      const listed = await registry.list(by === 'me' ? { ...wanted, startedBy: operatorOf(c).name } : wanted)
      const agents = listed.batches.map(({ agentId }) => agentId)
      findNames('agent', agents, null, whoOf(c))
      return c.json(listed)
    },
  } satisfies Record<string, Handler>
}
