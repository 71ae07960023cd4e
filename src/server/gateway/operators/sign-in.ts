/** Signing in and out, switching users, and the session that the dashboard shows. */
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { gatewayEndpoints, type Operator, ownPath, Refusal, type Session } from '#contract/index.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Core } from '../cluster/core.ts'
import type { GatewayContext } from '../http/context.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import { isLoopback, type Workspace } from '../shared/configuration.ts'
import { notOffered, refusal } from '../shared/refusals.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import type { AccessHistory } from './access-history.ts'
import { demoOperators, isDemoOperator } from './demo-operators.ts'
import { normalizeEmail } from './invitations.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { type Provider, providerProblem, signInTtlMs } from './oidc.ts'
import type { Operators, SignedIn } from './operators.ts'
import type { Visitor } from './session-store.ts'
import { networkAddressOf, type SignInAttempt, type SignInLimits } from './sign-in-throttle.ts'
import { describeDevice } from './user-agent.ts'

interface SessionsDeps extends Pick<Core, 'configuration' | 'clock' | 'log'> {
  /** The service's URL. */
  address: URL
  workspaces: Workspace[]
  operators: Operators
  /** The OpenID provider; null: none is configured. */
  provider: Provider | null
  state: ServiceHealth
  capabilities: Capabilities
  stopSwitch: StopSwitch
  /** The notice that this gateway runs on a restored backup. */
  restored: { readonly current: Session['restored'] }
  limits: SignInLimits
  knownBrowsers: KnownBrowsers
  history: AccessHistory
  /** Sends a cheap read to the service, to check whether it is up. */
  probe: () => Promise<unknown>
}

export const cookieOf = (c: GatewayContext): string => c.req.header('cookie') ?? ''
export const visitorOf = (c: GatewayContext): Visitor => ({
  cookie: cookieOf(c),
  device: describeDevice(c.req.header('user-agent') ?? ''),
})
const setCookies = (c: GatewayContext, cookies: string[]) => {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}

