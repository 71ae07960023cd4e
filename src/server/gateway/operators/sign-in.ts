/** Signing in and out, switching users, and the session that the dashboard shows. */
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { gatewayEndpoints, type Operator, ownPath, Refusal, type Session } from '#contract/index.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { GatewayContext } from '../http/context.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import type { Clock } from '../shared/clock.ts'
import { type Configuration, isLoopback, type Workspace } from '../shared/configuration.ts'
import type { Log } from '../shared/log.ts'
import { notOffered, refusal } from '../shared/refusals.ts'
import type { ServiceHealth } from '../upstream/service-health.ts'
import type { AccessHistory } from './access-history.ts'
import { demoOperators, isDemoOperator } from './demo-operators.ts'
import { normalizeEmail } from './invitations.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { type Provider, providerProblem, signInTtlMs } from './oidc.ts'
import type { Operators, SignedIn } from './operators.ts'
import type { Visitor } from './session-store.ts'
import { type Attempt, placeOf, type SignInLimits } from './sign-in-throttle.ts'
import { deviceInWords } from './user-agent.ts'

interface SessionParts {
  configuration: Configuration
  /** The service's address, as the dashboard shows it. */
  address: URL
  workspaces: Workspace[]
  operators: Operators
  /** The OpenID provider; null when none is configured. */
  provider: Provider | null
  state: ServiceHealth
  capabilities: Capabilities
  stopSwitch: StopSwitch
  /** The notice after a restore from a backup. */
  restored: { readonly current: Session['restored'] }
  limits: SignInLimits
  knownBrowsers: KnownBrowsers
  history: AccessHistory
  clock: Clock
  log: Log
  /** Sends a cheap read to the service. */
  probe: () => Promise<unknown>
}

export const cookieOf = (c: GatewayContext): string => c.req.header('cookie') ?? ''
const visitorOf = (c: GatewayContext): Visitor => ({
  cookie: cookieOf(c),
  device: deviceInWords(c.req.header('user-agent') ?? ''),
})
const setCookies = (c: GatewayContext, cookies: string[]) => {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}

