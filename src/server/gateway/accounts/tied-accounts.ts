/** Ties accounts of one person, who is never the second person for what one of these accounts started. Administrators tie and untie them. */
import type { Operator } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { refusal } from '../shared/refusals.ts'
import { changeTies, includesAnother, samePerson, withoutTies, withTie } from '../store/same-person.ts'
import type { Store } from '../store/store.ts'

const sameAccount = () =>
  refusal({ status: 400, code: 'invalid_request', message: 'This is the same account. Nothing was changed.' })
const untiedByOther = () =>
  refusal({
    status: 409,
    code: 'own_account',
    message: 'Another administrator has to untie your own accounts. Nothing was changed.',
  })
const leavesNoOther = () =>
  refusal({
    status: 409,
    code: 'own_account',
    message:
      'These would be your own accounts, and no other administrator would be left. Nothing was changed. Invite another administrator first.',
  })

export type TiedAccounts = ReturnType<typeof createTiedAccounts>

/** @param deps.currentOperators returns everybody who may use Switchboard now */
export function createTiedAccounts(deps: {
  store: Store
  recordAction: RecordAction
  currentOperators: () => Promise<readonly Operator[]>
}) {
  const { store, recordAction } = deps
  const currentAdmins = async () => (await deps.currentOperators()).filter(({ roles }) => roles.includes('admin'))
  return {
    /**
     * Ties two accounts, with all that are tied to either. While there is another administrator, one always remains, so that nobody can turn
     * the others into accounts of their own and then do what another administrator has to.
     *
     * @throws Refusal 400 for one and the same account, 409 `own_account`
     */
    tie(by: Operator, operatorId: string, otherId: string): Promise<void> {
      return recordAction({ endpoint: 'operatorTie', ids: { operatorId, otherId }, operator: by }, async () => {
        if (operatorId === otherId) throw sameAccount()
        const admins = await currentAdmins()
        await changeTies(store, (ties) => {
          const changed = withTie(ties, operatorId, otherId)
          // guard: ties-leave-another-administrator
          if (includesAnother(ties, by.id, admins) && !includesAnother(changed, by.id, admins)) throw leavesNoOther()
          return changed
        })
      })
    },

    /**
     * Unties an account from all others. An administrator unties an own account only if there is no other administrator.
     *
     * @throws Refusal 409 `own_account`
     */
    untie(by: Operator, operatorId: string): Promise<void> {
      return recordAction({ endpoint: 'operatorUntie', ids: { operatorId }, operator: by }, async () => {
        const admins = await currentAdmins()
        await changeTies(store, (ties) => {
          // guard: accounts-are-untied-by-another
          if (samePerson(ties, operatorId, by.id) && includesAnother(ties, by.id, admins)) throw untiedByOther()
          return withoutTies(ties, operatorId)
        })
      })
    },
  }
}
