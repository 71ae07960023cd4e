/**
 * Signing in at an OpenID provider. Better-auth's `genericOAuth` does discovery, PKCE and token verification. We add what it lacks:
 * discovery is retried if the provider was down, its issuer must be the configured one, an ID token is required, and a sign-in is
 * bound to the browser that started it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { LRUCache } from 'lru-cache'
import { type ProviderProblem, providerProblems, type Refusal } from '#contract/index.ts'
import type { Channel } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import type { Configuration } from '../shared/configuration.ts'
import type { Log } from '../shared/log.ts'
import { refusal } from '../shared/refusals.ts'

const id = 'oidc'
/** A sign-in at the provider expires after this time, ms. */
export const signInTtlMs = 10 * 60_000
/** The provider's discovery document is cached for this time, ms. */
const discoveryTtlMs = 3_600_000
/** Timeout of each request to the provider, ms. */
const providerTimeoutMs = 8_000

const statuses: Partial<Record<ProviderProblem, number>> = { provider_down: 502, provider_set_up: 502 }
export const providerProblem = (code: ProviderProblem): Refusal =>
  refusal({ status: statuses[code] ?? 403, code, message: providerProblems[code] })

/** A person as the provider identifies them. */
export interface Identity {
  /** The provider's ID of the person, which it never reuses. */
  subject: string
  name: string
  email: string
}

/** Marks the state of a sign-in that confirms an operator's identity. */
const confirmSuffix = '.confirm'

const withoutTrailingSlash = (address: string) => address.replace(/\/$/, '')

/** The claims of a token whose signature was verified. */
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>

async function withTimeout<T>(step: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(providerProblem('provider_down')), providerTimeoutMs)
  })
  try {
    return await Promise.race([step, timeout])
  } finally {
    clearTimeout(timer)
  }
}

export type Provider = ReturnType<typeof createProvider>

/**
 * @param parts `secret` is Switchboard's own. The verifier and the nonce are derived from it and from `state`, so nothing is stored for
 *   sign-ins that are never finished
 */
