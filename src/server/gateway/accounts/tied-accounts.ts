/** Ties accounts of one person, who is never the second person for what one of these accounts started. Administrators tie and untie them. */
import type { Operator } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { refusal } from '../shared/refusals.ts'
import { changeTies, readTies, samePerson, withoutTies, withTie } from '../store/same-person.ts'
import type { Store } from '../store/store.ts'

const sameAccount = () =>
  refusal({ status: 400, code: 'invalid_request', message: 'This is the same account. Nothing was changed.' })
const untiedByOther = () =>
  refusal({
    status: 409,
    code: 'own_account',
    message: 'Another administrator has to untie your own accounts. Nothing was changed.',
  })

export type TiedAccounts = ReturnType<typeof createTiedAccounts>

/** @param deps.currentOperators returns everybody who may use Switchboard now */
export function createTiedAccounts(deps: {
  store: Store
  recordAction: RecordAction
  currentOperators: () => Promise<readonly Operator[]>
}) {
  const { store, recordAction, currentOperators } = deps
  return {
    /** Ties two accounts, with all that are tied to either. @throws Refusal 400 for one and the same account */
    tie(by: Operator, operatorId: string, otherId: string): Promise<void> {
      return recordAction({ endpoint: 'operatorTie', ids: { operatorId, otherId }, operator: by }, async () => {
        if (operatorId === otherId) throw sameAccount()
        await changeTies(store, (ties) => withTie(ties, operatorId, otherId))
      })
    },

    /**
     * Unties an account from all others. An administrator unties an own account only if there is no other administrator.
     *
     * @throws Refusal 409 `own_account`
     */
    untie(by: Operator, operatorId: string): Promise<void> {
      return recordAction({ endpoint: 'operatorUntie', ids: { operatorId }, operator: by }, async () => {
        const ties = await readTies(store)
        const others = (await currentOperators()).filter(({ id }) => !samePerson(ties, id, by.id))
        // guard: accounts-are-untied-by-another
        if (samePerson(ties, operatorId, by.id) && others.some(({ roles }) => roles.includes('admin')))
          throw untiedByOther()
        await changeTies(store, (ties) => withoutTies(ties, operatorId))
      })
    },
  }
}
