/** Endpoints of people: the key of a person's page, and the timeline. */
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody } from '../http/handler.ts'
import { workspaceOf } from '../http/request.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { People } from './people.ts'

export function peopleRoutes(deps: { people: People; workspaces: readonly Workspace[]; cached: AnswerCache }) {
  const { people, cached } = deps
  return {
    personFind: async (c) => c.json(people.find((await parseJsonBody(c, 'personFind')).address)),
    personShow: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps), personId: parseId(c, 'personId') }),
      answer: ({ workspace, personId }) => people.show(workspace, personId),
    }),
  } satisfies Record<string, Handler>
}
