/** Operators confirm their identity before they make somebody an administrator, because their browser may be unattended (reliability R51). */
import type { ConfirmWith, Operator, Refusal } from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'
import type { Operators } from './operators.ts'
import type { SignInLimits } from './sign-in-throttle.ts'

/** The operator to confirm, and the password that they entered. */
export interface ConfirmationRequest {
  operator: Operator
  cookie: string
  password: string | undefined
}

const missing: Record<Exclude<ConfirmWith, 'nothing'>, () => Refusal> = {
  password: () => {
    const message = 'To make someone an administrator, enter your own password. Nothing was changed.'
    return refusal({ status: 403, code: 'confirm_with_password', message, fields: { password: message } })
  },
  provider: () =>
    refusal({
      status: 403,
      code: 'confirm_with_provider',
      message:
        'To make someone an administrator, sign in again with your provider, then try again. Nothing was changed.',
    }),
}
const wrongPassword = () => {
  const message = 'This is not your password. Nothing was changed. Enter it again.'
  return refusal({ status: 403, code: 'wrong_password', message, fields: { password: message } })
}

export type Confirmation = ReturnType<typeof createConfirmation>

/** @param parts `required`: whether this gateway requires signing in */
export function createConfirmation(parts: { operators: Operators; limits: SignInLimits; required: () => boolean }) {
  const { operators, limits, required } = parts

  /** How this operator confirms: with their password if they have one, otherwise at the provider. */
  async function method({ id }: Operator): Promise<ConfirmWith> {
    if (!required()) return 'nothing'
    return (await operators.hasPassword(id)) ? 'password' : 'provider'
  }

  return {
    method,

    /** @throws Refusal 403 if the operator did not confirm; 429 after several wrong passwords */
    async check({ operator, cookie, password }: ConfirmationRequest): Promise<void> {
      const needed = await method(operator)
      if (needed === 'nothing') return
      if (needed === 'provider') {
        // guard: confirmation-checks-the-provider
        if (!(await operators.sessions.isConfirmed(cookie))) throw missing.provider()
        return
      }
      if (password === undefined) throw missing.password()
      const attempt = { account: 'confirmation', place: '', browser: operator.id }
      // guard: confirmation-cannot-be-guessed
      limits.attempt(attempt)
      // guard: confirmation-checks-the-password
      if (!(await operators.isPasswordOf(operator.id, password))) throw wrongPassword()
      limits.succeeded(attempt)
    },
  }
}
