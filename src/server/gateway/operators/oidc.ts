/**
 * Signing in at an OpenID provider. Better-auth's `genericOAuth` does discovery, PKCE and token verification. This file adds the rest:
 * discovery is retried if the provider was down, the provider's issuer must be the configured one, an ID token is required, and a sign-in
 * is bound to the browser that started it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { LRUCache } from 'lru-cache'
import { type ProviderProblem, providerProblems, type Refusal } from '#contract/index.ts'
import type { Channel } from '../cluster/cluster.ts'
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'
import type { Configuration } from '../shared/configuration.ts'
import type { Log } from '../shared/log.ts'
import { refusal } from '../shared/refusals.ts'

const providerId = 'oidc'
/** A sign-in at the provider expires after this time. */
export const signInTtlMs = 10 * 60_000
/** The provider's discovery document is cached for this time. */
const discoveryTtlMs = 3_600_000
/** The timeout of each request to the provider. */
const providerTimeoutMs = 8_000

/** The HTTP statuses of problems. Other problems have 403. */
const statuses: Partial<Record<ProviderProblem, number>> = { provider_down: 502, provider_set_up: 502 }
/** @returns the refusal for a problem with a sign-in at the provider */
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

/** Parses the claims of a token. Does not verify its signature. */
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>

/** @throws Refusal 502 `provider_down` if the request takes too long */
async function withTimeout<T>(request: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(providerProblem('provider_down')), providerTimeoutMs)
  })
  try {
    return await Promise.race([request, timeout])
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
  const derive = (purpose: string, state: string) =>
    createHmac('sha256', secret).update(`${purpose} ${state}`).digest('base64url')
  /** Hashes of the states that were used. Each state is accepted once. */
  const usedStates = new LRUCache<string, true>({ ...atMost(10_000), ttl: signInTtlMs, perf: { now: clock.steady } })
  cluster.subscribe('providerReturned', ({ state }) => void usedStates.set(state, true))

  async function discover() {
    const { socialProviders } = await betterAuth({
      baseURL: oidc.issuer.origin,
      secret,
      telemetry: { enabled: false },
      logger: { log: (level: string, message: string) => log.warn({ level, message }, 'better-auth') },
      plugins: [
        genericOAuth({
          config: [
            {
              providerId,
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
    const provider = socialProviders.find(({ id }) => id === providerId)
    if (!provider) throw providerProblem('provider_down')
    if (withoutTrailingSlash(provider.issuer ?? '') !== issuer) {
      log.error({ by: 'provider' }, 'the issuer of the provider differs from OIDC_ISSUER')
      throw providerProblem('provider_set_up')
    }
    return provider
  }

  let cached: { provider: ReturnType<typeof discover>; expiresAt: number } | null = null
  /** Discovers the provider again when the cached document has expired, and after a failure. */
  function getProvider() {
    if (cached && cached.expiresAt > clock.steady()) return cached.provider
    const discovered = { provider: withTimeout(discover()), expiresAt: clock.steady() + discoveryTtlMs }
    cached = discovered
    discovered.provider.catch(() => {
      if (cached === discovered) cached = null
    })
    return discovered.provider
  }

  return {
    /** The provider's host, as the sign-in page shows it. */
    host: oidc.issuer.host,

    /** The account of a person. Includes the issuer, because the same subject at another issuer is another person. */
    accountOf: (subject: string) => ({ providerId: `${providerId} ${issuer}`, accountId: subject }),

    /**
     * Starts a sign-in.
     *
     * @param confirm true: a signed-in operator confirms their identity, and has to sign in again at the provider
     * @returns the URL to open, and the state that the provider has to return
     * @throws Refusal 502
     */
    async createAuthorizationUrl(redirectURI: string, confirm: boolean): Promise<{ address: string; state: string }> {
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
     * @param state the state of the sign-in that this browser started; '' if it started none
     * @throws Refusal with the reason if the sign-in fails
     */
    async verifyReturn(query: URLSearchParams, state: string, redirectURI: string): Promise<Identity> {
      const expiresAt = Number.parseInt(state.split('.')[0] ?? '', 36)
      if (
        state === '' ||
        !(expiresAt > clock.now()) ||
        usedStates.has(derive('used', state)) ||
        /* guard: sign-in-ends-where-it-began */ query.get('state') !== state
      )
        throw providerProblem('sign_in_stale')
      // Only a hash is cached, because the browser may send a state of any length.
      usedStates.set(derive('used', state), true)
      cluster.publish('providerReturned', { state: derive('used', state) })
      if (query.has('error')) throw providerProblem('provider_refused')
      const provider = await getProvider()
      // An answer from another issuer is a mix-up attack (RFC 9207).
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
      const userInfo = provider.getUserInfo({ ...tokens, expectedIdTokenNonce: derive('nonce', state) })
      const info = await withTimeout(userInfo)
      if (!info) throw providerProblem('provider_untrusted')
      const { sub } = claimsOf(tokens.idToken)
      const { sub: userInfoSub } = info.data as { sub?: unknown }
      if (typeof sub !== 'string' || sub === '' || userInfoSub !== sub) throw providerProblem('provider_untrusted')
      const { email, name } = info.user
      if (!email || /* guard: provider-verified-the-email */ !info.user.emailVerified)
        throw providerProblem('email_not_verified')
      return { subject: sub, email, name: (name || email.split('@')[0] || email).slice(0, 200) }
    },
  }
}

/** OAuth's error code in an answer (RFC 6749, section 5.2); '' if there was no answer. */
function reasonOf(error: unknown): string {
  const code = (error as { error?: unknown } | null)?.error
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : ''
}
/** The problem for an error of the token request; null if there was no answer. */
function problemOf(error: unknown): ProviderProblem | null {
  const reason = reasonOf(error)
  if (reason === '') return null
  return reason === 'invalid_grant' ? 'provider_refused' : 'provider_set_up'
}
