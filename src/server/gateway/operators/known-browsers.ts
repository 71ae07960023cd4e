/**
 * Recognizes browsers in which somebody has signed in before, by a cookie (OWASP: device cookies). The cookie has a random ID of the
 * browser and a proof for each account that signed in there. It does not authenticate anybody: it only prevents failed sign-ins of others
 * from counting against the account's owner (reliability R35). Nothing is stored on the server.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { gatewayEndpoints } from '#contract/index.ts'
import type { GatewayContext } from '../http/context.ts'
import { normalizeEmail } from './invitations.ts'

const name = 'switchboard.browser'
/** The browser sends the cookie only to the session endpoints. */
const path = gatewayEndpoints.sessionShow.path
const cookieTtlSeconds = 365 * 24 * 3_600
/** The cookie has the latest accounts only. */
const maxAccountsPerBrowser = 5
/** An ID and proofs. */
const cookiePattern = /^[\w-]{22}(?:\.[\w-]{43}){1,5}$/

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/** @param parts `secret` is Switchboard's own; `secure`: people open it over https */
export function createKnownBrowsers({ secret, secure }: { secret: string; secure: boolean }) {
  const proofOf = (id: string, email: string): string =>
    createHmac('sha256', secret)
      .update(`browser ${id} ${normalizeEmail(email)}`)
      .digest('base64url')
  const read = (c: GatewayContext): string[] => {
    const value = getCookie(c, name) ?? ''
    return cookiePattern.test(value) ? value.split('.') : []
  }

  return {
    /** The ID of this browser if this account has signed in there before; otherwise null. */
    of(c: GatewayContext, email: string): string | null {
      const [id, ...proofs] = read(c)
      return id !== undefined && /* guard: known-browser-has-its-accounts */ proofs.includes(proofOf(id, email))
        ? id
        : null
    },

    /** Adds the account to this browser's cookie. */
    remember(c: GatewayContext, email: string): void {
      const [id = randomBytes(16).toString('base64url'), ...before] = read(c)
      const proof = proofOf(id, email)
      const proofs = [proof, ...before.filter((one) => one !== proof)].slice(0, maxAccountsPerBrowser)
      setCookie(c, name, [id, ...proofs].join('.'), {
        path,
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: cookieTtlSeconds,
      })
    },
  }
}
