/** Accounts: an operator's own, passkeys, links for a new password, and one operator as administrators see them. */
import type { Core } from '../cluster/core.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Access } from '../operators/access.ts'
import { createOperatorDetail } from './operator-detail.ts'
import { createOwnAccount } from './own-account.ts'
import { createOwnNumbers } from './own-numbers.ts'
import { createPasskeys } from './passkeys.ts'
import { createPasswordLinks } from './password-links.ts'
import { accountRoutes } from './routes.ts'
import { createTiedAccounts } from './tied-accounts.ts'

const hourMs = 3_600_000

interface Deps
  extends Pick<Core, 'store' | 'configuration' | 'clock' | 'log'>,
    Pick<Access, 'operators' | 'sessions' | 'currentOperators' | 'confirmation' | 'limits' | 'history'> {
  /** Switchboard's own; challenges are derived from it. */
  secret: string
  recordAction: RecordAction
  cached: AnswerCache
}

/** Deletes what gave access and has expired, which opens nothing in any case: every hour, and when `deleteExpired` is called. */
export function createAccounts(deps: Deps) {
  const { operators, sessions, history, configuration, store, clock, log } = deps
  async function deleteExpired(): Promise<void> {
    const deletions: (() => Promise<unknown>)[] = [
      () => operators.sessions.deleteExpired(),
      () => operators.invitations.deleteExpired(),
      () => store.deleteFrom('password_links').where('expires_at', '<=', clock.now()).execute(),
      () => store.deleteFrom('passkey_challenges').where('expires_at', '<=', clock.now()).execute(),
    ]
    for (const deletion of deletions)
      await deletion().catch((error: unknown) =>
        log.error({ error: String(error) }, 'could not delete access that has expired'),
      )
  }
  const timer = setInterval(() => void deleteExpired(), hourMs).unref()
  const passkeys = createPasskeys(deps)
  const passwordLinks = createPasswordLinks({
    ...deps,
    recordFailure: (code) => history.recordFailure('passwordReset', {}, code),
  })
  const listPasskeys = (operatorId: string) => passkeys.list(operatorId)
  const ownNumbers = createOwnNumbers(deps)
  const listNumbers = ownNumbers.list
  return {
    deleteExpired,
    close: () => clearInterval(timer),
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
