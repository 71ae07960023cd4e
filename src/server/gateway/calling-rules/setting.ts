/** The calling rules of each workspace, as its administrators set them. */
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
  /** The rules of a workspace until its administrators change them. */
  defaults: CallingRules
  /** Everybody who may approve the starts of others. */
  approvers: () => Promise<readonly unknown[]>
}) {
  const settingNameOf = (workspace: string) => `calling rules of ${workspace}`

  /** The rules of a workspace, and the stored setting. */
  async function read(workspace: string, store: Store): Promise<{ rules: CallingRules; stored: string | undefined }> {
    const stored = await readSetting(store, settingNameOf(workspace))
    const { success, data } = CallingRules.safeParse({ ...defaults, ...(JSON.parse(stored ?? '{}') as object) })
    return { rules: success ? data : defaults, stored }
  }

  /** @returns the rules of a workspace; defaults for rules that were never set, and for all if the setting is invalid in this version */
  const get = async (workspace: string, transaction = store): Promise<CallingRules> =>
    (await read(workspace, transaction)).rules

  /** Saves changes. Retries if another change, perhaps at another gateway, was saved since the rules were read. */
  async function save(workspace: string, changes: Partial<CallingRules>): Promise<CallingRules> {
    for (;;) {
      const { rules: oldRules, stored } = await read(workspace, store)
      const rules = { ...oldRules, ...changes }
      if (await replaceSetting(store, settingNameOf(workspace), stored, JSON.stringify(rules))) return rules
    }
  }

  return {
    get,

    /**
     * Changes some rules. Simultaneous changes to other rules are preserved.
     *
     * @returns all rules after the change
     * @throws Refusal `nobody_can_approve` 409 if a second person cannot be required; `not_recorded` 503: nothing was changed
     */
    async change(workspace: string, changes: Partial<CallingRules>, operator: Operator): Promise<CallingRules> {
      const { approval } = await get(workspace)
      const problem = enablingProblem(approval, changes.approval ?? approval, (await approvers()).length)
      // guard: second-person-needs-two
      if (problem) throw refusal({ status: 409, code: 'nobody_can_approve', message: problem })
      const ids = { workspaceId: workspace, rules: Object.keys(changes).join(' ') }
      return recordAction({ endpoint: 'callingRulesChange', ids, operator }, () => save(workspace, changes))
    },
  }
}
