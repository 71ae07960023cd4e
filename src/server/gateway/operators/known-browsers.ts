/**
 * Recognizes browsers in which somebody has signed in before, by a cookie (OWASP: device cookies). The cookie contains a random ID of the
 * browser and a proof for each account that signed in there. The cookie does not authenticate anybody. It only prevents failed sign-ins
 * by others from counting against the account's owner (promise R35). Nothing is stored on the server.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { gatewayEndpoints } from '#contract/index.ts'
import type { GatewayContext } from '../http/context.ts'
import { normalizeEmail } from './invitations.ts'

const cookieName = 'switchboard.browser'
/** The browser sends the cookie only to the session endpoints. */
const cookiePath = gatewayEndpoints.sessionShow.path
const cookieTtlSeconds = 365 * 24 * 3_600
/** The cookie has proofs for the accounts that signed in last. */
const maxAccountsPerBrowser = 5
/** An ID, followed by proofs. */
const cookiePattern = /^[\w-]{22}(?:\.[\w-]{43}){1,5}$/

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/** @param parts `secret`: Switchboard's own, for the proofs; `secure`: people open Switchboard over https */
export function createKnownBrowsers({ secret, secure }: { secret: string; secure: boolean }) {
  const proofOf = (id: string, email: string): string =>
    createHmac('sha256', secret)
      .update(`browser ${id} ${normalizeEmail(email)}`)
      .digest('base64url')
  const readCookie = (c: GatewayContext): string[] => {
    const value = getCookie(c, cookieName) ?? ''
    return cookiePattern.test(value) ? value.split('.') : []
  }

  return {
    /** The ID of this browser if this account has signed in with it before; otherwise null. */
    idFor(c: GatewayContext, email: string): string | null {
      const [id, ...proofs] = readCookie(c)
      return id !== undefined && /* guard: known-browser-has-its-accounts */ proofs.includes(proofOf(id, email))
        ? id
        : null
    },

    /** Adds the account to this browser's cookie. */
    remember(c: GatewayContext, email: string): void {
      const [id = randomBytes(16).toString('base64url'), ...oldProofs] = readCookie(c)
      const proof = proofOf(id, email)
      const proofs = [proof, ...oldProofs.filter((oldProof) => oldProof !== proof)].slice(0, maxAccountsPerBrowser)
      setCookie(c, cookieName, [id, ...proofs].join('.'), {
        path: cookiePath,
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: cookieTtlSeconds,
      })
    },
  }
}