const providerPath = gatewayEndpoints.providerReturn.path
const startedOidcCookie = 'switchboard.begun'

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(parts: SessionParts) {
  const {
    configuration,
    operators,
    provider,
    state,
    capabilities,
    stopSwitch,
    restored,
    limits,
    knownBrowsers,
    history,
  } = parts
  // With a public address, other machines reach us through a proxy, even if it runs on this machine.
  const isLocalOnly =
    isLoopback(configuration.host) && /* guard: public-address-requires-sign-in */ configuration.publicUrl === null
  const onThisMachine = isLocalOnly && isLoopback(parts.address.hostname)

  /** Signing in is required, except for a simulation on this machine, if the service's own answers say that it is one. */
  const requiresSignIn = () => !(onThisMachine && state.mode === 'simulation')

  const show = (operator: Operator | null): Session => ({
    operator,
    switchable: requiresSignIn() ? [] : [...demoOperators],
    mode: state.mode,
    // Without a session, only the state is shown. `since` is omitted while it is up, because each gateway counts it from its own start.
    service: {
      address: operator ? parts.address.origin : '',
      state: state.state,
      since: state.state === 'up' ? null : state.since,
    },
    workspaces: operator ? parts.workspaces : [],
    plan: {
      requestsPerMinute: configuration.rate.perMinute,
      concurrentCalls: configuration.concurrentCalls,
    },
    extensions: operator ? capabilities.summary() : {},
    stop: operator && stopSwitch.current,
    restored: operator && restored.current,
    provider: provider?.host ?? null,
    noOperatorYet: false,
  })

  /** The operator of a request, or the first demo operator; null if the visitor has to sign in. */
  const visitor = (c: GatewayContext): Operator | null =>
    c.get('operator') ?? (requiresSignIn() ? null : (demoOperators[0] ?? null))

  const requireDemoOperator = (id: string): Operator => {
    const operator = demoOperators.find((one) => one.id === id)
    if (!operator || /* guard: demo-operators-need-a-simulation */ requiresSignIn())
      throw refusal({
        status: 403,
        code: 'not_a_simulation',
        message: 'You can switch users only in a simulation on this machine. Nothing was changed.',
      })
    return operator
  }

  const addressOf = (c: GatewayContext) => configuration.publicUrl?.origin ?? `http://${c.req.header('host')}`
  const returnTo = (c: GatewayContext) => addressOf(c) + providerPath
  const startedOidcOf = (c: GatewayContext) => {
    const [state = '', back = ''] = (getCookie(c, startedOidcCookie) ?? '').split(' ')
    return { state, back: ownPath.test(back) && !back.startsWith('/sign-in') ? back : '/' }
  }

  let anyOperator = false
  /** If the database does not answer, the usual sign-in page is shown. */
  async function noOperatorYet(): Promise<boolean> {
    try {
      anyOperator ||= await operators.hasAny()
      return !anyOperator
    } catch {
      return false
    }
  }

  const placeFor = (c: GatewayContext) =>
    placeOf({
      forwarded: configuration.publicUrl === null ? undefined : c.req.header('x-forwarded-for'),
      remote: c.env?.incoming?.socket.remoteAddress,
    })

  /** Runs `act` as an attempt, which counts as failed unless `act` succeeds. */
  async function limited<T>(attempt: Attempt, act: () => Promise<T>): Promise<T> {
    // guard: failed-sign-in-counts
    limits.attempt(attempt)
    const done = await act()
    limits.succeeded(attempt)
    return done
  }

  /** Records the code of a refusal and throws it again. */
  async function recorded<T>(act: Promise<T>, record: (code: string) => Promise<void>): Promise<T> {
    try {
      return await act
    } catch (error) {
      if (error instanceof Refusal) await record(error.data.code)
      throw error
    }
  }

  /** Sends the session's cookies and remembers the browser. */
  function completeSignIn(c: GatewayContext, { operator, email, cookies }: SignedIn): Session {
    setCookies(c, cookies)
    knownBrowsers.remember(c, email)
    return show(operator)
  }

  /** Called when a page polls: probes a service that is down, and discovers its optional features. */
  function onPoll(c: GatewayContext): void {
    if (state.state !== 'up') void parts.probe()
    if (c.get('operator')) void capabilities.discover(parts.workspaces[0]?.id ?? '').catch(() => {})
  }

  return {
    requiresSignIn,

    /** The operator of the request's session; null if there is none. */
    operatorOf: (c: GatewayContext): Promise<Operator | null> => operators.sessions.of(cookieOf(c), requiresSignIn()),

    /** Records activity, which extends the session. A failed write is only logged: a full disk must not prevent reading and cancelling. */
    async keepAlive(c: GatewayContext): Promise<void> {
      await operators.sessions.recordActivity(cookieOf(c)).catch((error: unknown) => {
        parts.log.error({ error: String(error) }, 'could not record activity of a session')
      })
    },

    visited: onPoll,

    /** If nobody has to sign in, a visitor without a session gets one as the first demo operator. */
    async ensureDemoSession(c: GatewayContext): Promise<void> {
      onPoll(c)
      const first = visitor(c)
      if (first && !c.get('operator')) setCookies(c, await operators.signInAsDemoOperator(first.id, visitorOf(c)))
    },

    visitor,

    /** The session as the dashboard shows it: the operator, and what this gateway is connected to. */
    show: async (operator: Operator | null): Promise<Session> =>
      operator || !requiresSignIn() ? show(operator) : { ...show(null), noOperatorYet: await noOperatorYet() },

    async switchTo(c: GatewayContext, operatorId: string): Promise<Session> {
      const operator = requireDemoOperator(operatorId)
      setCookies(c, await operators.signInAsDemoOperator(operator.id, visitorOf(c)))
      return show(operator)
    },

    signIn(c: GatewayContext, { email, password }: { email: string; password: string }): Promise<Session> {
      const account = normalizeEmail(email)
      const attempt = { account, place: placeFor(c), browser: knownBrowsers.of(c, account) }
      return limited(attempt, async () => {
        const signedIn = await recorded(
          operators.signIn(email, password, visitorOf(c), attempt.browser !== null),
          async (code) => {
            const operatorId = await operators.idOf(account)
            await history.failed('signIn', operatorId === null ? {} : { operatorId }, code)
          },
        )
        await history.done('signIn', signedIn.operator)
        return completeSignIn(c, signedIn)
      })
    },

    /** @returns the URL to open; the cookie binds the sign-in to this browser. @throws Refusal 404; 502 */
    async startOidc(
      c: GatewayContext,
      { back, confirm = false }: { back: string; confirm?: boolean | undefined },
    ): Promise<{ address: string }> {
      if (!provider) throw notOffered()
      const { address, state } = await provider.begin(returnTo(c), confirm)
      setCookie(c, startedOidcCookie, `${state} ${back}`, {
        path: providerPath,
        httpOnly: true,
        // The provider redirects back to us; a `strict` cookie would not be sent then.
        sameSite: 'lax',
        secure: configuration.publicUrl?.protocol === 'https:',
        maxAge: signInTtlMs / 1000,
      })
      return { address }
    },

    /** @returns the page to open: the one that the person left, or the sign-in page with the problem */
    async finishOidc(c: GatewayContext): Promise<string> {
      if (!provider) return '/sign-in'
      const { state, back } = startedOidcOf(c)
      deleteCookie(c, startedOidcCookie, { path: providerPath })
      try {
        const person = await provider.finish(new URL(c.req.url).searchParams, state, returnTo(c))
        const account = provider.account(person.subject)
        if (provider.isConfirming(state)) {
          // guard: confirmation-is-ones-own
          if ((await operators.ownerOf(account)) !== c.get('operator')?.id) throw providerProblem('not_yourself')
          await operators.sessions.confirm(cookieOf(c))
          return '/sign-in#confirmed=yes'
        }
        const signedIn = await operators.signInWithOidc(account, person, visitorOf(c))
        await history.done('providerSignIn', signedIn.operator)
        completeSignIn(c, signedIn)
        return back
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await history.failed('providerSignIn', {}, error.data.code)
        const reference = c.get('reference')
        parts.log.info({ reference, code: error.data.code }, 'a sign-in at the provider failed')
        return `/sign-in#problem=${error.data.code}&reference=${reference}`
      }
    },

    async signOut(c: GatewayContext): Promise<Session> {
      const { operator, cookies } = await operators.sessions.endSession(cookieOf(c))
      if (operator && !isDemoOperator(operator.id)) await history.done('signOut', operator)
      setCookies(c, cookies)
      return show(null)
    },

    /** Whether a one-time link still works. */
    async checkInvitation(c: GatewayContext, { token }: { token: string }): Promise<{ usable: boolean }> {
      const attempt = { account: `link ${token}`, place: placeFor(c), browser: null }
      limits.attempt(attempt)
      const usable = (await operators.invitations.find(token)) !== null
      if (usable) limits.succeeded(attempt)
      return { usable }
    },

    acceptInvitation(
      c: GatewayContext,
      { token, ...operator }: { token: string; name: string; email: string; password: string },
    ): Promise<Session> {
      const attempt = { account: `link ${token}`, place: placeFor(c), browser: null }
      return limited(attempt, async () => {
        const invitationId = (await operators.invitations.find(token))?.id
        const ids: Record<string, string> = invitationId === undefined ? {} : { invitationId }
        const signedIn = await recorded(operators.acceptInvitation(token, operator, visitorOf(c)), (code) =>
          history.failed('linkUse', ids, code),
        )
        await history.done('linkUse', signedIn.operator, { ...ids, roles: signedIn.operator.roles.join(' ') })
        return completeSignIn(c, signedIn)
      })
    },
  }
}
