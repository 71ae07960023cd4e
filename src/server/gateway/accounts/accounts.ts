/** Accounts: an operator's own, passkeys, links for a new password, and one operator as administrators see them. */
import type { AnswerCache } from '../http/answer-cache.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Access } from '../operators/access.ts'
import type { Clock } from '../shared/clock.ts'
import type { Configuration } from '../shared/configuration.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import { createExpiredAccess } from './expired-access.ts'
import { createOperatorDetail } from './operator-detail.ts'
import { createOwnAccount } from './own-account.ts'
import { createOwnNumbers } from './own-numbers.ts'
import { createPasskeys } from './passkeys.ts'
import { createPasswordLinks } from './password-links.ts'
import { accountRoutes } from './routes.ts'
import { createTiedAccounts } from './tied-accounts.ts'

interface Deps
  extends Pick<Access, 'operators' | 'sessions' | 'currentOperators' | 'confirmation' | 'limits' | 'history'> {
  store: Store
  /** Switchboard's own; challenges are derived from it. */
  secret: string
  configuration: Configuration
  recordAction: RecordAction
  cached: AnswerCache
  clock: Clock
  log: Log
}

/** Deletes expired access every hour until it is closed, and when `deleteExpired` is called. */
export function createAccounts(deps: Deps) {
  const { sessions, history, configuration } = deps
  const passkeys = createPasskeys(deps)
  const passwordLinks = createPasswordLinks({
    ...deps,
    recordFailure: (code) => history.recordFailure('passwordReset', {}, code),
  })
  const listPasskeys = (operatorId: string) => passkeys.list(operatorId)
  const ownNumbers = createOwnNumbers(deps)
  const listNumbers = ownNumbers.list
  return {
    ...createExpiredAccess(deps),
    ownNumbers,
    routes: accountRoutes({
      ...deps,
      ownAccount: createOwnAccount({ ...deps, discardLink: passwordLinks.discard, listPasskeys, listNumbers }),
      ownNumbers,
      tiedAccounts: createTiedAccounts(deps),
      passkeys,
      passwordLinks,
      showOperator: createOperatorDetail({
        ...deps,
        passwordLinks,
        listPasskeys,
        listNumbers,
        requiresSignIn: sessions.requiresSignIn,
      }),
      publicUrl: configuration.publicUrl,
    }),
  }
}
