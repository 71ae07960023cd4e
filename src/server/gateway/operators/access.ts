/** Everything about who may use Switchboard: operators, signing in, their sessions, and confirming with a password. */
import type { Operator } from '#contract/index.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Core } from '../cluster/core.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import { createAccessHistory } from './access-history.ts'
import { createOperatorAdministration } from './administration.ts'
import type { Passwords } from './authentication.ts'
import { createConfirmation } from './confirmation.ts'
import { demoOperators } from './demo-operators.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { createProvider } from './oidc.ts'
import { createOpenSessions } from './open-sessions.ts'
import { createOperators } from './operators.ts'
import { operatorRoutes } from './routes.ts'
import { createSessions } from './sign-in.ts'
import { createSignInLimits } from './sign-in-throttle.ts'

export type Access = Awaited<ReturnType<typeof createAccess>>

/**
 * @param deps.secret Switchboard's own, which signs cookies
 * @param deps.serviceUrl the service's address
 * @param deps.restored the notice that this gateway runs on a restored backup
 * @param deps.passwords hashes passwords; undefined: with scrypt
 * @param deps.probe sends a cheap read to the service, to check whether it is up
 */
export async function createAccess(
  deps: Pick<Core, 'store' | 'cluster' | 'configuration' | 'clock' | 'log'> & {
    secret: string
    serviceUrl: URL
    workspaces: Workspace[]
    serviceHealth: ServiceHealth
    capabilities: Capabilities
    restored: Parameters<typeof createSessions>[0]['restored']
    stopSwitch: StopSwitch
    recordAction: RecordAction
    writeQueue: WriteQueue
    probe: () => Promise<unknown>
    passwords: Passwords | undefined
    cached: AnswerCache
  },
) {
  const { cluster, secret, configuration, recordAction, cached, clock } = deps
  const { publicUrl, host, port, oidc } = configuration
  const operators = await createOperators({ ...deps, address: publicUrl ?? new URL(`http://${host}:${port}`) })
  const limits = createSignInLimits(clock, cluster)
  const history = createAccessHistory(deps)
  const sessions = createSessions({
    ...deps,
    address: deps.serviceUrl,
    operators,
    provider: oidc && createProvider({ ...deps, oidc }),
    state: deps.serviceHealth,
    limits,
    history,
    knownBrowsers: createKnownBrowsers({ secret, secure: publicUrl?.protocol === 'https:' }),
  })
  const confirmation = createConfirmation({ operators, limits, isRequired: sessions.requiresSignIn })

  /** Everybody who may use Switchboard now. */
  async function currentOperators(): Promise<Operator[]> {
    const invited = (await operators.list()).filter(({ disabled }) => !disabled)
    return [...(sessions.requiresSignIn() ? [] : demoOperators), ...invited]
  }

  return {
    operators,
    currentOperators,
    sessions,
    confirmation,
    limits,
    history,
    routes: operatorRoutes({
      sessions,
      operatorAdministration: createOperatorAdministration({ operators, sessions, confirmation, recordAction }),
      findInvitation: (token) => operators.invitations.find(token),
      openSessions: createOpenSessions({ operators, recordAction }),
      publicUrl,
      cached,
    }),
  }
}
