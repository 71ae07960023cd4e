/**
 * Browsers in which somebody has signed in before, by a cookie (OWASP: device cookies). It names the browser by a random id and holds a
 * proof for each account that was signed in to there. It lets nobody in: it only keeps failed sign-ins of others from counting against
 * the account's owner (reliability R35). Nothing of it is kept here.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { gatewayEndpoints } from '#contract/index.ts'
import type { GatewayContext } from '../http/context.ts'
import { sameCase } from './invitations.ts'

const name = 'switchboard.browser'
/** Sent to the endpoints of the session only. */
const path = gatewayEndpoints.sessionShow.path
const cookieTtlSeconds = 365 * 24 * 3_600
/** How many of the latest accounts one browser remembers. */
const maxAccountsPerBrowser = 5
/** An id and proofs. */
const cookiePattern = /^[\w-]{22}(?:\.[\w-]{43}){1,5}$/

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/** @param parts `secret` is Switchboard's own; `secure`: people open it by https */
export function createKnownBrowsers({ secret, secure }: { secret: string; secure: boolean }) {
  const proofOf = (id: string, email: string): string =>
    createHmac('sha256', secret)
      .update(`browser ${id} ${sameCase(email)}`)
      .digest('base64url')
  const read = (c: GatewayContext): string[] => {
    const value = getCookie(c, name) ?? ''
    return cookiePattern.test(value) ? value.split('.') : []
  }

  return {
    /** The id of this browser, where this account has been signed in to before; else null. */
    of(c: GatewayContext, email: string): string | null {
      const [id, ...proofs] = read(c)
      return id !== undefined && /* guard: known-browser-has-its-accounts */ proofs.includes(proofOf(id, email))
        ? id
        : null
    },

    /** Somebody signed in to this account here. */
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
