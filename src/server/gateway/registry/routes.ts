/** Endpoints of the registry: search, and the list of batches. */
import type { Found, KnownBatch } from '#contract/index.ts'
import type { Core } from '../cluster/core.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf, requesterOf, workspaceOf } from '../http/request.ts'
import { createMemo } from '../shared/memo.ts'
import type { BatchFilter } from './batches.ts'
import type { FindNames } from './find-missing-names.ts'
import type { Registry } from './registry.ts'

interface Deps extends Pick<Core, 'workspaces' | 'clock'> {
  registry: Registry
  /** Adds people to what a search found. */
  addPeople: (workspace: string, text: string, found: readonly Found[]) => Promise<Found[]>
  findNames: FindNames
  /** Finds calls in which something was said, and conversations in which it was written. */
  findInTexts: (workspace: string, text: string) => Promise<Found[]>
  cached: AnswerCache
}

type ListQuery = BatchFilter & { page: number; limit: number }

const keyOf = ({ kind, id }: Found) => `${kind}/${id}`

/** What was found by its name or number and by its words is one result, with the place of the words. */
function mergeFound(named: readonly Found[], said: readonly Found[]): Found[] {
  const saidByKey = new Map(said.map((found) => [keyOf(found), found]))
  const merged = named.map((found) => saidByKey.get(keyOf(found)) ?? found)
  const keys = new Set(merged.map(keyOf))
  return [...merged, ...said.filter((found) => !keys.has(keyOf(found)))]
}

export function registryRoutes(deps: Deps) {
  const { registry, addPeople, findNames, findInTexts, clock, cached } = deps
  const lists = createMemo({ clock }, (query: ListQuery) => registry.list(query))
  const listQueryOf = (c: GatewayContext, asked: object = parseQueryOf(c, 'batchList')): ListQuery => {
    const { by, days, ...query } = asked as ListQuery & { by?: 'me'; days?: string }
    return {
      ...query,
      ...(by === 'me' && { startedBy: operatorOf(c).name }),
      // To the minute, so that the lists of a minute are one.
      ...(days && { since: Math.floor(clock.now() / 60_000) * 60_000 - Number(days) * 24 * 3_600_000 }),
    }
  }
  const askForNames = (c: GatewayContext, batches: readonly KnownBatch[]) => {
    const unnamed = batches.filter(({ agentName }) => agentName === null)
    const ids = unnamed.map(({ agentId }) => agentId)
    findNames('agent', ids, null, requesterOf(c))
  }
  return {
    search: async (c) => {
      const { text } = await parseJsonBody(c, 'search')
      const workspace = workspaceOf(c, deps)
      const said = await findInTexts(workspace, text)
      const found = mergeFound(await registry.search(text), said)
      return c.json({ found: await addPeople(workspace, text, found) })
    },
    batchFind: async (c) => {
      const found = await registry.list(listQueryOf(c, await parseJsonBody(c, 'batchFind')))
      askForNames(c, found.batches)
      return c.json(found)
    },
    batchList: cached({
      argsOf: (c) => listQueryOf(c),
      onRequest: async (c) => {
        askForNames(c, (await lists.value(listQueryOf(c))).batches)
      },
      answer: lists.value,
    }),
  } satisfies Record<string, Handler>
}
