/** The rules of each workspace about which calls need a look, as its administrators set them. */
import { ConcernRules, defaultConcernRules, type Operator } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Clock } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import type { Store } from '../store/store.ts'
import { createWorkspaceSetting } from '../store/workspace-setting.ts'

export type ConcernSetting = ReturnType<typeof createConcernSetting>

export function createConcernSetting(deps: { store: Store; recordAction: RecordAction; clock: Clock }) {
  const parse = (stored: unknown) => ConcernRules.safeParse(stored).data
  const definition = { name: 'call concerns', parse, defaults: defaultConcernRules }
  const { get, save } = createWorkspaceSetting(deps.store, definition)
  // The wall asks after each reading of a call.
  const memo = createMemo(deps, ({ workspace }: { workspace: string }) => get(workspace))

  /** @returns the rules of a workspace; while the database does not answer, those read last, since the wall needs no database otherwise */
  async function current(workspace: string): Promise<ConcernRules> {
    try {
      return await memo.value({ workspace })
    } catch (error) {
      if (!isDatabaseFault(error)) throw error
      return memo.last({ workspace })?.value ?? defaultConcernRules
    }
  }

  return {
    get,
    current,

    /**
     * Changes some rules. The record has their names, but not the words.
     *
     * @returns all rules after the change
     * @throws Refusal `not_recorded` 503: nothing was changed
     */
    change(workspace: string, changes: Partial<ConcernRules>, operator: Operator): Promise<ConcernRules> {
      const ids = { workspaceId: workspace, rules: Object.keys(changes).join(' ') }
      return deps.recordAction({ endpoint: 'concernRulesChange', ids, operator }, () => save(workspace, changes))
    },
  }
}
