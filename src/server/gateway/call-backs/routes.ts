/** Endpoints of people who asked for another call. */
import type { callBackEndpoints } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf, workspaceOf } from '../http/request.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { CallBacks } from './call-backs.ts'

export function callBackRoutes(deps: {
  callBacks: CallBacks
  /** Writes what was seen of calls, so that the list has all of it. */
  writeSeen: () => Promise<void>
  workspaces: readonly Workspace[]
  cached: AnswerCache
}): Record<keyof typeof callBackEndpoints, Handler> {
  const { callBacks, writeSeen, cached } = deps
  return {
    callBackList: cached({
      argsOf: (c) => ({
        workspace: workspaceOf(c, deps),
        query: parseQueryOf(c, 'callBackList'),
      }),
      onRequest: writeSeen,
      answer: ({ workspace, query }) => callBacks.list(workspace, query),
    }),
    callBackChange: async (c) => {
      const change = await parseJsonBody(c, 'callBackChange')
      await writeSeen()
      const call = { workspace: workspaceOf(c, deps), roomName: parseId(c, 'roomName') }
      return c.json({ work: await callBacks.change(call, change, operatorOf(c)) })
    },
  }
}
