/** Endpoints of an operator's own account. */
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseJsonBody } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import { confirmationRequestOf } from '../operators/routes.ts'
import type { OwnAccount } from './own-account.ts'

export function accountRoutes({ ownAccount, cached }: { ownAccount: OwnAccount; cached: AnswerCache }) {
  return {
    accountShow: cached({ argsOf: operatorOf, answer: ownAccount.show }),
    accountUpdate: async (c) => {
      const { password, ...change } = await parseJsonBody(c, 'accountUpdate')
      return c.json(await ownAccount.update(confirmationRequestOf(c, password), change))
    },
    passwordChange: async (c) => {
      const { current, password } = await parseJsonBody(c, 'passwordChange')
      return c.json({ ended: await ownAccount.changePassword(confirmationRequestOf(c, current), password) })
    },
  } satisfies Record<string, Handler>
}
