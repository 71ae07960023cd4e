/** The rules of each workspace for reviewing drafts, as its administrators set them. */
import { type DecisionAction, defaultReviewRules, type Operator, ReviewRules } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Store } from '../store/store.ts'
import { createWorkspaceSetting } from '../store/workspace-setting.ts'
import { missingReason, reasonOfOtherAction, unknownReason } from './decision/refusals.ts'

/** Why a reviewer rejects a draft. */
export interface Rejection {
  rejectReason?: string | undefined
  rejectNote?: string | undefined
}

export type ReviewRuleSetting = ReturnType<typeof createReviewRuleSetting>

export function createReviewRuleSetting({ store, recordAction }: { store: Store; recordAction: RecordAction }) {
  const parse = (stored: unknown) => ReviewRules.safeParse(stored).data
  const { get, save } = createWorkspaceSetting(store, { name: 'review rules', parse, defaults: defaultReviewRules })

  return {
    get,

    /**
     * Changes some rules. Simultaneous changes to other rules are preserved.
     *
     * @returns all rules after the change
     * @throws Refusal `not_recorded` 503: nothing was changed
     */
    change(workspace: string, changes: Partial<ReviewRules>, operator: Operator): Promise<ReviewRules> {
      const ids = { workspaceId: workspace, rules: Object.keys(changes).join(' ') }
      return recordAction({ endpoint: 'reviewRulesChange', ids, operator }, () => save(workspace, changes))
    },

    /**
     * Checks why a draft is rejected. The reason is one of the workspace's, because the audit stores it for good: what a reviewer writes
     * may name a person.
     *
     * @throws Refusal 400 `reason_required` and `invalid_message`, 409 `unknown_reason`
     */
    async checkRejection(workspace: string, action: DecisionAction, rejection: Rejection): Promise<void> {
      const { rejectReason, rejectNote } = rejection
      if (action !== 'Reject') {
        if (rejectReason !== undefined || rejectNote !== undefined) throw reasonOfOtherAction()
        return
      }
      const { rejectReasons, isReasonRequired } = await get(workspace)
      // guard: rejection-has-its-reason
      if (rejectReason === undefined && isReasonRequired && rejectReasons.length > 0) throw missingReason()
      // guard: reason-is-on-the-list
      if (rejectReason !== undefined && !rejectReasons.includes(rejectReason)) throw unknownReason(rejectReason)
    },
  }
}
