/** Endpoints of the registry: search, and the list of batches. */
import type { Found } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf, requesterOf, workspaceOf } from '../http/request.ts'
import type { Clock } from '../shared/clock.ts'
import type { Workspace } from '../shared/configuration.ts'
import { createMemo } from '../shared/memo.ts'
import type { BatchFilter } from './batches.ts'
import type { FindNames } from './find-missing-names.ts'
import type { Registry } from './registry.ts'

interface Deps {
  registry: Registry
  /** Adds people to what a search found. */
  addPeople: (workspace: string, text: string, found: readonly Found[]) => Promise<Found[]>
  findNames: FindNames
  /** Finds calls in which something was said. */
  findInTranscripts: (workspace: string, text: string) => Promise<Found[]>
  workspaces: readonly Workspace[]
  clock: Clock
  cached: AnswerCache
}

type ListQuery = BatchFilter & { page: number; limit: number }

/** A call that was found by its number and by its transcript is one result, with the place in the transcript. */
function mergeFound(named: readonly Found[], said: readonly Found[]): Found[] {
  const saidById = new Map(said.map((found) => [found.id, found]))
  const merged = named.map((found) => (found.kind === 'call' ? (saidById.get(found.id) ?? found) : found))
  const ids = new Set(merged.map(({ id }) => id))
  return [...merged, ...said.filter(({ id }) => !ids.has(id))]
}

export function registryRoutes(deps: Deps) {
  const { registry, addPeople, findNames, findInTranscripts, clock, cached } = deps
  const lists = createMemo({ clock }, (query: ListQuery) => registry.list(query))
  const listQueryOf = (c: GatewayContext): ListQuery => {
    const { by, ...query } = parseQueryOf(c, 'batchList') as unknown as ListQuery & { by?: 'me' }
    return by === 'me' ? { ...query, startedBy: operatorOf(c).name } : query
  }
  return {
    search: async (c) => {
      const { text } = await parseJsonBody(c, 'search')
      const workspace = workspaceOf(c, deps)
      const said = await findInTranscripts(workspace, text)
      const found = mergeFound(await registry.search(text), said)
      return c.json({ found: await addPeople(workspace, text, found) })
    },
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
