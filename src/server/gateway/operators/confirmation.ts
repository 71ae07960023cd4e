/** Operators confirm their identity before they change who can get in, because their browser may be unattended (promise R51). */
import type { ConfirmWith, Operator, Refusal } from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'
import type { Operators } from './operators.ts'
import type { SignInLimits } from './sign-in-throttle.ts'

/** The operator who has to confirm their identity, and the password that they entered. */
export interface ConfirmationRequest {
  operator: Operator
  cookie: string
  password: string | undefined
}

const confirmationMissing: Record<Exclude<ConfirmWith, 'nothing'>, (field?: string) => Refusal> = {
  password: (field = 'password') => {
    const message = 'To confirm that it is you, enter your own password. Nothing was changed.'
    return refusal({ status: 403, code: 'confirm_with_password', message, fields: { [field]: message } })
  },
  provider: () =>
    refusal({
      status: 403,
      code: 'confirm_with_provider',
      message: 'To confirm that it is you, sign in again with your provider, then try again. Nothing was changed.',
    }),
}
const wrongPassword = (field: string) => {
  const message = 'This is not your password. Nothing was changed. Enter it again.'
  return refusal({ status: 403, code: 'wrong_password', message, fields: { [field]: message } })
}

export type Confirmation = ReturnType<typeof createConfirmation>

/** @param parts `isRequired`: whether this gateway requires signing in */
export function createConfirmation(parts: { operators: Operators; limits: SignInLimits; isRequired: () => boolean }) {
  const { operators, limits, isRequired } = parts

  /** How this operator confirms: with their password if they have one, otherwise at the provider. */
  async function confirmMethodOf({ id }: Operator): Promise<ConfirmWith> {
    if (!isRequired()) return 'nothing'
    return (await operators.hasPassword(id)) ? 'password' : 'provider'
  }

  /**
   * Checks an operator's own password.
   *
   * @param field the field of the form that shows the error
   * @throws Refusal 403 if it is missing or wrong; 429 after several wrong passwords
   */
  async function requirePassword({ operator, password }: ConfirmationRequest, field = 'password'): Promise<void> {
    if (password === undefined) throw confirmationMissing.password(field)
    const attempt = { account: 'confirmation', network: '', browser: operator.id }
    // guard: confirmation-cannot-be-guessed
    limits.begin(attempt)
    // guard: confirmation-checks-the-password
    if (!(await operators.isPasswordOf(operator.id, password))) throw wrongPassword(field)
    limits.succeeded(attempt)
  }

  return {
    confirmMethodOf,
    requirePassword,

    /** @throws Refusal 403 if the operator did not confirm; 429 after several wrong passwords */
    async requireConfirmation(request: ConfirmationRequest): Promise<void> {
      const method = await confirmMethodOf(request.operator)
      if (method === 'nothing') return
      if (method === 'password') return requirePassword(request)
      // guard: confirmation-checks-the-provider
      if (!(await operators.sessions.isConfirmed(request.cookie))) throw confirmationMissing.provider()
    },
  }
}
