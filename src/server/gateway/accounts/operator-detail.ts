/** One operator as administrators see them: access, how they can sign in, and the invitations that they made. */
import type { KnownOperator, OperatorDetail, OwnNumber, Passkey } from '#contract/index.ts'
import { demoOperators } from '../operators/demo-operators.ts'
import type { Operators } from '../operators/operators.ts'
import { notFound } from '../shared/refusals.ts'
import { namesOfOperators } from '../store/operator-names.ts'
import { accountsOf, readTies } from '../store/same-person.ts'
import type { Store } from '../store/store.ts'
import type { PasswordLinks } from './password-links.ts'

export type ShowOperator = ReturnType<typeof createOperatorDetail>

/** @param deps.requiresSignIn without sign-in, the demo operators are operators too */
export function createOperatorDetail(deps: {
  store: Store
  operators: Operators
  passwordLinks: PasswordLinks
  listPasskeys: (operatorId: string) => Promise<Passkey[]>
  listNumbers: (operatorId: string) => Promise<OwnNumber[]>
  requiresSignIn: () => boolean
}) {
  const { operators, passwordLinks } = deps

  async function findOperator(operatorId: string): Promise<KnownOperator> {
    const demoOperator = deps.requiresSignIn() ? undefined : demoOperators.find(({ id }) => id === operatorId)
    if (demoOperator) return { ...demoOperator, email: '', disabled: false, lastSeen: null }
    const known = (await operators.list()).find(({ id }) => id === operatorId)
    // guard: shown-operator-exists
    if (!known) throw notFound('This operator does not exist.')
    return known
  }

  /** @throws Refusal 404 */
  return async (operatorId: string): Promise<OperatorDetail> => {
    const operator = await findOperator(operatorId)
    const profile = await operators.profiles.find(operatorId)
    const names = await operators.profiles.namesOf(operatorId)
    const invitations = await operators.invitations.listUnused()
    const tiedIds = accountsOf(await readTies(deps.store), operatorId).filter((id) => id !== operatorId)
    const tiedNames = await namesOfOperators(deps.store, tiedIds)
    return {
      operator,
      hasPassword: profile?.hasPassword ?? false,
      hasProvider: profile?.hasProvider ?? false,
      passkeys: await deps.listPasskeys(operatorId),
      numbers: await deps.listNumbers(operatorId),
      tied: tiedIds.map((id) => ({ id, name: tiedNames.get(id) ?? id })),
      passwordLink: await passwordLinks.find(operatorId),
      invitations: invitations.filter(({ madeBy }) => madeBy !== null && names.includes(madeBy)),
    }
  }
}
