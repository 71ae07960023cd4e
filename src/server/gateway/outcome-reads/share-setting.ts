/** How much of the request budget the results of calls may use: one setting for all workspaces, which share the budget. */
import { OutcomeShare, usualOutcomeShare } from '#contract/index.ts'
import { allWorkspaces } from '../facts/figure-retention.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseJsonBody } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Store } from '../store/store.ts'
import { createWorkspaceSetting } from '../store/workspace-setting.ts'

export function createShareSetting(deps: { store: Store; recordAction: RecordAction; cached: AnswerCache }) {
  const { store, recordAction, cached } = deps
  const setting = createWorkspaceSetting<OutcomeShare>(store, {
    name: 'outcome share',
    parse: (stored) => OutcomeShare.safeParse(stored).data,
    defaults: usualOutcomeShare,
  })
  const get = () => setting.get(allWorkspaces)
  return {
    get,
    routes: {
      outcomeShareShow: cached({ argsOf: () => ({}), answer: get }),
      outcomeShareChange: async (c) => {
        const { percent } = await parseJsonBody(c, 'outcomeShareChange')
        const action = {
          endpoint: 'outcomeShareChange',
          ids: { percent: `${percent}` },
          operator: operatorOf(c),
        } as const
        return c.json(await recordAction(action, () => setting.save(allWorkspaces, { percent })))
      },
    } satisfies Record<string, Handler>,
  }
}
