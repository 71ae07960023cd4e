/** Deletes what gave access and has expired: sessions, invitations, links for a new password, and challenges that passkeys have answered. */

import type { Core } from '../cluster/core.ts'
import type { Operators } from '../operators/operators.ts'

const hourMs = 3_600_000

/** Expired rows open nothing, whether or not they are deleted. They are deleted at the start and every hour. */
export function createExpiredAccess({
  operators,
  store,
  clock,
  log,
}: Pick<Core, 'store' | 'clock' | 'log'> & {
  operators: Pick<Operators, 'sessions' | 'invitations'>
}) {
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
  return { deleteExpired, close: () => clearInterval(timer) }
}
