/** The calling rules of each workspace, as its administrators set them. */
import { CallingRules, type Operator } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { refusal } from '../shared/refusals.ts'
import { accountsOf, readTies } from '../store/same-person.ts'
import type { Store } from '../store/store.ts'
import { createWorkspaceSetting } from '../store/workspace-setting.ts'
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
  approvers: () => Promise<readonly { id: string }[]>
}) {
  const parse = (stored: unknown) => CallingRules.safeParse(stored).data
  const { get, save } = createWorkspaceSetting(store, { name: 'calling rules', parse, defaults })

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
      const ties = await readTies(store)
      const people = new Set((await approvers()).map(({ id }) => accountsOf(ties, id)[0]))
      const problem = enablingProblem(approval, changes.approval ?? approval, people.size)
      // guard: second-person-needs-two
      if (problem) throw refusal({ status: 409, code: 'nobody_can_approve', message: problem })
      const ids = { workspaceId: workspace, rules: Object.keys(changes).join(' ') }
      return recordAction({ endpoint: 'callingRulesChange', ids, operator }, () => save(workspace, changes))
    },
  }
}
