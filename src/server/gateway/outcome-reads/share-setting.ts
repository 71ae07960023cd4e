/** How much of the request budget the results of calls may use: one setting for all workspaces, which share the budget. */
import { type Operator, OutcomeShare, usualOutcomeShare } from '#contract/index.ts'
import { allWorkspaces } from '../facts/figure-retention.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Store } from '../store/store.ts'
import { createWorkspaceSetting } from '../store/workspace-setting.ts'

export function createShareSetting({ store, recordAction }: { store: Store; recordAction: RecordAction }) {
  const setting = createWorkspaceSetting<OutcomeShare>(store, {
    name: 'outcome share',
    parse: (stored) => OutcomeShare.safeParse(stored).data,
    defaults: usualOutcomeShare,
  })
  return {
    get: () => setting.get(allWorkspaces),

    /** @throws Refusal `not_recorded` 503: nothing was changed */
    change: ({ percent }: OutcomeShare, operator: Operator): Promise<OutcomeShare> =>
      recordAction({ endpoint: 'outcomeShareChange', ids: { percent: `${percent}` }, operator }, () =>
        setting.save(allWorkspaces, { percent }),
      ),
  }
}