const providerPath = gatewayEndpoints.providerReturn.path
/** The cookie of a sign-in that was started at the provider: its state, and the page to return to. */
const startedOidcCookie = 'switchboard.begun'

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(deps: SessionsDeps) {
  const { configuration, operators, provider, state, capabilities, stopSwitch, limits, knownBrowsers, history } = deps
  // If a public address is configured, other machines reach the gateway through a proxy, which may run on this machine.
  const isLocalOnly =
    isLoopback(configuration.host) && /* guard: public-address-requires-sign-in */ configuration.publicUrl === null
  const isAllOnThisMachine = isLocalOnly && isLoopback(deps.address.hostname)

  /** Signing in is required, except for a simulation on this machine. The service's own answers say whether it is a simulation. */
  const requiresSignIn = () => !(isAllOnThisMachine && state.mode === 'simulation')

  const sessionOf = (operator: Operator | null): Session => ({
    operator,
    switchable: requiresSignIn() ? [] : [...demoOperators],
    mode: state.mode,
    // Without an operator, only the state is included. While the service is up, `since` is not: each gateway counts it from its own start.
    service: {
      address: operator ? deps.address.origin : '',
      state: state.state,
      since: state.state === 'up' ? null : state.since,
    },
    workspaces: operator ? deps.workspaces : [],
    plan: {
      requestsPerMinute: configuration.rate.perMinute,
      concurrentCalls: configuration.concurrentCalls,
    },
    extensions: operator ? capabilities.summary() : {},
    stop: operator && stopSwitch.current,
    restored: operator && deps.restored.current,
    provider: provider?.host ?? null,
    noOperatorYet: false,
  })

  /** The operator of a request, or the first demo operator if sign-in is not required. null: sign-in is required. */
  const operatorOrDemo = (c: GatewayContext): Operator | null =>
    c.get('operator') ?? (requiresSignIn() ? null : (demoOperators[0] ?? null))

  const requireDemoOperator = (id: string): Operator => {
    const operator = demoOperators.find((demoOperator) => demoOperator.id === id)
    if (!operator || /* guard: demo-operators-need-a-simulation */ requiresSignIn())
      throw refusal({
        status: 403,
        code: 'not_a_simulation',
        message: 'You can switch users only in a simulation on this machine. Nothing was changed.',
      })
    return operator
  }

  const publicOriginOf = (c: GatewayContext) => configuration.publicUrl?.origin ?? `http://${c.req.header('host')}`
  const redirectUriOf = (c: GatewayContext) => publicOriginOf(c) + providerPath
  const startedOidcOf = (c: GatewayContext) => {
    const [state = '', back = ''] = (getCookie(c, startedOidcCookie) ?? '').split(' ')
    return { state, back: ownPath.test(back) && !back.startsWith('/sign-in') ? back : '/' }
  }

  let hasOperator = false
  /** Whether nobody has signed up yet. false if the database does not respond, so that the usual sign-in page appears. */
  async function noOperatorYet(): Promise<boolean> {
    try {
      hasOperator ||= await operators.hasAny()
      return !hasOperator
    } catch {
      return false
    }
  }

  const networkAddressIn = (c: GatewayContext) =>
    networkAddressOf({
      forwarded: configuration.publicUrl === null ? undefined : c.req.header('x-forwarded-for'),
      remote: c.env?.incoming?.socket.remoteAddress,
    })

  const linkAttempt = (c: GatewayContext, token: string): SignInAttempt => {
    return { account: `link ${token}`, network: networkAddressIn(c), browser: null }
  }

  /** Runs an attempt to sign in, which counts as failed if `action` throws. */
  async function runLimited<T>(attempt: SignInAttempt, action: () => Promise<T>): Promise<T> {
    // guard: failed-sign-in-counts
    limits.begin(attempt)
    const result = await action()
    limits.succeeded(attempt)
    return result
  }

  /** Records the code if `action` is refused, and throws the refusal again. */
  async function recordRefusal<T>(action: Promise<T>, record: (code: string) => Promise<void>): Promise<T> {
    try {
      return await action
    } catch (error) {
      if (error instanceof Refusal) await record(error.data.code)
      throw error
    }
  }

  /** Sets the session's cookies, and adds the account to the browser's cookie. */
  function completeSignIn(c: GatewayContext, { operator, email, cookies }: SignedIn): Session {
    setCookies(c, cookies)
    knownBrowsers.remember(c, email)
    return sessionOf(operator)
  }

  /** Called when a page polls. Probes a service that is down, and discovers its optional features. */
  function onPoll(c: GatewayContext): void {
    if (state.state !== 'up') void deps.probe()
    if (c.get('operator')) void capabilities.discover(deps.workspaces[0]?.id ?? '').catch(() => {})
  }

  return {
    requiresSignIn,

    /** The operator of the request's session; null if there is no session. */
    findOperator: (c: GatewayContext): Promise<Operator | null> =>
      operators.sessions.findOperator(cookieOf(c), requiresSignIn()),

    /** Records activity, which extends the session. A failed write is only logged: a full disk must not prevent reads and cancels. */
    async keepAlive(c: GatewayContext): Promise<void> {
      await operators.sessions.recordActivity(cookieOf(c)).catch((error: unknown) => {
        deps.log.error({ error: String(error) }, 'could not record activity of a session')
      })
    },

    onPoll,

    /** If sign-in is not required, starts a session of the first demo operator unless the request has a session. */
    async ensureDemoSession(c: GatewayContext): Promise<void> {
      onPoll(c)
      const operator = operatorOrDemo(c)
      if (operator && !c.get('operator')) setCookies(c, await operators.signInAsDemoOperator(operator.id, visitorOf(c)))
    },

    operatorOrDemo,

    /** The session for the dashboard: the operator, the service and the settings. */
    show: async (operator: Operator | null): Promise<Session> =>
      operator || !requiresSignIn()
        ? sessionOf(operator)
        : { ...sessionOf(null), noOperatorYet: await noOperatorYet() },

    async switchTo(c: GatewayContext, operatorId: string): Promise<Session> {
      const operator = requireDemoOperator(operatorId)
      setCookies(c, await operators.signInAsDemoOperator(operator.id, visitorOf(c)))
      return sessionOf(operator)
    },

    signIn(c: GatewayContext, { email, password }: { email: string; password: string }): Promise<Session> {
      const account = normalizeEmail(email)
      const attempt = { account, network: networkAddressIn(c), browser: knownBrowsers.idFor(c, account) }
      return runLimited(attempt, async () => {
        const signedIn = await recordRefusal(
          operators.signIn(email, password, visitorOf(c), attempt.browser !== null),
          async (code) => {
            const operatorId = await operators.findIdByEmail(account)
            await history.recordFailure('signIn', operatorId === null ? {} : { operatorId }, code)
          },
        )
        await history.recordSuccess('signIn', signedIn.operator)
        return completeSignIn(c, signedIn)
      })
    },

    /** Starts a sign-in at the provider. A cookie binds it to this browser. @returns the URL to open @throws Refusal 404; 502 */
    async startOidc(
      c: GatewayContext,
      { back, confirm = false }: { back: string; confirm?: boolean | undefined },
    ): Promise<{ address: string }> {
      if (!provider) throw notOffered()
      const { address, state } = await provider.createAuthorizationUrl(redirectUriOf(c), confirm)
      setCookie(c, startedOidcCookie, `${state} ${back}`, {
        path: providerPath,
        httpOnly: true,
        // A `strict` cookie would not be sent when the provider redirects back.
        sameSite: 'lax',
        secure: configuration.publicUrl?.protocol === 'https:',
        maxAge: signInTtlMs / 1000,
      })
      return { address }
    },

    /** Finishes a sign-in at the provider. @returns the page to open: the one on which it was started, or the sign-in page with the problem */
    async finishOidc(c: GatewayContext): Promise<string> {
      if (!provider) return '/sign-in'
      const { state, back } = startedOidcOf(c)
      deleteCookie(c, startedOidcCookie, { path: providerPath })
      try {
        const identity = await provider.verifyReturn(new URL(c.req.url).searchParams, state, redirectUriOf(c))
        const account = provider.accountOf(identity.subject)
        if (provider.isConfirming(state)) {
          // guard: confirmation-is-ones-own
          if ((await operators.findIdByAccount(account)) !== c.get('operator')?.id)
            throw providerProblem('not_yourself')
          await operators.sessions.confirm(cookieOf(c))
          return '/sign-in#confirmed=yes'
        }
        const signedIn = await operators.signInWithOidc(account, identity, visitorOf(c))
        await history.recordSuccess('providerSignIn', signedIn.operator)
        completeSignIn(c, signedIn)
        return back
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await history.recordFailure('providerSignIn', {}, error.data.code)
        const reference = c.get('reference')
        deps.log.info({ reference, code: error.data.code }, 'a sign-in at the provider failed')
        return `/sign-in#problem=${error.data.code}&reference=${reference}`
      }
    },

    async signOut(c: GatewayContext): Promise<Session> {
      const { operator, cookies } = await operators.sessions.endSession(cookieOf(c))
      if (operator && !isDemoOperator(operator.id)) await history.recordSuccess('signOut', operator)
      setCookies(c, cookies)
      return sessionOf(null)
    },

    /** Runs `find` for a link. Counts as a failed attempt if it finds nothing. */
    async checkLink<T>(c: GatewayContext, token: string, find: () => Promise<T | null>): Promise<T | null> {
      limits.begin(linkAttempt(c, token))
      const found = await find()
      if (found !== null) limits.succeeded(linkAttempt(c, token))
      return found
    },

    /** Signs in with a link or a passkey. Counts as a failed attempt if `action` throws. */
    signInWith: (c: GatewayContext, secret: string, action: () => Promise<SignedIn>): Promise<Session> =>
      runLimited(linkAttempt(c, secret), async () => completeSignIn(c, await action())),

    acceptInvitation(
      c: GatewayContext,
      { token, ...operator }: { token: string; name: string; email: string; password: string },
    ): Promise<Session> {
      return runLimited(linkAttempt(c, token), async () => {
        const invitationId = (await operators.invitations.find(token))?.id
        const ids: Record<string, string> = invitationId === undefined ? {} : { invitationId }
        const signedIn = await recordRefusal(operators.acceptInvitation(token, operator, visitorOf(c)), (code) =>
          history.recordFailure('linkUse', ids, code),
        )
        await history.recordSuccess('linkUse', signedIn.operator, { ...ids, roles: signedIn.operator.roles.join(' ') })
        return completeSignIn(c, signedIn)
      })
    },
  }
}
