/** An operator's own account: name, e-mail address and password. */
import type { Account, Operator, OwnNumber, Passkey } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Confirmation, ConfirmationRequest } from '../operators/confirmation.ts'
import { demoOperatorUnchangeable, isDemoOperator } from '../operators/demo-operators.ts'
import type { Operators } from '../operators/operators.ts'
import type { SignInLimits } from '../operators/sign-in-throttle.ts'
import { notFound, refusal } from '../shared/refusals.ts'

const emailOfProvider = () => {
  const message =
    'Your e-mail address comes from your sign-in provider. Nothing was changed. Change it there, then sign in again.'
  return refusal({ status: 409, code: 'email_of_provider', message, fields: { email: message } })
}
const noPassword = () =>
  refusal({
    status: 409,
    code: 'no_password',
    message: 'Your account has no password, because you sign in with a provider. Nothing was changed.',
  })
const samePassword = () => {
  const message = 'This is your password already. Nothing was changed. Choose another one.'
  return refusal({ status: 400, code: 'same_password', message, fields: { password: message } })
}

interface Change {
  name?: string | undefined
  email?: string | undefined
}

export type OwnAccount = ReturnType<typeof createOwnAccount>

export function createOwnAccount(deps: {
  operators: Operators
  confirmation: Confirmation
  limits: SignInLimits
  recordAction: RecordAction
  listPasskeys: (operatorId: string) => Promise<Passkey[]>
  listNumbers: (operatorId: string) => Promise<OwnNumber[]>
  /** Makes an operator's link for a new password invalid. */
  discardLink: (operatorId: string) => Promise<unknown>
}) {
  const { operators, confirmation, limits, recordAction } = deps

  async function show({ id, name }: Operator): Promise<Account> {
    const numbers = await deps.listNumbers(id)
    if (isDemoOperator(id)) return { name, email: '', hasPassword: false, hasProvider: false, passkeys: [], numbers }
    const profile = await operators.profiles.find(id)
    if (!profile) throw notFound('This operator does not exist.')
    return { ...profile, passkeys: await deps.listPasskeys(id), numbers }
  }

  return {
    /** The operator's own account, also of a demo operator. */
    show,

    /**
     * Changes the operator's name or e-mail address. A new e-mail address needs their password.
     *
     * @throws Refusal 400 `email_taken`; 403 if the password is missing or wrong; 409 `name_taken`, `email_of_provider`, `ready_operator`
     */
    async update(by: ConfirmationRequest, { name, email }: Change): Promise<Account> {
      const { operator } = by
      if (isDemoOperator(operator.id)) throw demoOperatorUnchangeable()
      const changed = [name !== undefined && 'name', email !== undefined && 'email'].filter(Boolean).join(' ')
      const ids = { operatorId: operator.id, changed }
      await recordAction({ endpoint: 'accountUpdate', ids, operator }, async () => {
        if (email !== undefined) {
          // guard: provider-owns-the-email
          if (!(await show(operator)).hasPassword) throw emailOfProvider()
          // guard: new-email-is-confirmed
          await confirmation.requirePassword(by)
        }
        // The refusal of an address tells that somebody has it.
        const attempt = { account: 'new e-mail', network: '', browser: operator.id }
        // guard: addresses-cannot-be-tried
        if (email !== undefined) limits.begin(attempt)
        await operators.profiles.update(operator.id, { name, email })
        if (email !== undefined) limits.succeeded(attempt)
      })
      return show({ ...operator, name: name ?? operator.name })
    },

    /**
     * Changes the operator's password, and ends all their other sessions.
     *
     * @param by with the current password
     * @returns the number of ended sessions
     * @throws Refusal 400 `same_password`; 403 if the current password is wrong; 409 `no_password`, `ready_operator`
     */
    async changePassword(by: ConfirmationRequest, password: string): Promise<number> {
      const { operator, cookie } = by
      if (isDemoOperator(operator.id)) throw demoOperatorUnchangeable()
      const ids = { operatorId: operator.id }
      return recordAction({ endpoint: 'passwordChange', ids, operator }, async () => {
        if (!(await show(operator)).hasPassword) throw noPassword()
        // guard: new-password-is-confirmed
        await confirmation.requirePassword(by, 'current')
        if (!(await operators.profiles.setPassword(operator.id, password))) throw samePassword()
        // guard: new-password-ends-the-link
        await deps.discardLink(operator.id)
        // guard: new-password-ends-other-sessions
        return operators.sessions.endSessions(operator.id, 'all', cookie)
      })
    },
  }
}
