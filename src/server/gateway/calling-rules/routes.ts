/** Endpoints of a workspace's calling rules. */
import type { CallingRules } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseJsonBody } from '../http/handler.ts'
import { operatorOf, workspaceOf } from '../http/request.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { CallingRuleSetting } from './setting.ts'

export function callingRuleRoutes(deps: {
  setting: CallingRuleSetting
  workspaces: readonly Workspace[]
  cached: AnswerCache
}) {
  const { setting } = deps
  return {
    callingRulesShow: deps.cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      answer: ({ workspace }) => setting.get(workspace),
    }),
    callingRulesChange: async (c) => {
      const changes = (await parseJsonBody(c, 'callingRulesChange')) as Partial<CallingRules>
      return c.json(await setting.change(workspaceOf(c, deps), changes, operatorOf(c)))
    },
  } satisfies Record<string, Handler>
}
