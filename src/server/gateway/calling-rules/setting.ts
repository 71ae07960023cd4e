/** The rules of each workspace about whom it calls and when, as its administrators set them. */
import { CallingRules, type Operator } from '#contract/index.ts'
import type { Deeds } from '../ledger/admin-actions.ts'
import { refusal } from '../shared/refusals.ts'
import { type Store, saveSetting, settingOf } from '../store/store.ts'
import { problemOfTurningOn } from './second-person.ts'

export type CallingRuleSetting = ReturnType<typeof createCallingRuleSetting>

export function createCallingRuleSetting({
  store,
  deeds,
  usual,
  approvers,
}: {
  store: Store
  deeds: Deeds
  /** The rules of a workspace whose administrators changed none. */
  usual: CallingRules
  /** Everybody who may approve the starts of others. */
  approvers: () => Promise<readonly unknown[]>
}) {
  const nameOf = (workspace: string) => `calling rules of ${workspace}`
  let turn: Promise<unknown> = Promise.resolve()

  /** The rules of a workspace. What was never set, or set by a version that knew other rules, is as usual. */
  async function of(workspace: string, from = store): Promise<CallingRules> {
    const kept = JSON.parse((await settingOf(from, nameOf(workspace))) ?? '{}') as Partial<CallingRules>
    const { success, data } = CallingRules.safeParse({ ...usual, ...kept })
    return success ? data : usual
  }

  async function change(workspace: string, changes: Partial<CallingRules>, operator: Operator): Promise<CallingRules> {
    const before = await of(workspace)
    const rules = { ...before, ...changes }
    const problem = problemOfTurningOn(before.approval, rules.approval, (await approvers()).length)
    // guard: second-person-needs-two
    if (problem) throw refusal({ status: 409, code: 'nobody_can_approve', message: problem })
    const ids = { workspaceId: workspace, rules: Object.keys(changes).join(' ') }
    await deeds({ endpoint: 'callingRulesChange', ids, operator }, () =>
      saveSetting(store, nameOf(workspace), JSON.stringify(rules)),
    )
    return rules
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
    change(workspace: string, changes: Partial<CallingRules>, operator: Operator): Promise<CallingRules> {
      const done = turn.then(() => change(workspace, changes, operator))
      turn = done.catch(() => {})
      return done
    },
  }
}
