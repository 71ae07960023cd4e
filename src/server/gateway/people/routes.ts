/** Endpoints of people: the key of a person's page, the timeline, and what a draft to a person is based on. */
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody } from '../http/handler.ts'
import { workspaceOf } from '../http/request.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { People } from './people.ts'
import type { ReviewContexts } from './review-context.ts'

export function peopleRoutes(deps: {
  people: People
  reviewContexts: ReviewContexts
  workspaces: readonly Workspace[]
  cached: AnswerCache
}) {
  const { people, reviewContexts, cached } = deps
  return {
    personFind: async (c) => c.json(people.find((await parseJsonBody(c, 'personFind')).address)),
    personShow: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps), personId: parseId(c, 'personId') }),
      answer: ({ workspace, personId }) => people.show(workspace, personId),
    }),
    reviewContextShow: async (c) =>
      c.json(await reviewContexts.show(workspaceOf(c, deps), parseId(c, 'conversationId'))),
  } satisfies Record<string, Handler>
}