export function createProvider(parts: {
  oidc: NonNullable<Configuration['oidc']>
  secret: string
  cluster: Channel
  clock: Clock
  log: Log
}) {
  const { oidc, secret, cluster, clock, log } = parts
  const issuer = withoutTrailingSlash(oidc.issuer.href)
  const derive = (what: string, state: string) =>
    createHmac('sha256', secret).update(`${what} ${state}`).digest('base64url')
  /** States that were used: each is accepted once. */
  const used = new LRUCache<string, true>({ max: 10_000, ttl: signInTtlMs, perf: { now: clock.steady } })
  cluster.subscribe('providerReturned', ({ state }) => void used.set(state, true))

  async function discover() {
    const { socialProviders } = await betterAuth({
      baseURL: oidc.issuer.origin,
      secret,
      telemetry: { enabled: false },
      logger: { log: (level: string, message: string) => log.warn({ level, said: message }, 'better-auth') },
      plugins: [
        genericOAuth({
          config: [
            {
              providerId: id,
              clientId: oidc.clientId,
              clientSecret: oidc.clientSecret,
              discoveryUrl: `${issuer}/.well-known/openid-configuration`,
              scopes: ['openid', 'email', 'profile'],
              pkce: true,
              authentication: 'basic',
              requireIdTokenVerification: true,
            },
          ],
        }),
      ],
    }).$context
    const provider = socialProviders.find((one) => one.id === id)
    if (!provider) throw providerProblem('provider_down')
    if (withoutTrailingSlash(provider.issuer ?? '') !== issuer) {
      log.error({ by: 'provider' }, 'the issuer of the provider differs from OIDC_ISSUER')
      throw providerProblem('provider_set_up')
    }
    return provider
  }

  let cached: { provider: ReturnType<typeof discover>; until: number } | null = null
  /** Discovers the provider again when the cached document expires, and after a failure. */
  function getProvider() {
    if (cached && cached.until > clock.steady()) return cached.provider
    const asked = { provider: withTimeout(discover()), until: clock.steady() + discoveryTtlMs }
    cached = asked
    asked.provider.catch(() => {
      if (cached === asked) cached = null
    })
    return asked.provider
  }

  return {
    /** The provider's host, as the sign-in page shows it. */
    host: oidc.issuer.host,

    /** Accounts include the issuer, because the same subject at another issuer is another person. */
    account: (subject: string) => ({ providerId: `${id} ${issuer}`, accountId: subject }),

    /**
     * @param confirm a signed-in operator confirms their identity, so they have to sign in again at the provider
     * @returns the URL to open, and the state that the provider has to return
     * @throws Refusal 502
     */
    async begin(redirectURI: string, confirm: boolean): Promise<{ address: string; state: string }> {
      const token = `${(clock.now() + signInTtlMs).toString(36)}.${randomBytes(24).toString('base64url')}`
      const state = confirm ? token + confirmSuffix : token
      const address = await (await getProvider()).createAuthorizationURL({
        state,
        redirectURI,
        codeVerifier: derive('verifier', state),
        idTokenNonce: derive('nonce', state),
      })
      if (confirm) address.searchParams.set('prompt', 'login')
      return { address: address.href, state }
    },

    /** Whether this sign-in confirms an operator's identity. The state cannot be forged, because the verifier and nonce derive from it. */
    isConfirming: (state: string): boolean => state.endsWith(confirmSuffix),

    /**
     * Verifies the provider's answer and returns the person who signed in.
     *
     * @param state of the sign-in that this browser started; '' if it started none
     * @throws Refusal with the reason if the sign-in fails
     */
    async finish(query: URLSearchParams, state: string, redirectURI: string): Promise<Identity> {
      const until = Number.parseInt(state.split('.')[0] ?? '', 36)
      if (
        state === '' ||
        !(until > clock.now()) ||
        used.has(derive('used', state)) ||
        /* guard: sign-in-ends-where-it-began */ query.get('state') !== state
      )
        throw providerProblem('sign_in_stale')
      // As a hash, because the browser may send a state of any length.
      used.set(derive('used', state), true)
      cluster.publish('providerReturned', { state: derive('used', state) })
      if (query.has('error')) throw providerProblem('provider_refused')
      const provider = await getProvider()
      // An answer of another issuer (mix-up attack, RFC 9207).
      if (query.has('iss') && withoutTrailingSlash(query.get('iss') ?? '') !== issuer)
        throw providerProblem('provider_untrusted')
      const exchange = provider.validateAuthorizationCode({
        code: query.get('code') ?? '',
        codeVerifier: derive('verifier', state),
        redirectURI,
      })
      const tokens = await withTimeout(exchange).catch((error: unknown) => {
        log.warn({ by: 'provider', reason: reasonOf(error) }, 'the provider did not exchange the code')
        throw providerProblem(problemOf(error) ?? 'provider_down')
      })
      if (!tokens?.idToken) throw providerProblem('provider_untrusted')
      const asked = provider.getUserInfo({ ...tokens, expectedIdTokenNonce: derive('nonce', state) })
      const info = await withTimeout(asked)
      if (!info) throw providerProblem('provider_untrusted')
      const { sub } = claimsOf(tokens.idToken)
      const { sub: described } = info.data as { sub?: unknown }
      if (typeof sub !== 'string' || sub === '' || described !== sub) throw providerProblem('provider_untrusted')
      const { email, name } = info.user
      if (!email || /* guard: provider-verified-the-email */ !info.user.emailVerified)
        throw providerProblem('email_not_verified')
      return { subject: sub, email, name: (name || email.split('@')[0] || email).slice(0, 200) }
    },
  }
}

/** OAuth's error code (RFC 6749 5.2); '' if there was no answer. */
function reasonOf(error: unknown): string {
  const word = (error as { error?: unknown } | null)?.error
  return typeof word === 'string' && /^[a-z_]{1,40}$/.test(word) ? word : ''
}
function problemOf(error: unknown): ProviderProblem | null {
  const reason = reasonOf(error)
  if (reason === '') return null
  return reason === 'invalid_grant' ? 'provider_refused' : 'provider_set_up'
}
