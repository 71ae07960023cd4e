/** Endpoints of accounts: an operator's own, links for a new password, and one operator as administrators see them. */
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody } from '../http/handler.ts'
import { operatorOf, ownAddress } from '../http/request.ts'
import { confirmationRequestOf } from '../operators/routes.ts'
import { cookieOf, type Sessions, visitorOf } from '../operators/sign-in.ts'
import type { ShowOperator } from './operator-detail.ts'
import type { OwnAccount } from './own-account.ts'
import type { OwnNumbers } from './own-numbers.ts'
import type { Passkeys } from './passkeys.ts'
import type { PasswordLinks } from './password-links.ts'
import type { TiedAccounts } from './tied-accounts.ts'

export function accountRoutes(deps: {
  ownAccount: OwnAccount
  ownNumbers: OwnNumbers
  tiedAccounts: TiedAccounts
  passkeys: Passkeys
  passwordLinks: PasswordLinks
  showOperator: ShowOperator
  sessions: Sessions
  /** The address at which people open Switchboard; null: not configured. */
  publicUrl: URL | null
  cached: AnswerCache
}) {
  const { ownAccount, ownNumbers, tiedAccounts, passkeys, passwordLinks, showOperator, sessions, cached } = deps
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

    ownNumberAdd: async (c) => {
      await ownNumbers.add(operatorOf(c), (await parseJsonBody(c, 'ownNumberAdd')).number)
      return c.json(await ownAccount.show(operatorOf(c)))
    },
    ownNumberRemove: async (c) => {
      await ownNumbers.remove(operatorOf(c), parseId(c, 'numberId'))
      return c.json(await ownAccount.show(operatorOf(c)))
    },
    operatorNumberConfirm: async (c) => {
      const operatorId = parseId(c, 'operatorId')
      await ownNumbers.confirm(operatorOf(c), operatorId, parseId(c, 'numberId'))
      return c.json(await showOperator(operatorId))
    },
    operatorNumberRemove: async (c) => {
      const operatorId = parseId(c, 'operatorId')
      await ownNumbers.removeOf(operatorOf(c), operatorId, parseId(c, 'numberId'))
      return c.json(await showOperator(operatorId))
    },

    operatorTie: async (c) => {
      const operatorId = parseId(c, 'operatorId')
      const { otherId } = await parseJsonBody(c, 'operatorTie')
      for (const id of [operatorId, otherId]) await showOperator(id)
      await tiedAccounts.tie(operatorOf(c), operatorId, otherId)
      return c.json(await showOperator(operatorId))
    },
    operatorUntie: async (c) => {
      const operatorId = parseId(c, 'operatorId')
      await showOperator(operatorId)
      await tiedAccounts.untie(operatorOf(c), operatorId)
      return c.json(await showOperator(operatorId))
    },

    passkeyOptions: async (c) => {
      const by = confirmationRequestOf(c, (await parseJsonBody(c, 'passkeyOptions')).password)
      return c.json(await passkeys.startAdding(by, ownAddress(c, deps)))
    },
    passkeyAdd: async (c) => {
      await passkeys.add(operatorOf(c), await parseJsonBody(c, 'passkeyAdd'), ownAddress(c, deps))
      return c.json(await ownAccount.show(operatorOf(c)))
    },
    passkeyRemove: async (c) => {
      await passkeys.remove(operatorOf(c), parseId(c, 'passkeyId'))
      return c.json(await ownAccount.show(operatorOf(c)))
    },
    operatorPasskeyRemove: async (c) => {
      const { endSessions } = await parseJsonBody(c, 'operatorPasskeyRemove')
      const target = { operatorId: parseId(c, 'operatorId'), passkeyId: parseId(c, 'passkeyId'), endSessions }
      return c.json({ ended: await passkeys.removeOf({ operator: operatorOf(c), cookie: cookieOf(c) }, target) })
    },
    passkeySignInOptions: async (c) => {
      await parseJsonBody(c, 'passkeySignInOptions')
      return c.json(passkeys.startSignIn(ownAddress(c, deps)))
    },
    passkeySignIn: async (c) => {
      const { state, credential } = await parseJsonBody(c, 'passkeySignIn')
      const signIn = () => passkeys.signIn(state, credential, ownAddress(c, deps), visitorOf(c))
      return c.json(await sessions.signInWith(c, credential.id, signIn))
    },

    passwordLinkCheck: async (c) => {
      const { token } = await parseJsonBody(c, 'passwordLinkCheck')
      return c.json({ email: await sessions.checkLink(c, token, () => passwordLinks.check(token)) })
    },
    passwordReset: async (c) => {
      const { token, password } = await parseJsonBody(c, 'passwordReset')
      return c.json(await sessions.signInWith(c, token, () => passwordLinks.use(token, password, visitorOf(c))))
    },

    operatorShow: cached({
      argsOf: (c) => ({ operatorId: parseId(c, 'operatorId') }),
      answer: ({ operatorId }) => showOperator(operatorId),
    }),
    passwordLinkMake: async (c) => {
      const { password } = await parseJsonBody(c, 'passwordLinkMake')
      const by = confirmationRequestOf(c, password)
      return c.json(await passwordLinks.make(parseId(c, 'operatorId'), ownAddress(c, deps), by))
    },
    passwordLinkWithdraw: async (c) => c.json(await passwordLinks.withdraw(parseId(c, 'operatorId'), operatorOf(c))),
  } satisfies Record<string, Handler>
}
