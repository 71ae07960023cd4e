/** The rules of each workspace about whom it calls and when, as its administrators set them. */
import { CallingRules, type Operator } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { refusal } from '../shared/refusals.ts'
import { readSetting, replaceSetting, type Store } from '../store/store.ts'
import { enablingProblem } from './second-person.ts'

export type CallingRuleSetting = ReturnType<typeof createCallingRuleSetting>

export function createCallingRuleSetting({
  store,
  recordAction,
  defaults,
  approvers,
}: {
  store: Store
  recordAction: RecordAction
  /** The rules of a workspace whose administrators changed none. */
  defaults: CallingRules
  /** Everybody who may approve the starts of others. */
  approvers: () => Promise<readonly unknown[]>
}) {
  const nameOf = (workspace: string) => `calling rules of ${workspace}`

  /** The rules of a workspace, and what is stored of them. */
  async function read(workspace: string, from: Store): Promise<{ rules: CallingRules; stored: string | undefined }> {
    const stored = await readSetting(from, nameOf(workspace))
    const { success, data } = CallingRules.safeParse({ ...defaults, ...(JSON.parse(stored ?? '{}') as object) })
    return { rules: success ? data : defaults, stored }
  }

  /** The rules of a workspace. What was never set, or was set by a version with other rules, has its default. */
  const of = async (workspace: string, from = store): Promise<CallingRules> => (await read(workspace, from)).rules

  /** Somebody may change others at the same moment, also at another gateway: then it is tried again with theirs. */
  async function save(workspace: string, changes: Partial<CallingRules>): Promise<CallingRules> {
    for (;;) {
      const { rules: before, stored } = await read(workspace, store)
      const rules = { ...before, ...changes }
      if (await replaceSetting(store, nameOf(workspace), stored, JSON.stringify(rules))) return rules
    }
  }

  return {
    of,

    /**
     * Changes some rules; the others stay, whoever changes them at the same moment.
     *
     * @returns the rules that hold now
     * @throws Refusal `nobody_can_approve` 409 when a second person is to be required where there is none; `not_recorded` 503: then
     *   nothing is changed
     */
    async change(workspace: string, changes: Partial<CallingRules>, operator: Operator): Promise<CallingRules> {
      const { approval } = await of(workspace)
      const problem = enablingProblem(approval, changes.approval ?? approval, (await approvers()).length)
      // guard: second-person-needs-two
      if (problem) throw refusal({ status: 409, code: 'nobody_can_approve', message: problem })
      const ids = { workspaceId: workspace, rules: Object.keys(changes).join(' ') }
      return recordAction({ endpoint: 'callingRulesChange', ids, operator }, () => save(workspace, changes))
    },
  }
}
