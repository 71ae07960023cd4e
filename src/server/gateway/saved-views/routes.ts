/** Endpoints of saved views. */
import type { savedViewEndpoints, ViewValues } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf, workspaceOf } from '../http/request.ts'
import type { Workspace } from '../shared/configuration.ts'
import { createSavedViews } from './saved-views.ts'

export function savedViewRoutes(
  deps: Parameters<typeof createSavedViews>[0] & { workspaces: readonly Workspace[]; cached: AnswerCache },
): Record<keyof typeof savedViewEndpoints, Handler> {
  const { cached } = deps
  const savedViews = createSavedViews(deps)
  return {
    savedViewList: cached({
      argsOf: (c) => ({
        page: parseQueryOf(c, 'savedViewList').page,
        workspace: workspaceOf(c, deps),
        operatorId: operatorOf(c).id,
      }),
      answer: async ({ page, workspace, operatorId }) => ({
        views: await savedViews.list(page, workspace, operatorId),
      }),
    }),
    savedViewCreate: async (c) => {
      const view = await parseJsonBody(c, 'savedViewCreate')
      return c.json(await savedViews.create(view, workspaceOf(c, deps), operatorOf(c)))
    },
    savedViewChange: async (c) => {
      const changes = (await parseJsonBody(c, 'savedViewChange')) as Partial<ViewValues>
      return c.json(await savedViews.change(parseId(c, 'viewId'), changes, workspaceOf(c, deps), operatorOf(c)))
    },
    savedViewDelete: async (c) => {
      await parseJsonBody(c, 'savedViewDelete')
      return c.json(await savedViews.remove(parseId(c, 'viewId'), workspaceOf(c, deps), operatorOf(c)))
    },
  }
}
