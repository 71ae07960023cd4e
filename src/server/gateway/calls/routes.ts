/** Endpoints of calls: the live calls, placing one, the calls that were placed here. */

import type { Snapshots } from '../cache/cached-reads.ts'
import { attentionOf } from '../cache/watched-reads.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { body, type Handler } from '../http/handler.ts'
import { operatorOf, whoOf, workspaceOf } from '../http/request.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { LiveCalls } from './live-calls.ts'
import type { PlacedCalls } from './placed-calls.ts'

export function callRoutes(deps: {
  liveCalls: LiveCalls
  placedCalls: PlacedCalls
  snapshots: Snapshots
  workspaces: readonly Workspace[]
  kept: AnswerCache
}) {
  const { liveCalls, placedCalls, snapshots, kept } = deps
  return {
    liveCallList: kept({
      of: (c) => ({ workspace: workspaceOf(c, deps) }),
      each: (c) =>
        liveCalls.look(workspaceOf(c, deps), attentionOf(c.req.header('priority')), whoOf(c), operatorOf(c).id),
      answer: ({ workspace }) => liveCalls.show(workspace),
    }),
    callPlace: async (c) => {
      const { agentId, toNumber, again = false } = await body(c, 'callPlace')
      const by = { operator: operatorOf(c), key: c.req.header('idempotency-key'), who: whoOf(c) }
      try {
        const workspace = workspaceOf(c, deps)
        return c.json((await placedCalls.place({ agentId, toNumber, again, ...by, workspace })) as object)
      } finally {
        snapshots.makeOld('callSend', {})
      }
    },
    placedCallList: kept({ of: () => ({}), answer: async () => ({ calls: await placedCalls.list() }) }),
  } satisfies Record<string, Handler>
}
