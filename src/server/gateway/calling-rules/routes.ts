/** Endpoints of a workspace's calling rules, and of what was said about columns of files. */
import type { CallingRules } from '#contract/index.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseJsonBody } from '../http/handler.ts'
import { operatorOf, workspaceOf } from '../http/request.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { ColumnAnswers } from './column-answers.ts'
import type { CallingRuleSetting } from './setting.ts'

export function callingRuleRoutes(deps: {
  setting: CallingRuleSetting
  columnAnswers: ColumnAnswers
  workspaces: readonly Workspace[]
  cached: AnswerCache
}) {
  const { setting, columnAnswers } = deps
  return {
    callingRulesShow: deps.cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      answer: ({ workspace }) => setting.get(workspace),
    }),
    callingRulesChange: async (c) => {
      const changes = (await parseJsonBody(c, 'callingRulesChange')) as Partial<CallingRules>
      return c.json(await setting.change(workspaceOf(c, deps), changes, operatorOf(c)))
    },
    columnAnswersFind: async (c) => {
      const { columns } = await parseJsonBody(c, 'columnAnswersFind')
      return c.json({ answers: await columnAnswers.find(columns, workspaceOf(c, deps)) })
    },
    columnAnswerSave: async (c) => {
      await columnAnswers.save(await parseJsonBody(c, 'columnAnswerSave'), workspaceOf(c, deps), operatorOf(c))
      return c.json({})
    },
  } satisfies Record<string, Handler>
}
